"""The policy's background half: from receipts and stores to new weights and a judgement; once per run at most."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ctxdb_hooks import telemetry
from ctxdb_hooks.bootstrap.lock import Lock
from ctxdb_hooks.contextdb import model as memory
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.learning import model
from ctxdb_hooks.learning.afterwards import NEAR, moment
from ctxdb_hooks.learning.judge import Decision, judge
from ctxdb_hooks.learning.model import State
from ctxdb_hooks.learning.train import Example, train
from ctxdb_hooks.trigger import policy
from ctxdb_hooks.trigger.intent import Reading

MOST = 3000  # decisions that are learned from, the newest
FEW = 5  # new outcomes under which nothing is trained
PATIENCE = 2.0  # s for another run, or a person, to let go of the model
Row = dict[str, Any]


def learn(state_folder: Path) -> None:
    """Train on what has become known since the last time, and judge; a first run puts the prior in place.

    Raises OSError.
    """
    with held(state_folder) as mine:
        if not mine:
            return
        state = model.read(state_folder)
        if state is None:
            model.write(state_folder, State(model.prior()))
            return
        pairs = decided(telemetry.receipts(state_folder), state.begun)[-MOST:]
        if abs(len(pairs) - state.seen) < FEW:
            return
        model.write(state_folder, advanced(state, pairs, list(_examples(state_folder, pairs)), time.time()))


def advanced(state: State, pairs: list[tuple[Row, Row]], examples: list[Example], now: float) -> State:
    """The state after training from the prior anew and judging the decisions (turn, outcome) so far."""
    acting = state.mode == model.ACTIVE
    counted = [decision_of(*pair) for pair in pairs if acting or pair[0]["ts"] >= state.earning]
    may_act, judged = judge(counted, acting=acting)
    return State(
        weights=train(model.prior(), examples),
        mode=model.ACTIVE if may_act else model.SHADOW,
        explore=state.explore,
        number=state.number + 1,
        begun=state.begun,
        earning=now if acting and not may_act else state.earning,  # it has to earn its say anew
        seen=len(pairs),
        judged=judged,
    )


def decided(receipts: Iterable[Row], begun: float = 0.0) -> list[tuple[Row, Row]]:
    """The turns on which the policy was asked since ``begun``, each with what came of it, in their order."""
    outcomes: dict[str, Row] = {}
    turns: list[Row] = []
    for row in receipts:
        if row["what"] == "outcome" and isinstance(row.get("id"), str):
            outcomes[row["id"]] = row
        elif row["what"] == "turn" and row["ts"] >= begun and _is_decision(row):
            turns.append(row)
    found = ((row, outcomes.get(f"{row.get('session')}:{row.get('turn')}")) for row in turns)
    return [(row, outcome) for row, outcome in found if outcome is not None]


def decision_of(row: Row, outcome: Row) -> Decision:
    """What the judge looks at."""
    return Decision(
        at=float(row["ts"]),
        would=bool(row["would"]),
        loaded=bool(row["load"]),
        chance=float(row["p"]),
        reward=reward(bool(row["load"]), bool(outcome.get("good"))),
        used=float(row["used"]),
        missed=float(row["missed"]),
    )


def reward(loaded: bool, good: bool) -> float:
    """What a decision was worth."""
    return (policy.USED if good else policy.WASTED) if loaded else policy.FINE if good else policy.MISSED


@contextmanager
def held(state_folder: Path) -> Iterator[bool]:
    """Whether the model is this process's to change while the body runs."""
    lock = Lock(str(state_folder / "policy.lock"))
    taken = lock.take(PATIENCE)
    try:
        yield taken
    finally:
        if taken:
            lock.release()


def _is_decision(row: Row) -> bool:
    numbers = [row.get(name) for name in ("p", "used", "missed")]
    values = row.get("context")
    return (
        all(isinstance(number, int | float) and 0 <= number <= 1 for number in numbers)
        and row["p"] > 0
        and isinstance(row.get("would"), bool)
        and isinstance(values, list)
        and len(values) == len(policy.CONTEXT)
        and all(isinstance(value, int | float) for value in values)
    )


def _examples(state_folder: Path, pairs: Iterable[tuple[Row, Row]]) -> Iterator[Example]:
    """What can be learned: the prompt is read again from the store, and what was forgotten there teaches nothing."""
    prompts: dict[tuple[str, str], list[tuple[float, str]]] = {}
    for row, outcome in pairs:
        key = str(row.get("project")), str(row.get("session"))
        if key not in prompts:
            prompts[key] = list(_prompts(state_folder, *key))
        near = [(abs(at - row["ts"]), text) for at, text in prompts[key]]
        apart, text = min(near, default=(NEAR + 1, ""))
        if apart <= NEAR:
            loaded = bool(row["load"])
            helped = bool(outcome.get("good")) is loaded
            buckets = tuple(policy.grams(Reading(text).text))
            yield Example(buckets, tuple(map(float, row["context"])), loaded, helped)


def _prompts(state_folder: Path, project: str, session: str) -> Iterator[tuple[float, str]]:
    """When something was asked in a session (by the end of its id), and what."""
    for projects in (state_folder / "projects", *state_folder.glob("accounts/*/projects")):
        if "/" in project or project in ("", ".", "..") or not (projects / project).is_dir():
            continue
        store = Store(projects / project)
        for name in store.ids():
            if name.endswith("-" + session):
                for event in store.events(name):
                    if event.kind == memory.PROMPT:
                        yield moment(event.ts), event.text
