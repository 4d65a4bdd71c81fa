"""Reading JSON-lines transcripts by their new bytes only, whatever is torn, glued or foreign in them."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any

MAX_LINE = 8 * 1024 * 1024  # longer ones hold images or whole files, nothing that a memory needs
CHUNK = 1024 * 1024
OPENINGS = ('{"type"', '{"parentUuid"', '{"timestamp"', '{"sessionId"', '{"id"')
_DECODER = json.JSONDecoder()


@dataclass(slots=True)
class Cursor:
    """How far a transcript has been read, and what the reader must know to go on."""

    dev: int = 0
    ino: int = 0
    size: int = 0
    mtime_ns: int = 0
    offset: int = 0
    before: str = ""
    session_id: str = ""
    seq: int = 0
    stored: int = 0
    state: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def passed(cls, found: os.stat_result) -> "Cursor":
        """The cursor of a file that is not this project's, so that it is not opened again while it stays as it is."""
        return cls(found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns)

    def unchanged(self, found: os.stat_result) -> bool:
        """Whether the file is as it was when last read."""
        return (self.dev, self.ino, self.size, self.mtime_ns) == (
            found.st_dev,
            found.st_ino,
            found.st_size,
            found.st_mtime_ns,
        )


class NotRegular(OSError):
    """The transcript is a FIFO, a device or a folder."""


def open_regular(path: Path) -> int:
    """A descriptor on a regular file, opened without blocking. Raises OSError, NotRegular among them."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK)
    if os.fstat(fd).st_mode & 0o170000 != 0o100000:
        os.close(fd)
        raise NotRegular(f"{path}: not a regular file")
    return fd


def resume(fd: int, cursor: Cursor) -> bool:
    """Point ``cursor`` at the file behind ``fd``; True when what was read before still stands there."""
    found = os.fstat(fd)
    same = cursor.offset <= found.st_size and cursor.before == _before(fd, cursor.offset)
    if not same:
        cursor.offset = 0
        cursor.before = ""
    cursor.dev, cursor.ino = found.st_dev, found.st_ino
    cursor.size, cursor.mtime_ns = found.st_size, found.st_mtime_ns
    return same


def rows(fd: int, cursor: Cursor) -> Iterator[dict[str, Any]]:
    """The new objects of a transcript; ``cursor`` stands behind the last whole line when the iteration ends.

    A last line without its newline is still being written and is left for the next time.
    """
    os.lseek(fd, cursor.offset, os.SEEK_SET)
    rest = b""
    skipping = False
    offset = cursor.offset
    while chunk := os.read(fd, CHUNK):
        lines = (rest + chunk).split(b"\n")
        rest = lines.pop()
        for line in lines:
            offset += len(line) + 1
            if skipping:
                skipping = False
                continue
            yield from objects(line)
        if len(rest) > MAX_LINE:
            offset += len(rest)
            rest = b""
            skipping = True
    cursor.offset = offset
    cursor.before = _before(fd, offset)


def objects(line: bytes) -> Iterator[dict[str, Any]]:
    """The objects on one line: usually one, two where a client glued them, what is whole where it is torn."""
    text = line.decode("utf-8", "replace").strip("\x00\ufeff \t\r")
    position = 0
    while 0 <= position < len(text):
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            position = _next_object(text, position + 1)
            continue
        if isinstance(value, dict):
            yield value
        while position < len(text) and text[position] in " \t\r\x00":
            position += 1


def _next_object(text: str, start: int) -> int:
    """Where a record may begin behind a torn one: only at ``{"type"`` or ``{"parentUuid"`` like openings."""
    found = [at for opening in OPENINGS if (at := text.find(opening, start)) >= 0]
    return min(found, default=-1)


def _before(fd: int, offset: int) -> str:
    start = max(0, offset - 256)
    return blake2b(os.pread(fd, offset - start, start), digest_size=8).hexdigest() if offset else ""
