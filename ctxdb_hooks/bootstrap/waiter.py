"""The process that waits for a project's clients: bare interpreter, no psutil, by the kernel's means.

It holds the project's lock and bell; when there is work it becomes the worker (exec, same pid, both handed on), which
becomes the waiter again, until no client is left. Started by the launcher as its own stub with ``--background``.

It is in a session of its own, so that no terminal can hold it nor be held by it. Where systemd's logind has
``KillUserProcesses=yes`` it dies with the logout; under a first process that does not reap (a container without an
init) one dead entry stays in the process table per bootstrap, not per start. In both cases the next start does what
was left undone.
"""

import _signal
import posix
import select
import sys
import time

from ctxdb_hooks.bootstrap import spawn
from ctxdb_hooks.bootstrap.lock import Lock
from ctxdb_hooks.bootstrap.roster import Roster

START_DELAY = 2.0  # s: the client's own start comes first
GAP = 5.0  # s between two runs while a client lives: many short sessions are read together
LINGER = 15.0  # s until a session whose client has gone must have shown that it goes on
REFRESH = 900.0  # s: a session that runs for days is looked at now and then
LOOK = 60.0  # s: the bell may have been taken away, the machine may have slept
POLL = 0.5  # s: where the kernel cannot tell of an exit, or there is no bell
LOCK_PATIENCE = 5.0  # s: the one before us may be on its last steps
PAUSE = 0.1  # s between two tries for the lock
NONE = -1  # in place of a descriptor


def main(argv: list) -> None:
    """Wait, then become the worker; end when another bootstrap has the lock or no client is left.

    ``argv`` is ``mode store root lock bell worker...``: mode ``start`` (after the client's own start) or ``now`` from
    a launcher, with lock and bell -1; from the worker, which hands on what it was given, ``wait``, ``more`` when it
    left something to be read, ``linger`` when a session may go on without its client.
    """
    mode, store, root, handle, bell_fd, worker = *argv[:4], int(argv[4]), argv[5:]
    calm(hurry=mode == "now")
    if mode in ("wait", "more", "linger"):
        lock = Lock(store + "/lock", handle)
        if not lock.held():
            return  # the store was taken away, or replaced: it is no longer ours to write
    else:
        if not has_home():
            return
        prepare(store)
        keep_chats(store, root)
        lock = Lock(store + "/lock")
        if not begin(store, lock, b"." if mode == "start" else b"!"):
            return
        lock.keep()
        bell_fd = hang(store)
    waiter = Waiter(store, root, lock, bell_fd)
    if mode == "start":
        waiter.delay(START_DELAY)
    elif mode == "linger":
        waiter.linger()
    elif mode == "wait" and not waiter.work_due():
        lock.release()
        return
    keep_chats(store, root)
    again = [sys.executable, sys.argv[0], store, root, lock.handle, str(waiter.bell)]
    posix.execv(worker[0], [*worker, {"linger": "last", "now": "now"}.get(mode, "run"), *again])


class Waiter:
    """Knows the clients that live and waits for what makes work."""

    def __init__(self, store: str, root: str, lock: Lock, bell: int) -> None:
        self.store = store
        self.root = root
        self.lock = lock
        self.bell = bell
        self.roster = Roster(store)

    def delay(self, seconds: float) -> None:
        """Give the client that was just started its time, unless it ends before."""
        deadline = time.monotonic() + seconds
        while not self.roster.look() and self.roster.live:
            left = deadline - time.monotonic()
            if left <= 0 or b"!" in self.wait(left):
                return

    def linger(self) -> None:
        """Give a session whose client has gone the time to show that it goes on."""
        deadline = time.monotonic() + LINGER
        while self.lock.held() and not self.roster.look() and (left := deadline - time.monotonic()) > 0:
            if b"!" in self.wait(left):
                return

    def work_due(self) -> bool:
        """Wait for work; False when the last client has ended and all that it left was read."""
        begun = time.monotonic()
        due = begun + REFRESH
        while self.lock.held():
            ended = self.roster.look()
            now = time.monotonic()
            if ended:
                due = min(due, begun + GAP)
            if not self.roster.live:
                if ended or due <= begun + GAP:
                    return True
                return not self.last()
            if now >= due:
                return True
            rung = self.wait(min(due - now, LOOK))
            if rung:
                if b"!" in rung:
                    return True
                due = min(due, max(begun + GAP, time.monotonic() + START_DELAY))
            elif not has_bell(self.store, self.bell):
                self.hang()
        return False

    def last(self) -> bool:
        """Whether nobody came while we were about to go. From the bell's end on a launcher forks its own bootstrap."""
        if self.bell >= 0:
            posix.close(self.bell)
        if not self.roster.look() and not self.roster.live:
            return True
        self.bell = hang(self.store)
        return False

    def hang(self) -> None:
        """Put up the bell again, where somebody took it away."""
        if self.bell >= 0:
            posix.close(self.bell)
        self.bell = hang(self.store)

    def wait(self, seconds: float) -> bytes:
        """Wait until a client ends, the bell rings or ``seconds`` are over; returns what was rung."""
        fds = [fd for fd in self.roster.descriptors() if fd >= 0]
        blind = self.bell < 0 or len(fds) < len(self.roster.live)
        if sys.platform != "linux":
            ends([pid for pid, _ in self.roster.live], self.bell, seconds)
        else:
            poll = select.poll()
            for fd in fds if self.bell < 0 else [*fds, self.bell]:
                poll.register(fd, select.POLLIN)
            poll.poll(1000 * min(seconds, POLL if blind else seconds))
        said = heard(self.bell)
        if said:
            keep_chats(self.store, self.root)
        return said


def calm(hurry: bool) -> None:
    """Be in nobody's way, and let no mask or disposition that a shell handed down keep the limits from working.

    In a ``hurry`` the priority stays as it is: a start waits for what is done.
    """
    try:
        posix.nice(0 if hurry else 19)
    except OSError:
        pass
    _signal.pthread_sigmask(_signal.SIG_SETMASK, [])
    for name in ("SIGALRM", "SIGTERM", "SIGXCPU"):
        _signal.signal(getattr(_signal, name), _signal.SIG_DFL)


def begin(store: str, lock: Lock, word: bytes) -> bool:
    """Become the project's bootstrap; False when there is one, which hears of it, or will not be in time."""
    deadline = time.monotonic() + LOCK_PATIENCE
    while not lock.take():
        if spawn.ring(store, word) or time.monotonic() > deadline:
            return False
        time.sleep(PAUSE)
    return True


def has_home() -> bool:
    """Whether the home is still there: a script's own may be gone with it, and is not to be made again."""
    try:
        return posix.stat(posix.environ.get(b"HOME", b"/")).st_mode & 0o170000 == 0o040000
    except OSError:
        return False


def prepare(store: str) -> None:
    """Make the store's folder, and put on its list the client for which the launcher could not."""
    made = ""
    for part in f"{store}/clients".split("/")[1:]:
        made += "/" + part
        try:
            posix.mkdir(made, 0o700)
        except FileExistsError:
            pass
    folder = store + "/clients"
    if posix.lstat(folder).st_mode & 0o170000 != 0o040000:
        posix.unlink(folder)
        posix.mkdir(folder, 0o700)
    client = posix.environ.pop(b"CTXDB_CLIENT", b"")
    if client:
        spawn.register(store, client + b"\n")


def keep_chats(store: str, root: str) -> None:
    """Before anything else: what Gemini may be about to delete is linked into the store."""
    from ctxdb_hooks.clients.gemini import rescue

    env = {
        key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for key, value in posix.environ.items()
    }
    rescue.keep(store, root, env)


def hang(store: str) -> int:
    """The bell's descriptor, open for both ends: with a writer of its own it never reads as hung up.

    -1 where there can be none (a file system without FIFOs): then the list of clients is looked at instead.
    """
    path = store + "/bell"
    try:
        return _open_bell(path)
    except OSError:
        pass
    try:
        try:
            posix.unlink(path)
        except FileNotFoundError:
            pass
        posix.mkfifo(path, 0o600)
        return _open_bell(path)
    except OSError:
        return NONE


def _open_bell(path: str) -> int:
    fd = posix.open(path, posix.O_RDWR | posix.O_NONBLOCK | posix.O_NOFOLLOW)
    found = posix.fstat(fd)
    if found.st_mode & 0o170000 != 0o010000 or found.st_uid != posix.geteuid():
        posix.close(fd)
        raise FileNotFoundError
    posix.set_inheritable(fd, True)
    return fd


def has_bell(store: str, fd: int) -> bool:
    """Whether launchers still find the bell that we hold."""
    if fd < 0:
        return True
    try:
        mine, there = posix.fstat(fd), posix.lstat(store + "/bell")
    except OSError:
        return False
    return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)


def heard(fd: int) -> bytes:
    """What was rung since the last time; the bell is silent afterwards."""
    said = b""
    try:
        while fd >= 0 and (part := posix.read(fd, 4096)):
            said += part
    except OSError:
        pass  # nothing more to be read
    return said


if sys.platform != "linux":

    def ends(pids: list, bell: int, seconds: float) -> None:
        """Wait as macOS and the BSDs can: for the exit of processes, or the bell."""
        queue = select.kqueue()
        changes = [select.kevent(pid, select.KQ_FILTER_PROC, select.KQ_EV_ADD, select.KQ_NOTE_EXIT) for pid in pids]
        if bell >= 0:
            changes.append(select.kevent(bell, select.KQ_FILTER_READ, select.KQ_EV_ADD))
        try:
            queue.control(changes, 1, seconds if bell >= 0 else min(seconds, POLL))
        except OSError:
            time.sleep(POLL)  # one of them has just ended, or cannot be watched
        finally:
            queue.close()
