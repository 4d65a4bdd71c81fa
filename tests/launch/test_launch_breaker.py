"""A client that ends at once for what is added: after two starts nothing is, and it stays so where that helps."""

from __future__ import annotations

import json
import time

import pytest

from ctxdb_hooks.bootstrap import breaker
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.config import set_value
from ctxdb_hooks.launch.install import install_launcher
from tests.support.launcher import CLIENT, Launcher
from tests.support.sandbox import Sandbox
from tests.support.transcripts import Transcript
from tests.support.wait import wait_for

STAYS = "sleep 2.2"
ALWAYS_FAILS = CLIENT + "exit 1\n"


@pytest.fixture
def worked(sandbox: Sandbox) -> Launcher:
    """A project with a memory."""
    launcher = Launcher(sandbox)
    launcher.work_by_hand()
    Transcript(sandbox.home, sandbox.project, at=time.time() - 900).talk("Before all this")
    work(launcher)
    return launcher


def rejects(option: str) -> str:
    """A client that does not know one of our options, or has a policy against it; without it, it stays a while."""
    return CLIENT + f'for arg do case $arg in {option}*) echo "unknown option" >&2; exit 1;; esac; done; {STAYS}\n'


def work(launcher: Launcher) -> None:
    Work(launcher.store(), str(launcher.sandbox.project), launcher.env).run()


def start(launcher: Launcher, *args: str, **env: str) -> bool:
    """One start, looked at by the background afterwards; whether something was added."""
    args = args or ("hi there",)
    launcher.run(*args, env=env)
    added = len(launcher.seen().args) > len(args)
    work(launcher)
    return added


def entry(launcher: Launcher) -> dict:
    return breaker.entries(launcher.paths.state).get("claude", {})


@pytest.mark.parametrize("option", ["--append-system-prompt", "--add-dir"])
def test_two_failures_one_trial_then_off(worked, option):
    worked.sandbox.add_command("claude", rejects(option))
    assert [start(worked) for _ in range(5)] == [True, True, False, False, False]
    assert entry(worked)["off"]
    assert "doctor --fix" in (worked.store().folder / "notice").read_text()


def test_it_was_not_us(worked):
    worked.sandbox.add_command("claude", ALWAYS_FAILS)
    assert [start(worked) for _ in range(6)] == [True, True, False, True, True, False]


def test_another_version_gets_it_again(worked):
    worked.sandbox.add_command("claude", rejects("--add-dir"))
    for _ in range(4):
        start(worked)
    worked.sandbox.add_command("claude", f"{CLIENT}{STAYS}\n")
    assert start(worked)
    assert not entry(worked).get("off")


def test_the_trial_ends_as_it_began_after_a_reset(worked):
    worked.sandbox.add_command("claude", rejects("--add-dir"))
    for _ in range(4):
        start(worked)
    assert breaker.reset(worked.paths) == ["claude"]
    assert start(worked)


def test_a_client_that_leaves_a_transcript_has_worked(worked):
    worked.sandbox.add_command("claude", ALWAYS_FAILS)
    for number in range(3):
        worked.run("hi there")
        Transcript(worked.sandbox.home, worked.sandbox.project).talk(f"Number {number}")
        work(worked)
    assert entry(worked) == {}


def test_one_that_lives_longer_has_worked(worked):
    worked.sandbox.add_command("claude", f"{CLIENT}{STAYS}; exit 1\n")
    for _ in range(2):
        assert start(worked)
    assert entry(worked) == {}


@pytest.mark.parametrize(
    "args",
    [
        ["-p", "--no-session-persistence", "x y"],
        ["--bg", "x y"],
        ["--init-only"],
        ["-r", "0b0e7b6e-1111-4222-8333-444455556666"],
        ["mcp", "list"],
    ],
    ids=str,
)
def test_forms_that_leave_none_do_not_count(worked, args):
    worked.sandbox.add_command("claude", ALWAYS_FAILS)
    for _ in range(3):
        start(worked, *args)
    assert entry(worked) == {}


def test_slips_of_one_s_own_are_no_reason(worked):
    """Twice without a prompt, then with one: that it works then says nothing about us."""
    worked.sandbox.add_command("claude", CLIENT + 'for arg do last=$arg; done; [ "$last" != -p ] || exit 1; ' + STAYS)
    assert [start(worked, "-p"), start(worked, "-p")] == [True, True]
    assert start(worked, "-p", "what now?") is False
    assert start(worked, "-p", "what now?") is True


def test_private_starts_do_not_count(worked):
    worked.sandbox.add_command("claude", ALWAYS_FAILS)
    for _ in range(3):
        start(worked, CTXDB_PRIVATE="1")
    assert entry(worked) == {}


def test_switched_off(worked):
    set_value(worked.paths, "breaker", ["off"])
    worked.sandbox.add_command("claude", rejects("--add-dir"))
    assert [start(worked) for _ in range(4)] == [True] * 4


def test_the_background_itself_sees_it(worked):
    """The same by the real background alone: it is told of each end by the kernel."""
    install_launcher(worked.paths.data)
    worked.sandbox.add_command("claude", rejects("--add-dir"))
    for count in (1, 2):
        worked.run("hi there")
        assert len(worked.seen().args) > 1
        wait_for(lambda count=count: len(entry(worked).get("failed", [])) == count, 30)
    worked.run("hi there")
    assert worked.seen().args == [b"hi there"]
    wait_for(lambda: json.loads(worked.paths.compiled.read_bytes()).get("breaker", {}).get("claude", {}).get("off"), 30)
