"""A secret of its own in every text that a client's transcript holds: none is found in anything that is kept."""

from __future__ import annotations

import itertools
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.clients.claude.ingest import folder_name
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project
from tests.clients.claude_lines import Transcript
from tests.secrets_made import make

FIXTURES = Path(__file__).parents[1] / "fixtures"
# What the readers tell lines apart by, and what ties them to each other and to the project.
STRUCTURE = frozenset(
    "type subtype uuid parentUuid timestamp sessionId session_id id role cwd tool_use_id kind projectHash startTime "
    "lastUpdated call_id turn_id thread_id status operation source originator name thread_source history_mode "
    "leafUuid".split()
)
LEAK = re.compile(rb"ghp_\w{12,}")


class Planter:
    """Puts tokens into JSON, and remembers where each went."""

    def __init__(self) -> None:
        self.where: dict[str, str] = {}
        self._number = itertools.count()

    def plant(self, value: Any, place: str = "", key: str = "") -> Any:
        """The value with a token behind every text that is not structure."""
        if isinstance(value, dict):
            return {name: self.plant(inner, f"{place}.{name}", name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.plant(inner, place, key) for inner in value]
        if not isinstance(value, str) or key in STRUCTURE:
            return value
        if value.startswith(("{", "[")):
            try:
                return json.dumps(self.plant(json.loads(value), place, key))
            except ValueError:
                pass
        token = make("ghp_{m:36}", next(self._number))
        self.where[token] = place
        return f"{value} {token}"

    def lines(self, text: str, cwd: Path) -> str:
        """A transcript with tokens, at home in a folder."""
        rows = [self.plant(json.loads(line)) for line in text.splitlines()]
        for row in rows:
            for holder in (row, row.get("payload")):
                if isinstance(holder, dict) and "cwd" in holder:
                    holder["cwd"] = str(cwd)
        return "".join(json.dumps(row) + "\n" for row in rows)


def claude(root: Path) -> Iterator[str]:
    talk = Transcript(cwd=str(root))
    talk.raw(type="summary", summary="an old title", leafUuid="nowhere")
    talk.raw(type="custom-title", customTitle="mine")
    talk.prompt("hi")
    talk.prompt("<command-name>/review</command-name><command-args>all</command-args>")
    talk.prompt("<bash-input>env</bash-input>")
    talk.tool("Edit", file_path=f"{root}/a.py", old_string="a", new_string="b")
    talk.tool("Bash", "no", error=True, command="cat .env")
    talk.tool("Read", "PASSWORD", file_path=f"{root}/.env")
    talk.tool("TaskCreate", "Task #7 created", subject="it", description="it")
    talk.tool("TodoWrite", todos=[{"content": "do", "status": "pending"}])
    talk.tool("WebFetch", "page", url="https://example.com/", prompt="x")
    talk.call("Bash", command="one that never ends")
    talk.result("toolu_nobody", "no call was ever seen", error=True)
    talk.raw(type="queue-operation", operation="enqueue", content="typed meanwhile", timestamp=talk.now)
    talk.raw(type="pr-link", prUrl="https://example.com/pull/1")
    talk.line("system", subtype="away_summary", content="recap")
    talk.answer("done")
    yield talk.data().decode()
    nothing_said = Transcript("5e55104e-0000-4000-8000-000000000002", cwd=str(root))
    nothing_said.raw(type="ai-title", aiTitle="What the client calls it")
    nothing_said.prompt("continue")
    yield nothing_said.data().decode()


def place(home: Path, root: Path, planter: Planter) -> None:
    """Put transcripts of all three clients where they write them."""
    for number, text in enumerate(claude(root)):
        path = home / ".claude/projects" / folder_name(str(root)) / f"{number:08x}-0000-4000-8000-000000000000.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(planter.lines(text, root))
    for path in (FIXTURES / "codex").glob("*.jsonl"):
        found = re.search(r'"id": "([0-9a-f-]{36})"', path.read_text())
        assert found
        target = home / f".codex/sessions/2026/11/30/rollout-2026-11-30T15-43-31-{found[1]}.jsonl"
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(planter.lines(path.read_text(), root))
    chats = home / ".gemini/tmp/p/chats"
    chats.mkdir(parents=True)
    (home / ".gemini/projects.json").write_text(json.dumps({"projects": {str(root): "p"}}))
    (chats.parent / ".project_root").write_text(str(root))
    for number, path in enumerate((FIXTURES / "gemini").glob("*.jsonl")):
        (chats / f"session-2026-11-30T15-43-{number:08x}.jsonl").write_text(planter.lines(path.read_text(), root))


@pytest.mark.parametrize("share", ["all", "same-client"])
def test_no_secret_in_anything_that_is_kept(tmp_path: Path, share: str):
    home, root = tmp_path / "home", tmp_path / "home" / "work" / "p"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    planter = Planter()
    place(home, root, planter)
    found = project.find(os.path.realpath(root), str(home))
    assert found
    store = Store(tmp_path / "state" / "projects" / found.store_name)
    Work(store, found.root, {"HOME": str(home), "CTXDB_SHARE": share}).run()

    assert {meta["agent"] for meta in store.metas()} == {"claude-code", "codex-cli", "gemini-cli"}
    leaks = [
        (planter.where.get(token.decode(), "a part of one"), path.name)
        for path in tmp_path.joinpath("state").rglob("*")
        if path.is_file()
        for token in LEAK.findall(path.read_bytes())
    ]
    assert not leaks
