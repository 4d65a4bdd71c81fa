"""The hook of each turn in the real Claude: over a session's ways to go on, in sub-agents, and when it is broken."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.claude_client import Claude
from tests.support.memory import added, leave_nothing_to_chance, nudges
from tests.support.replies import Reply, ToolCall
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # what is loaded at the start changes nothing about a turn
RECALL = "What did we decide in our previous session?"


@pytest.fixture
def told(installed: Sandbox, claude: Claude) -> Claude:
    """Claude in a project with one earlier session."""
    claude.ask("Teach the lexer about comments")
    installed.run(["ctxdb-hooks", "pack"])
    leave_nothing_to_chance(installed)
    return claude


def test_clear_begins_anew_and_what_goes_on_is_not_told_twice(told: Claude, installed: Sandbox) -> None:
    session = told.start_in(installed.shell("bash"))
    session.say(RECALL)
    assert len(nudges(told.api.turns[-1])) == 1
    session.submit("/clear")
    session.terminal.wait_for(lambda screen: RECALL not in screen, 20)
    session.wait_until_ready()
    session.say(RECALL)
    assert len(nudges(told.api.turns[-1])) == 1  # another session, whose context was empty
    session.exit()

    resumed = told.start_in(installed.shell("bash"), "claude --continue")
    resumed.say("And before that, in the session before?")
    assert len(nudges(told.api.turns[-1])) == 1  # the one that stands in the history
    resumed.exit()


def test_a_resumed_session_s_turns_are_judged(told: Claude, installed: Sandbox) -> None:
    session = told.start_in(installed.shell("bash"))
    session.say("What is two plus two?")
    first = told.api.turns[-1]
    session.exit()
    installed.rest()  # what the session was given is known before it ends, that it is the newest only now

    session = told.start_in(installed.shell("bash"), "claude --continue")
    session.say(RECALL)
    assert len(nudges(told.api.turns[-1])) == 1
    assert added(told.api.turns[-1]) == added(first)
    session.exit()


def test_a_compacted_session_goes_on(told: Claude, installed: Sandbox) -> None:
    session = told.start_in(installed.shell("bash"))
    session.say("What is two plus two?")
    session.say("And three plus three?")
    session.submit("/compact")
    session.terminal.wait_for(lambda screen: "ompacted" in screen, 30)
    session.wait_until_ready()
    session.say(RECALL)
    assert len(nudges(told.api.turns[-1])) == 1
    assert "Teach the lexer" in added(told.api.turns[-1])


def test_a_sub_agent_s_task_is_not_judged(told: Claude, installed: Sandbox) -> None:
    told.allow("Agent")
    task = {"description": "Look it up", "prompt": RECALL, "subagent_type": "general-purpose"}
    told.api.script(Reply("I let an agent look.", tools=(ToolCall("Agent", task),)))
    before = len(told.api.turns)
    told.start_in(installed.shell("bash")).say("What is two plus two?")
    requests = told.api.turns[before:]
    assert any(RECALL in request.text and "two plus two" not in request.text for request in requests)
    assert [nudges(request) for request in requests] == [[] for _ in requests]


def test_a_hook_that_is_missing_fails_or_hangs_changes_nothing(told: Claude, installed: Sandbox) -> None:
    hook = installed.data / "launch" / "ctxdb_hooks_hook"
    session = told.start_in(installed.shell("bash"))
    for script in ("", "#!/bin/sh\nexit 1\n", "#!/nowhere\n", "#!/bin/sh\nexec sleep 60\n"):
        _replace(hook, script)
        session.say(RECALL)
        assert nudges(told.api.turns[-1]) == [], script
        assert RECALL in told.api.turns[-1].text
    assert session.exit() == 0


def _replace(path: Path, script: str) -> None:
    """Put a script where another was; none for an empty one."""
    path.unlink(missing_ok=True)
    if script:
        path.write_text(script)
        path.chmod(0o700)
