"""What is kept and for how long, and what is described again when rules or language change."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb import derive
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

    def says(self, name: str, text: str, days: float) -> Path:
        folder = self.home / ".claude/projects" / "".join(c if c.isalnum() else "-" for c in str(self.root))
        folder.mkdir(parents=True, exist_ok=True)
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - days * 86400))
        row = {"type": "user", "uuid": name, "parentUuid": None, "timestamp": stamp, "cwd": str(self.root)}
        path = folder / f"{name}.jsonl"
        path.write_text(json.dumps(row | {"sessionId": name, "message": {"role": "user", "content": text}}) + "\n")
        return path

    def run(self, **env: str) -> set[str]:
        Work(self.store, str(self.root), {"HOME": str(self.home), **env}).run()
        return {meta["goal"] for meta in self.store.metas()}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_memory_outlives_the_transcript(place: Place):
    path = place.says("one", "Walnut work", 40)
    assert place.run() == {"Walnut work"}
    path.unlink()
    assert place.run() == {"Walnut work"}


def test_memory_goes_with_the_transcript_for_those_who_ask(place: Place):
    path = place.says("one", "Walnut work", 40)
    place.says("two", "Cherry work", 1)
    assert place.run(CTXDB_RETENTION="client") == {"Walnut work", "Cherry work"}
    path.unlink()
    assert place.run(CTXDB_RETENTION="client") == {"Cherry work"}
    assert not [file for file in place.store.folder.rglob("*") if file.is_file() and b"Walnut" in file.read_bytes()]


def test_memory_goes_with_time_for_those_who_ask(place: Place):
    place.says("one", "Walnut work", 40)
    place.says("two", "Cherry work", 1)
    assert place.run(CTXDB_RETENTION_DAYS="30") == {"Cherry work"}
    assert place.run() == {"Cherry work"}


def test_another_language_or_other_rules_describe_anew(place: Place, monkeypatch: pytest.MonkeyPatch):
    place.says("one", "Walnut work", 1)
    place.run()
    assert place.store.metas()[0]["head"]["lang"] == "en"
    place.run(CTXDB_LANGUAGE="zh")
    assert place.store.metas()[0]["head"]["lang"] == "zh"

    monkeypatch.setattr(derive, "RULES", derive.RULES + 1)
    monkeypatch.setattr(derive.Facts, "_goal", lambda *_: "By other rules")
    assert place.run() == {"By other rules"}
