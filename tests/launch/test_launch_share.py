"""What keeps apart: with ``share = "same-client"`` one client from another, always one account from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from tests.support.launcher import GOAL, Launcher

pytestmark = pytest.mark.lazy  # under eager loading the text is another, its way the same

APART = {"CTXDB_SHARE": "same-client"}


def work(launcher: Launcher, **env: str) -> None:
    Work(launcher.store(), str(launcher.sandbox.project), launcher.env | env).write()


def test_the_folder_that_a_start_may_read_is_its_client_s_own(told: Launcher):
    work(told, **APART)
    text, folder = told.added("what now?", env=APART)
    path = told.store().packet("claude-code", apart=True)
    assert GOAL in text and f"Full history: {path}\n" in text
    assert folder == f"--add-dir={path.parent}"


def test_what_was_written_for_all_is_not_given_to_a_start_that_keeps_apart(told: Launcher):
    work(told)
    assert told.added("what now?", env=APART) == []
    work(told, **APART)
    assert told.added("what now?", env=APART) != []


def test_what_was_written_apart_serves_a_start_that_does_not(told: Launcher):
    work(told, **APART)
    text, folder = told.added("what now?")
    assert GOAL in text
    assert Path(folder.removeprefix("--add-dir=")).name == "claude-code"


@pytest.mark.parametrize("name", ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "GEMINI_CLI_HOME"])
def test_another_account_is_told_nothing(told: Launcher, tmp_path: Path, name: str):
    assert told.added("what now?", env={name: str(tmp_path / "work-account")}) == []
    assert told.added("what now?") != []
