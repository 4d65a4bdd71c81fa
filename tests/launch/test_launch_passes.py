"""Codex's and Gemini's commands pass byte for byte, and Gemini's arguments are never changed."""

from __future__ import annotations

import os
import shlex

import pytest

from ctxdb_hooks.clients.codex import argv as codex_table
from ctxdb_hooks.clients.gemini import argv as gemini_table
from tests.support.launcher import GOAL, Launcher
from tests.support.sandbox import Sandbox

PASSED = {
    "codex": [
        *sorted(codex_table.COMMANDS),
        *sorted(codex_table.INFORM),
        *("mcp list", "-c a=b queue --message x", "exec help", "exec --help", "resume --last", "fork ID", "mcp-server"),
        *("sandbox -P p -- true", "app-server --listen unix://", "queue --thread T --message m", "delete --force ID"),
        *("debug prompt-input hi", "mcp add x -- npx y", "cloud exec --env e hi", "completion zsh", "review --help"),
        *("--remote ws://127.0.0.1:1 hi", "--from-the-future 'hi there'", "exec resume --last 'go on'", "proto"),
    ],
    "gemini": [
        *sorted(gemini_table.COMMANDS),
        *sorted(gemini_table.INFORM),
        *("mcp add x npx -- y", "extensions install URL --consent", "--delete-session 2", "mcp --help", "-dh"),
        *("mcp list", "-r latest", "--session-file x.jsonl", "--from-the-future 'hi there'", "fix"),
    ],
}
SESSIONS = {
    "codex": ["", "'hi there'", "-m x 'hi there'", "exec 'hi there'", "review", "-- exec"],
    "gemini": [
        "",
        "'hi there'",
        "-p hi",
        "-i 'hi there'",
        "-m x -p hi",
        "hi there you",
        "--include-directories /x hi you",
    ],
}


def told(sandbox: Sandbox, client: str) -> Launcher:
    launcher = Launcher(sandbox, client)
    launcher.env["CTXDB_BREAKER"] = "0"  # the fake client ends at once
    launcher.remember()
    return launcher


@pytest.mark.parametrize("client", PASSED)
def test_what_is_no_session_passes_byte_for_byte(sandbox: Sandbox, client: str):
    launcher = told(sandbox, client)
    for line in PASSED[client]:
        seen = launcher.start(*shlex.split(line))
        assert seen.args == [os.fsencode(arg) for arg in shlex.split(line)], line
        assert not [entry for entry in seen.environ if entry.startswith(b"CTXDB_GEMINI")], line


def test_a_session_of_codex_gets_one_option_in_front(sandbox: Sandbox):
    launcher = told(sandbox, "codex")
    for line in SESSIONS["codex"]:
        args = [os.fsencode(arg) for arg in shlex.split(line)]
        option, value, *rest = launcher.start(*shlex.split(line)).args
        assert (option, rest) == (b"-c", args), line
        assert value.startswith(b'developer_instructions="') and GOAL.encode() in value, line


def test_a_session_of_gemini_keeps_its_arguments(sandbox: Sandbox):
    launcher = told(sandbox, "gemini")
    for line in SESSIONS["gemini"]:
        seen = launcher.start(*shlex.split(line))
        assert seen.args == [os.fsencode(arg) for arg in shlex.split(line)], line
        assert [entry for entry in seen.environ if entry.startswith(b"CTXDB_GEMINI_FACADE=/")], line
