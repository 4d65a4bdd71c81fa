"""Off-policy evaluation: right on average, honest about few decisions, slow to begin and quick to stop."""

from __future__ import annotations

import random

import pytest

from ctxdb_hooks.learning import judge
from ctxdb_hooks.learning.judge import ESTIMATORS, Decision
from ctxdb_hooks.trigger.policy import FINE, MISSED, USED, WASTED


def logged(
    number: int,
    used: float,
    missed: float,
    *,
    rate: float = 0.25,
    guess: tuple[float, float] = (0.5, 0.5),
    seed: int = 1,
) -> list[Decision]:
    """Decisions in which it would load, loaded at this rate, with these chances of being used and missed."""
    chance = random.Random(seed)
    found = []
    for at in range(number):
        loaded = chance.random() < rate
        hit = chance.random() < (used if loaded else missed)
        reward = (USED if hit else WASTED) if loaded else MISSED if hit else FINE
        found.append(Decision(at, True, loaded, rate if loaded else 1 - rate, reward, *guess))
    return found


def truth(used: float, missed: float) -> float:
    return used * USED + (1 - used) * WASTED - missed * MISSED


@pytest.mark.parametrize("name", ESTIMATORS)
@pytest.mark.parametrize(("used", "missed"), [(0.8, 0.5), (0.2, 0.2), (0.05, 0.0), (1.0, 1.0)])
@pytest.mark.parametrize("guess", [(0.5, 0.5), (0.9, 0.1), (0.05, 0.9)])
def test_estimates_are_right_within_their_bounds(
    name: str, used: float, missed: float, guess: tuple[float, float]
) -> None:
    inside = 0
    for seed in range(60):
        low, high = ESTIMATORS[name](logged(300, used, missed, guess=guess, seed=seed)).bounds(0.1)
        inside += low <= truth(used, missed) <= high
    assert inside >= 54


@pytest.mark.parametrize("name", ESTIMATORS)
def test_more_decisions_are_more_certain(name: str) -> None:
    few, many = (ESTIMATORS[name](logged(number, 0.7, 0.3)) for number in (100, 2000))
    assert many.error < few.error / 3


def test_a_good_model_makes_the_doubly_robust_estimate_surer() -> None:
    chance = random.Random(3)
    rows = []
    for at in range(600):
        sure = chance.random() < 0.5
        used, missed = (0.95, 0.9) if sure else (0.05, 0.05)
        rows += [Decision(at, *rest) for rest in _one(chance, used, missed)]
    assert ESTIMATORS["doubly robust"](rows).error < ESTIMATORS["self-normalised"](rows).error


def _one(chance: random.Random, used: float, missed: float) -> list[tuple[bool, bool, float, float, float, float]]:
    loaded = chance.random() < 0.5
    hit = chance.random() < (used if loaded else missed)
    reward = (USED if hit else WASTED) if loaded else MISSED if hit else FINE
    return [(True, loaded, 0.5, reward, used, missed)]


@pytest.mark.parametrize("name", ESTIMATORS)
def test_where_it_would_not_load_nothing_is_gained(name: str) -> None:
    rows = logged(200, 0.7, 0.3)
    others = [Decision(each.at, False, each.loaded, each.chance, -each.reward) for each in logged(500, 0.1, 0.9)]
    assert ESTIMATORS[name](rows + others) == ESTIMATORS[name](rows)


@pytest.mark.parametrize("name", ESTIMATORS)
def test_nothing_to_judge(name: str) -> None:
    found = ESTIMATORS[name]([])
    assert found.count == 0
    assert found.low(0.05) < 0


def test_it_acts_on_enough_good_decisions_only() -> None:
    good = logged(400, 0.8, 0.5)
    assert judge.judge(good, acting=False)[0]
    assert not judge.judge(good[: judge.LEAST - 1], acting=False)[0]
    assert not judge.judge([], acting=False)[0]
    assert not judge.judge(logged(400, 0.1, 0.0), acting=False)[0]


def test_a_few_that_agree_are_no_certainty() -> None:
    rows = [
        Decision(at, True, at % 5 == 0, 0.2 if at % 5 == 0 else 0.8, USED if at % 5 == 0 else FINE) for at in range(42)
    ]
    may_act, told = judge.judge(rows, acting=False)
    assert told["enough"]
    assert all(each["error"] > 0.1 for each in told["estimates"].values())
    assert not judge.judge(rows[:30], acting=False)[0]
    assert may_act  # forty that agree are


def test_random_outcomes_hardly_ever_make_it_act_however_often_it_is_looked() -> None:
    acted = 0
    for seed in range(80):
        rows = logged(800, 0.2, 0.2, seed=seed)
        acted += any(judge.judge(rows[:size], acting=False)[0] for size in range(40, 800, 20))
    assert acted <= 8


@pytest.mark.parametrize("name", ESTIMATORS)
def test_bounds_hold_whenever_one_looks(name: str) -> None:
    missed = 0
    for seed in range(60):
        rows = logged(500, 0.2, 0.2, seed=seed)
        found = [ESTIMATORS[name](rows[:size]).bounds(0.05) for size in range(judge.LEAST, 500, 20)]
        missed += not all(low <= truth(0.2, 0.2) <= high for low, high in found)
    assert missed <= 6


@pytest.mark.parametrize("name", ESTIMATORS)
def test_bounds_hold_where_bad_luck_ends_the_decisions(name: str) -> None:
    missed = 0
    for seed in range(100):
        rows = logged(300, 0.2, 0.2, seed=seed)
        worth = 0.0
        for size, each in enumerate(rows, 1):
            worth += each.reward if each.loaded else 0.0
            if size >= judge.LEAST and worth < -3:  # a model that saw this would load no more
                break
        low, high = ESTIMATORS[name](rows[:size]).bounds(0.05)
        missed += not low <= truth(0.2, 0.2) <= high
    assert missed <= 5


def test_acting_it_falls_silent_when_it_no_longer_helps() -> None:
    before = logged(300, 0.8, 0.5)
    after = logged(judge.RECENT, 0.05, 0.0, rate=0.9, seed=2)
    assert judge.judge(before, acting=True)[0]
    assert not judge.judge(before + after, acting=True)[0]


def test_acting_without_any_chance_in_it_shows_nothing_and_falls_silent() -> None:
    sure = [Decision(at, True, True, 1.0, USED) for at in range(judge.RECENT)]
    assert not judge.judge(logged(300, 0.8, 0.5) + sure, acting=True)[0]
