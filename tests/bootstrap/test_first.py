"""What was there before us: counted at install, and read in the background."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psutil
import pytest

from ctxdb_hooks.bootstrap import first
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.rehearsal import replay
from tests.commands.conftest import Commands
from tests.support import whole
from tests.support.sandbox import Sandbox
from tests.support.transcripts import Transcript
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


@contextmanager
def held(path: Path) -> Iterator[None]:
    """A lock that another process has."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], **pipes) as process:
        assert process.stdout
        assert process.stdout.readline() == b"True\n"
        yield
        process.communicate(b"\n")


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
    with held(sandbox.state / "first.lock"):
        sandbox.run([Commands(sandbox).argv[0], "-I", "-m", first.MODULE, sandbox.state / "projects"])
        assert not list((sandbox.state / "projects").iterdir())


def test_what_it_began_ends_when_it_is_killed(sandbox: Sandbox) -> None:
    """Not in the middle of a transcript, and not only when its time is over: what is left is left to the next run."""
    for number in range(3):
        Transcript(sandbox.home, sandbox.project, at=1_790_000_000 + 100 * number).talk(f"Task {number}")
    project = first.found(sandbox.env).projects[0]
    store = sandbox.state / "projects" / project.store_name
    Store(store).prepare()

    def reader() -> list[psutil.Process]:
        return [process for process in sandbox.processes() if project.root in process.cmdline()]

    with held(store / "writer"):  # until the one who began it is dead
        argv = [Commands(sandbox).argv[0], "-I", "-m", first.MODULE, str(sandbox.state / "projects")]
        with subprocess.Popen(argv, env=sandbox.env, cwd="/") as process:
            wait_for(reader, 30)
            process.kill()
    wait_for(lambda: not sandbox.processes(), 30, lambda: f"still there: {sandbox.processes()}")
    (line,) = (json.loads(line) for line in (sandbox.state / "log").read_text().splitlines())
    assert (line["read"], line["later"]) == (1, 2)
    assert whole.wrong(store) == []


def test_what_it_did_is_in_the_log(sandbox: Sandbox) -> None:
    had_a_session(sandbox, sandbox.project)
    sandbox.run([Commands(sandbox).argv[0], "-I", "-m", first.MODULE, sandbox.state / "projects"])
    (line,) = (sandbox.state / "log").read_text().splitlines()
    assert json.loads(line)["sessions"] == 1
