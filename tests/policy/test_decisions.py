"""Signal C on the hot path: which chance a decision has, how often chance may decide, and files that cannot be used."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks import telemetry
from ctxdb_hooks.learning import model
from ctxdb_hooks.learning.model import State, Weights
from ctxdb_hooks.trigger import policy
from ctxdb_hooks.trigger.intent import Reading
from ctxdb_hooks.trigger.orchestrator import evaluate
from ctxdb_hooks.trigger.turn import digest
from tests.support.launcher import Launcher
from tests.support.sandbox import Sandbox

ROOT = Path(__file__).resolve().parents[2]
SLOW = {
    "re",
    "json",
    "typing",
    "dataclasses",
    "enum",
    "pathlib",
    "os",
    "subprocess",
    "collections",
    "functools",
    "math",
}
HEAD: dict[str, Any] = {"id": "x-y-z", "agent": "claude-code", "status": "done", "updated": 0, "client": []}


def state_that(always: float, mode: str = model.SHADOW, **more: Any) -> State:
    """A state whose model gives every prompt this score."""
    weights = Weights.zero()
    weights.context[0] = always
    return State(weights, mode=mode, **more)


def decide(state: State, drawn: float, spent: int = 0) -> dict[str, Any]:
    values = policy.context(Reading("rename it"), 1, None, "standard", 60, False)
    found: dict[str, Any] = policy.choose(state.hot(), policy.grams("rename it"), values, spent, drawn)
    return found


@pytest.mark.parametrize(
    ("mode", "score", "explore", "spent", "chance"),
    [
        (model.SHADOW, 9, True, 0, policy.SHADOW[0]),
        (model.SHADOW, -1.4, True, 0, policy.SHADOW[1]),
        (model.SHADOW, -9, True, 0, policy.SHADOW[2]),
        (model.SHADOW, 9, True, policy.A_DAY, 0.0),
        (model.SHADOW, 9, False, 0, 0.0),
        (model.ACTIVE, 9, True, 0, policy.ACTIVE[0]),
        (model.ACTIVE, 9, True, policy.A_DAY, policy.ACTIVE[0]),
        (model.ACTIVE, -1.4, True, 0, policy.ACTIVE[1]),
        (model.ACTIVE, -9, True, 0, policy.ACTIVE[2]),
        (model.ACTIVE, -9, True, policy.A_DAY, 0.0),
        (model.ACTIVE, 9, False, 0, 1.0),
        (model.ACTIVE, -9, False, 0, 0.0),
    ],
)
def test_the_chance_of_loading(mode: str, score: float, explore: bool, spent: int, chance: float) -> None:
    state = state_that(score, mode, explore=explore)
    if chance:
        loads = decide(state, chance - 0.001, spent)
        assert (loads["load"], loads["p"]) == (True, chance)
    if chance < 1:
        silent = decide(state, chance, spent)
        assert (silent["load"], silent["p"]) == (False, round(1 - chance, 4))


def test_exploration_is_small() -> None:
    assert policy.SHADOW[0] <= 0.25
    assert max(*policy.SHADOW[1:], *policy.ACTIVE[1:]) <= 0.03
    assert policy.A_DAY <= 3


def test_a_strong_model_needs_more_reason() -> None:
    asked = {}
    for tier in ("weak", "standard", "strong"):
        values = policy.context(Reading("rename it"), 1, None, tier, 60, False)
        asked[tier] = policy.choose(state_that(-1.15).hot(), [], values, 0, 0.5)["would"]
    assert asked == {"weak": True, "standard": True, "strong": False}


def test_grams_are_the_same_in_every_process() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nfrom ctxdb_hooks.trigger.policy import grams\n"
    code += "print(sorted(grams('fix the 导入 bug')))"
    runs = {subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True).stdout for _ in range(2)}
    assert runs == {f"{sorted(policy.grams('fix the 导入 bug'))}\n".encode()}


def test_grams_tell_texts_apart_in_any_writing() -> None:
    for one, other in (
        ("fix the parser", "draw a logo"),
        ("修复解析器的错误", "画一个新的图标"),
        ("почини разбор", "нарисуй"),
    ):
        first, second = set(policy.grams(one)), set(policy.grams(other))
        assert len(first & second) < min(len(first), len(second)) / 2
    assert policy.grams("") == []
    assert len(policy.grams("x y " * 10_000)) < 10


def test_context_is_named() -> None:
    values = policy.context(Reading("why does the test in src/a.py fail?"), 2, None, "weak", 7200, True)
    named = {name for name, value in zip(policy.CONTEXT, values, strict=True) if value}
    assert named == {
        "always",
        "second or third turn",
        "a question",
        "names files",
        "last session within the day",
        "last session broke off",
        "weak model",
    }


def test_a_state_survives_its_file(tmp_path: Path) -> None:
    weights = Weights.zero()
    weights.grams[7], weights.grams[9], weights.context[3], weights.offset = 1.27, -0.635, 0.5, -0.25
    model.write(tmp_path, State(weights, model.ACTIVE, explore=False, number=4, begun=1.5, seen=9, judged={"a": 1}))
    again = model.read(tmp_path)
    assert again is not None
    assert (again.mode, again.explore, again.number, again.begun, again.seen) == ("active", False, 4, 1.5, 9)
    assert again.judged == {"a": 1}
    assert again.weights.grams[7] == pytest.approx(1.27)
    assert again.weights.grams[9] == pytest.approx(-0.635, abs=0.006)
    assert again.weights.context[3] == 0.5
    assert again.weights.offset == -0.25


@pytest.mark.parametrize(
    "broken",
    [
        lambda data: b"",
        lambda data: data[:-1],
        lambda data: data + b"x",
        lambda data: b"{}" + data[data.index(b"\n") :],
        lambda data: data.replace(b'"version": 1', b'"version": 2'),
        lambda data: data.replace(b'"explore": true', b'"explore": "yes"'),
        lambda data: data.replace(b'"offset": ', b'"offset": "x", "was": '),
        lambda data: data.replace(b'"context": [', b'"context": [null, '),
        lambda data: data.replace(b'"scale": ', b'"scale": 1, "was": '),
    ],
)
def test_a_file_that_is_no_model_is_none(tmp_path: Path, broken: Callable[[bytes], bytes]) -> None:
    data = State(model.prior()).encoded()
    (tmp_path / policy.NAME).write_bytes(data)
    assert policy.load(str(tmp_path))
    (tmp_path / policy.NAME).write_bytes(broken(data))
    assert policy.load(str(tmp_path)) is None
    assert model.read(tmp_path) is None


def test_loads_by_chance_are_counted_within_a_day(tmp_path: Path) -> None:
    now = int(time.time())
    assert policy.spent(str(tmp_path), now) == []
    policy.spend(str(tmp_path), [now - 90_000, now - 80_000, now])
    assert policy.spent(str(tmp_path), now) == [now - 80_000, now]
    (tmp_path / policy.SPENT).write_bytes(b"\xff nonsense 12e 99999999999999")
    assert policy.spent(str(tmp_path), now) == []
    policy.spend(str(tmp_path / "missing"), [now])


def test_no_more_loads_by_chance_than_a_day_has(tmp_path: Path) -> None:
    hot = state_that(9.0).hot()
    loads = 0
    for _ in range(200):
        asked = policy.Learned(hot, str(tmp_path), "standard", [HEAD], int(time.time()))
        verdict = evaluate("rename this variable", turn=1, policy=asked)
        loads += verdict.load
        assert asked.facts["load"] is verdict.load
        assert verdict.fired == ("policy:load" if verdict.load else "none")
    assert loads == policy.A_DAY


def test_a_and_b_go_first(tmp_path: Path) -> None:
    asked = policy.Learned(state_that(9.0, model.ACTIVE).hot(), str(tmp_path), "standard", [HEAD], int(time.time()))
    assert evaluate("start fresh, ignore the history", turn=1, policy=asked).fired == "intent:negative"
    assert evaluate("continue", turn=1, policy=asked).fired == "intent:continuation"
    assert asked.facts == {}


def test_imports_nothing_slow() -> None:
    code = f"import sys; sys.path.insert(0, {str(ROOT)!r})\nimport ctxdb_hooks.trigger.policy\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & SLOW


class Hook:
    """The hook as Claude calls it, through the installed launcher."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.launcher = Launcher(sandbox)
        self.sandbox = sandbox
        self.state = self.launcher.paths.state
        self.launcher.remember()

    def __call__(self, prompt: str, session: str = "one", **env: str) -> str:
        event = {"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt": prompt}
        event |= {"cwd": str(self.sandbox.project), "model": "claude-haiku-4-5"}
        argv = [self.launcher.installed.python, "-I", "-S", self.launcher.installed.stub, "--turn", "claude"]
        return self.sandbox.run(argv, stdin=json.dumps(event), env=env, check=False).stdout

    @property
    def turns(self) -> list[dict[str, Any]]:
        """The receipts of the turns."""
        return [row for row in telemetry.receipts(self.state) if row["what"] == "turn"]


@pytest.fixture
def hook(sandbox: Sandbox) -> Hook:
    return Hook(sandbox)


def test_a_turn_without_a_model_leaves_its_receipt(hook: Hook) -> None:
    assert hook("rename this variable") == ""
    told = json.loads(hook("what did we do in the last session?"))["hookSpecificOutput"]["additionalContext"]
    silent, fired = hook.turns
    assert (silent["fired"], silent["load"], silent["turn"], silent["tier"]) == ("none", False, 1, "weak")
    assert (fired["fired"], fired["load"], fired["turn"]) == ("intent:recall", True, 2)
    assert fired["text"] == told
    assert silent["session"] == digest("one")
    assert "would" not in silent
    assert "rename" not in (hook.state / "receipts.jsonl").read_text()


def test_in_shadow_it_notes_and_stays_silent(hook: Hook) -> None:
    model.write(hook.state, state_that(9.0, explore=False, number=3))
    assert hook("rename this variable") == ""
    (row,) = hook.turns
    assert (row["would"], row["load"], row["p"], row["model"], row["active"]) == (True, False, 1.0, 3, False)
    assert len(row["context"]) == len(policy.CONTEXT)


def test_acting_it_loads(hook: Hook) -> None:
    model.write(hook.state, state_that(9.0, model.ACTIVE, explore=False))
    told = json.loads(hook("rename this variable"))["hookSpecificOutput"]["additionalContext"]
    assert told == hook.turns[0]["text"]
    assert [row["fired"] for row in hook.turns] == ["policy:load"]


def test_what_is_not_noted_is_not_decided(hook: Hook) -> None:
    model.write(hook.state, state_that(9.0, model.ACTIVE, explore=False))
    assert hook("rename this variable", CTXDB_TELEMETRY="off") == ""
    assert hook.turns == []


def test_a_broken_model_changes_nothing(hook: Hook) -> None:
    (hook.state / policy.NAME).write_bytes(random.Random(1).randbytes(5000))
    assert hook("rename this variable") == ""
    assert hook.turns[0]["fired"] == "none"
