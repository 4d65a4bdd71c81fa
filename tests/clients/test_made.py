"""What the real clients wrote (fixtures/made, by fixtures/make) is read as what was said and done in it."""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.clients.claude.ingest import folder_name
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb.files import open_regular
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project

MADE = Path(__file__).parents[1] / "fixtures" / "made"
HERE = "/home/dev/project"
FILES = {f"{path.parent.name}/{path.stem}": path for path in sorted(MADE.glob("*/*.jsonl"))}
DIRECTIVE = re.compile(r" \[\[.*?\]\]")
WRITTEN = "Write a greeting"
# What a person said, and the kinds of what else there is, each once.
EXPECTED = {
    "tools": ([WRITTEN], {"answer", "edit", "command"}),
    "failed": (["Look into a folder that is not there"], {"answer", "failure"}),
    "api-error": (["Ask a model that is not there"], {"failure"}),
    "resumed": (["Begin what is resumed", "Go on with it"], {"answer"}),
    "cleared": (["Before it is cleared"], {"answer"}),
    "cleared-2": (["After it was cleared"], {"answer"}),
}


def read(path: Path, native: str = "") -> Reading:
    fd = open_regular(path)
    try:
        found: Reading = import_module(f"ctxdb_hooks.clients.{path.parent.name}.ingest").read(fd, path, Cursor())
        return found
    finally:
        os.close(fd)


def prompts(reading: Reading) -> list[str]:
    found = sorted((event for event in reading.events if event.kind == "prompt"), key=lambda event: event.ts)
    return [DIRECTIVE.sub("", event.text) for event in found]


def test_all_three_have_written() -> None:
    assert {name.partition("/")[0] for name in FILES} == {"claude", "codex", "gemini"}
    for name in "tools", "failed", "long", "resumed":
        assert {f"{client}/{name}" for client in ("claude", "codex", "gemini")} <= set(FILES)
    assert {"claude/forked", "claude/cleared-2", "claude/compacted", "codex/forked", "codex/compacted"} <= set(FILES)


@pytest.mark.parametrize("name", [name for name in FILES if name.partition("/")[2] in EXPECTED])
def test_what_was_said_and_done(name: str) -> None:
    said, kinds = EXPECTED[name.partition("/")[2]]
    reading = read(FILES[name])
    assert prompts(reading) == said
    assert {event.kind for event in reading.events} - {"read"} >= kinds | {"prompt"} - {"command"}
    if "edit" in kinds:
        edited = {ref for event in reading.events if event.kind == "edit" for ref in event.refs}
        assert edited == {f"{HERE}/greet.py"}


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith("/long")])
def test_a_long_one_is_whole(name: str) -> None:
    reading = read(FILES[name])
    said = prompts(reading)
    assert said == [f"Question {number}" for number in range(len(said))]
    assert len(said) > 3
    answers = {event.text for event in reading.events if event.kind == "answer"}
    assert answers == {f"Answer {number}." for number in range(len(said))}


@pytest.mark.parametrize("name", [name for name in FILES if name.endswith("/compacted")])
def test_a_compacted_one_goes_on(name: str) -> None:
    kinds = [event.kind for event in read(FILES[name]).events]
    assert kinds.count("compact") == 1
    assert prompts(read(FILES[name]))[-1] == "After it was compacted"
    assert kinds.index("compact") < len(kinds) - 2


@pytest.mark.parametrize("client", ["claude", "codex", "gemini"])
def test_each_thing_is_remembered_once_across_all_files(client: str, tmp_path: Path) -> None:
    home, root = tmp_path, tmp_path / "p"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for number, (name, path) in enumerate(FILES.items()):
        if name.startswith(client):
            put(home, root, client, number, path)
    found = project.find(str(root), str(home))
    assert found
    store = Store(home / "state" / "projects" / found.store_name)
    report = Work(store, str(root), {"HOME": str(home)}).run()

    assert report.skipped == []
    events = [event for name in store.ids() for event in store.events(name)]
    said = [DIRECTIVE.sub("", event.text) for event in events if event.kind == "prompt"]
    assert sorted(said) == sorted(set(said))
    assert {WRITTEN, "Begin what is resumed", "Go on with it", "Question 3"} <= set(said)
    assert {ref for event in events if event.kind == "edit" for ref in event.refs} == {"greet.py"}
    assert all(event.text != "" for event in events if event.kind in ("prompt", "answer"))


def put(home: Path, root: Path, client: str, number: int, path: Path) -> None:
    """A fixture where its client would have it."""
    text = path.read_text().replace(HERE, str(root))
    native = re.search(r'"(?:sessionId|id)":"([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"', text)
    assert native
    if client == "claude":
        place = home / ".claude/projects" / folder_name(str(root)) / f"{native[1]}.jsonl"
    elif client == "codex":
        place = home / ".codex/sessions/2026/11/30" / f"rollout-2026-11-30T15-00-{number:02}-{native[1]}.jsonl"
    else:
        place = home / ".gemini/tmp/p/chats" / f"session-2026-11-30T15-{number:02}-{native[1][:8]}.jsonl"
        place.parent.mkdir(parents=True, exist_ok=True)
        (place.parents[1] / ".project_root").write_text(str(root))
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)
