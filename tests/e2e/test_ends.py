"""However a session of a real client ends, the memory is right the next time."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from tests.support.claude_client import Claude
from tests.support.client import Client
from tests.support.gemini_client import Gemini
from tests.support.memory import wait_for_facade
from tests.support.mock_server import Request
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

pytestmark = pytest.mark.lazy  # how loading goes makes no difference to what is remembered


@pytest.mark.relaunch
@pytest.mark.parametrize("name", ["claude", "codex", "gemini"])
def test_a_terminal_that_is_closed_in_a_session(sandbox: Sandbox, name: str, request: pytest.FixtureRequest) -> None:
    client: Client = request.getfixturevalue(name)
    sandbox.install("bash")
    session = client.start_in(sandbox.shell("bash"))
    session.say("Teach the lexer about comments")
    session.terminal.close()
    wait_for_facade(sandbox, "Teach the lexer about comments", seconds=20)


@pytest.mark.relaunch
def test_geminis_launcher_dies_before_its_child(gemini: Gemini, sandbox: Sandbox) -> None:
    """The child is the one that talks; it goes on to its end, and the next start knows what it did."""
    sandbox.install("bash")
    shell = sandbox.shell("bash")
    shell.enter("gemini -p 'Teach the lexer about comments [[SLEEP:4]]' >out")
    gemini.api.wait_for_turn(1, 30)
    launcher, child = sorted(
        (one for one in sandbox.processes() if "gemini" in one.name() or one.name() == "node"), key=lambda one: one.pid
    )
    assert child.parent() == launcher
    launcher.kill()
    wait_for(lambda: not child.is_running(), 30)
    assert "MOCK-REPLY" in (sandbox.project / "out").read_text()
    sandbox.run(["ctxdb-hooks", "pack"])
    assert "Teach the lexer about comments" in sandbox.run(["ctxdb-hooks", "sessions"]).stdout


@pytest.fixture
def claude_in_background(claude: Claude) -> Iterator[Claude]:
    """Claude, whose server of background sessions finds the API, and is ended with what it has in /tmp."""
    claude.settings({"env": {"ANTHROPIC_BASE_URL": claude.api.url}})  # of the environment it hands on all but this
    yield claude
    claude.sandbox.run(["claude", "daemon", "stop", "--any"])


def test_a_session_in_claudes_background_is_still_open_elsewhere(
    claude_in_background: Claude, sandbox: Sandbox
) -> None:
    """The client that `claude --bg` starts is gone at once; a server of Claude's own goes on with the session."""
    claude, may_end = claude_in_background, Event()
    goal = "Teach the lexer about comments"

    def hold(request: Request) -> None:
        if claude.api.prompt(request).startswith(goal):
            may_end.wait(120)

    claude.api.responder = hold
    sandbox.install("bash")
    shell = sandbox.shell("bash", env={"CTXDB_ONESHOT_WAIT_MS": "60000"})
    assert "backgrounded" in shell.run(f"claude --bg '{goal}'", 60).output
    claude.api.wait_for_turn(1, 60)
    (transcript,) = wait_for(claude.transcripts, 30)
    wait_for(lambda: goal in transcript.read_text(), 30)
    sandbox.rest()  # what its start let go waits for nobody any more
    assert shell.run("claude -p 'What is under way?'", 60).status == 0
    told = claude.api.system(claude.api.turns[-1]).partition("## Last session")[2].splitlines()
    assert told[0].endswith(goal)
    assert told[2].endswith("claude-code · still open · branch main")

    may_end.set()
    wait_for(lambda: "MOCK-REPLY" in transcript.read_text(), 30)
    assert "Outcome: MOCK-REPLY" in sandbox.run(["ctxdb-hooks", "pack", "--stdout"]).stdout
