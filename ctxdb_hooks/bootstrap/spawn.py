"""Letting the background go from the launcher: register the client, wake or fork the bootstrap; hot path.

One process per project waits for all its clients. It holds the read end of a FIFO, the *bell*: a launcher that can
open the other end knows that a bootstrap lives and only rings; one that cannot forks it off, twice.
"""

import posix
import sys
import time

DELAY = 0.3  # s: the grandchild's exec and start would take a tenth from the client's own
MOST = 1 << 16  # descriptors that are tried where those that are open cannot be listed


def register(store: str, line: bytes) -> bool:
    """Put a client on the store's list, ``line`` being ``<pid> <start> <more>``; False when there is no store yet."""
    pid, start = line.split(None, 2)[:2]
    try:
        fd = posix.open(
            f"{store}/clients/{int(pid)}-{int(start)}",
            posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC | posix.O_NOFOLLOW,
            0o600,
        )
    except (OSError, ValueError):
        return False
    try:
        posix.write(fd, line)
    except OSError:
        return False
    finally:
        posix.close(fd)
    return True


def lives(store: str) -> bool:
    """Whether a bootstrap of this project lives: somebody holds the other end of the bell."""
    try:
        fd = posix.open(store + "/bell", posix.O_WRONLY | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOFOLLOW)
    except (OSError, ValueError):
        return False
    posix.close(fd)
    return True


def ring(store: str, word: bytes = b".") -> bool:
    """Wake the project's bootstrap; False when none lives.

    ``word`` is ``b"."`` for work that may wait until the client has started, ``b"!"`` for work at once.
    """
    try:
        fd = posix.open(store + "/bell", posix.O_WRONLY | posix.O_NONBLOCK | posix.O_CLOEXEC | posix.O_NOFOLLOW)
    except (OSError, ValueError):
        return False
    try:
        if posix.fstat(fd).st_mode & 0o170000 != 0o010000:
            return False
        posix.write(fd, word)
    except OSError:
        return True  # a full pipe has been rung enough
    finally:
        posix.close(fd)
    return True


def detach(argv: list, env: dict, hurry: bool) -> int:
    """Run ``argv`` as a grandchild in a session of its own, every descriptor closed; the child is to be reaped.

    Unless in a ``hurry`` it is nice, and its exec waits, so that not even its own start takes time from the client's.
    0 when no process can be made (EAGAIN): then there is no background, and the client starts all the same.
    """
    try:
        child = posix.fork()
    except OSError:
        return 0
    if child:
        return child
    try:
        if posix.fork() == 0:
            _become(argv, env, hurry)
    finally:
        posix._exit(0)


def reap(child: int) -> None:
    """Wait for the child that ``detach`` made, which ends at once: the client is not to inherit it."""
    try:
        posix.waitpid(child, 0)
    except OSError:
        pass


def _become(argv: list, env: dict, hurry: bool) -> None:
    """Let go of all that was inherited, and exec; ends the process when that fails."""
    try:
        posix.setsid()
        null = posix.open("/dev/null", posix.O_RDWR)
        for fd in (0, 1, 2):
            posix.dup2(null, fd)
            posix.set_inheritable(fd, True)  # dup2 onto itself, where one of them was closed, changes nothing
        for fd in open_descriptors():
            if fd > 2:
                try:
                    posix.close(fd)
                except OSError:
                    pass
        posix.chdir("/")
        posix.umask(0o077)
        if not hurry:
            posix.nice(19)
            time.sleep(DELAY)
        posix.execve(argv[0], argv, env)
    finally:
        posix._exit(1)


def open_descriptors() -> list:
    """The numbers of this process's descriptors; all that there may be where they cannot be listed."""
    try:
        return [int(name) for name in posix.listdir("/proc/self/fd" if sys.platform == "linux" else "/dev/fd")]
    except (OSError, ValueError):
        return list(range(3, min(posix.sysconf("SC_OPEN_MAX"), MOST)))
