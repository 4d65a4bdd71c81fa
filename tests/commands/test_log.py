"""What `log` tells of starts, turns and reads."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from ctxdb_hooks import telemetry
from ctxdb_hooks.launch import eager
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.launch.install import install_launcher
from tests.commands.conftest import Commands

NUDGE = "This request draws on earlier work here. Read first: /the/packet.md"


def leave(commands: Commands, *rows: dict[str, Any], project: str = "") -> None:
    """Receipts of the sandbox's project, a second apart."""
    found = projects.find(str(commands.sandbox.project), str(commands.sandbox.home))
    assert found
    commands.sandbox.state.mkdir(parents=True, exist_ok=True)
    base = {"client": "claude", "project": project or found.store_name}
    stamps = [{"ts": time.time() - len(rows) + number} for number in range(len(rows))]
    telemetry.add_receipts(
        commands.sandbox.state, [{**base, **at, **row} for at, row in zip(stamps, rows, strict=True)]
    )


START = {"what": "start", "kind": "session", "facade": "hit", "text": "Line one\nLine two", "us": 2345, "cpu": 9000}
SILENT = {"what": "turn", "session": "aaaaaaaa", "turn": 1, "fired": "none", "load": False, "text": "", "us": 900}
FIRED = {**SILENT, "turn": 2, "fired": "intent:recall", "load": True, "text": NUDGE}
READ = {"what": "read", "id": "aaaaaaaa:1", "session": "aaaaaaaa", "wait": 1.25, "nudged": True}


def start(commands: Commands, *options: str) -> str:
    """What a real start adds to a claude that prints its first argument."""
    sandbox = commands.sandbox
    launcher = install_launcher(sandbox.data)
    sandbox.add_command("claude", '#!/bin/sh\nprintf %s "$1"\n')
    mark = launcher.marks / "mark"
    mark.touch()
    argv = [launcher.python, "-I", "-S", launcher.stub, mark, "claude", "fix it"]
    return sandbox.run(argv, env=dict(option.split("=") for option in options)).stdout.partition("=")[2]


def test_a_real_start_is_told_word_for_word(remembering: Commands) -> None:
    prompt = start(remembering, "CTXDB_ONESHOT=facade")
    assert prompt.startswith("This project uses ContextDB")
    (row,) = remembering.json("log")["receipts"]
    assert row["text"] == prompt
    assert 20 < row["tokens"] < 150
    assert row["ms"] > 0
    told = remembering("log").stdout
    for line in prompt.splitlines():
        assert line in told


def test_so_is_one_that_got_the_whole_packet(remembering: Commands) -> None:
    packet = Path(start(remembering))
    (row,) = remembering.json("log")["receipts"]
    assert row["text"] == packet.read_text()
    assert packet.read_text().strip().splitlines()[-1] in remembering("log").stdout


def test_starts_loads_and_reads_are_shown(commands: Commands) -> None:
    leave(commands, START, SILENT, FIRED, READ)
    told = commands("log").stdout
    assert "2.3 ms, facade hit" in told
    assert NUDGE in told
    assert "turn 2, intent:recall" in told
    assert "memory was read, 1.2 s after the prompt, as told on that turn" in told
    assert "turn 1" not in told
    assert "turn 1, none" in commands("log", "--turns").stdout


def test_json_has_everything_unless_limited(commands: Commands) -> None:
    leave(commands, *[SILENT] * 30, START)
    assert len(commands.json("log")["receipts"]) == 31
    assert [row["what"] for row in commands.json("log", "--limit", "1")["receipts"]] == ["start"]


def test_only_this_project_unless_all_are_wanted(commands: Commands) -> None:
    leave(commands, START)
    leave(commands, {**START, "client": "codex"}, project="other-0123456789abcdef")
    assert [row["client"] for row in commands.json("log")["receipts"]] == ["claude"]
    assert len(commands.json("log", "--all")["receipts"]) == 2
    assert "other-0123456789abcdef" in commands("log", "--all").stdout
    assert len(commands.json("log", cwd=commands.sandbox.home)["receipts"]) == 2


def test_a_start_to_which_nothing_was_added_says_why(commands: Commands) -> None:
    nothing = {name: value for name, value in START.items() if name != "text"}
    leave(commands, {**nothing, "kind": "resume"}, {**nothing, "facade": "none"}, {**nothing, "failed": "Late"})
    told = commands("log").stdout
    assert "what its first start got" in told
    assert "nothing is remembered here yet" in told
    assert "nothing added: Late" in told


def test_a_whole_packet_is_told_from_its_copy_while_that_is_there(commands: Commands) -> None:
    text = "# The packet\n\nAll of it."
    copy = commands.sandbox.root / eager.name_of(text.encode())
    copy.write_text(text)
    leave(commands, {**{name: START[name] for name in ("what", "facade", "us")}, "kind": "oneshot", "given": str(copy)})
    (row,) = commands.json("log")["receipts"]
    assert (row["text"], row["tokens"] > 4) == (text, True)
    assert "All of it." in commands("log").stdout
    copy.write_text("somebody else's")
    assert commands.json("log")["receipts"][0]["text"] == ""
    assert "the whole packet, which has been made anew since" in commands("log").stdout


def test_a_period(commands: Commands) -> None:
    leave(commands, {**START, "ts": time.time() - 10 * 86400}, START)
    assert len(commands.json("log", "--since", "7d")["receipts"]) == 1
    assert len(commands.json("log", "--since", "2w")["receipts"]) == 2
    day = time.strftime("%Y-%m-%d", time.gmtime(time.time() - 11 * 86400))
    assert len(commands.json("log", "--since", day)["receipts"]) == 2
    assert commands("log", "--since", "soon", check=False).returncode == 2


def test_nothing_yet(commands: Commands) -> None:
    assert "No receipts yet" in commands("log").stdout
    assert commands.json("log")["receipts"] == []
