"""`install --claude-hooks` and the real Claude Code: starts that no function sees are told, and none is told twice."""

from __future__ import annotations

import json
import sys

import pytest

from ctxdb_hooks.rehearsal import replay
from tests.support.claude_client import Claude
from tests.support.memory import PACKET, USES, added
from tests.support.mock_server import Request
from tests.support.sandbox import Sandbox

GOAL = "Links must expire"


@pytest.fixture
def hooked(installed: Sandbox, claude: Claude) -> Claude:
    """Claude with our hooks in its settings, beside one of the user's own, in a project with a memory."""
    mine = {"hooks": [{"type": "command", "command": f"touch '{installed.root}/mine'"}]}
    claude.settings({"hooks": {"SessionStart": [mine]}})
    replay(claude.home, str(installed.project))
    for command in ["pack"], ["install", "--shell", "bash", "--claude-hooks"]:
        installed.run([sys.executable, "-m", "ctxdb_hooks", *command])
    return claude


def times_told(request: Request) -> int:
    told = json.dumps(request.body, ensure_ascii=False)
    return told.count(USES[0]) + told.count(PACKET)


@pytest.mark.parametrize("line", ["claude", "command claude"], ids=["by the function", "past it"])
def test_a_session_is_told_once(hooked: Claude, line: str):
    session = hooked.start_in(hooked.sandbox.shell("bash"), line)
    session.say("Go on")

    assert GOAL in added(hooked.api.turns[-1])
    assert times_told(hooked.api.turns[-1]) == 1
    assert session.exit() == 0
    assert (hooked.sandbox.root / "mine").exists()


def test_a_call_that_answers_and_ends_is_told_once(hooked: Claude):
    assert hooked.sandbox.shell("bash").run("claude -p 'Go on'", 60).status == 0

    [request] = hooked.api.turns
    assert times_told(request) == 1
