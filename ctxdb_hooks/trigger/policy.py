"""Signal C: a learned guess whether memory helps with a prompt, and the draw that keeps it honest. Hot.

The model is a file that the background writes (learning.model): a line of JSON, then one signed byte per bucket of
hashed character n-grams, so that any language works. In shadow mode it only notes what it would do, but for a few
loads by chance, without which nobody could ever tell whether it is right.
"""

import posix

from ctxdb_hooks.contextdb import facade

from .intent import Reading
from .memory import Memory
from .orchestrator import Policy

NAME = "policy.model"
SPENT = "policy.explored"
VERSION = 1
BUCKETS = 4096
LONGEST = 240  # characters of a prompt that are looked at

# What is known beside the words, in the order of the weights.
CONTEXT = (
    "always",
    "first turn",
    "second or third turn",
    "later turn",
    "a few words",
    "a long prompt",
    "a question",
    "names files",
    "last session within the hour",
    "last session within the day",
    "last session over a week ago",
    "last session broke off",
    "shares words with an earlier goal",
    "names what an earlier session touched",
    "weak model",
    "strong model",
)
SHORT, LONG = 4, 40  # words
HOUR, DAY = 3600, 86400

# What a decision is worth: loaded and used, loaded for nothing (the tokens), not loaded and missed, nothing missed.
USED, WASTED, MISSED, FINE = 1.0, -0.5, -1.0, 0.0
MARGIN = {"weak": 0.0, "standard": 0.05, "strong": 0.15}  # gain from which it would load

# Chance of loading where the model would, where it nearly would, and where it is far from it. `A_DAY`: loads by chance
# within 24 hours.
SHADOW = (0.25, 0.03, 0.003)
ACTIVE = (0.9, 0.03, 0.003)
NEARLY = -0.3  # gain
A_DAY = 3


def grams(text: str) -> list:
    """The buckets of a folded text: three characters in a row; two in writing without spaces."""
    codes = list(map(ord, " " + " ".join(text[:LONGEST].split()) + " "))
    found = {
        (first * 0x2545F491 + second * 0x9E3779B1 + third * 0x85EBCA77) >> 13 & 4095
        for first, second, third in zip(codes, codes[1:], codes[2:], strict=False)
    }
    if not text.isascii():
        found |= {
            (first * 0xC2B2AE3D + second * 0x27D4EB2F) >> 13 & 4095
            for first, second in zip(codes, codes[1:], strict=False)
            if first > 0x2E7F and second > 0x2E7F
        }
    return list(found)


def context(read: Reading, turn: int, memory: Memory | None, tier: str, since: int, broke_off: bool) -> list:
    """The values of CONTEXT; ``since``: seconds since the last session ended."""
    goals = memory.goals if memory else ()
    text = read.text
    shared = max([sum([word in text for word in goal]) / len(goal) for goal in goals if goal], default=0.0)
    named = bool(memory) and any(name in text for name in memory.names)  # type: ignore[union-attr]
    flags = (
        True,
        turn <= 1,
        2 <= turn <= 3,
        turn > 3,
        read.size <= SHORT,
        read.size > LONG,
        text.rstrip()[-1:] in ("?", "？", "؟"),
        bool(read.files),
        since < HOUR,
        since < DAY,
        since > 7 * DAY,
        broke_off,
    )
    return [*map(float, flags), round(shared, 3), float(named), float(tier == "weak"), float(tier == "strong")]


class Model:
    """The weights as a file holds them."""

    __slots__ = ("active", "context", "explore", "grams", "number", "offset", "scale")

    def __init__(self, form: dict, weights: memoryview) -> None:
        self.active = form["mode"] == "active"
        self.explore = form["explore"]
        self.number = form["number"]
        self.context = form["context"]
        self.offset = form["offset"]
        self.scale = form["scale"]
        self.grams = weights

    def chances(self, found: list, values: list) -> tuple:
        """The chance that memory is used where it is loaded, and that it is missed where it is not."""
        score = sum([weight * value for weight, value in zip(self.context, values, strict=False)])
        if found:
            weights = self.grams
            score += self.scale * sum([weights[bucket] for bucket in found]) / len(found) ** 0.5
        return logistic(score + self.offset), logistic(score)


def load(state: str) -> Model | None:
    """The model of this state folder; None where there is none that can be used."""
    data = facade.read_bytes(f"{state}/{NAME}")
    head, _, weights = (data or b"").partition(b"\n")
    form = facade.parse(head)
    if (
        form is None
        or form.get("version") != VERSION
        or len(weights) != BUCKETS
        or not isinstance(form.get("context"), list)
        or [type(value) for value in form["context"]] != [float] * len(CONTEXT)
        or type(form.get("offset")) is not float
        or type(form.get("scale")) is not float
        or type(form.get("number")) is not int
        or type(form.get("explore")) is not bool
        or not isinstance(form.get("mode"), str)
    ):
        return None
    return Model(form, memoryview(weights).cast("b"))


def logistic(score: float) -> float:
    """The chance that a score stands for."""
    return float(1 / (1 + 2.718281828459045 ** -max(-30.0, min(30.0, score))))


def gain(used: float, missed: float) -> float:
    """What loading is worth more than not loading."""
    return used * USED + (1 - used) * WASTED - missed * MISSED - (1 - missed) * FINE


def choose(model: Model, found: list, values: list, spent_today: int, drawn: float) -> dict:
    """A decision with all that it takes to judge it later; ``drawn``: a random number from 0 to 1.

    ``load``, whether it ``would`` load on its own, ``p``, the probability of what it does, and its guesses.
    """
    used, missed = model.chances(found, values)
    tier = "weak" if values[-2] else "strong" if values[-1] else "standard"
    worth = gain(used, missed)
    would = worth > MARGIN[tier]
    chance = 1.0 if would and model.active else 0.0
    if model.explore and (chance or spent_today < A_DAY):
        chance = (ACTIVE if model.active else SHADOW)[0 if would else 1 if worth > NEARLY else 2]
    loads = drawn < chance
    return {
        "load": loads,
        "would": would,
        "p": round(chance if loads else 1 - chance, 4),
        "used": round(used, 4),
        "missed": round(missed, 4),
    }


class Learned(Policy):
    """Signal C for one turn. ``facts`` is what the receipt keeps of its decision; empty when it was not asked."""

    def __init__(self, model: Model, state: str, tier: str, heads: list, now: int) -> None:
        """``heads``: the earlier sessions, newest first; ``now``: s since the epoch."""
        self.model = model
        self.state = state
        self.tier = tier
        self.now = now
        self.since = max(0, now - heads[0]["updated"])
        self.broke_off = facade.status(heads[0]) in ("interrupted", "blocked")
        self.facts: dict = {}

    def __call__(self, read: Reading, turn: int, memory: Memory | None) -> tuple:
        """`(load, [(indicator, what it gave), ...])`."""
        model = self.model
        values = context(read, turn, memory, self.tier, self.since, self.broke_off)
        times = spent(self.state, self.now) if model.explore else []
        drawn = int.from_bytes(posix.urandom(4), "big") / 4294967296
        found = choose(model, grams(read.text), values, len(times), drawn)
        by_chance = found["load"] != (found["would"] and model.active)
        if by_chance and found["load"]:
            spend(self.state, [*times, self.now])
        self.facts = {**found, "context": values, "model": model.number, "active": model.active}
        mode = "by chance" if by_chance else "active" if model.active else "shadow"
        told = f"would {'load' if found['would'] else 'not load'} ({mode})"
        return found["load"], [(told, f"gain {gain(found['used'], found['missed']):+.2f}")]


def spent(state: str, now: int) -> list:
    """When, within the last day, memory was loaded by chance."""
    told = (facade.read_bytes(f"{state}/{SPENT}", 200) or b"").split()
    return [int(word) for word in told if word.isdigit() and 0 <= now - int(word) < DAY][-A_DAY:]


def spend(state: str, times: list) -> None:
    """Note a load by chance; where that fails the day has one more."""
    flags = posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_CLOEXEC | posix.O_NOFOLLOW
    try:
        fd = posix.open(f"{state}/{SPENT}", flags, 0o600)
    except OSError:
        return
    try:
        posix.write(fd, " ".join(map(str, times[-A_DAY:])).encode())
    except OSError:
        pass
    finally:
        posix.close(fd)
