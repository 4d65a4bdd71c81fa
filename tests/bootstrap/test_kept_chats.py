"""Chats of Gemini's that were kept from deletion: remembered where, and only where, the chat itself would be."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxdb_hooks.clients.gemini import rescue
from tests.bootstrap.place import Place

AT = "2026-01-02T03:04:05.000Z"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Place:
    monkeypatch.setenv("HOME", str(tmp_path))
    return Place(tmp_path)


def keep_and_delete(place: Place, cwd: Path) -> Path:
    """A chat in ``cwd`` that a start has kept and Gemini has deleted since; returns Gemini's folder of it."""
    folder = place.home / ".gemini" / "tmp" / "p"
    path = folder / "chats" / "session-2026-01-02T03-04-75db3930.jsonl"
    path.parent.mkdir(parents=True)
    (folder / ".project_root").write_text(str(cwd))
    header = {"sessionId": "75db3930-0000", "startTime": AT, "lastUpdated": AT, "kind": "main"}
    said = {"id": "m1", "timestamp": AT, "type": "user", "content": "Teach the lexer"}
    path.write_text("".join(json.dumps(row) + "\n" for row in (header, said)))
    assert rescue.keep(str(place.store.folder), str(place.root), {"HOME": str(place.home)}) == 1
    path.unlink()
    return folder


def left(place: Place) -> list[Path]:
    return list((place.store.folder / rescue.FOLDER).iterdir())


def test_a_chat_of_the_project_is_remembered(place: Place):
    keep_and_delete(place, place.root)
    assert place.run() == {"Teach the lexer"}
    assert left(place) == []


def test_one_whose_folder_cannot_be_told_any_more_is_too(place: Place):
    folder = keep_and_delete(place, place.root)
    (folder / ".project_root").unlink()
    assert place.run() == {"Teach the lexer"}


def test_one_of_a_project_inside_the_project_is_not(place: Place):
    inner = place.root / "vendor" / "inner"
    (inner / ".git").mkdir(parents=True)
    (inner / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    keep_and_delete(place, inner)
    assert place.run() == set()
    assert left(place) == []


def test_one_of_a_folder_that_is_excluded_is_not(place: Place):
    (place.root / "secret").mkdir()
    keep_and_delete(place, place.root / "secret")
    assert place.run(CTXDB_EXCLUDE="secret") == set()
    assert left(place) == []
