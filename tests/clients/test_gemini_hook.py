"""What Gemini's hook says: only what the launcher left in this project's store, and there once."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ctxdb_hooks.clients.gemini import hook


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "store" / "gemini").mkdir(parents=True)
    (tmp_path / "p").mkdir()
    return tmp_path / "store"


def left(folder: Path, root: Path, text: str = "Told") -> str:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / str(os.getppid())  # as if that one had become the client whose hook this process is
    path.write_text(f"\n{root}\n{text}")
    return str(path)


def said(store: Path, path: str, session: str = "s") -> tuple | None:
    event = {"session_id": session, "cwd": str(store.parent / "p")}
    return hook.said(event, {"CTXDB_GEMINI_FACADE": path}, str(store))


def test_what_the_launcher_left_is_said_once(store: Path):
    path = left(store / "gemini", store.parent / "p")
    answers = [said(store, path), said(store, path), said(store, path, "t")]
    assert answers == [("Told", False), ("", False), ("Told", False)]


def test_a_file_of_the_project_is_not_read(store: Path):
    """Gemini takes a project's .env into the environment of its hooks."""
    root = store.parent / "p"
    inside = left(root / "gemini", root)
    (store / "gemini" / str(os.getppid())).symlink_to(inside)
    for path in (inside, f"{store}/gemini/../../p/gemini/{os.getppid()}", f"{store}/gemini/{os.getppid()}", "", "1"):
        assert said(store, path) is None
    assert hook.said({"session_id": "s", "cwd": str(root)}, {"CTXDB_GEMINI_FACADE": inside}, "") is None
    assert [path.name for path in (root / "gemini").iterdir()] == [str(os.getppid())]


def test_a_start_in_another_project_inherits_nothing(store: Path):
    assert said(store, left(store / "gemini", store.parent / "elsewhere")) is None
