"""A text as the finders see it, and a quick way to the places in it that are worth a look."""

import re
from collections.abc import Iterable
from typing import NamedTuple

_SMALL = 2048
"""Up to this size, asking for a literal first is cheaper than starting an expression for nothing."""


class Stem(NamedTuple):
    """A place worth a look: an expression over lower-case text, and a literal that each match contains.

    The engine jumps to the letters that an expression begins with, up to the first group. One rare letter is best, so
    ``k(?:ey)`` is several times faster than ``(?:key|token)``.
    """

    literal: bytes
    pattern: re.Pattern[bytes]


def stem(literal: bytes, pattern: bytes) -> Stem:
    """Return a stem; ``literal`` and ``pattern`` are in lower case."""
    return Stem(literal, re.compile(pattern))


class Text:
    """The bytes of a text, with escaped line ends and tabs as real ones, and the same in lower case.

    Both have the length of the original, so that places in one are places in the others.
    """

    __slots__ = ("data", "low", "small")

    def __init__(self, data: bytes) -> None:
        self.data = _unescape_blanks(data)
        self.low = self.data.lower()
        self.small = len(data) <= _SMALL

    def hits(self, stem: Stem) -> Iterable[re.Match[bytes]]:
        """Return the matches of ``stem``."""
        # One byte and a long word are found much faster than by an expression. Not with `in`, which raises inside.
        if (self.small or not 1 < len(stem.literal) < 5) and self.low.find(stem.literal) < 0:
            return ()
        return stem.pattern.finditer(self.low)


_ESCAPED_BLANK = re.compile(rb"\\(?:\\{0,15}+)[nrt]")
_BLANKS = {110: b"\n", 114: b"\r", 116: b"\t"}


def _unescape_blanks(data: bytes) -> bytes:
    if data.find(b"\\") < 0:
        return data
    return _ESCAPED_BLANK.sub(lambda hit: _BLANKS[hit[0][-1]].rjust(len(hit[0])), data)
