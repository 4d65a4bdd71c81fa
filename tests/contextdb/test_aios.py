"""AIOS stores in a checkout: nothing before the user's word, everything redacted, our own the other way round."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb import aios
from ctxdb_hooks.contextdb.store import Store
from tests.clients.claude_lines import Transcript
from tests.clients.conftest import Memory

FIXTURE = Path(__file__).parents[1] / "fixtures" / "aios" / "memory"


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "checkout"
    shutil.copytree(FIXTURE, root / "memory")
    return root


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "state" / "projects" / "p-0123456789abcdef")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path / "home")


def taken(store: Store, checkout: Path) -> str:
    [found] = aios.find(checkout)
    aios.take_over(store, found, str(checkout))
    Work(store, str(checkout), {"HOME": str(checkout.parent)}).write()
    return (store.exports / "latest-claude-code-context.md").read_text()


def test_what_was_taken_over_is_in_packet_and_facade(store: Store, checkout: Path):
    packet = taken(store, checkout)
    for goal in ("Ship pagination for the users API", "修复登录超时", "Explore prompts"):
        assert goal in packet
    assert "src/api/users.ts" in packet
    assert json.loads(store.facade_file.read_text())["goal"] in packet


def test_a_run_of_the_background_takes_nothing_by_itself(store: Store, checkout: Path, tmp_path: Path):
    Work(store, str(checkout), {"HOME": str(tmp_path)}).run()

    assert store.metas() == []
    assert "ctxdb-hooks trust" in (store.folder / "notice").read_text()


def test_it_is_mentioned_once(store: Store, checkout: Path, tmp_path: Path):
    Work(store, str(checkout), {"HOME": str(tmp_path)}).run()
    (store.folder / "notice").unlink()
    Work(store, str(checkout), {"HOME": str(tmp_path)}).run()
    assert not (store.folder / "notice").exists()


def test_a_changed_store_is_asked_about_again_and_a_distrusted_one_never(checkout: Path, tmp_path: Path):
    [found] = aios.find(checkout)
    aios.decide(tmp_path, found, aios.TRUSTED)
    assert aios.decision(tmp_path, found) == aios.TRUSTED

    next(checkout.glob("memory/context-db/sessions/*/l2-events.jsonl")).write_text('{"role":"user","text":"x"}\n')
    [changed] = aios.find(checkout)
    assert aios.decision(tmp_path, changed) == ""
    aios.decide(tmp_path, changed, aios.DISTRUSTED)
    assert aios.decision(tmp_path, found) == aios.DISTRUSTED


def test_links_are_not_followed(checkout: Path, tmp_path: Path):
    sessions = checkout / "memory" / "context-db" / "sessions"
    shutil.move(sessions, tmp_path / "elsewhere")
    sessions.symlink_to(tmp_path / "elsewhere")
    assert aios.find(checkout) == []


def test_secrets_are_taken_out(store: Store, checkout: Path):
    token = "ghp_" + "a1B2" * 9
    folder = next(checkout.glob("memory/context-db/sessions/claude-code-20261130T155723-*"))
    with (folder / "l2-events.jsonl").open("a") as file:
        file.write(json.dumps({"seq": 4, "role": "user", "text": f"use {token}", "refs": token}) + "\n")
    taken(store, checkout)

    assert not [path for path in store.folder.rglob("*") if path.is_file() and token.encode() in path.read_bytes()]


def test_our_store_goes_back_in_a_form_that_it_reads(store: Store, checkout: Path, tmp_path: Path):
    taken(store, checkout)
    assert aios.export(store, tmp_path / "out") == 3

    [found] = aios.find(tmp_path / "out")
    meta = json.loads((found.folder / "sessions" / found.names[0] / "meta.json").read_text())
    assert set(meta) == {
        "schemaVersion",
        "sessionId",
        "agent",
        "project",
        "goal",
        "tags",
        "status",
        "createdAt",
        "updatedAt",
    }
    facade = json.loads((found.folder / ".facade.json").read_text())
    assert (tmp_path / "out" / facade["contextPacketPath"]).is_file()


def test_its_own_reader_finds_nothing_amiss(memory: Memory, tmp_path: Path):
    """By the rules of that reader, which throws where a last line is torn: what ours says of a session of a client."""
    talk = Transcript("00000000-0000-4000-8000-000000000001", cwd=str(memory.root))
    talk.prompt("Teach the lexer about comments in src/lexer.py")
    talk.answer("It skips them now.")
    memory.put(talk)
    memory.work()
    out = tmp_path / "out"
    assert aios.export(memory.store, out) == 1

    [folder] = (out / "memory" / "context-db" / "sessions").iterdir()
    sample = next(path.parent for path in FIXTURE.glob("*/sessions/*/l2-events.jsonl") if path.read_text())
    assert {path.name for path in folder.iterdir()} == {path.name for path in sample.iterdir()}
    for name in ("meta.json", "state.json"):
        ours, theirs = json.loads((folder / name).read_text()), json.loads((sample / name).read_text())
        assert {key: type(value) for key, value in ours.items()} == {key: type(theirs[key]) for key in theirs}
    assert json.loads((folder / "meta.json").read_text())["status"] in ("running", "blocked", "done")
    events = [json.loads(line) for line in (folder / "l2-events.jsonl").read_text().splitlines()]
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert json.loads((folder / "state.json").read_text())["lastEventSeq"] == len(events)
    for event in events:
        assert event["role"] in ("system", "user", "assistant", "tool")
        assert event["refs"] == sorted({ref.strip() for ref in event["refs"]})
    [checkpoint] = [json.loads(line) for line in (folder / "l1-checkpoints.jsonl").read_text().splitlines()]
    assert {"seq", "ts", "status", "summary", "nextActions", "artifacts"} <= checkpoint.keys()
    facade = json.loads((out / "memory" / "context-db" / ".facade.json").read_text())
    assert type(facade["version"]) is int
    assert all(type(facade[key]) is str for key in ("generatedAt", "sessionId", "goal"))
