"""A home with one project, what Claude writes there, and runs of the background over it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project


class Place:
    """A home with one project, and what Claude writes there."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.root = home / "p"
        (self.root / ".git").mkdir(parents=True)
        (self.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        found = project.find(os.path.realpath(self.root), str(home))
        assert found
        self.store = Store(home / "state" / "projects" / found.store_name)
        self.store.prepare()
        (self.store.folder / "clients").mkdir()

    def says(self, name: str, text: str, at: float) -> Path:
        """Add a prompt of the time ``at`` (s since the epoch) to the transcript ``name``, and give its path."""
        folder = self.home / ".claude/projects" / "".join(c if c.isalnum() else "-" for c in str(self.root))
        folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(at))
        row = {"type": "user", "uuid": name, "parentUuid": None, "timestamp": stamp, "cwd": str(self.root)}
        line = row | {"sessionId": name, "message": {"role": "user", "content": text}}
        path = folder / f"{name}.jsonl"
        with path.open("a") as file:
            file.write(json.dumps(line) + "\n")
        return path

    def run(self, **env: str) -> set[str]:
        """Run the background's work, and give the goals of what is remembered."""
        Work(self.store, str(self.root), {"HOME": str(self.home), **env}).run()
        return {meta["goal"] for meta in self.store.metas()}
