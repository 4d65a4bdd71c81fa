"""From receipts and stores to a model: what is learned, what is not, and when it begins to act."""

from __future__ import annotations

import shutil
import time
from typing import Any

import pytest

from ctxdb_hooks.learning import learn, model
from ctxdb_hooks.learning.model import State, Weights
from ctxdb_hooks.learning.train import Example, train
from ctxdb_hooks.trigger import policy
from ctxdb_hooks.trigger.intent import Reading
from tests.policy import make_prior
from tests.policy.conftest import Past

NEEDED, OTHER = "the shipping label is cut off", "explain what a closure is"


def context(text: str) -> list[float]:
    return policy.context(Reading(text), 1, None, "standard", 7200, False)  # type: ignore[no-any-return]


def gain(weights: Weights, text: str) -> float:
    used, missed = State(weights).hot().chances(policy.grams(Reading(text).text), context(text))
    return float(policy.gain(used, missed))


def play(past: Past, text: str, hours: float, *, load: bool, good: bool, would: bool = True, p: float = 0.5) -> None:
    """One session whose first turn was decided on by the policy."""
    session = past.session(hours)
    decision = {"would": would, "p": p, "used": 0.5, "missed": 0.5, "context": context(text), "model": 1}
    past.judged(session, 1, load=load, **decision)
    session.prompt(text)
    if load and good:
        session.read(past.packet)
    session.answer("Well.")
    if not load and not good:
        session.prompt("no").read(past.packet).answer("I see.")


@pytest.fixture
def learned(past: Past) -> Past:
    """A past in which memory helped with one kind of prompt and not with another."""
    for number in range(24):
        load = number % 2 == 0
        play(past, f"{NEEDED} {number}", 60 + number, load=load, good=load)
        play(past, f"{OTHER} {number}", 100 + number, load=load, good=not load)
    past.read()
    return past


def test_the_first_run_puts_the_prior_in_place(past: Past) -> None:
    state = model.read(past.sandbox.state)
    assert state is not None
    assert (state.mode, state.number) == ("shadow", 0)
    assert state.weights.context == pytest.approx(model.prior().context)


def test_it_learns_which_prompts_memory_helps_with(learned: Past) -> None:
    state = model.read(learned.sandbox.state)
    assert state is not None
    assert state.number == 1
    assert state.seen == 48
    prior = model.prior()
    assert gain(state.weights, NEEDED) > gain(prior, NEEDED) + 0.2
    assert gain(state.weights, OTHER) < gain(state.weights, NEEDED) - 0.3


def test_what_was_forgotten_teaches_nothing(learned: Past) -> None:
    for folder in learned.store.sessions_folder.iterdir():
        shutil.rmtree(folder)
    state = model.read(learned.sandbox.state)
    assert state is not None
    model.write(learned.sandbox.state, State(model.prior()))
    learn.learn(learned.sandbox.state)
    again = model.read(learned.sandbox.state)
    assert again is not None
    assert gain(again.weights, NEEDED) == pytest.approx(gain(model.prior(), NEEDED), abs=0.02)


def test_nothing_new_trains_nothing(learned: Past) -> None:
    path = learned.sandbox.state / policy.NAME
    before = path.stat().st_mtime_ns
    learned.read()
    assert path.stat().st_mtime_ns == before


def test_decisions_before_a_reset_do_not_count(learned: Past) -> None:
    model.write(learned.sandbox.state, State(model.prior(), begun=time.time()))
    learn.learn(learned.sandbox.state)
    state = model.read(learned.sandbox.state)
    assert state is not None
    assert (state.number, state.seen) == (0, 0)


def rows(number: int, *, helps: bool, start: float = 0.0) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """Decisions as the receipts hold them, every second one loaded."""
    found = []
    for at in range(number):
        row = {"ts": start + at, "load": at % 2 == 0, "would": True, "p": 0.5, "used": 0.5, "missed": 0.5}
        found.append((row | {"context": context(NEEDED)}, {"good": row["load"] is helps}))
    return found


def test_it_begins_to_act_and_falls_silent_and_must_earn_its_say_anew() -> None:
    state = State(model.prior())
    state = learn.advanced(state, rows(40, helps=True), [], 40.0)
    assert state.mode == "active"
    turned = rows(40, helps=True) + rows(200, helps=False, start=40)
    state = learn.advanced(state, turned, [], 240.0)
    assert (state.mode, state.earning) == ("shadow", 240.0)
    state = learn.advanced(state, turned + rows(30, helps=True, start=240), [], 270.0)
    assert state.mode == "shadow"
    state = learn.advanced(state, turned + rows(60, helps=True, start=240), [], 300.0)
    assert state.mode == "active"


def test_rows_that_are_no_decisions_are_left_out() -> None:
    (row, outcome) = rows(1, helps=True)[0]
    good = {**row, "what": "turn", "session": "a", "turn": 1}
    told = {**outcome, "what": "outcome", "id": "a:1", "ts": 0.0}
    assert len(learn.decided([good, told])) == 1
    for change in ({"p": 0}, {"p": None}, {"would": 1}, {"context": [1]}, {"used": "x"}, {"turn": 2}):
        assert learn.decided([{**good, **change}, told]) == []


def test_training_is_reproducible_and_stays_near_the_prior_without_reason() -> None:
    one = Example(tuple(policy.grams(NEEDED)), tuple(context(NEEDED)), True, True)
    first, second = (train(model.prior(), [one] * 5) for _ in range(2))
    assert first == second
    assert train(model.prior(), []) == model.prior()
    assert first.offset > model.prior().offset


def test_the_prior_is_what_its_script_makes() -> None:
    made, shipped = model.decoded(make_prior.made()).weights, model.prior()
    assert made.context == pytest.approx(shipped.context, abs=1e-4)
    scale, _ = shipped.packed()
    assert max(abs(one - other) for one, other in zip(made.grams, shipped.grams, strict=True)) <= 1.5 * scale


def test_the_prior_rarely_loads_on_what_stands_for_itself() -> None:
    assert make_prior.languages() == ["de", "en", "es", "fr", "it", "ja", "ko", "pt", "ru", "zh"]
    prior = model.prior()
    for language in make_prior.languages():
        said = [(gain(prior, text) > policy.MARGIN["standard"], helps) for text, helps in make_prior.prompts(language)]
        assert sum(helps for _, helps in said) >= 20
        alone = [would for would, helps in said if not helps]
        assert sum(alone) / len(alone) < 0.1, language
