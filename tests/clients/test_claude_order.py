"""Claude writes its lines by more than one stream, so that an answer can stand before its prompt."""

from __future__ import annotations

import json
import os
from pathlib import Path

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project


def line(kind: str, uuid: str, parent: str | None, at: str, text: str, cwd: Path) -> str:
    message = {"role": kind, "content": text if kind == "user" else [{"type": "text", "text": text}]}
    row = {"type": kind, "uuid": uuid, "parentUuid": parent, "timestamp": f"2026-01-02T03:04:{at}Z", "message": message}
    return json.dumps(row | {"cwd": str(cwd), "sessionId": "s", "isSidechain": False}) + "\n"


def test_an_answer_that_is_written_before_its_prompt_ends_the_turn(tmp_path: Path):
    root = tmp_path / "home" / "p"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    transcripts = tmp_path / "home/.claude/projects" / "".join(c if c.isalnum() else "-" for c in str(root))
    transcripts.mkdir(parents=True)
    (transcripts / "0b1c2d3e-0000-4000-8000-000000000000.jsonl").write_text(
        line("assistant", "b", "a", "06.300", "Done.", root) + line("user", "a", None, "05.800", "Fix the parser", root)
    )
    found = project.find(os.path.realpath(root), str(tmp_path / "home"))
    assert found
    store = Store(tmp_path / "state" / "projects" / found.store_name)
    Work(store, found.root, {"HOME": str(tmp_path / "home")}).run()

    [meta] = store.metas()
    assert meta["derived"]["status"] == "done"
    assert [event.kind for event in store.events(meta["sessionId"])] == ["prompt", "answer"]
