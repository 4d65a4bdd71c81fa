"""Codex's command line: which calls are sessions, and what they get."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxdb_hooks.clients.call import ONESHOT, PASS, RESUME, SESSION, Call
from ctxdb_hooks.clients.codex import argv, config
from ctxdb_hooks.contextdb import facade

TEXT = "This project uses ContextDB"


def call(home: Path, *args: str) -> Call:
    made = Call(list(args), {"HOME": str(home)}, (True, True))
    argv.classify(made)
    made.state, made.root, made.cwd = str(home / "state"), str(home / "p"), str(home / "p")
    return made


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("", SESSION),
        ("'fix the tests'", SESSION),
        ("继续上次的工作", SESSION),
        ("-m gpt-5.5", SESSION),
        ("-i a.png 'what is this'", SESSION),
        ("-- exec", SESSION),
        ("exec hi", ONESHOT),
        ("e hi", ONESHOT),
        ("-c a=1 exec hi", ONESHOT),
        ("exec -", ONESHOT),
        ("exec --json hi", ONESHOT),
        ("review --uncommitted", ONESHOT),
        ("exec review --base main", ONESHOT),
        ("resume", RESUME),
        ("resume --last", RESUME),
        ("fork", RESUME),
        ("exec resume --last hi", RESUME),
        ("exec fork ID hi", RESUME),
        ("exec help", PASS),
        ("login", PASS),
        ("mcp list", PASS),
        ("app-server", PASS),
        ("queue --message x", PASS),
        ("-m x features list", PASS),
        ("agents", PASS),
        ("mcp-server", PASS),  # a command of older versions, a prompt of this one: left alone
        ("fix", PASS),
        ("--help", PASS),
        ("exec --help", PASS),
        ("-V", PASS),
        ("--remote ws://127.0.0.1:1 hi", PASS),
        ("--from-the-future hi", PASS),
        ("-m", PASS),
    ],
)
def test_kinds_of_calls(tmp_path: Path, line: str, kind: str):
    import shlex

    assert call(tmp_path, *shlex.split(line)).kind == kind


@pytest.mark.parametrize("args", [["-C", "/x"], ["--cd", "/x"], ["--cd=/x"], ["-C/x"], ["exec", "-C", "/x", "hi"]])
def test_the_folder_it_will_run_in(tmp_path: Path, args: list[str]):
    assert call(tmp_path, *args).folder == "/x"


def instructions(args: list[str]) -> str:
    """The value of the last override, as Codex parses it."""
    values = [arg.partition("=")[2] for arg in args if arg.startswith("developer_instructions=")]
    values += [arg.partition("=")[2] for arg in args if arg.startswith("-cdeveloper_instructions=")]
    return tomllib.loads(f"v = {values[-1]}")["v"]


def test_ours_goes_first(tmp_path: Path):
    args = argv.add(call(tmp_path, "exec", "hi"), TEXT)
    assert args[0] == "-c"
    assert args[2:] == ["exec", "hi"]
    assert instructions(args) == TEXT


@given(text=st.text(st.characters(exclude_categories=[])))
def test_any_text_survives_toml(text: str):
    value = argv.toml_string(text)
    expected = "".join("\ufffd" if 0xD800 <= ord(char) <= 0xDFFF else char for char in text)
    assert tomllib.loads(f"v = {value}")["v"] == expected
    assert "\n" not in value


@pytest.mark.parametrize(
    ("own", "theirs"),
    [
        (["-c", 'developer_instructions="Rhyme."'], "Rhyme."),
        (["-c", "developer_instructions=Rhyme."], "Rhyme."),
        (["-c", "developer_instructions='Rhyme.'"], "Rhyme."),
        (["--config", 'developer_instructions="a\\nb"'], "a\nb"),
        (['-cdeveloper_instructions="Rhyme."'], "Rhyme."),
    ],
)
def test_the_user_s_own_override_stands_behind_ours(tmp_path: Path, own: list[str], theirs: str):
    args = argv.add(call(tmp_path, *own, "hi there"), TEXT)
    assert instructions(args) == f"{TEXT}\n\n{theirs}"
    assert len(args) == len(own) + 1


@pytest.fixture
def home(tmp_path: Path) -> Path:
    (tmp_path / ".codex").mkdir()
    (tmp_path / "state").mkdir()
    (tmp_path / "p" / ".codex").mkdir(parents=True)
    return tmp_path


def refresh(home: Path) -> None:
    config.refresh(home / "state", {"HOME": str(home)}, [str(home / "p")])


def test_the_config_file_s_own_text_stands_behind_ours(home: Path):
    (home / ".codex/config.toml").write_text('developer_instructions = "Rhyme."')
    refresh(home)
    assert instructions(argv.add(call(home, "hi there"), TEXT)) == f"{TEXT}\n\nRhyme."


def test_a_text_that_is_newer_than_what_we_know_means_nothing_this_time(home: Path):
    (home / ".codex/config.toml").write_text("model = 'x'")
    refresh(home)
    (home / ".codex/config.toml").write_text('developer_instructions = "New."')
    assert argv.add(call(home, "hi there"), TEXT) == ["hi there"]


def test_a_newer_file_without_the_key_does_not_matter(home: Path):
    refresh(home)
    (home / ".codex/config.toml").write_text("model = 'y'")
    assert instructions(argv.add(call(home, "hi there"), TEXT)) == TEXT


def test_a_profile_s_text_counts_when_it_is_named(home: Path):
    (home / ".codex/config.toml").write_text('developer_instructions = "Base."')
    (home / ".codex/fast.config.toml").write_text('developer_instructions = "Fast."')
    refresh(home)
    assert instructions(argv.add(call(home, "-p", "fast", "hi there"), TEXT)) == f"{TEXT}\n\nFast."
    assert instructions(argv.add(call(home, "hi there"), TEXT)) == f"{TEXT}\n\nBase."


@pytest.mark.parametrize("trusted", [True, False])
def test_a_project_s_text_counts_when_the_user_trusts_it(home: Path, trusted: bool):
    level = "trusted" if trusted else "untrusted"
    (home / ".codex/config.toml").write_text(f'[projects."{home}/p"]\ntrust_level = "{level}"\n')
    (home / "p/.codex/config.toml").write_text('developer_instructions = "Theirs."')
    refresh(home)
    assert instructions(argv.add(call(home, "hi there"), TEXT)) == (f"{TEXT}\n\nTheirs." if trusted else TEXT)


def test_a_project_that_was_trusted_a_moment_ago_means_nothing_this_time(home: Path):
    (home / ".codex/config.toml").write_text("model = 'x'")
    (home / "p/.codex/config.toml").write_text('developer_instructions = "Theirs."')
    refresh(home)
    assert instructions(argv.add(call(home, "hi there"), TEXT)) == TEXT
    (home / ".codex/config.toml").write_text(f'[projects."{home}/p"]\ntrust_level = "trusted"\n')
    assert argv.add(call(home, "hi there"), TEXT) == ["hi there"]


def test_a_session_stays_in_the_background_server(home: Path, monkeypatch: pytest.MonkeyPatch):
    import os

    from ctxdb_hooks.contextdb.facade import started

    (home / ".codex/app-server-daemon").mkdir()
    (home / ".codex/app-server-control").mkdir()
    (home / ".codex/app-server-control/app-server-control.sock").touch()
    record = {"pid": os.getpid(), "processIdentity": {"startTicks": started(os.getpid())}}
    (home / ".codex/app-server-daemon/daemon.pid").write_text(json.dumps(record))

    assert call(home, "hi there").kind == RESUME  # nothing is added
    assert call(home, "--no-daemon", "hi there").kind == SESSION
    assert call(home, "exec", "hi").kind == ONESHOT
    record["processIdentity"]["startTicks"] += 1  # the number went to another process
    (home / ".codex/app-server-daemon/daemon.pid").write_text(json.dumps(record))
    assert call(home, "hi there").kind == SESSION


OPTIONS = sorted(argv.ONE | argv.MANY | argv.NONE)
WORDS = st.one_of(
    st.sampled_from([*OPTIONS, "--", "-", "exec", "resume", "mcp", "fix it", f"{argv.KEY}=x", f'{argv.KEY}="a"']),
    st.text(max_size=40),
    st.text("-=cCmpi\n'\"$`\\", max_size=6),
)


@given(words=st.lists(WORDS, max_size=8))
def test_whatever_is_typed_reaches_the_client_as_it_was_typed(words: list[str]):
    """Ours is an option in front, or stands before the user's own text in its place."""
    found = Call(words, {"HOME": "/nowhere"}, (True, True))
    found.state = found.root = found.cwd = "/nowhere"
    argv.classify(found)
    if found.kind == PASS:
        return
    added = argv.add(found, "OURS")
    if not found.own:
        assert added == ["-c", f'{argv.KEY}="OURS"', *words]
        return
    [now] = [now for was, now in zip(words, added, strict=True) if was != now]
    assert tomllib.loads(now[now.index(argv.KEY) :])[argv.KEY].startswith("OURS")


def test_what_is_ours_already_is_not_put_in_front_of_itself(tmp_path: Path):
    """A wrapper's function may have added it."""
    text = facade.TEXT["en"]["use"] + "\nmore"
    once = argv.add(call(tmp_path, "hi there"), text)
    assert argv.add(call(tmp_path, *once), text) == once
