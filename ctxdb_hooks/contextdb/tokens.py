"""How many tokens a text is, counted with a vocabulary of its own: cl100k_base, 450 KB.

Of the two vocabularies that were compared, o200k_base rarely needs more tokens than this one, and hardly ever three in
a hundred more (in lists of long names); ``estimate`` adds that. In other scripts than Latin this one needs many more. A
tokenizer from a registry would weigh 50 MB, and estimates from letters alone were off by a quarter in some languages.
"""

import re
import zlib
from collections.abc import Iterable
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from math import ceil
from unicodedata import category

MARGIN = 1.03
LONGEST = 64  # characters of a piece looked at together: merging is quadratic
PIECE = re.compile(  # as the vocabulary wants a text to fall apart
    r"'(?:[sdmtSDMT]|[lL][lL]|[vV][eE]|[rR][eE])|[^\r\n\w]?[^\W\d_]+|_[^\W\d_]+|\d{1,3}|"
    r" ?(?:[^\s\w]|_)+[\r\n]*|\s*[\r\n]|\s+(?!\S)|\s+"
)
NEVER = 1 << 30


def estimate(text: str) -> int:
    """Upper estimate of the tokens in ``text``, in tokens."""
    return ceil(MARGIN * sum(_tokens(match.group()) for match in PIECE.finditer(text)))


def within(budget: int, parts: Iterable[str]) -> str:
    """The parts that fit, in order; the estimate of the whole decides."""
    text = ""
    for part in parts:
        if estimate(text + part) <= budget:
            text += part
    return text


def cut(text: str, budget: int, *, mark: str = "…") -> str:
    """``text`` shortened to at most ``budget`` tokens, at a word where there is one near, with ``mark`` at the cut.

    Never inside what is one character to a reader (emoji of several parts, letters with combining marks).
    """
    cost = 0
    for match in PIECE.finditer(text):
        cost += _tokens(match.group())
        if ceil(MARGIN * cost) > budget:
            break
    else:
        return text
    low, high = 0, match.end()
    while low < high:
        middle = (low + high + 1) // 2
        if estimate(text[:middle] + mark) <= budget:
            low = middle
        else:
            high = middle - 1
    end = _whole(text, low)
    space = text.rfind(" ", 0, end + 1)
    if space > end * 0.6:
        end = space
    head = text[:end].rstrip(" ,;:.-–—(")
    while head and estimate(head + mark) > budget:
        head = head[: _whole(head, len(head) - 1)]
    return head + mark if head else ""


def _whole(text: str, end: int) -> int:
    while 0 < end < len(text) and (text[end - 1] == "\u200d" or _joins(text[end])):
        end -= 1
    return end


def _joins(char: str) -> bool:
    return char == "\u200d" or "\U0001f3fb" <= char <= "\U0001f3ff" or category(char)[0] == "M"


def _tokens(piece: str) -> int:
    return sum(_merged(piece[at : at + LONGEST]) for at in range(0, len(piece), LONGEST))


@lru_cache(50_000)
def _merged(piece: str) -> int:
    """Tokens of one piece: its bytes, of which the pair of the lowest rank is merged as long as there is one."""
    ranks = _ranks()
    raw = piece.encode("utf-8", "replace")
    if raw in ranks:
        return 1
    parts = [raw[at : at + 1] for at in range(len(raw))]
    costs = [ranks.get(first + second, NEVER) for first, second in pairwise(parts)]
    while costs and (lowest := min(costs)) != NEVER:
        at = costs.index(lowest)
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
        del costs[at]
        if at < len(costs):
            costs[at] = ranks.get(parts[at] + parts[at + 1], NEVER)
        if at:
            costs[at - 1] = ranks.get(parts[at - 1] + parts[at], NEVER)
    return len(parts)


@cache
def _ranks() -> dict[bytes, int]:
    raw = zlib.decompress((files(__package__) / "vocabulary" / "cl100k.z").read_bytes())
    ranks: dict[bytes, int] = {}
    at = 0
    while at < len(raw):
        end = at + 1 + raw[at]
        ranks[raw[at + 1 : end]] = len(ranks)
        at = end
    return ranks
