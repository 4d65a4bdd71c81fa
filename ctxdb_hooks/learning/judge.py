"""Whether the policy may act: off-policy estimates of what it is worth against A and B alone, with bounds.

A decision was logged with the probability of what was done, and with what the policy of that time would have done.
Judged is that policy as it went along, each decision by a model that had not seen it. Where it would not load it
does what A and B alone do, so that all of its worth lies in the decisions where it would.

How many decisions there are, and when somebody looks, depends on how it went: a model that had bad luck would load no
more. So the bounds hold for all counts at once (asymptotic confidence sequences: Waudby-Smith, Arbour, Sinha, Kennedy
and Ramdas, 2021), and each arm has two decisions more, one of either outcome (Agresti and Caffo, 2000).
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import log, sqrt
from statistics import NormalDist
from typing import Any

from ctxdb_hooks.trigger.policy import FINE, MISSED, USED, WASTED

LEAST = 40  # decisions in which it would load, before anything is said
LEAST_ARM = 8  # of them loaded, and not loaded
DOUBT = 0.05  # chance of acting wrongly, ever
RECENT = 200  # decisions by which an acting policy is judged
STAY_DOUBT = 0.1
MOST_TELLING = 100  # decisions at which the bounds are narrowest
UNSEEN = 2.0  # decisions of an arm that stand for what was not seen yet
MIDDLE = {True: (USED + WASTED) / 2, False: (FINE + MISSED) / 2}  # their mean reward
SPREAD = {True: ((USED - WASTED) / 2) ** 2, False: ((FINE - MISSED) / 2) ** 2}  # and its variance


@dataclass(frozen=True)
class Decision:
    """One logged decision: ``chance`` is the probability of what was done; ``used``, ``missed``: what was guessed."""

    at: float
    would: bool
    loaded: bool
    chance: float
    reward: float
    used: float = 0.5
    missed: float = 0.5


@dataclass(frozen=True)
class Estimate:
    """What loading where the policy would is worth more than not loading, per such decision, and how sure that is."""

    value: float
    error: float  # standard error
    count: int
    loaded: int

    def bounds(self, doubt: float) -> tuple[float, float]:
        """A two-sided interval that ever misses the truth with this probability."""
        reach = self._reach(doubt)
        return self.value - reach, self.value + reach

    def low(self, doubt: float) -> float:
        """What it is worth at least, but for this probability, however often that is asked."""
        return self.value - self._reach(2 * doubt)

    def low_now(self, doubt: float) -> float:
        """The same where it is asked once, of as many decisions as were wanted."""
        return self.value - NormalDist().inv_cdf(1 - doubt) * self.error

    def _reach(self, doubt: float) -> float:
        rate = (log(1 / doubt) * 2 + log(1 + log(1 / doubt) * 2)) / MOST_TELLING
        grown = max(1, self.count) * rate
        return self.error * sqrt(2 * (grown + 1) / grown * log(sqrt(grown + 1) / doubt))


def self_normalised(decisions: Sequence[Decision]) -> Estimate:
    """SNIPS: each arm's rewards, weighted by one over the probability, and divided by the weights' sum."""
    return _difference(decisions, lambda each: each.reward, MIDDLE)


def doubly_robust(decisions: Sequence[Decision]) -> Estimate:
    """The model's guess for both arms, corrected by the weighted error of the one that was taken."""
    relevant = [each for each in decisions if each.would]
    guessed = [_guess(each, True) - _guess(each, False) for each in relevant]
    mean = _average(guessed)
    spread = sum((value - mean) ** 2 for value in guessed) / max(1, len(guessed)) ** 2
    middle = {arm: MIDDLE[arm] - _average([_guess(each, arm) for each in relevant]) for arm in MIDDLE}
    rest = _difference(decisions, lambda each: each.reward - _guess(each, each.loaded), middle)
    return Estimate(mean + rest.value, sqrt(rest.error**2 + spread), rest.count, rest.loaded)


ESTIMATORS: dict[str, Callable[[Sequence[Decision]], Estimate]] = {
    "self-normalised": self_normalised,
    "doubly robust": doubly_robust,
}


def _guess(decision: Decision, loaded: bool) -> float:
    if loaded:
        return decision.used * USED + (1 - decision.used) * WASTED
    return decision.missed * MISSED + (1 - decision.missed) * FINE


def _average(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def _difference(
    decisions: Sequence[Decision], measure: Callable[[Decision], float], middle: dict[bool, float]
) -> Estimate:
    relevant = [each for each in decisions if each.would]
    arms = {loaded: [each for each in relevant if each.loaded is loaded] for loaded in (True, False)}
    values, variances = {}, {}
    for loaded, arm in arms.items():
        weighed = [(1 / each.chance, measure(each)) for each in arm]
        values[loaded], variances[loaded] = _mean(weighed, middle[loaded], SPREAD[loaded])
    error = sqrt(variances[True] + variances[False])
    return Estimate(values[True] - values[False], error, len(relevant), len(arms[True]))


def _drawn(decisions: Sequence[Decision]) -> list[Decision]:
    """Those that could have gone the other way; of the others nothing can be said."""
    return [each for each in decisions if 0 < each.chance < 1]


def _mean(weighed: list[tuple[float, float]], middle: float, spread: float) -> tuple[float, float]:
    """A weighted mean and its variance, with what was not seen; few decisions that agree are no certainty."""
    total = sum(weight for weight, _ in weighed)
    if not total:
        return middle, spread
    seen = sum(weight * value for weight, value in weighed) / total
    effective = total**2 / sum(weight**2 for weight, _ in weighed)
    size = effective + UNSEEN
    mean = (seen * effective + middle * UNSEEN) / size
    squares = sum(weight * (value - mean) ** 2 for weight, value in weighed) / total
    variance = (squares * effective + (spread + (middle - mean) ** 2) * UNSEEN) / size
    return mean, variance / size


def judge(decisions: Sequence[Decision], *, acting: bool) -> tuple[bool, dict[str, Any]]:
    """Whether the policy may act, and what that rests on, as JSON. ``decisions`` are in the order they were made."""
    wished = [each for each in decisions if each.would]
    rows = _drawn(wished[-RECENT:] if acting else wished)
    doubt = STAY_DOUBT if acting else DOUBT
    loaded = sum(each.loaded for each in rows)
    found = {name: estimator(rows) for name, estimator in ESTIMATORS.items()}
    lows = {name: each.low_now(doubt) if acting else each.low(doubt) for name, each in found.items()}
    enough = len(rows) >= LEAST and min(loaded, len(rows) - loaded) >= LEAST_ARM
    told: dict[str, Any] = {"decisions": len(decisions), "would": len(_drawn(wished)), "enough": enough, "doubt": doubt}
    told["estimates"] = {
        name: {key: round(value, 4) for key, value in asdict(each).items()} | {"low": round(lows[name], 4)}
        for name, each in found.items()
    }
    return enough and min(lows.values()) > 0, told
