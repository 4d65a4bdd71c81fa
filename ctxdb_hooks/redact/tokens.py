"""Finds the tokens of known services, by prefix or by shape, and base64 text that may hold some.

Only words of 20 and more token characters are looked at, and a word that had nothing in it is not looked at again:
transcripts repeat the same paths and identifiers all the time.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from ctxdb_hooks.redact import encoded
from ctxdb_hooks.redact.kinds import KINDS, Kind
from ctxdb_hooks.redact.spans import Span

TOKEN_CHARS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+/"
SHORTEST = 20
"""Every token has a run of this many token characters."""
LONGEST = 16384
"""No token has a longer one: it bounds what a failed attempt can cost."""
_MAP = bytes(120 if byte in TOKEN_CHARS else 32 for byte in range(256))
_RUN = b"x" * SHORTEST
_REACH = 96
"""How many bytes in front of its prefix a token can begin."""
_MOST_PREFIXES = 32
"""How many prefixes are tried in one run."""

_WORD_BEGINS = (
    rb"(?:(?<![A-Za-z0-9])|(?<=\\u[0-9A-Fa-f]{4})|(?<=\\x[0-9A-Fa-f]{2})"
    rb"|(?<=%[0-9A-Fa-f]{2})|(?<=[\[0-9;][0-9]m))"
)
_ESCAPE = re.compile(rb"\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|[\[;][0-9]{1,2}m")
_ESCAPES = frozenset(b"\\%[;")
_DOT = 46
_SHORT_FIRST = b"pat"
"""Airtable's tokens have a run of 17 and a dot in front of the long one."""
_MASKED = re.compile(rb"(?:[\w.]{0,16}[_.-])?[xX*._-]*\Z")
_WORDS = re.compile(rb"[A-Za-z0-9]{10,}")


class Shape(NamedTuple):
    """A token that no prefix but its shape tells."""

    name: str
    pattern: re.Pattern[bytes]


# Forty letters, large and small, digits and one sign at least: AWS's. Digests are hexadecimal, paths have words.
_AWS_SECRET = re.compile(
    rb"(?<![A-Za-z0-9+/])(?=[A-Za-z+/]*[0-9])(?=(?:[a-z0-9+/]*[A-Z]){6})(?=(?:[A-Z0-9+/]*[a-z]){6})"
    rb"(?![A-Za-z0-9+/]{0,33}[a-z]{7})[A-Za-z0-9+/]{40}(?![A-Za-z0-9+/=])"
)
_DISCORD = Shape("discord-token", re.compile(rb"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])"))
SHAPES: dict[int, tuple[Shape, ...]] = {
    36: (Shape("mailchimp-key", re.compile(rb"[0-9a-f]{32}-us\d")),),
    37: (Shape("mailchimp-key", re.compile(rb"[0-9a-f]{32}-us\d\d")),),
    40: (
        Shape("newrelic-key", re.compile(rb"[0-9a-f]{36}NRAL")),
        Shape("aws-secret-key", re.compile(rb"(?=[A-Za-z0-9]{0,39}[+/])" + _AWS_SECRET.pattern)),
    ),
    84: (Shape("azure-key", re.compile(rb"[A-Za-z0-9]{76}AZDO[A-Za-z0-9]{4}|[A-Za-z0-9]{52}JQQJ99[A-Za-z0-9]{26}")),),
    **dict.fromkeys(range(23, 30), (_DISCORD,)),
}
"""Such tokens by the length of their first run."""

_plain_words: set[bytes] = set()
_MOST_PLAIN_WORDS = 20_000
_LONGEST_PLAIN_WORD = 96


class Rule:
    """A row of the table made ready; it is compiled when first needed, as most never are."""

    def __init__(self, kind: Kind) -> None:
        self.name = kind.name
        self.whole = kind.whole
        self._random = "r" in kind.flags
        self._reach = _REACH if kind.before else 0
        self._kind = kind
        self._pattern: re.Pattern[bytes] | None = None

    def find(self, data: bytes, at: int) -> re.Match[bytes] | None:
        """Return the token whose prefix stands at ``at``."""
        pattern = self._pattern or self._compile()
        near = self._reach
        found = pattern.search(data, max(0, at - near), at + 256) if near else pattern.match(data, at)
        if not found or self._random and not looks_random(found[0]) or _MASKED.match(found[0]):
            return None
        return found

    def begin(self, data: bytes, at: int) -> int | None:
        """Return where a token begins whose prefix stands at ``at`` and whose rest nothing is known of."""
        if self._random:
            return None
        if not self._reach:
            return at
        front = re.search(f"(?:{self._kind.before})\\Z".encode(), data[max(0, at - self._reach) : at])
        return at - len(front[0]) if front else None

    def _compile(self) -> re.Pattern[bytes]:
        kind = self._kind
        starts = "|".join(map(re.escape, kind.prefixes))
        rest = kind.rest.replace(",}", f",{LONGEST}}}")
        whole = f"{kind.before}(?:{starts})(?:{rest})".encode()
        self._pattern = re.compile((_WORD_BEGINS if "b" in kind.flags else b"") + whole)
        return self._pattern


def looks_random(value: bytes) -> bool:
    """Whether ``value`` has a stretch of ten or more letters and digits with a digit among them."""
    return any(not word.isalpha() and not word.isdigit() for word in _WORDS.findall(value))


@cache
def rules() -> dict[bytes, tuple[Rule, ...]]:
    """The rules to try, in table order, for each text that the prefix expressions can match."""
    rows = [(prefix.encode(), rule) for kind in KINDS for rule in (Rule(kind),) for prefix in kind.prefixes]
    literals = {literal for literal, _ in rows}
    table: dict[bytes, list[Rule]] = {}
    for literal, rule in rows:
        head = next(literal[:n] for n in range(1, len(literal) + 1) if literal[:n] in literals)
        table.setdefault(head, []).append(rule)
    return {head: tuple(dict.fromkeys(found)) for head, found in table.items()}


def _alternatives(literals: list[bytes]) -> bytes:
    """Return one expression for all, as a tree by letters: the engine passes over a branch by its first letter."""
    by_first: dict[bytes, list[bytes]] = {}
    for literal in sorted(literals):
        by_first.setdefault(literal[:1], []).append(literal[1:])
    parts = [re.escape(first) + (b"" if b"" in rest else _alternatives(rest)) for first, rest in by_first.items()]
    return parts[0] if len(parts) == 1 else b"(?:" + b"|".join(parts) + b")"


@cache
def prefix() -> re.Pattern[bytes]:
    """The expression for where a token may begin."""
    return re.compile(b"(" + _alternatives(list(rules())) + b")")


@cache
def inner_prefix() -> re.Pattern[bytes]:
    """The expression for where a token may begin inside a word."""
    return re.compile(b"[_/+-]" + prefix().pattern)


@cache
def _split_prefixes() -> frozenset[bytes]:
    """The last three bytes of what stands in front of the run, for prefixes with a dot or the like inside."""
    found = {b"%d:" % number for number in range(100)} | {b"0%d:" % number for number in range(10)}
    found |= {b"%dQ~" % number for number in range(10)}
    outside = (head.rstrip(TOKEN_CHARS) for head in rules())
    return frozenset(found.union(part[-3:] for part in outside if len(part) > 2))


def find_tokens(data: bytes, has_secret: Callable[[bytes], bool] | None) -> Iterator[Span]:
    """Yield the tokens of known services in ``data``, and the base64 text whose content ``has_secret``."""
    runs = data.translate(_MAP)
    find = runs.find
    begins, inside, is_text = prefix().match, inner_prefix().search, encoded.TEXT.match
    plain, split = _plain_words, _split_prefixes()
    size = len(data)
    decoded = 0
    start = find(_RUN)
    while start >= 0:
        end = find(b" ", start + SHORTEST)
        if end < 0:
            end = size
        word = data[start - 3 : end] if start > 2 else b" " * (3 - start) + data[:end]
        if word not in plain:
            if (
                word[2] in _ESCAPES
                or word[:3] in split
                or word[2] == _DOT
                and data[start - 18 : start - 15] == _SHORT_FIRST
                or (end - start in SHAPES and (end - start < 30 or token_at(data, start, end)))
                or begins(data, start)
                or is_text(data, start)
                or inside(data, start, end)
            ):
                done = end
                for head in _heads(data, start, end, word):
                    if span := token_at(data, head, end):
                        yield span
                        done = max(done, span.end)
                        if span.kind == "aws-key-id" and (secret := _AWS_SECRET.search(data, span.end, span.end + 240)):
                            yield Span(secret.start(), secret.end(), "aws-secret-key")
                    elif has_secret and head >= decoded and is_text(data, head):
                        decoded, text = encoded.decode(data, head, end)
                        if text and has_secret(text):
                            yield Span(head, decoded, "base64")
                end = done
            elif end - start < _LONGEST_PLAIN_WORD:
                if len(plain) >= _MOST_PLAIN_WORDS:
                    plain.clear()
                plain.add(word)
        start = find(_RUN, end)


def _heads(data: bytes, start: int, end: int, word: bytes) -> Iterator[int]:
    """Yield where in the run a token or base64 text may begin."""
    starts = prefix().match
    if word[2] in _ESCAPES and (escape := _ESCAPE.search(data, max(0, start - 1), start + 6)):
        begin = escape.end()
    else:
        begin = start
    for at in {start, begin}:
        if starts(data, at) or end - at in SHAPES or encoded.TEXT.match(data, at):
            yield at
    if word[:3] in _split_prefixes():
        for hit in prefix().finditer(data, max(0, start - 16), start + 8):
            if hit.start() < start:
                yield hit.start()
    if word[2] == _DOT and data[start - 18 : start - 15] == _SHORT_FIRST:
        yield start - 18
    inside = inner_prefix().search
    inner = inside(data, begin, end)
    tried = 0
    while inner and tried < _MOST_PREFIXES:
        yield inner.start(1)
        tried += 1
        inner = inside(data, inner.start(1), end)


def is_whole(data: bytes, span: Span) -> bool:
    """Whether the token of ``span`` has the length that its service gives."""
    hit = prefix().match(data, span.start)
    return hit is not None and any(rule.whole and rule.whole <= span.end - span.start for rule in rules()[hit[1]])


def token_at(data: bytes, at: int, end: int) -> Span | None:
    """Return the token that begins at ``at`` in the run that ends at ``end``."""
    if hit := prefix().match(data, at):
        for rule in rules()[hit[1]]:
            if found := rule.find(data, at):
                return Span(found.start(), found.end(), rule.name)
    for name, pattern in SHAPES.get(end - at, ()):
        if shape := pattern.match(data, at):
            return Span(at, shape.end(), name)
    return None
