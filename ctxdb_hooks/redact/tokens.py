"""Finds tokens by their prefixes: whole, wrapped over lines, or cut off; and base64 that may hold some."""

import re
from collections.abc import Callable, Iterator
from functools import cache

from ctxdb_hooks.redact import encoded
from ctxdb_hooks.redact.kinds import KINDS, Kind
from ctxdb_hooks.redact.spans import Span

SHORTEST = 14
"""Every token has a run of this many token characters; shorter words are not looked at."""
TOKEN_CHARS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/"
_MAP = bytes(120 if byte in TOKEN_CHARS else 32 for byte in range(256))
_RUN = b"x" * SHORTEST
_BEFORE = 96
"""How many bytes in front of its prefix a token can begin."""
_WORD_BEGINS = (
    rb"(?:(?<![A-Za-z0-9])|(?<=\\[bfnrt])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\\x[0-9A-Fa-f]{2})"
    rb"|(?<=%[0-9A-Fa-f]{2})|(?<=[\[0-9;][0-9]m))"
)
_MASKED = re.compile(rb"(?:[\w.]{0,16}[_.-])?[xX*._-]*\Z")
_WORDS = re.compile(rb"[A-Za-z0-9]{10,}")

_ESCAPE = re.compile(rb"\\[bfnrt]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|[\[;][0-9]{1,2}m")
_ODD = b"\\%[;"
"""After one of these a run may begin with the end of an escape: ``\\n``, ``%3D``, a colour."""
# A line that ends in a word and one that begins with something that is none: four and more characters, a digit.
_LINE_END = re.compile(rb"\n(?<=[\w\\-]\n)[ \t]*+(?=[\w-]{4})(?=[A-Za-z_-]*+[0-9]|[\w-]{20})")
_ESCAPED_LINE_END = re.compile(rb"\\n[ \t]*+(?=[\w-]{4})(?=[A-Za-z_-]*+[0-9]|[\w-]{20})")
_BREAK = re.compile(rb"(?:\\*+\r?\n|(?:\\+r)?\\+n)[ \t]*+")
_PIECE = re.compile(rb"[\w.~+/=%:$-]++")
_PIECE_BEFORE = re.compile(rb"(?<![\w.~+/=%:$-])[\w.~+/=%:$-]{1,256}\Z")
_NARROWEST = 40
"""Nothing wraps at fewer columns; a shorter line ended because it was over."""
_MOST_LINES = 64


class Rule:
    """A row of the table made ready; it is compiled when first needed, as most never are."""

    def __init__(self, kind: Kind) -> None:
        self.name = kind.name
        self.random = "r" in kind.flags
        self.reach = _BEFORE if kind.before else 0
        self.can_be_cut = not kind.flags and not kind.before
        self._kind = kind
        self._pattern: re.Pattern[bytes] | None = None

    @property
    def pattern(self) -> re.Pattern[bytes]:
        """The expression for the whole token."""
        if self._pattern is None:
            kind = self._kind
            starts = "|".join(map(re.escape, kind.prefixes))
            whole = f"{kind.before}(?:{starts})(?:{kind.rest})".encode()
            self._pattern = re.compile((_WORD_BEGINS if "b" in kind.flags else b"") + whole)
        return self._pattern

    def find(self, data: bytes, at: int) -> re.Match[bytes] | None:
        """Return the token whose prefix stands at ``at``."""
        if self.reach:
            found = self.pattern.search(data, max(0, at - self.reach), at + 256)
        else:
            found = self.pattern.match(data, at)
        if not found or self.random and not looks_random(found[0]) or _MASKED.match(found[0]):
            return None
        return found


def looks_random(value: bytes) -> bool:
    """Whether ``value`` has a stretch of ten or more letters and digits with a digit among them."""
    return any(any(48 <= byte <= 57 for byte in word) and not word.isdigit() for word in _WORDS.findall(value))


@cache
def _rules() -> dict[bytes, tuple[Rule, ...]]:
    """Which rules to try, in table order, for each text that the prefix expression can match."""
    rows = [(prefix.encode(), rule) for kind in KINDS for rule in (Rule(kind),) for prefix in kind.prefixes]
    literals = {literal for literal, _ in rows}
    table: dict[bytes, list[Rule]] = {}
    for literal, rule in rows:
        head = next(literal[:n] for n in range(1, len(literal) + 1) if literal[:n] in literals)
        table.setdefault(head, []).append(rule)
    return {head: tuple(dict.fromkeys(rules)) for head, rules in table.items()}


def _alternatives(literals: list[bytes]) -> bytes:
    """Return one expression for all, as a tree by letters: the engine skips a branch by its first letter."""
    by_first: dict[bytes, list[bytes]] = {}
    for literal in sorted(literals):
        by_first.setdefault(literal[:1], []).append(literal[1:])
    parts = [re.escape(first) + (b"" if b"" in rests else _alternatives(rests)) for first, rests in by_first.items()]
    return parts[0] if len(parts) == 1 else b"(?:" + b"|".join(parts) + b")"


@cache
def _prefix() -> re.Pattern[bytes]:
    return re.compile(b"(" + _alternatives(list(_rules())) + b")")


@cache
def _inner_prefix() -> re.Pattern[bytes]:
    return re.compile(rb"[_/+-](" + _alternatives(list(_rules())) + b")")


@cache
def _split_prefixes() -> frozenset[bytes]:
    """The last three bytes of what stands in front of the run, for prefixes with a dot or the like inside."""
    found = {b"%d:" % number for number in range(100)} | {b"0%d:" % number for number in range(10)}
    found |= {b"%dQ~" % number for number in range(10)}
    for head in _rules():
        outside = head.rstrip(TOKEN_CHARS)
        if len(outside) > 2:
            found.add(outside[-3:])
    return frozenset(found)


# Tokens that only their shape tells, by the length of their first run: (name, expression).
_SHAPES: dict[int, tuple[str, re.Pattern[bytes]]] = {
    84: ("azure-key", re.compile(rb"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}|[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}")),
    40: ("newrelic-key", re.compile(rb"[0-9a-f]{36}NRAL")),
    36: ("mailchimp-key", re.compile(rb"[0-9a-f]{32}-us\d")),
    37: ("mailchimp-key", re.compile(rb"[0-9a-f]{32}-us\d\d")),
    **dict.fromkeys(
        range(23, 30), ("discord-token", re.compile(rb"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"))
    ),
}


def find_tokens(data: bytes, has_secret: Callable[[bytes], bool] | None) -> Iterator[Span]:
    """Yield the tokens of known services in ``data``, and the base64 text whose content ``has_secret``."""
    runs = data.translate(_MAP)
    begins, inside, split, shapes = _prefix(), _inner_prefix(), _split_prefixes(), _SHAPES
    match, find_inside, find_run, is_text = begins.match, inside.search, runs.find, encoded.TEXT.match
    size = len(data)
    start = find_run(_RUN)
    while start >= 0:
        end = find_run(b" ", start + SHORTEST)
        if end < 0:
            end = size
        if hit := match(data, start):
            yield from _try(data, hit)
        front = data[start - 3 : start] if start > 2 else data[:start]
        if front in split:
            for hit in begins.finditer(data, max(0, start - 16), start + 8):
                yield from _try(data, hit)
        elif front and front[-1] in _ODD:
            yield from _behind_escape(data, start, end)
        if find_inside(data, start, end):
            for hit in inside.finditer(data, start, end):
                yield from _try(data, hit)
        if end - start in shapes:
            yield from _shaped(data, start, end)
        if has_secret and is_text(data, start):
            blob_end, decoded = encoded.decode(data, start, end)
            if decoded and has_secret(decoded):
                yield Span(start, blob_end, "base64")
        start = find_run(_RUN, end)


def _try(data: bytes, hit: re.Match[bytes]) -> Iterator[Span]:
    """Yield the token that begins with the prefix ``hit``, with the lines it goes on in."""
    at = hit.start(1)
    for rule in _rules()[hit[1]]:
        if found := rule.find(data, at):
            start, end = found.span()
            if data[end : end + 1] in (b"\n", b"\r", b"\\"):
                text, places = _unwrap(data, start)
                if len(places) > 1 and (longer := rule.find(text, at - start)):
                    end = max(end, _place(places, longer.end()))
            yield Span(start, end, rule.name)
            return


def _behind_escape(data: bytes, start: int, end: int) -> Iterator[Span]:
    """Yield the token that begins where the escape ends that seems to be part of the run."""
    escape = _ESCAPE.search(data, max(0, start - 1), start + 6)
    if not escape:
        return
    start = escape.end()
    if hit := _prefix().match(data, start):
        yield from _try(data, hit)
    yield from _shaped(data, start, end)


def _shaped(data: bytes, start: int, end: int) -> Iterator[Span]:
    if end - start in _SHAPES:
        name, pattern = _SHAPES[end - start]
        if shape := pattern.match(data, start):
            yield Span(start, shape.end(), name)


def find_wrapped(data: bytes) -> Iterator[Span]:
    """Yield the tokens that go over the end of a line in parts that are too short to be noticed."""
    for pattern in (_LINE_END, _ESCAPED_LINE_END) if b"\\" in data else (_LINE_END,):
        for end in pattern.finditer(data):
            left = max(0, end.start() - 96)
            above = data[left : end.start()].rstrip(b"\\\r")
            if piece := _PIECE_BEFORE.search(above.rsplit(None, 1)[-1] if above else b""):
                yield from _joined(data, left + len(above) - len(piece[0]))


def _joined(data: bytes, start: int) -> Iterator[Span]:
    """Yield the tokens that go over the end of a line in the word that begins at ``start``."""
    text, places = _unwrap(data, start)
    if len(places) < 2:
        return
    for span in find_tokens(text, None):
        if span.start < places[1][0] < span.end:
            yield Span(_place(places, span.start), _place(places, span.end), span.kind)


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
        if not gap or not (gap[0].startswith(b"\\\n") or _goes_on(data, piece.end(), gap.end())):
            break
        at = gap.end()
    return b"".join(parts), places


def _goes_on(data: bytes, end: int, at: int) -> bool:
    """Whether the word that ends a line at ``end`` may go on at ``at``: the line is full, or no word begins there."""
    line = data[max(0, end - _NARROWEST) : end]
    if len(line) == _NARROWEST and b"\n" not in line and b"\\n" not in line:
        return True
    piece = _PIECE.match(data, at)
    return piece is not None and looks_random(piece[0])


def _place(places: list[tuple[int, int]], offset: int) -> int:
    """Return where in the data ``offset`` of the joined text is; an end belongs to the piece that it ends."""
    where = next(pair for pair in reversed(places) if pair[0] < offset or not pair[0])
    return where[1] + offset - where[0]


_CUT_TAIL = 160
_CUTS = (b"\xe2\x80\xa6", b"...", b"[truncated", b"<truncated", b"\\u2026")
_CUT_REST = re.compile(rb"[\w+/=.-]{5,}\Z")


def find_cut(data: bytes) -> Iterator[Span]:
    """Yield the beginnings of tokens that the end of the text, or a mark that something was left out, cuts off."""
    yield from _cut_at(data, len(data))
    for mark in _CUTS:
        at = data.find(mark)
        while at >= 0:
            yield from _cut_at(data, at)
            at = data.find(mark, at + len(mark))


def _cut_at(data: bytes, end: int) -> Iterator[Span]:
    tail = data[max(0, end - _CUT_TAIL) : end].rstrip()
    if not tail or not tail[-1:].isalnum():
        return
    left = max(0, end - _CUT_TAIL)
    for hit in _prefix().finditer(tail):
        rest = _CUT_REST.match(tail, hit.end())
        if rest and any(rule.can_be_cut for rule in _rules()[hit[1]]) and _is_part(rest[0]):
            yield Span(left + hit.start(), left + len(tail), _rules()[hit[1]][0].name)
            return


def _is_part(rest: bytes) -> bool:
    """Whether ``rest`` is no word: digits and letters, or capitals where a word has none."""
    return not rest.isdigit() and any(48 <= byte <= 57 for byte in rest) or not (rest.islower() or rest.isupper())
