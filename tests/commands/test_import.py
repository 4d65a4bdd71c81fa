"""Reading what was there before, of one project or of all."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from tests.commands.conftest import Commands
from tests.support.transcripts import Transcript

DAY = 86400


@pytest.fixture
def other(commands: Commands) -> Path:
    """A second project; each of the two has a conversation of now and one of forty days ago."""
    home = commands.sandbox.home
    folder = home / "other"
    (folder / ".git").mkdir(parents=True)
    (folder / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    for root in commands.sandbox.project, folder:
        for age, word in (0, "new"), (40 * DAY, "old"):
            at = time.time() - age - 60
            path = Transcript(home, root, at=at).talk(f"Something {word} in {root.name}").path
            os.utime(path, (at, at))
    return folder


def goals(commands: Commands, folder: Path) -> set[str]:
    """What is remembered of a project."""
    return {each["goal"] for each in commands.json("status", cwd=folder)["recent"]}


def test_of_one_project(commands: Commands, other: Path) -> None:
    done = commands("import")
    assert "2 sessions of 1 project brought up to date" in done.stderr
    name = commands.sandbox.project.name
    assert goals(commands, commands.sandbox.project) == {f"Something new in {name}", f"Something old in {name}"}
    assert goals(commands, other) == set()
    assert "0 sessions of 1 project" in commands("import").stderr


def test_of_all_and_only_since_a_day(commands: Commands, other: Path) -> None:
    reports = commands.json("import", "--all", "--since", "30d")["projects"]
    told = {report["project"]: report["sessions"] for report in reports}
    assert told == {str(commands.sandbox.project): 1, str(other): 1}
    assert goals(commands, other) == {"Something new in other"}
    commands("import", cwd=other)
    assert goals(commands, other) == {"Something new in other", "Something old in other"}


def test_what_was_left_out_is_read_by_the_next_run(commands: Commands, other: Path) -> None:
    commands("import", "--since", "1d")
    assert commands.json("pack")["sessions"] == 1


def test_a_person_sees_how_far_it_is(commands: Commands, other: Path) -> None:
    shown = commands.screen("import", "--all")
    assert "reading transcripts of other" in shown
    assert "4 sessions of 2 projects brought up to date" in shown


def test_outside_of_any_project(commands: Commands, other: Path) -> None:
    assert commands("import", cwd=commands.sandbox.home, check=False).returncode == 1
    assert commands("import", "--since", "soon", check=False).returncode == 2
    assert "of 2 projects" in commands("import", "--all", cwd=commands.sandbox.home).stderr
