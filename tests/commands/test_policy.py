"""What `policy` shows, and what it lets a person change."""

from __future__ import annotations

import time
from pathlib import Path

from ctxdb_hooks import telemetry
from ctxdb_hooks.learning import learn, model
from ctxdb_hooks.learning.judge import LEAST
from tests.commands.conftest import Commands
from tests.policy.test_learn import rows


def leave(commands: Commands, number: int) -> Path:
    """Decisions in which memory helped, and the model that came of them."""
    state: Path = commands.sandbox.state
    state.mkdir(parents=True, exist_ok=True)
    found = []
    for at, (row, outcome) in enumerate(rows(number, helps=True)):
        stamp = {"ts": time.time() - number + at, "project": "p"}
        found.append({"what": "turn", "session": "a", "turn": at, **row, **stamp})
        found.append({"what": "outcome", "id": f"a:{at}", "session": "a", **outcome, **stamp})
    telemetry.add_receipts(state, found)
    learn.learn(state)
    learn.learn(state)
    return state


def test_before_any_decision(commands: Commands) -> None:
    assert "no decision yet" in commands("policy").stdout
    found = commands.json("policy")
    assert (found["mode"], found["explore"], found["decisions"]) == ("shadow", True, 0)
    assert found["judgement"]["enough"] is False


def test_estimates_and_their_bounds(commands: Commands) -> None:
    leave(commands, 3 * LEAST)
    found = commands.json("policy")
    assert (found["mode"], found["trained"], found["decisions"]) == ("active", 1, 3 * LEAST)
    for each in found["judgement"]["estimates"].values():
        assert 0 < each["low"] < each["value"]
    told = commands("policy").stdout
    assert "active" in told
    assert "self-normalised" in told
    assert "doubly robust" in told


def test_reset_begins_anew_and_keeps_what_was_switched(commands: Commands) -> None:
    state = leave(commands, 3 * LEAST)
    commands("policy", "explore", "off")
    commands("policy", "reset")
    found = commands.json("policy")
    assert (found["mode"], found["trained"], found["decisions"], found["explore"]) == ("shadow", 0, 0, False)
    kept = model.read(state)
    assert kept is not None
    assert kept.weights.context == model.prior().context


def test_exploring_can_be_switched(commands: Commands) -> None:
    assert commands("policy", "explore", "off").returncode == 0
    assert commands.json("policy")["explore"] is False
    assert "no load by chance" in commands("policy").stdout
    commands("policy", "explore", "on")
    assert commands.json("policy")["explore"] is True
    assert commands("policy", "explore", "maybe", check=False).returncode == 2


def test_a_training_leaves_what_was_switched(commands: Commands) -> None:
    commands("policy", "explore", "off")
    state = leave(commands, 2 * LEAST)
    kept = model.read(state)
    assert kept is not None
    assert kept.number == 1
    assert kept.explore is False
