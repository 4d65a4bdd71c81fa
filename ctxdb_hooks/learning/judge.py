"""Whether the policy may act: off-policy estimates of what it is worth against A and B alone, with bounds.

A decision was logged with the probability of what was done, and with what the policy of that time would have done.
Judged is that policy as it went along, each decision by a model that had not seen it. Where it would not load it
does what A and B alone do, so that all of its worth lies in the decisions where it would.
"""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import floor, log, sqrt
from statistics import NormalDist
from typing import Any

from ctxdb_hooks.trigger.policy import FINE, MISSED, USED, WASTED

LEAST = 40  # decisions in which it would load, before anything is said
LEAST_ARM = 8  # of them loaded, and not loaded
GROWTH = 1.3  # from one look to the next: every look may err, so there are few
DOUBT = 0.05  # chance of acting wrongly, over all looks together
RECENT = 200  # decisions by which an acting policy is judged
STAY_DOUBT = 0.1
PRIOR_WEIGHT = 2.0  # decisions that stand for what was not seen yet
SPREAD = {True: ((USED - WASTED) / 2) ** 2, False: ((FINE - MISSED) / 2) ** 2}  # greatest variance of a reward


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
        """A two-sided interval that misses the truth with this probability."""
        reach = NormalDist().inv_cdf(1 - doubt / 2) * self.error
        return self.value - reach, self.value + reach

    def low(self, doubt: float) -> float:
        """What it is worth at least, but for this probability."""
        return self.value - NormalDist().inv_cdf(1 - doubt) * self.error


def self_normalised(decisions: Sequence[Decision]) -> Estimate:
    """SNIPS: each arm's rewards, weighted by one over the probability, and divided by the weights' sum."""
    return _difference(decisions, lambda arm: [(1 / each.chance, each.reward) for each in arm])


def doubly_robust(decisions: Sequence[Decision]) -> Estimate:
    """The model's guess for both arms, corrected by the weighted error of the one that was taken."""
    relevant = [each for each in decisions if each.would]
    guessed = [_guess(each, True) - _guess(each, False) for each in relevant]
    mean = sum(guessed) / len(guessed) if guessed else 0.0
    spread = sum((value - mean) ** 2 for value in guessed) / max(1, len(guessed)) ** 2
    rest = _difference(
        decisions, lambda arm: [(1 / each.chance, each.reward - _guess(each, each.loaded)) for each in arm]
    )
    return Estimate(mean + rest.value, sqrt(rest.error**2 + spread), rest.count, rest.loaded)


ESTIMATORS: dict[str, Callable[[Sequence[Decision]], Estimate]] = {
    "self-normalised": self_normalised,
    "doubly robust": doubly_robust,
}


def _guess(decision: Decision, loaded: bool) -> float:
    if loaded:
        return decision.used * USED + (1 - decision.used) * WASTED
    return decision.missed * MISSED + (1 - decision.missed) * FINE


def _difference(
    decisions: Sequence[Decision], weigh: Callable[[list[Decision]], list[tuple[float, float]]]
) -> Estimate:
    relevant = [each for each in decisions if each.would]
    arms = {loaded: [each for each in relevant if each.loaded is loaded] for loaded in (True, False)}
    values, variances = {}, {}
    for loaded, arm in arms.items():
        values[loaded], variances[loaded] = _mean(weigh(arm), SPREAD[loaded])
    error = sqrt(variances[True] + variances[False])
    return Estimate(values[True] - values[False], error, len(relevant), len(arms[True]))


def _drawn(decisions: Sequence[Decision]) -> list[Decision]:
    """Those that could have gone the other way; of the others nothing can be said."""
    return [each for each in decisions if 0 < each.chance < 1]


def _mean(weighed: list[tuple[float, float]], spread: float) -> tuple[float, float]:
    """A weighted mean and its variance; few decisions that agree are not taken for certainty."""
    total = sum(weight for weight, _ in weighed)
    if not total:
        return 0.0, spread
    mean = sum(weight * value for weight, value in weighed) / total
    variance = sum(weight * (value - mean) ** 2 for weight, value in weighed) / total
    effective = total**2 / sum(weight**2 for weight, _ in weighed)
    variance = (variance * effective + PRIOR_WEIGHT * spread) / (effective + PRIOR_WEIGHT)
    return mean, variance / effective


def judge(decisions: Sequence[Decision], *, acting: bool) -> tuple[bool, dict[str, Any]]:
    """Whether the policy may act, and what that rests on, as JSON. ``decisions`` are in the order they were made."""
    wished = [each for each in decisions if each.would]
    relevant = _drawn(wished)
    looks = floor(log(len(relevant) / LEAST) / log(GROWTH)) + 1 if len(relevant) >= LEAST else 0
    if acting:
        rows, doubt = _drawn(wished[-RECENT:]), STAY_DOUBT
    else:
        rows = relevant[: floor(LEAST * GROWTH ** (looks - 1))] if looks else relevant
        doubt = DOUBT * 6 / (9.87 * max(1, looks) ** 2)  # over all looks the sum is DOUBT
    loaded = sum(each.loaded for each in rows)
    found = {name: estimator(rows) for name, estimator in ESTIMATORS.items()}
    enough = len(rows) >= LEAST and min(loaded, len(rows) - loaded) >= LEAST_ARM
    told: dict[str, Any] = {"decisions": len(decisions), "would": len(relevant), "looks": looks, "enough": enough}
    told["next_look"] = None if acting else floor(LEAST * GROWTH**looks)
    told["doubt"] = round(doubt, 5)
    told["estimates"] = {
        name: {key: round(value, 4) for key, value in asdict(each).items()} | {"low": round(each.low(doubt), 4)}
        for name, each in found.items()
    }
    return enough and all(each.low(doubt) > 0 for each in found.values()), told
