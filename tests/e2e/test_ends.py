"""However a session of a real client ends, the memory is right the next time."""

from __future__ import annotations

import pytest

from tests.support.client import Client
from tests.support.gemini_client import Gemini
from tests.support.memory import wait_for_facade
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

pytestmark = pytest.mark.lazy  # how loading goes makes no difference to what is remembered


@pytest.mark.parametrize("name", ["claude", "codex", "gemini"])
def test_a_terminal_that_is_closed_in_a_session(sandbox: Sandbox, name: str, request: pytest.FixtureRequest) -> None:
    client: Client = request.getfixturevalue(name)
    sandbox.install("bash")
    session = client.start_in(sandbox.shell("bash"))
    session.say("Teach the lexer about comments")
    session.terminal.close()
    wait_for_facade(sandbox, "Teach the lexer about comments", seconds=20)


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
