"""Finds blocks with an explicit beginning: private keys, and what a person put between ``<private>`` tags."""

import re
from collections.abc import Iterator

from ctxdb_hooks.redact.spans import Span
from ctxdb_hooks.redact.text import Text, stem

_BLOCKS = stem(b"private", rb"v(?:ate(?:>|&gt;|\\+u003e| key|-lines))")
_BEGIN = re.compile(rb"----(?:-? ?BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5})")
_END = re.compile(rb"----(?:-? ?END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5})")
_PUTTY = b"Private-Lines: "
_LONGEST = 65536
_REST_OF_LINE = re.compile(rb"[A-Za-z0-9+/=]*[ \t\r\"'`,;|\\+]{0,12}(?:\n|\Z)")
# What may stand around the key on its line: a line number, a quote, a diff's sign, a plus.
_KEY_LINE = re.compile(
    rb"[^\nA-Za-z]{0,24}?(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/]{0,15}={1,2}|[A-Za-z0-9+/]{1,15}\Z"
    rb"|(?:Proc-Type|DEK-Info|Version|Comment|Hash|Charset):[^\n]{0,200}|)[ \t\r\"'`,;|\\+]{0,12}(?:\n|\Z)"
)
_HAS_KEY = re.compile(rb"[A-Za-z0-9+/=]{24}")
_OPENINGS = (b"<pri", b"&lt;pri", b"\\u003cpri")
_LAST_LINE = re.compile(rb"[^\nA-Za-z]{0,24}?[A-Za-z0-9+/]{1,64}={0,2}[ \t\r\"'`,;|\\+]{0,12}\n?[^\nA-Za-z]{0,24}\Z")
_PRIVATE_END = re.compile(rb"/private(?:>|&gt;|\\+u003e)")


def find_blocks(text: Text) -> Iterator[Span]:
    """Yield the private keys and the private parts of ``text``."""
    hits = list(text.hits(_BLOCKS))
    if any(hit[0].endswith((b"key", b"lines")) for hit in hits):
        yield from _private_keys(text.data)
    tags = [hit for hit in hits if not hit[0].endswith((b"key", b"lines"))]
    if tags:
        yield from _private_parts(text, tags)


def _private_keys(data: bytes) -> Iterator[Span]:
    """Yield PEM, OpenSSH, PGP and PuTTY private keys: whole, or as far as they go where an end is missing."""
    pos = 0
    end = _END.search(data)
    for begin in _BEGIN.finditer(data):
        if begin.start() < pos:
            continue
        while end and end.start() < begin.start():
            yield from _headless_key(data, pos, end)
            pos = end.end()
            end = _END.search(data, pos)
        pos = _key_text_end(data, begin.end())
        if end and end.start() - begin.end() < _LONGEST and not _BEGIN.search(data, begin.end(), end.start()):
            pos = max(pos, end.end())
        if _HAS_KEY.search(data, begin.end(), pos):
            yield Span(begin.start(), pos, "private-key")
        while end and end.start() < pos:
            end = _END.search(data, end.end())
    while end:
        yield from _headless_key(data, pos, end)
        pos = end.end()
        end = _END.search(data, pos)
    at = data.find(_PUTTY)
    while at >= 0:
        start = data.find(b"\n", at) + 1
        stop = _key_text_end(data, start)
        if start and _HAS_KEY.search(data, start, stop):
            yield Span(start, stop, "private-key")
        at = data.find(_PUTTY, at + 1)


def _key_text_end(data: bytes, pos: int) -> int:
    """Return where the lines of key text end that begin at ``pos``."""
    end = pos
    if first := _REST_OF_LINE.match(data, pos):
        end = first.end()
    while (line := _KEY_LINE.match(data, end)) and line.end() > end:
        end = line.end()
    return pos + len(data[pos:end].rstrip())


def _headless_key(data: bytes, pos: int, end: re.Match[bytes]) -> Iterator[Span]:
    """Yield the key whose last lines alone are there, not before ``pos``."""
    start = end.start()
    floor = max(pos, start - _LONGEST)
    while start > floor:
        line = data.rfind(b"\n", floor, start - 1) + 1 or floor
        if not _HAS_KEY.search(data, line, start) and not (
            start == end.start() and _LAST_LINE.match(data, line, start)
        ):
            break
        start = line
    if start < end.start():
        yield Span(start, end.end(), "private-key")


def _private_parts(text: Text, tags: list[re.Match[bytes]]) -> Iterator[Span]:
    """Yield what stands between ``<private>`` and ``</private>``, or from the first to the end of the text."""
    data, low = text.data, text.low
    pos = 0
    for tag in tags:
        opening = next((begin for begin in _OPENINGS if low.endswith(begin, 0, tag.start())), b"")
        start = tag.start() - len(opening)
        if start < pos or not opening or data[start - 1 : start].isalnum():
            continue
        if data[start - 1 : start] == b"`" and data[tag.end() : tag.end() + 1] == b"`":
            continue  # It is talked about, not used.
        end = _PRIVATE_END.search(low, tag.end())
        pos = end.end() if end else len(data)
        yield Span(start, pos, "private")
