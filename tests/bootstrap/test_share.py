"""``share = "same-client"``: what was said to one company's model does not reach another's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb import derive, facade, heads, model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import Store

NOW = 1767323045


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state" / "projects" / "p-0123456789abcdef")
    store.prepare()
    for number, (agent, word) in enumerate((("claude-code", "walnut"), ("codex-cli", "cherry"))):
        stamp = f"2026-01-02T03:0{number}:05.000Z"
        session = Session(agent, f"id{number}", started=stamp, updated=stamp)
        events = [
            Event(stamp, model.PROMPT, f"Plant the {word} tree"),
            Event(stamp, model.ANSWER, f"The {word} grows."),
        ]
        derived = derive.derive(events)
        count, _ = store.replace(session.id, events)
        store.describe(session, heads.head_of(store, session, derived, [], "/p"), derived, count)
    return store


def work(store: Store, tmp_path: Path, **env: str) -> dict[str, str]:
    Work(store, "/p", {"HOME": str(tmp_path), **env}).write()
    return {path.name.split("-")[1]: path.read_text() for path in store.exports.glob("latest-*")}


def test_by_default_each_knows_of_the_others(store: Store, tmp_path: Path):
    packets = work(store, tmp_path)
    assert set(packets) == {"claude", "codex", "gemini"}
    assert all("walnut" in text and "cherry" in text for text in packets.values())


def test_kept_apart_each_knows_its_own(store: Store, tmp_path: Path):
    work(store, tmp_path)
    packets = work(store, tmp_path, CTXDB_SHARE="same-client")
    assert set(packets) == {"claude", "codex"}
    assert "cherry" not in packets["claude"]
    assert "walnut" not in packets["codex"]


@pytest.mark.parametrize("lost", [[], [".facade.json"], [".facade.json", "heads"]])
def test_kept_apart_a_start_is_told_of_its_own(store: Store, tmp_path: Path, lost: list[str]):
    work(store, tmp_path, CTXDB_SHARE="same-client")
    for name in lost:
        (store.facade_file if name == ".facade.json" else store.heads_file).unlink()

    def told(agent: str) -> Any:
        return facade.load(str(store.folder), "", NOW, agent)[0]

    assert "walnut" in told("claude-code")["goal"]
    assert "cherry" in told("codex-cli")["goal"]
    assert told("gemini-cli") is None
