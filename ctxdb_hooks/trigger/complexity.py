"""Signal B: how large a task is, from 0 to 100, by its structure. Hot.

What makes a task large counts; what spells it out counts against it: a prompt that brings its own plan, list or
specification gains little from memory.
"""

from .intent import Reading
from .vocabulary.domains import DOMAINS

ORDER = ("first", "then", "after", "finally")
_DOMAIN_OF = {word: name for name, words in DOMAINS.items() for word in words.split()}
_WIDE = tuple((word, name) for word, name in _DOMAIN_OF.items() if word[0] > "\u2e7f")
_ROLES = (
    "you are a",
    "you are an",
    "act as",
    "eres un",
    "actua como",
    "tu es un",
    "du bist ein",
    "ты ",
    "sei un",
    "voce e um",
)

STEP, LIST_ITEM, DOMAIN, FILE = 12, 2, 8, 3
SCOPE, ORCHESTRATE, TEAM, LARGE, LENGTH = 10, 20, 20, 10, 6
SPELT_OUT, PASTED, ROLE = -15, -10, -10
LONG, SPECIFICATION = 40, 140


def complexity(read: Reading, turn: int) -> tuple:
    """`(score, [(indicator, points), ...])` for a prompt read by `intent.Reading`."""
    seen = [marks for marks in read.marks if marks]
    why: list = []
    order = [mark for mark in ORDER if any(mark in marks and not (mark == "then" and "if" in marks) for marks in seen)]
    _add(why, "steps: " + ", ".join(order), len(order) * STEP if len(order) > 1 else 0)
    _add(why, f"list: {read.items} items", min(read.items, 5) * LIST_ITEM if read.items > 1 else 0)
    domains = _domains(read)
    _add(why, "domains: " + ", ".join(domains), max(0, min(len(domains) - 1, 3)) * DOMAIN)
    _add(why, f"files: {len(read.files)}", min(len(read.files), 4) * FILE if len(read.files) > 1 else 0)
    for mark, points in (("scope", SCOPE), ("orchestrate", ORCHESTRATE), ("team", TEAM), ("large", LARGE)):
        hits = [marks[mark].text for marks in seen if mark in marks]
        _add(why, mark + ": " + "".join(hits[:1]), points if hits else 0)
    _add(why, f"length: {read.size} words", LENGTH if LONG <= read.size < SPECIFICATION else 0)
    if why:
        _add(why, f"spelt out: {read.size} words", SPELT_OUT if read.size >= SPECIFICATION or read.items > 5 else 0)
        _add(why, "brings pasted text", PASTED if read.pasted else 0)
        _add(why, "sets a role", ROLE if any(role in read.text[:200] for role in _ROLES) else 0)
    score = max(0, min(100, sum(points for _, points in why)))
    if turn > 1 and score:
        _add(why, "a running session knows its task", score // 2 - score)
        score //= 2
    return score, why


def _add(why: list, indicator: str, points: int) -> None:
    if points:
        why.append((indicator, points))


def _domains(read: Reading) -> list:
    found = {_DOMAIN_OF[word] for word in read.words if word in _DOMAIN_OF}
    if not read.text.isascii():
        found |= {name for word, name in _WIDE if word in read.text}
    return sorted(found)
