"""Gemini deletes a conversation at the start after the one that resumed it; the memory loses nothing of it."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.gemini_client import Gemini
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

pytestmark = pytest.mark.lazy  # how loading goes makes no difference to what is remembered

ID = "aaaabbbb-0000-4000-8000-000000000001"


@pytest.fixture
def first(gemini: Gemini, sandbox: Sandbox) -> Path:
    """A conversation that began in an earlier minute, before us: the client's deletion depends on the minute."""
    sandbox.install("bash")
    gemini.ask("Teach the lexer about comments", "--session-id", ID)
    [chat] = gemini.transcripts()
    return chat.rename(chat.with_name(f"session-2026-01-02T03-04-{ID[:8]}.jsonl"))


def in_shell(sandbox: Sandbox, line: str) -> subprocess.CompletedProcess[str]:
    return sandbox.run(["bash", "-ic", line])


def remembered(sandbox: Sandbox, *texts: str) -> bool:
    """Whether the events of the project's sessions hold all of these."""
    kept = "".join(path.read_text() for path in sandbox.state.glob("projects/*/memory/*/sessions/*/l2-events.jsonl"))
    return all(text in kept for text in texts)


def chats(gemini: Gemini) -> list[Path]:
    return [path for path in gemini.transcripts() if ID[:8] in path.name]


def test_what_nobody_has_read_when_it_is_deleted(gemini: Gemini, sandbox: Sandbox, first: Path):
    gemini.ask("Then teach it about strings", "-r", ID)  # not through us
    assert len(chats(gemini)) == 2

    in_shell(sandbox, "gemini -p 'Something else'")
    assert chats(gemini) == []
    said = ("the lexer about comments", "it about strings", "Something else")
    wait_for(lambda: remembered(sandbox, *said), 20, "all of it in the memory")


def test_what_is_said_in_a_session_that_is_deleted_while_it_is_open(gemini: Gemini, sandbox: Sandbox, first: Path):
    session = gemini.start_in(sandbox.shell("bash"), f"gemini -r {ID}")
    session.say("Then teach it about strings")
    in_shell(sandbox, "gemini -p 'Something else'")
    assert chats(gemini) == []
    session.say("And about numbers")  # in a new file of the old name
    assert chats(gemini) == [first]
    in_shell(sandbox, "gemini -p 'And something else'")
    assert chats(gemini) == []
    session.exit()
    said = ("the lexer about comments", "it about strings", "And about numbers", "And something else")
    wait_for(lambda: remembered(sandbox, *said), 20, "all of it in the memory")
