"""Eager loading, ``CTXDB_LAZY_LOAD=0``: every start gets the whole packet, brought up to date first."""

from __future__ import annotations

import pytest

from tests.support.claude_client import Claude
from tests.support.client import Client
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # each test sets the variable itself

AGENTS = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}


@pytest.mark.parametrize("name", AGENTS)
def test_a_session_starts_with_the_whole_packet(
    claude: Claude, codex: Codex, gemini: Gemini, sandbox: Sandbox, name: str
):
    client: Client = {"claude": claude, "codex": codex, "gemini": gemini}[name]
    sandbox.install("bash")
    sandbox.env |= {"CTXDB_LAZY_LOAD": "0", "CTXDB_ONESHOT_WAIT_MS": "60000"}
    client.ask("Teach the lexer about comments")  # nothing has read it when the next one starts

    session = client.start_in(sandbox.shell("bash"))
    session.say("Hello")
    request = client.api.turns[-1].text
    assert "Project memory" in request
    assert "Teach the lexer about comments" in request
    written = session.terminal.raw.decode("utf-8", "replace")
    assert f"latest-{AGENTS[name]}-context.md" in written
    assert "Context packet: " in written


def test_what_eager_loading_adds_to_claude_stands_beside_the_user_s_own_text(claude: Claude, sandbox: Sandbox):
    sandbox.install("bash")
    sandbox.env |= {"CTXDB_LAZY_LOAD": "0", "CTXDB_ONESHOT_WAIT_MS": "60000"}
    claude.ask("Teach the lexer about comments")
    line = "claude --append-system-prompt 'Answer in rhymes, always.'"
    claude.start_in(sandbox.shell("bash"), line).say("Hello")

    system = claude.api.system(claude.api.turns[-1])
    assert "Answer in rhymes, always." in system
    assert "This project uses ContextDB" in system
