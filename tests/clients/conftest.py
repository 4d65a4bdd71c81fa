"""A project with a store, and transcripts that are brought into it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.clients.claude.ingest import folder_name
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects


class Memory:
    """The memory of one git work tree below a home of its own."""

    def __init__(self, home: Path, name: str = "proj") -> None:
        self.home = home
        self.root = home / name
        (self.root / ".git").mkdir(parents=True)
        (self.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        found = projects.find(str(self.root), str(home))
        assert found is not None
        self.store = Store(home / ".local/state/ctxdb-hooks/projects" / found.store_name)
        self.env = {"HOME": str(home), "PATH": os.environ["PATH"]}

    @property
    def transcripts(self) -> Path:
        """Where the client puts this project's transcripts."""
        return self.home / ".claude" / "projects" / folder_name(str(self.root))

    def put(self, *talks, age: int = 0) -> None:
        """Write transcripts as the client would, ``age`` seconds ago."""
        for talk in talks:
            path = talk.write(self.transcripts)
            seen = path.stat().st_mtime - age
            os.utime(path, (seen, seen))

    def work(self):
        """One run of the background."""
        work = Work(self.store, str(self.root), self.env)
        work.run()
        return work.report

    def told(self) -> dict[str, list[str]]:
        """What each described session holds: its native id to the texts of its events."""
        return {
            meta["source"]["native_id"]: [event.text for event in self.store.events(meta["sessionId"])]
            for meta in self.store.metas()
        }


@pytest.fixture
def memory(tmp_path) -> Memory:
    """The memory of a project in a home of its own."""
    return Memory(Path(os.path.realpath(tmp_path)))
