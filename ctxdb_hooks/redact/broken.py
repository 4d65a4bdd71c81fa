"""Finds tokens that a line break goes through, or that are cut off where text was left out."""

import re
from collections.abc import Iterator
from functools import cache

from ctxdb_hooks.redact.spans import Span
from ctxdb_hooks.redact.text import Text, stem
from ctxdb_hooks.redact.tokens import (
    TOKEN_CHARS,
    find_tokens,
    inner_prefix,
    is_whole,
    looks_random,
    prefix,
    rules,
    token_at,
)

# A line that ends in a word, and one that begins with something else than a plain word, a path, a short number, a sign.
_NO_WORD = rb"(?![A-Za-z_][a-z_]*+(?:[^\w+/=.-]|\.[a-z\s])|\d{1,6}[^\w+/=.-]|\d{1,3}\.\s)(?=[.-]?[\w~][\w+/=.-]{2})"
_LINE_END = re.compile(rb"\n(?<=[\w\\.+/= \r-]\n)[ \t]*+" + _NO_WORD)
# What is inside of a token whose beginning has nothing to tell it by.
_LATE = re.compile(rb":AA|Q~|\.atlasv1|-us[0-9]|AZDO|JQQJ99|NRAL|^[MNO][\w-]{22,28}\.[\w-]{2,6}")
_BREAK = re.compile(rb"\\*+[ \r]{0,8}\n[ \t]*+")
_PIECE_CHARS = TOKEN_CHARS + b".~=%:$"
_PIECE = re.compile(rb"[\w.~+/=%:$-]{1,4096}+")
# A plain word, or a name with a value after it.
_NAME = re.compile(rb"[A-Z]?[a-z]*+(?![\w+/=.~%-])|[A-Za-z_][A-Za-z_.-]{0,64}+[0-9]{0,2}[\"']?[ \t]*[=:(\[{](?!=?\s)")
_MIXED = re.compile(rb"(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?=[^0-9]*[0-9])[\w-]{8}")
_NARROWEST = 40
"""Nothing wraps at fewer columns; a shorter line ended because it was over."""
_MOST_LINES = 32

_LEFT_OUT = (
    stem(b"...", rb"\.(?:\.\.)"),
    stem(b"[", rb"\[(?:truncated|snip|\d+ )"),
    stem(b"\xe2", rb"\xe2(?:\x80\xa6)"),
    stem(b"\\", rb"\\(?:u2026)"),
)
_ODD_CASE = re.compile(rb"[A-Z][a-z][A-Z]|[a-z][A-Z][a-z][A-Z]")
_DIGIT = re.compile(rb"[0-9]")
_LONGEST_PART = 256


def lengthen(data: bytes, span: Span) -> Span:
    """Return ``span``, of a token that a line break may have cut, with the lines that it goes on in."""
    if data[span.end : span.end + 1] not in (b"\n", b"\r", b"\\", b" ") or is_whole(data, span):
        return span
    text, places = _unwrap(data, span.start)
    if len(places) > 1:
        for longer in find_tokens(text, None):
            if longer.start == 0 and longer.kind == span.kind:
                return Span(span.start, max(span.end, _place(places, longer.end)), span.kind)
    return span


def find_wrapped(text: Text) -> Iterator[Span]:
    """Yield the tokens that go over the end of a line."""
    data = text.data
    done = 0
    beginnings = _beginnings()
    for end in _LINE_END.finditer(data):
        above = data[max(0, end.start() - _LONGEST_PART, done) : end.start()].rstrip(b"\\\r ")
        piece = above[len(above.rstrip(_PIECE_CHARS)) :]
        if not piece or piece.isalpha() and piece[1:].islower() and piece not in beginnings:
            continue
        if not _may_go_on(piece, data[end.end() : end.end() + 96]):
            continue
        start = max(0, end.start() - _LONGEST_PART, done) + len(above) - len(piece)
        joined, places = _unwrap(data, start)
        for span in find_tokens(joined, None) if len(places) > 1 else ():
            first = span._replace(end=places[1][0])
            if span.start < first.end < span.end and not is_whole(joined, first):
                done = _place(places, span.end)
                yield Span(_place(places, span.start), done, span.kind)


@cache
def _beginnings() -> frozenset[bytes]:
    """The beginnings of prefixes, which a line break may have parted from the rest."""
    return frozenset(head[:length] for head in rules() for length in range(1, len(head)))


def _may_go_on(piece: bytes, rest: bytes) -> bool:
    """Whether a token may begin in ``piece``, which ends its line, and go on in ``rest``."""
    near = piece[-48:] + rest[:12]
    return bool(prefix().match(piece + rest[:12]) or inner_prefix().search(near) or _LATE.search(piece + rest))


def _unwrap(data: bytes, start: int) -> tuple[bytes, list[tuple[int, int]]]:
    """Join the pieces of one word that was wrapped: the text, and for each piece its place there and in ``data``."""
    parts: list[bytes] = []
    places: list[tuple[int, int]] = []
    length = 0
    at = start
    while len(parts) < _MOST_LINES and (piece := _PIECE.match(data, at)):
        places.append((length, at))
        parts.append(piece[0])
        length += len(piece[0])
        gap = _BREAK.match(data, piece.end())
        if not gap or not (gap[0].startswith(b"\\") or _goes_on(data, piece.end(), gap.end())):
            break
        at = gap.end()
    return b"".join(parts), places


def _goes_on(data: bytes, end: int, at: int) -> bool:
    """Whether the word that ends a line at ``end`` goes on at ``at``.

    It does if what stands there is no word, name or token of its own, and the line is full or the rest looks random.
    """
    piece = _PIECE.match(data, at)
    if not piece or _NAME.match(data, at) or token_at(data, at, piece.end()):
        return False
    line = data[max(0, end - _NARROWEST) : end]
    full = len(line) == _NARROWEST and line.find(b"\n") < 0
    return full or looks_random(piece[0]) or bool(_MIXED.match(piece[0]))


def _place(places: list[tuple[int, int]], offset: int) -> int:
    """Return where in the data ``offset`` of the joined text is; an end belongs to the piece that it ends."""
    length, at = next(pair for pair in reversed(places) if pair[0] < offset or not pair[0])
    return at + offset - length


def find_cut(text: Text) -> Iterator[Span]:
    """Yield the beginnings of tokens that the end of the text, or a sign that something was left out, cuts off."""
    data = text.data
    ends = [len(data.rstrip())]
    for sign in _LEFT_OUT:
        ends += [hit.start() for hit in text.hits(sign)]
    for end in ends:
        left = max(0, end - _LONGEST_PART)
        before = data[left:end].rstrip(b" [(\n") if end != len(data) else data[left:end]
        word = before[len(before.rstrip(TOKEN_CHARS)) :]
        if len(word) > 5 and not word.islower() or _DIGIT.search(word):
            piece = before[len(before.rstrip(_PIECE_CHARS)) :]
            yield from _cut_piece(data, left + len(before) - len(piece), left + len(before))


def _cut_piece(data: bytes, start: int, end: int) -> Iterator[Span]:
    for hit in prefix().finditer(data, start, end):
        rest = data[hit.end() : end]
        if len(rest) < 5 or not _is_no_word(rest):
            continue
        # A short prefix may be chance, or inside of a word: then more must follow it.
        clear = len(hit[0]) > 4 or hit[0].endswith((b"_", b"-", b"."))
        begins = not data[hit.start() - 1 : hit.start()].isalnum()
        for rule in rules()[hit[1]]:
            at = rule.begin(data, hit.start())
            if at is not None and (clear or at < hit.start() or begins and len(hit[0]) > 2 and len(rest) > 7):
                yield Span(at, end, rule.name)
                return


def _is_no_word(rest: bytes) -> bool:
    """Whether digits and letters, or capitals and small letters, are mixed as no word mixes them."""
    if rest.isdigit():
        return False
    return bool(_DIGIT.search(rest) or _ODD_CASE.search(rest))
