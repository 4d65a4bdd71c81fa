"""Conversations of all three clients, every kind of line in them: changed, then put where the clients write."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.claude.ingest import folder_name
from tests.clients.claude_lines import Transcript

FIXTURES = Path(__file__).parents[1] / "fixtures"
# What the readers tell lines apart by, and what ties them to each other and to the project.
STRUCTURE = frozenset(
    "type subtype uuid parentUuid timestamp sessionId session_id id role cwd tool_use_id kind projectHash startTime "
    "lastUpdated call_id turn_id thread_id status operation source originator name thread_source history_mode "
    "leafUuid".split()
)


def place(home: Path, root: Path, change: Callable[[Any], Any]) -> None:
    """Write transcripts whose rows went through ``change``, at home in the project ``root``."""
    for number, text in enumerate(_claude(root)):
        name = f"{number:08x}-0000-4000-8000-000000000000.jsonl"
        _write(home / ".claude/projects" / folder_name(str(root)) / name, text, root, change)
    for path in sorted((FIXTURES / "codex").glob("*.jsonl")):
        found = re.search(r'"id": "([0-9a-f-]{36})"', path.read_text())
        assert found
        name = f"rollout-2026-11-30T15-43-31-{found[1]}.jsonl"
        _write(home / ".codex/sessions/2026/11/30" / name, path.read_text(), root, change)
    folder = home / ".gemini/tmp/p"
    for number, path in enumerate(sorted((FIXTURES / "gemini").glob("*.jsonl"))):
        name = f"session-2026-11-30T15-43-{number:08x}.jsonl"
        _write(folder / "chats" / name, path.read_text(), root, change)
    (home / ".gemini/projects.json").write_text(json.dumps({"projects": {str(root): "p"}}))
    (folder / ".project_root").write_text(str(root))


def _write(path: Path, text: str, cwd: Path, change: Callable[[Any], Any]) -> None:
    rows = [change(json.loads(line)) for line in text.splitlines()]
    for row in rows:
        for holder in (row, row.get("payload") if isinstance(row, dict) else None):
            if isinstance(holder, dict) and "cwd" in holder:
                holder["cwd"] = str(cwd)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


def _claude(root: Path) -> Iterator[str]:
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
