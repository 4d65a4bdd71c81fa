"""The process that waits for a project's clients: bare interpreter, no psutil, by the kernel's means.

It holds the project's lock and bell; when there is work it becomes the worker (exec, same pid, both descriptors
handed on), which becomes the waiter again. Started by the launcher as its own stub with ``--background``.
"""

import errno
import posix
import select
import sys
import time

from ctxdb_hooks.bootstrap import spawn
from ctxdb_hooks.contextdb.facade import started

START_DELAY = 2.0  # s: the client's own start comes first
REFRESH = 900.0  # s: a session that runs for days is looked at now and then
POLL = 1.0  # s: where the kernel cannot tell of an exit
LOCK_PATIENCE = 5.0  # s: the one before us may be on its last steps


def lock(store: str) -> int:
    """The descriptor that holds the project's lock, or -1 when another bootstrap has it."""
    import fcntl

    fd = posix.open(store + "/lock", posix.O_RDWR | posix.O_CREAT | posix.O_NOFOLLOW, 0o600)
    posix.set_inheritable(fd, True)
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return fd
        except OSError as error:
            if error.errno not in (errno.EWOULDBLOCK, errno.EINTR):
                raise
            if time.monotonic() > deadline:
                posix.close(fd)
                return -1
            time.sleep(0.1)


def bell(store: str) -> int:
    """The bell's descriptor, open for both ends: with a writer of its own it never reads as hung up."""
    path = store + "/bell"
    try:
        if posix.lstat(path).st_mode & 0o170000 != 0o010000:
            posix.unlink(path)
            raise FileNotFoundError
    except FileNotFoundError:
        posix.mkfifo(path, 0o600)
    fd = posix.open(path, posix.O_RDWR | posix.O_NONBLOCK | posix.O_NOFOLLOW)
    posix.set_inheritable(fd, True)
    return fd


def clients(store: str) -> dict:
    """The clients on the list that still live, as ``{(pid, start): descriptor}``; the descriptor is a pidfd or -1."""
    found: dict = {}
    try:
        with open(store + "/clients", "rb") as file:
            lines = file.read().split(b"\n")
    except OSError:
        return found
    for line in lines:
        fields = line.split()
        if len(fields) < 2 or not fields[0].isdigit() or not fields[1].isdigit():
            continue
        pid, start = int(fields[0]), int(fields[1])
        if (pid, start) in found:
            continue
        try:
            fd = posix.pidfd_open(pid)
        except AttributeError:
            fd = -1
        except OSError:
            continue
        if started(pid) not in (start, 0) or (fd < 0 and not exists(pid)):
            if fd >= 0:
                posix.close(fd)
            continue
        found[(pid, start)] = fd
    return found


def exists(pid: int) -> bool:
    """Whether a process of this number exists."""
    try:
        posix.kill(pid, 0)
    except OSError as error:
        return error.errno == errno.EPERM
    return True


def wait(watched: dict, bell_fd: int, seconds: float) -> str:
    """Wait until a client ends, the bell rings or ``seconds`` are over: ``exit``, ``bell`` or ``time``."""
    poll = select.poll()
    poll.register(bell_fd, select.POLLIN)
    blind = False
    for fd in watched.values():
        if fd >= 0:
            poll.register(fd, select.POLLIN)
        else:
            blind = True
    deadline = time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            return "time"
        ready = poll.poll(1000 * (min(left, POLL) if blind else left))
        numbers = [fd for fd, event in ready]
        if any(fd != bell_fd for fd in numbers):
            return "exit"
        if numbers:
            return "bell"
        if blind and any(not exists(pid) for pid, _ in watched):
            return "exit"


def main(argv: list) -> None:
    """Wait, then become the worker; end when another bootstrap has the lock or no client is left.

    ``argv`` is ``mode store root lock bell worker...``; the descriptors are -1 at first.
    """
    mode, store, root, lock_fd, bell_fd, worker = *argv[:3], int(argv[3]), int(argv[4]), argv[5:]
    if lock_fd < 0:
        prepare(store)
        keep_chats(store, root)
        lock_fd = lock(store)
        if lock_fd < 0:
            return
        bell_fd = bell(store)
    watched = clients(store)
    if mode == "start":
        wait(watched, bell_fd, START_DELAY if watched else 0)
    elif watched:
        if wait(watched, bell_fd, REFRESH) == "bell":
            drain(bell_fd)
            keep_chats(store, root)
            wait(clients(store), bell_fd, START_DELAY)
    else:
        posix.close(bell_fd)  # from here on a launcher forks a bootstrap of its own
        if not clients(store):
            return
        bell_fd = bell(store)
    again = [sys.executable, sys.argv[0], store, root, str(lock_fd), str(bell_fd)]
    posix.execv(worker[0], [*worker, mode, *again])


def prepare(store: str) -> None:
    """Make the store's folder, and put on its list the client for which the launcher could not."""
    made = ""
    for part in store.split("/")[1:]:
        made += "/" + part
        try:
            posix.mkdir(made, 0o700)
        except FileExistsError:
            pass
    client = posix.environ.pop(b"CTXDB_CLIENT", b"")
    if client:
        spawn.register(store, client + b"\n")


def keep_chats(store: str, root: str) -> None:
    """Before anything else: what Gemini is about to delete is linked into the store."""
    from ctxdb_hooks.clients.gemini import rescue

    env = {
        key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for key, value in posix.environ.items()
    }
    rescue.keep(store, root, env)


def drain(bell_fd: int) -> None:
    """Empty the bell."""
    try:
        while posix.read(bell_fd, 4096):
            pass
    except OSError:
        pass
