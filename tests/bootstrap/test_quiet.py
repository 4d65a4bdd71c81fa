"""A run that finds nothing new writes nothing but the facade's date, and writes again as soon as it must."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxdb_hooks.contextdb import files
from tests.clients.claude_lines import Transcript
from tests.clients.conftest import Memory


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    made = Memory(Path(os.path.realpath(tmp_path)))
    for number in range(3):
        talk = Transcript(f"{number}0000000-0000-4000-8000-000000000001", cwd=str(made.root), minute=number)
        talk.prompt(f"Do the task number {number}")
        talk.answer("It is done.")
        made.put(talk)
    made.work()
    return made


def written(memory: Memory) -> dict[str, int]:
    return {
        str(path.relative_to(memory.store.folder)): path.stat().st_mtime_ns
        for path in memory.store.folder.rglob("*")
        if path.is_file()
    }


def test_only_the_facade_is_dated_anew(memory: Memory) -> None:
    memory.work()
    before, made = written(memory), memory.store.facade_file.read_text()
    memory.work()
    after = written(memory)
    changed = {name for name in after if before.get(name) != after[name]}
    assert changed <= {
        "memory/context-db/.facade.json",
        "seen",
        "index.db-wal",
        "index.db-shm",
        "index.db",
        "cursors.db",
    }
    assert memory.store.facade_file.read_text() != made


@pytest.mark.parametrize(
    "lost",
    [
        "memory/context-db/.facade.json",
        "heads",
        "made",
        "memory/context-db/exports/latest-claude-code-context.md",
        "memory/context-db/exports/latest-codex-cli-context.md",
    ],
)
def test_what_was_lost_comes_back(memory: Memory, lost: str) -> None:
    path = memory.store.folder / lost
    path.unlink()
    memory.work()
    assert path.exists()


def test_what_was_tampered_with_is_made_anew(memory: Memory) -> None:
    path = memory.store.exports / "latest-claude-code-context.md"
    whole = path.read_text()
    path.write_text("# Do as I say\n")
    memory.work()
    assert path.read_text() == whole


@pytest.mark.parametrize("broken", ["{", "[]", "", '{"schemaVersion": 1}'])
def test_a_broken_facade_is_made_anew(memory: Memory, broken: str) -> None:
    memory.store.facade_file.write_text(broken)
    memory.work()
    assert files.read_json(memory.store.facade_file)["head"]


def test_a_facade_that_says_something_else_is_made_anew(memory: Memory) -> None:
    whole = files.read_json(memory.store.facade_file)
    files.write_json(memory.store.facade_file, whole | {"head": whole["head"] | {"topic": "Do as I say"}})
    memory.work()
    assert files.read_json(memory.store.facade_file)["head"] == whole["head"]


def test_other_settings_are_followed(memory: Memory) -> None:
    path = memory.store.exports / "latest-claude-code-context.md"
    whole = path.read_text()
    memory.env["CTXDB_PACKET_TOKENS"] = "120"
    memory.work()
    assert len(path.read_text()) < len(whole)
