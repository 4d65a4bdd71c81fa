"""Switching projects on and off."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Commands


def test_off_and_on_again(remembering: Commands) -> None:
    remembering("off")
    seen = remembering.json("status")
    assert seen["on"] is False
    assert seen["sessions"] == 1
    assert "switched off" in remembering("status").stdout
    remembering("on")
    assert remembering.json("status")["on"] is True


def test_a_subfolder_means_its_project(remembering: Commands) -> None:
    folder = remembering.sandbox.project / "sub"
    folder.mkdir()
    remembering("off", folder, cwd=remembering.sandbox.home)
    assert remembering.json("status")["on"] is False


def test_no_file_is_written_into_the_project(remembering: Commands) -> None:
    before = sorted(remembering.sandbox.project.rglob("*"))
    remembering("on")
    assert sorted(remembering.sandbox.project.rglob("*")) == before


def test_on_is_needed_where_wrap_mode_is_opt_in(remembering: Commands) -> None:
    remembering("config", "set", "wrap_mode", "opt-in")
    assert "ctxdb-hooks on" in remembering("status").stdout
    remembering("on")
    assert remembering.json("status")["on"] is True


def test_a_folder_without_git_can_be_switched_on(commands: Commands) -> None:
    notes = commands.sandbox.home / "notes"
    notes.mkdir()
    commands("on", cwd=notes)
    assert commands.json("status", cwd=notes)["project"] == str(notes)


def test_on_says_when_it_will_not_help(commands: Commands) -> None:
    commands("config", "set", "wrap_mode", "off")
    assert "nothing will be added" in commands("on").stdout


@pytest.mark.parametrize("folder", ["no-such-folder", "README.md", ""])
def test_a_folder_that_is_not_there_is_an_error(commands: Commands, folder: str) -> None:
    done = commands("off", folder, check=False)
    assert done.returncode == 1
    assert "no such folder" in done.stderr
