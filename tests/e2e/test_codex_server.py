"""Codex's shared background server, and the hooks that a user has trusted: sessions stay where they are."""

from __future__ import annotations

from tests.support.client import Session
from tests.support.codex_client import Codex
from tests.support.memory import added, leave_nothing_to_chance, nudges
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

WARNING = "without the shared background server"


def server_on(codex: Codex) -> None:
    """Let plain sessions start and use the shared server, as they do for users."""
    codex.settings({"features": {"daemon_auto_start": True}})


def remembered(codex: Codex, sandbox: Sandbox) -> None:
    """One session in the memory, installed for bash."""
    sandbox.install("bash")
    codex.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])


def test_a_session_stays_in_the_shared_server(codex: Codex, sandbox: Sandbox):
    remembered(codex, sandbox)
    server_on(codex)
    first = codex.start_in(sandbox.shell("bash"), "command codex")
    first.say("Hello")
    record = codex.home / "app-server-daemon" / "daemon.pid"
    wait_for(record.exists, 20, "the server's record")
    first.exit()

    session = codex.start_in(sandbox.shell("bash"))
    session.say("Hello again")
    assert added(codex.api.turns[-1]) == ""
    assert WARNING not in session.screen
    assert session.exit() == 0

    resumed = codex.start_in(sandbox.shell("bash"), "codex resume --last")
    resumed.say("And again")
    assert "Hello again" in codex.api.turns[-1].text


def trust_hooks(session: Session) -> None:
    """Answer Codex's own dialog about new hooks with "trust all"."""
    session.terminal.wait_for(lambda screen: "Hooks need review" in screen, 20)
    session.terminal.settle(0.5, 5)  # what is pressed before the dialog listens is lost
    session.terminal.press("down")
    session.terminal.wait_for(lambda screen: "› 2." in screen, 20)
    session.terminal.press("enter")


def test_trusted_hooks_serve_the_server_s_sessions_and_resumed_ones(codex: Codex, sandbox: Sandbox):
    remembered(codex, sandbox)
    sandbox.run(["ctxdb-hooks", "install", "--shell", "bash", "--codex-hooks"])
    leave_nothing_to_chance(sandbox)
    server_on(codex)

    shell = sandbox.shell("bash")
    shell.enter("command codex")
    session = Session(codex, shell.terminal, lambda seconds: shell.wait_for_prompt(seconds).status)
    trust_hooks(session)
    session.wait_until_ready()
    session.say("Hello")
    assert "Teach the lexer about comments" in added(codex.api.turns[-1])
    assert nudges(codex.api.turns[-1]) == []
    session.say("What did we decide in our previous session?")
    assert len(nudges(codex.api.turns[-1])) == 1
    session.exit()

    resumed = codex.start_in(sandbox.shell("bash"), "codex resume --last")
    resumed.say("And again")
    assert codex.api.turns[-1].text.count("This project uses ContextDB") >= 2
    assert WARNING not in resumed.screen
    resumed.exit()

    codex.ask("One more")  # one-shot, wrapped by nothing: the hook alone speaks
    assert codex.api.turns[-1].text.count("This project uses ContextDB") == 1
