"""The clients that were started in a project: one small file each; bare interpreter, no imports beyond C modules.

A launcher writes ``clients/<pid>-<start>`` with one line about itself. When that process has ended the bootstrap adds
the moment to the file and renames it to ``<pid>-<start>.gone``; the work that follows reads it and takes it away.
A file per client needs no lock, cannot be torn by two writers, and does not grow.
"""

import errno
import posix
import select
import time

from ctxdb_hooks.contextdb.facade import started

GONE = ".gone"


class Roster:
    """The clients of the project whose store is ``store``; ``live`` maps ``(pid, start)`` to a pidfd or -1."""

    def __init__(self, store: str) -> None:
        self.folder = store + "/clients"
        self.live: dict = {}

    def look(self) -> int:
        """Bring ``live`` up to date; returns how many of the listed clients were found to have ended.

        One whose end cannot be written down counts once only while it was seen alive here: on a file system that
        became read-only the work would else be done again without end.
        """
        ended = 0
        try:
            names = posix.listdir(self.folder)
        except OSError:
            names = []
        listed = set()
        for name in names:
            client = parse(name)
            if client is None:
                continue
            if client not in self.live:
                fd = watch(client)
                if fd is None:
                    ended += self._leave(name)
                    continue
                self.live[client] = fd
            elif has_ended(client, self.live[client]):
                self._forget(client)
                self._leave(name)
                ended += 1
                continue
            listed.add(client)
        for client in [client for client in self.live if client not in listed]:
            self._forget(client)
        return ended

    def descriptors(self) -> list:
        """The pidfds of the live clients, -1 for each of which the kernel cannot tell the end."""
        return list(self.live.values())

    def _forget(self, client: tuple) -> None:
        fd = self.live.pop(client)
        if fd >= 0:
            posix.close(fd)

    def _leave(self, name: str) -> bool:
        path = f"{self.folder}/{name}"
        try:
            fd = posix.open(path, posix.O_WRONLY | posix.O_APPEND | posix.O_CLOEXEC | posix.O_NOFOLLOW)
            try:
                posix.write(fd, b"ended %d\n" % int(time.time()))
            finally:
                posix.close(fd)
            posix.rename(path, path + GONE)
        except OSError:
            return False
        return True


def parse(name: str) -> tuple | None:
    """``(pid, start)`` from the name of a live client's file; None for any other name."""
    pid, _, start = name.partition("-")
    if pid.isascii() and pid.isdigit() and start.isascii() and start.isdigit() and len(name) < 40:
        return int(pid), int(start)
    return None


def watch(client: tuple) -> int | None:
    """A descriptor that becomes readable when the process ends, -1 where there is none; None if it has ended.

    A process of the same number that started at another time is not the client.
    """
    try:
        fd = posix.pidfd_open(client[0])
    except (AttributeError, OverflowError):
        fd = -1
    except OSError as error:
        if error.errno == errno.ESRCH:
            return None
        fd = -1  # no pidfd in this kernel, or no descriptor left
    if has_ended(client, fd):
        if fd >= 0:
            posix.close(fd)
        return None
    return fd


def has_ended(client: tuple, fd: int) -> bool:
    """Whether the process is over, reaped or not; ``fd`` is its pidfd or -1."""
    pid, start = client
    now = started(pid)
    if start and now and now != start:
        return True
    if fd >= 0:
        poll = select.poll()
        poll.register(fd, select.POLLIN)
        return bool(poll.poll(0))
    if start and started(posix.getpid()):
        return not now
    try:
        posix.kill(pid, 0)
    except OverflowError:
        return True
    except OSError as error:
        return error.errno != errno.EPERM
    return False
