"""Gemini's command line: which calls are sessions; its arguments are never changed."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxdb_hooks.clients.call import ONESHOT, PASS, RESUME, SESSION, Call
from ctxdb_hooks.clients.gemini import argv


def kind(line: str, terminal: tuple[bool, bool] = (True, True), **env: str) -> str:
    made = Call(shlex.split(line), env, terminal)
    argv.classify(made)
    return made.kind


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("", SESSION),
        ("fix the tests", SESSION),
        ("'fix the tests'", SESSION),
        ("-m gemini-2.5-flash", SESSION),
        ("-i hi", SESSION),
        ("--include-directories /x hi there", SESSION),
        ("-y", SESSION),
        ("-dy", SESSION),
        ("--no-sandbox", SESSION),
        ("-w", SESSION),
        ("-w name", SESSION),
        ("-p hi", ONESHOT),
        ("--prompt=hi", ONESHOT),
        ("-o json -p hi", ONESHOT),
        ("-r latest", RESUME),
        ("--resume 2 -p hi", RESUME),
        ("--session-file a.json", RESUME),
        ("mcp list", PASS),
        ("extensions install x", PASS),
        ("extension list", PASS),
        ("skills list", PASS),
        ("hooks migrate", PASS),
        ("gemma status", PASS),
        ("-v", PASS),
        ("--help", PASS),
        ("-l", PASS),
        ("--list-sessions", PASS),
        ("--delete-session 2", PASS),
        ("--acp", PASS),
        ("fix", PASS),
        ("--from-the-future hi", PASS),
    ],
)
def test_kinds_of_calls(line: str, expected: str):
    assert kind(line) == expected


@pytest.mark.parametrize("terminal", [(False, True), (True, False), (False, False)])
def test_without_a_terminal_it_is_one_shot(terminal: tuple[bool, bool]):
    assert kind("hi there", terminal) == ONESHOT


@pytest.mark.parametrize("name", ["CI", "GITHUB_ACTIONS"])
def test_under_ci_it_is_one_shot(name: str):
    assert kind("hi there", **{name: "true"}) == ONESHOT
    assert kind("hi there", **{name: "1"}) == SESSION


@given(args=st.lists(st.text(max_size=12), max_size=6))
def test_arguments_are_never_changed(tmp_path_factory: pytest.TempPathFactory, args: list[str]):
    store = tmp_path_factory.mktemp("store")
    made = Call(list(args), {}, (True, True))
    argv.classify(made)
    made.store, made.root, made.packet = str(store), "/p", "/state/packet.md"
    assert argv.add(made, "text") == args
    assert Path(made.set_env[argv.VARIABLE]).read_text() == "/state/packet.md\n/p\ntext"


def test_what_was_noted_of_another_process_with_this_number_goes(tmp_path: Path):
    made = Call([], {}, (True, True))
    made.store, made.root = str(tmp_path), "/p"
    argv.add(made, "text")
    note = Path(made.set_env[argv.VARIABLE] + argv.DEPTH)
    note.write_text("1")
    argv.add(made, "text")
    assert not note.exists()
