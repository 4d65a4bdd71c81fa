"""A conservative estimate of how many tokens a text is, for any of today's vocabularies.

Calibrated from above against o200k_base and cl100k_base (tests/contextdb/test_tokens.py compares with the
real ones); a real tokenizer would weigh more than the rest of the install.
"""

from math import ceil

_RARE = set("jqxzkwvJQXZKWV")
_VOWELS = set("aeiouyAEIOUY")


def estimate(text: str) -> int:
    """Upper estimate of the tokens in ``text``, in tokens."""
    cost = 0.0
    run = ""
    for char in text:
        if char.isascii() and char.isalpha():
            if run and char.isupper() and run[-1].islower():
                cost += _word(run)
                run = ""
            run += char
            continue
        cost += _word(run)
        run = ""
        cost += _char(char)
    return ceil(cost + _word(run))


def _word(run: str) -> float:
    if not run:
        return 0.0
    length = len(run)
    if not _VOWELS & set(run) or (run.isupper() and length > 3):
        return max(1.0, length / 1.6)
    return max(1.0, length / 4.5 + 0.5 * sum(char in _RARE for char in run))


def _char(char: str) -> float:
    code = ord(char)
    if char == " ":
        return 0.05
    if char.isdigit() and code < 128:
        return 0.75
    if code < 128:
        return 0.9
    if code < 0x250:
        return 1.0
    if code < 0x530:
        return 0.7
    if 0x3000 <= code < 0xFF00:
        return 1.6
    if code < 0x10000:
        return 2.0
    return 3.5


def cut(text: str, budget: int, *, mark: str = "…") -> str:
    """``text`` shortened to at most ``budget`` tokens, at a word where there is one near, with ``mark`` at the cut."""
    if budget <= 0:
        return ""
    if estimate(text) <= budget:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if estimate(text[:middle]) + 1 <= budget:
            low = middle
        else:
            high = middle - 1
    head = text[:low]
    space = head.rfind(" ")
    if space > low * 0.6:
        head = head[:space]
    head = head.rstrip(" ,;:.-–—(")
    return head + mark if head else ""
