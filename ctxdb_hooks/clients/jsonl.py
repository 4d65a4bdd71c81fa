"""Reading JSON-lines transcripts by their new bytes only, whatever is torn, glued or foreign in them."""

import heapq
import json
import math
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ctxdb_hooks.clients.packed import open_transcript

MB = 1 << 20
MAX_LINE = 8 * MB  # longer ones hold images or whole files, nothing that a memory needs
CHUNK = MB
SLICE = 4 * MB  # what a reader that can go on takes at a time: the events of one slice are in memory together
LONG = 64 * MB  # of more than this that is new only the beginning (what was wanted) and the end are read
HEAD = 4 * MB
TAIL = 32 * MB
MAX_FILES = 20_000  # transcripts looked at in one run, the newest
CWD = b'"cwd":'
OPENING = re.compile(r'\{"(?:type|parentUuid|timestamp|sessionId|id)"')  # of a record that may stand behind a torn one
HALF = re.compile("[\ud800-\udfff]")
SAMPLES, BLOCK = 16, 256  # of what was read, and their bytes, by which it is known again
ON_A_LINE = 1000  # records, whole and torn: more is noise


def _finite(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


# Python's writers put NaN and Infinity into what is no JSON then, and its reader takes 1e999 for one of them.
_DECODER = json.JSONDecoder(parse_constant=lambda _: None, parse_float=_finite)
_decode = msgspec.json.Decoder().decode  # twice as fast, but of one whole value in proper UTF-8 only


@dataclass(slots=True)
class Cursor:
    """How far a transcript has been read, and what the reader must know to go on.

    ``more``: a slice ended before the file; ``left_out``: bytes of its middle that were passed over.
    """

    dev: int = 0
    ino: int = 0
    size: int = 0
    mtime_ns: int = 0
    offset: int = 0
    before: str = ""
    session_id: str = ""
    seq: int = 0
    stored: int = 0
    more: bool = False
    left_out: int = 0
    state: dict[str, Any] = field(default_factory=dict)


class Listed(NamedTuple):
    """A transcript that is there; ``near`` where its place says that it may be the project's."""

    path: str
    seen: os.stat_result
    near: bool


def newest(found: Iterable[tuple[str, bool]]) -> list[Listed]:
    """Of the paths, each with whether it is near, those that one run looks at: the near ones first, newest first."""
    return heapq.nlargest(MAX_FILES, _listed(found), key=lambda one: (one.near, one.seen.st_mtime_ns))


def _listed(found: Iterable[tuple[str, bool]]) -> Iterator[Listed]:
    for path, near in found:
        with suppress(OSError):  # deleted since its folder was listed, or a link to nowhere
            yield Listed(path, os.stat(path), near)


def ends(path: Path, head: int, tail: int) -> tuple[bytes, bytes]:
    """The first ``head`` and the last ``tail`` bytes of a transcript. Raises OSError."""
    fd, _ = open_transcript(path)
    try:
        return os.pread(fd, head, 0), os.pread(fd, tail, max(0, os.fstat(fd).st_size - tail))
    finally:
        os.close(fd)


def folders_in(data: bytes) -> list[str]:
    """The working directories that records in a part of a transcript name, each once, in their order."""
    found: dict[str, None] = {}
    raw = set()
    at = 0
    while (at := data.find(CWD, at)) >= 0:
        at += len(CWD)
        end = data.find(b'"', data.find(b'"', at) + 1)
        value = data[at : end + 1]
        if value in raw:
            continue
        raw.add(value)
        with suppress(ValueError):
            cwd = json.loads(value)
            if isinstance(cwd, str) and cwd.startswith("/"):
                found[cwd] = None
    return list(found)


def resume(fd: int, cursor: Cursor) -> bool:
    """Point ``cursor`` at the file behind ``fd``; True when what was read before still stands there.

    Its clients only add to a transcript: one that was written and is no longer than before was written anew.
    """
    found = os.fstat(fd)
    same = cursor.ino in (0, found.st_ino) and cursor.offset <= found.st_size
    same = same and (cursor.more or cursor.size != found.st_size or cursor.mtime_ns == found.st_mtime_ns)
    same = same and cursor.before == _before(fd, cursor.offset)
    if not same:
        cursor.offset = 0
        cursor.before = ""
    cursor.dev, cursor.ino = found.st_dev, found.st_ino
    cursor.size, cursor.mtime_ns = found.st_size, found.st_mtime_ns
    return same


def rows(fd: int, cursor: Cursor, limit: int = 0) -> Iterator[dict[str, Any]]:
    """The new objects of a transcript: those on its ``lines``."""
    for line in lines(fd, cursor, limit):
        yield from objects(line)


def lines(fd: int, cursor: Cursor, limit: int = 0) -> Iterator[bytes]:
    """The new lines of a transcript, or of its next ``limit`` bytes; ``cursor`` stands behind the last whole line
    when the iteration ends, and its ``more`` tells whether to go on.

    A last line without its newline is still being written and is left for the next time.
    """
    size = os.fstat(fd).st_size
    stop = min(size, cursor.offset + limit) if limit else size
    if size - cursor.offset > LONG:
        if cursor.offset == 0:
            yield from _lines(fd, cursor, HEAD)
        leave_out(fd, cursor, size - TAIL)
        stop = cursor.offset if limit else size
    if cursor.offset < stop:
        yield from _lines(fd, cursor, stop)
    cursor.more = bool(limit) and stop <= cursor.offset < size
    cursor.before = _before(fd, cursor.offset)


def _lines(fd: int, cursor: Cursor, stop: int) -> Iterator[bytes]:
    """The whole lines that begin before ``stop``; those that are empty or too long are passed over."""
    os.lseek(fd, cursor.offset, os.SEEK_SET)
    begun: list[bytes] = []  # of a line that goes on in the next chunk
    length = 0
    size = os.fstat(fd).st_size  # no more is asked for: to give back what was asked for in vain takes twice the time
    while cursor.offset < stop and (chunk := os.read(fd, max(0, min(CHUNK, size - cursor.offset - length)))):
        start = 0
        while (end := chunk.find(b"\n", start)) >= 0:
            line = chunk[start:end]
            if begun:
                line = b"".join((*begun, line)) if length <= MAX_LINE else b""
                begun.clear()
            cursor.offset += length + end + 1 - start
            start, length = end + 1, 0
            if line:
                yield line
            if cursor.offset >= stop:
                return
        length += len(chunk) - start
        if length > MAX_LINE:
            begun = [b""]
        else:
            begun.append(chunk[start:])
        if length > LONG:  # no transcript's line: what follows is read as the rest of a torn one
            cursor.offset += length
            cursor.left_out += length
            return


def leave_out(fd: int, cursor: Cursor, start: int) -> int:
    """Move the cursor behind the first newline from ``start`` on, or to ``start`` where no line ends soon.

    Returns how many bytes were passed over.
    """
    os.lseek(fd, start, os.SEEK_SET)
    at = os.read(fd, MAX_LINE).find(b"\n") + 1
    passed = start + at - cursor.offset
    cursor.left_out += passed
    cursor.offset = start + at
    cursor.before = _before(fd, cursor.offset)
    return passed


def objects(line: bytes) -> Iterator[dict[str, Any]]:
    """The objects on one line: usually one, two where a client glued them, what is whole where it is torn."""
    try:
        value = _decode(line)
    except (ValueError, RecursionError):
        yield from _whole_ones(line)
    else:
        if isinstance(value, dict):
            yield value


def encoded(found: Any) -> bytes:
    """As JSON; JavaScript writes halves of surrogate pairs, which the decoder takes for no text."""
    return HALF.sub("\ufffd", json.dumps(found, ensure_ascii=False)).encode()


def _whole_ones(line: bytes) -> Iterator[dict[str, Any]]:
    """What is whole on a line that is not one value."""
    text = line.decode("utf-8", "replace").strip("\x00\ufeff \t\r")
    position = 0
    for _ in range(ON_A_LINE):
        try:
            value, position = _DECODER.raw_decode(text, position)
        except (ValueError, RecursionError):
            found = OPENING.search(text, position + 1)
            if not found:
                return
            position = found.start()
            continue
        if isinstance(value, dict):
            yield value
        while position < len(text) and text[position] in " \t\r\x00":
            position += 1
        if position == len(text):
            return


def _before(fd: int, offset: int) -> str:
    """What tells that the file is still the one that was read: blocks from its beginning to before the offset."""
    places = sorted({offset * number // SAMPLES for number in range(SAMPLES)} | {max(0, offset - BLOCK)})
    seen = b"".join(os.pread(fd, min(BLOCK, offset - at), at) for at in places)
    return blake2b(seen, digest_size=8).hexdigest() if offset else ""
