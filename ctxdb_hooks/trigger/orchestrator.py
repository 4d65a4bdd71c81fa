"""One user turn: A intent, then B complexity, then C policy, stopping at the first that decides. Hot."""

from .complexity import complexity
from .intent import Reading, intent
from .memory import Memory

# Points from which B loads, by the model's tier: a weak model loses the thread sooner.
LOADS_FROM = {"weak": 30, "standard": 40, "strong": 55}
TIERS = (
    *((pattern, "weak") for pattern in "*haiku* *-mini* *-nano* *flash* *-lite* *-small* *-8b* *-7b* *-3b*".split()),
    *((pattern, "strong") for pattern in "*opus* *-pro* *-max* *-ultra* gpt-5* o3* o4*".split()),
)


class Policy:
    """Signal C; this one never decides."""

    def __call__(self, read: Reading, turn: int, memory: Memory | None) -> tuple:
        """`(load, [(indicator, what it gave), ...])`."""
        return False, ()


SILENT = Policy()


class Verdict:
    """What an evaluation came to.

    `fired`: intent:recall, intent:continuation, intent:reference, intent:meta, intent:negative, complexity:high,
    policy:load, or none. `load`: whether memory should be offered. `why`: (signal, indicator, what it gave) in the
    order they were found; points for B, the words of the prompt for A. `score`: B's points, None when A decided.
    """

    __slots__ = ("fired", "languages", "load", "score", "threshold", "tier", "turn", "why")

    def __init__(self, fired: str, why: list, read: Reading, turn: int, tier: str, score: int | None = None) -> None:
        self.fired = fired
        self.load = fired not in ("none", "intent:negative")
        self.why = why
        self.score = score
        self.threshold = LOADS_FROM[tier]
        self.languages = read.names
        self.tier = tier
        self.turn = turn


def evaluate(
    prompt: str, *, turn: int, memory: Memory | None = None, tier: str = "standard", policy: Policy = SILENT
) -> Verdict:
    """Evaluate the prompt of a user turn (the first is 1).

    `memory` (see `memory.Memory`) is what the hot path knows of the last sessions, or None. `policy` is signal C.
    """
    read = Reading(prompt)
    fired, found = intent(read, turn, memory)
    why = [("A", indicator, words) for indicator, words in found]
    if fired:
        return Verdict(fired, why, read, turn, tier)
    score, found = complexity(read, turn)
    why += [("B", indicator, points) for indicator, points in found]
    if score >= LOADS_FROM[tier]:
        return Verdict("complexity:high", why, read, turn, tier, score)
    load, found = policy(read, turn, memory)
    why += [("C", indicator, points) for indicator, points in found]
    return Verdict("policy:load" if load else "none", why, read, turn, tier, score)


def tier_of(model: str, patterns: dict | None = None) -> str:
    """The tier of a model's name: weak, standard or strong.

    `patterns`: pattern -> tier, `*` for any run of characters; looked at before the built-in ones, the first that fits.
    """
    name = model.lower()
    for pattern, tier in (*(patterns or {}).items(), *TIERS):
        if tier in LOADS_FROM and _like(name, pattern.lower()):
            return str(tier)
    return "standard"


def _like(name: str, pattern: str) -> bool:
    parts = pattern.split("*")
    if len(parts) == 1:
        return name == pattern
    if not name.startswith(parts[0]) or not name.endswith(parts[-1]) or len(name) < len(parts[0]) + len(parts[-1]):
        return False
    at = len(parts[0])
    stop = len(name) - len(parts[-1])
    for part in parts[1:-1]:
        found = name.find(part, at, stop)
        if found < 0:
            return False
        at = found + len(part)
    return True
