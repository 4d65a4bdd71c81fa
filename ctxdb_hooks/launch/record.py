"""What one start was given, for the background: it ties the start to its session, and watches how it ends; hot path.

``starts/<pid>-<start>`` in the store: one JSON object with the keys ``client kind cwd at shape binary trial`` and,
where something was added, ``text`` or ``file`` and ``dir``; ``session`` where the id is known; ``counts`` says whether
an end without a transcript means anything.
"""

import posix
import time

from ctxdb_hooks.contextdb import facade


def write(store: str, name: str, facts: dict) -> None:
    """Leave the facts of the process ``name`` (``<pid>-<start>``); without a word where that cannot be done."""
    path = f"{store}/starts/{name}"
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC | posix.O_NOFOLLOW
    try:
        fd = posix.open(path, flags, 0o600)
    except FileNotFoundError:
        try:
            posix.mkdir(store + "/starts", 0o700)
            fd = posix.open(path, flags, 0o600)
        except OSError:
            return  # no store yet
    except (OSError, ValueError):
        return
    try:
        posix.write(fd, encode(facts).encode("ascii"))
    except OSError:
        pass
    finally:
        posix.close(fd)


def has_packet(store: str, pid: int) -> bool:
    """Whether the process of this number was given the whole packet when it started."""
    found = facade.parse(facade.read_bytes(f"{store}/starts/{pid}-{facade.started(pid)}")) or {}
    return isinstance(found.get("file"), str)


def encode(value: object) -> str:
    """A value as JSON, without the json package."""
    try:
        from _json import encode_basestring_ascii as quote
    except ImportError:
        from json import dumps as quote
    if isinstance(value, str):
        return quote(value)
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ",".join([encode(part) for part in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([f"{quote(key)}:{encode(part)}" for key, part in value.items()]) + "}"
    return repr(value)


def now() -> int:
    """Milliseconds since the epoch."""
    return time.time_ns() // 1_000_000


def shape(args: list) -> list:
    """What two command lines for the same kind of thing have in common: their options, and whether there is more."""
    options = sorted({arg.partition("=")[0] for arg in args if arg.startswith("-")})
    return [*options, str(min(2, sum(not arg.startswith("-") for arg in args)))]


def identity(path: str) -> list:
    """By what a client's program is known: device, inode, size and mtime of the file that a path leads to."""
    found = posix.stat(path)
    return [found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns]
