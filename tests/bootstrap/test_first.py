"""What was there before us: counted at install, and read in the background."""

from __future__ import annotations

import json
import os
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap import first
from ctxdb_hooks.rehearsal import replay
from tests.commands.conftest import Commands
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

HOLDER = """
import sys
from ctxdb_hooks.bootstrap.lock import Lock
print(Lock(sys.argv[1]).take(), flush=True)
input()
"""


def had_a_session(sandbox: Sandbox, project: Path, days_ago: int = 1) -> None:
    """A session that the client kept; its transcript was last written then."""
    ended = datetime.now(UTC) - timedelta(days=days_ago)
    path = replay(sandbox.home / ".claude", str(project), ended=ended)
    os.utime(path, (ended.timestamp(), ended.timestamp()))


@pytest.fixture
def other(sandbox: Sandbox) -> Path:
    return sandbox.new_project("other")


def test_sessions_and_projects_are_counted_the_newest_first(sandbox: Sandbox, other: Path) -> None:
    had_a_session(sandbox, sandbox.project, 3)
    had_a_session(sandbox, other, 1)
    known = first.found(sandbox.env)
    assert (known.sessions, known.whole) == (2, True)
    assert [project.root for project in known.projects] == [str(other), str(sandbox.project)]


def test_what_is_not_to_be_remembered_does_not_count(sandbox: Sandbox, other: Path) -> None:
    had_a_session(sandbox, sandbox.home / "no project")
    had_a_session(sandbox, sandbox.home / "work" / "gone")
    had_a_session(sandbox, other)
    Commands(sandbox)("off", other)
    assert first.found(sandbox.env).sessions == 0


def test_it_does_not_look_for_longer_than_it_may(sandbox: Sandbox) -> None:
    had_a_session(sandbox, sandbox.project)
    assert first.found(sandbox.env, seconds=-1) == first.Found(whole=False)


def test_install_reads_every_project_in_the_background(sandbox: Sandbox, other: Path) -> None:
    had_a_session(sandbox, sandbox.project)
    had_a_session(sandbox, other)
    commands = Commands(sandbox)
    told = commands("install", "--shell", "bash").stdout
    assert "Found 2 sessions in 2 projects" in told
    for project in (sandbox.project, other):
        wait_for(lambda at=project: commands.json("status", cwd=at)["facade"], 30)
    wait_for(lambda: not sandbox.processes(), 30)


def test_install_says_when_there_is_nothing_and_starts_nothing(sandbox: Sandbox) -> None:
    assert "Found no session from before" in Commands(sandbox)("install", "--shell", "bash").stdout
    assert sandbox.processes() == []


def test_a_dry_run_starts_nothing(sandbox: Sandbox) -> None:
    had_a_session(sandbox, sandbox.project)
    assert "Found" not in Commands(sandbox)("install", "--shell", "bash", "--dry-run").stdout
    assert not sandbox.state.exists()


def test_a_second_one_leaves_it_to_the_first(sandbox: Sandbox) -> None:
    had_a_session(sandbox, sandbox.project)
    sandbox.state.mkdir(parents=True)
    holder = (
        "import sys; from ctxdb_hooks.bootstrap.lock import Lock; print(Lock(sys.argv[1]).take(), flush=True); input()"
    )
    commands = Commands(sandbox)
    argv = [commands.argv[0], "-c", holder, str(sandbox.state / "first.lock")]
    with subprocess.Popen(argv, env=sandbox.env, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"True\n"
        sandbox.run([commands.argv[0], "-I", "-m", first.MODULE, sandbox.state / "projects"])
        assert not list((sandbox.state / "projects").iterdir())
        process.communicate(b"\n")


def test_what_it_did_is_in_the_log(sandbox: Sandbox) -> None:
    had_a_session(sandbox, sandbox.project)
    sandbox.run([Commands(sandbox).argv[0], "-I", "-m", first.MODULE, sandbox.state / "projects"])
    (line,) = (sandbox.state / "log").read_text().splitlines()
    assert json.loads(line)["sessions"] == 1
