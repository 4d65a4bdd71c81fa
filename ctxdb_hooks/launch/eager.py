"""The whole packet for a call that will not read it itself: brought up to date, copied and handed over; hot path.

The background leaves in ``seen`` what there was to be read when its last run began. Where nothing has changed since,
the packet is current; else a run is asked for and waited for, never made twice.
"""

import posix
import time

from ctxdb_hooks.bootstrap import spawn
from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.launch import places

LOOK = 0.01  # s between two looks for the end of a run


def is_current(store: str) -> bool:
    """Whether nothing was written since the last run began that it would have to read."""
    seen = facade.parse(facade.read_bytes(store + "/seen")) or {}
    paths = seen.get("paths")
    if not paths or not isinstance(paths, list):
        return False
    for path in paths:
        if not isinstance(path, list) or len(path) != 3 or not isinstance(path[0], str) or path[1:] != stamp(path[0]):
            return False
    return True


def stamp(path: str) -> list:
    """``[mtime in ns, size]`` of a file, of a folder its mtime; zeros where there is nothing."""
    try:
        found = posix.stat(path)
    except (OSError, ValueError):
        return [0, 0]
    return [found.st_mtime_ns, found.st_size if found.st_mode & 0o170000 == 0o100000 else 0]


def wait(store: str, since: int, seconds: float) -> bool:
    """Wait until a run is over that began at ``since`` (ns since the epoch) or later; False when none will be in time.

    A bootstrap that was there and is gone without having written has failed, and one that could not write has no need
    to be waited for.
    """
    if not can_write(store):
        return False
    begun = time.monotonic()
    before: list = []
    lived, looks = False, 0
    while True:
        now = stamp(store + "/seen")
        if now != before:
            before = now
            at = (facade.parse(facade.read_bytes(store + "/seen")) or {}).get("begun")
            if type(at) is int and at >= since:
                return True
        elif looks % 10 == 0:
            lives = spawn.lives(store)
            if lived and not lives:
                return False
            lived = lives
        looks += 1
        left = seconds - (time.monotonic() - begun)
        if left <= 0:
            return False
        time.sleep(min(LOOK, left))


def can_write(path: str) -> bool:
    """Whether something can be made in a folder, or in the nearest one above it where it is not there yet."""
    while path:
        try:
            posix.stat(path)
        except FileNotFoundError:
            path = path.rpartition("/")[0]
            continue
        except (OSError, ValueError):
            return False
        return posix.access(path, posix.W_OK | posix.X_OK)
    return False


def name_of(data: bytes) -> str:
    """The name of a copy, by what it holds."""
    return f"{places.digest(data, 12)}.md"


def is_whole(path: str) -> bool:
    """Whether a copy that was given once still holds what it held."""
    data = facade.read_bytes(path)
    return bool(data) and path.endswith("/" + name_of(data or b""))


def copy(store: str, path: str) -> str:
    """A copy of a packet that nobody else writes, named by its content; empty when there can be none."""
    data = facade.read_bytes(path)
    if not data:
        return ""
    folder = store + "/given"
    made = f"{folder}/{name_of(data)}"
    if facade.read_bytes(made) == data:
        return made
    temporary = f"{made}.{posix.getpid()}"
    try:
        try:
            posix.mkdir(folder, 0o700)
        except FileExistsError:
            pass
        flags = posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC | posix.O_NOFOLLOW
        fd = posix.open(temporary, flags, 0o600)
        try:
            whole = posix.write(fd, data) == len(data)
        finally:
            posix.close(fd)
        if not whole:
            posix.unlink(temporary)
            return ""
        posix.rename(temporary, made)
    except OSError:
        return ""
    return made
