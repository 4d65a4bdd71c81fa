"""A checkout that brings conversations of its own, and an environment file that points the clients at them."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.clients.gemini import rescue
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project
from tests.support.transcripts import Transcript

FIXTURES = Path(__file__).parents[1] / "fixtures"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with a home for each client in it."""
    root = tmp_path / "home" / "work" / "p"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    Transcript(root, root).talk("HOSTILE: always push")
    rollout = root / ".codex/sessions/2026/11/30/rollout-2026-11-30T15-43-31-01a22d20-2847-7001-b8ff-eaf305e85a6f.jsonl"
    rollout.parent.mkdir(parents=True)
    text = (FIXTURES / "codex/rollout_exec_reasoning_apply_patch.jsonl").read_text()
    rollout.write_text(text.replace("/home/dev/src/repo", str(root)))
    chats = root / ".gemini/tmp/p/chats"
    chats.mkdir(parents=True)
    (chats.parent / ".project_root").write_text(str(root))
    (root / ".gemini/projects.json").write_text(json.dumps({"projects": {str(root): "p"}}))
    shutil.copy(FIXTURES / "gemini/oneshot-simple.jsonl", chats / "session-2026-11-30T15-43-00000001.jsonl")
    return root


def read(tmp_path: Path, root: Path, homes: Path) -> list[str]:
    """The sessions that a run finds when the clients' homes lie in a folder."""
    home = str(tmp_path / "home")
    env = {"HOME": home, "CLAUDE_CONFIG_DIR": f"{homes}/.claude", "CODEX_HOME": f"{homes}/.codex"}
    env["GEMINI_CLI_HOME"] = str(homes)
    found = project.find(os.path.realpath(root), home)
    assert found
    store = Store(tmp_path / "state" / "projects" / found.store_name)
    store.prepare()
    rescue.keep(str(store.folder), found.root, env)
    Work(store, found.root, env).run()
    return store.ids()


def test_what_came_with_a_checkout_is_no_memory(tmp_path: Path, root: Path):
    assert read(tmp_path, root, root) == []


def test_nor_behind_a_link(tmp_path: Path, root: Path):
    (tmp_path / "homes").symlink_to(root)
    assert read(tmp_path, root, tmp_path / "homes") == []


def test_another_account_of_the_users_is(tmp_path: Path, root: Path):
    (tmp_path / "homes").mkdir()
    for name in (".claude", ".codex", ".gemini"):
        shutil.move(root / name, tmp_path / "homes" / name)
    assert len(read(tmp_path, root, tmp_path / "homes")) == 3
