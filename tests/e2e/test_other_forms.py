"""Forms of Codex's and Gemini's command lines on the real clients: what they do without us they do with us.

Prompts, output and exit status of two runs are compared, one by the shell's `command`, one by our function. The forms
stand in one test for each client, since what is compared needs no home of its own.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.support.client import Client
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini
from tests.support.memory import added
from tests.support.mock_server import Request
from tests.support.replies import Reply
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # whether a form is told, not what

GOAL = "Teach the parser about comments"


def run(
    client: Client, command: str, args: list[str], stdin: str, cwd: Path
) -> tuple[subprocess.CompletedProcess[str], list[Request]]:
    """Run a command line in a shell; what it gave, and the turns that reached the API meanwhile."""
    turns = len(client.api.turns)
    script = f'source {client.sandbox.data}/shell/ctxdb.bash; {command} "$@"'
    env = {"CTXDB_ONESHOT": "facade", "CTXDB_BREAKER": "0"}
    done = client.sandbox.run(["bash", "-c", script, "bash", *args], stdin=stdin, env=env, cwd=cwd, check=False)
    return done, client.api.turns[turns:]


def both(client: Client, args: list[str], stdin: str = "", cwd: Path | None = None) -> str:
    """What the client was told by us beside what is alike in a run without and in one with us."""
    where = cwd or client.sandbox.project
    before, raw = run(client, f"command {client.command}", args, stdin, where)
    after, ours = run(client, client.command, args, stdin, where)
    assert (after.returncode, after.stdout) == (before.returncode, before.stdout), args
    assert [client.api.prompt(turn) for turn in ours] == [client.api.prompt(turn) for turn in raw], args
    assert [turn.body.get("model") for turn in ours] == [turn.body.get("model") for turn in raw], args
    was, now = [added(turn) for turn in raw], [added(turn) for turn in ours]
    return "" if was == now else now[0]  # the history of a session that goes on holds what it began with


def remember(client: Client) -> None:
    """One session in the project, remembered; every turn gets the same answer."""
    client.api.responder = lambda request: Reply("same answer")
    client.sandbox.install("bash")
    client.ask(GOAL)
    client.sandbox.run(["ctxdb-hooks", "pack"])


CODEX = [
    (["exec", "what is this?"], ""),
    (["e", "what is this?"], ""),
    (["-c", "model_reasoning_effort=low", "exec", "what is this?"], ""),
    (["exec", "-m", "gpt-5.5", "--skip-git-repo-check", "what is this?"], ""),
    (["exec", "-s", "read-only", "--ephemeral", "what is this?"], ""),
    (["exec", "--", "--weird prompt"], ""),
    (["exec", "--", "resume"], ""),
    (["exec", "-"], "what is this?\n"),
    (["exec"], "what is this?\n"),
    (["exec", "what is this?"], "and more\n"),
    (["exec", "修复 `this` \"$(x)\" 'y' \\ \n\n😀👩‍👩‍👧"], ""),
]
CODEX_UNTOLD = [
    *(["exec", "resume", "--last", "go on"], ["exec", "fork", "no-such-id", "x y"], ["exec", "resume", "no-such-id"]),
    *(["--version"], ["-V"], ["--help"], ["exec", "--help"], ["help", "exec"], ["completion", "bash"], ["mcp", "list"]),
    *(["features", "list"], ["--no-such-option"], ["exec", "--no-such-option", "x y"], ["exec"], ["-m"]),
    *(["exec", "-s", "no-such-mode", "x y"], ["login", "status"]),
]


def test_codex(codex: Codex, sandbox: Sandbox):
    remember(codex)
    for args, stdin in CODEX:
        assert "ContextDB" in both(codex, args, stdin), args
    for args in CODEX_UNTOLD:
        assert both(codex, args) == "", args
    elsewhere = sandbox.new_project("elsewhere")
    for form in (["-C", str(sandbox.project)], [f"--cd={sandbox.project}"], ["-C", "../" + sandbox.project.name]):
        assert "ContextDB" in both(codex, ["exec", *form, "what is this?"], cwd=elsewhere), form
        assert "ContextDB" in both(codex, [*form, "exec", "what is this?"], cwd=elsewhere), form
    assert both(codex, ["exec", "what is this?"], cwd=elsewhere) == ""


def test_gemini(gemini: Gemini):
    remember(gemini)
    for args, stdin in (
        (["-p", "what is this?"], ""),
        (["-m", "gemini-2.5-flash", "--prompt=what is this?"], "and more\n"),
        (["what", "is this?"], ""),
        ([], "what is this?\n"),
    ):
        assert "ContextDB" in both(gemini, args, stdin), args
    for args in (["--version"], ["--no-such-option"], ["-p", ""]):
        assert both(gemini, args) == "", args
