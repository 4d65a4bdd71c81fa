"""Accounts do not mix, and copies in the work tree are only copies."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxdb_hooks.contextdb import placement
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import places

HOME = "/home/u"


@pytest.mark.parametrize("name", ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"])
def test_another_account_has_stores_of_its_own(name: str):
    usual = places.projects_dir({"HOME": HOME})
    other = places.projects_dir({"HOME": HOME, name: "/home/u/work-account"})
    third = places.projects_dir({"HOME": HOME, name: "/home/u/third"})
    assert len({usual, other, third}) == 3
    assert Store(Path(other, "p-0123456789abcdef")).state == Path(HOME, ".local/state/ctxdb-hooks")


def test_the_usual_places_named_outright_are_no_other_account():
    named = {"CLAUDE_CONFIG_DIR": f"{HOME}/.claude/", "CODEX_HOME": f"{HOME}/.codex", "GEMINI_CLI_HOME": HOME}
    assert places.projects_dir({"HOME": HOME, **named}) == places.projects_dir({"HOME": HOME})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state" / "projects" / "p-0123456789abcdef")
    store.prepare()
    (store.exports / "latest-claude-code-context.md").write_text("# Project memory\n")
    store.facade_file.write_text(json.dumps({"goal": "x"}))
    return store


def test_copies_are_ignored_by_git(store: Store, tmp_path: Path):
    root = tmp_path / "root"
    root.mkdir()
    placement.copy(store, root)

    base = root / "memory/context-db"
    assert (base / ".gitignore").read_text() == "*\n"
    assert (base / "exports/latest-claude-code-context.md").read_text() == "# Project memory\n"
    assert json.loads((base / ".facade.json").read_text()) == {"goal": "x"}


def test_links_in_the_checkout_are_not_followed(store: Store, tmp_path: Path):
    root, elsewhere = tmp_path / "root", tmp_path / "elsewhere"
    root.mkdir()
    elsewhere.mkdir()
    (root / "memory").symlink_to(elsewhere)
    placement.copy(store, root)
    assert list(elsewhere.iterdir()) == []


def test_a_project_that_is_gone_is_not_made_again(store: Store, tmp_path: Path):
    placement.copy(store, tmp_path / "gone")
    assert not (tmp_path / "gone").exists()
