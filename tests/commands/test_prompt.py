"""What `prompt` prints is what a start would get."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Commands


def test_only_the_text_goes_to_stdout(remembering: Commands) -> None:
    done = remembering("prompt")
    seen = remembering.json("prompt")
    assert done.stdout == seen["text"] + "\n"
    assert f"{seen['tokens']} tokens" in done.stderr


def test_each_client_is_told_of_its_own_packet(remembering: Commands) -> None:
    for client, agent in (("claude", "claude-code"), ("codex", "codex-cli"), ("gemini", "gemini-cli")):
        seen = remembering.json("prompt", client)
        assert Path(seen["packet"]).name == f"latest-{agent}-context.md"
        assert seen["packet"] in seen["text"]


def test_without_memory_nothing_is_printed_and_the_reason_told(commands: Commands) -> None:
    done = commands("prompt")
    assert done.stdout == ""
    assert "no session is remembered here" in done.stderr


def test_outside_of_any_project_it_fails_and_says_what_to_do(commands: Commands) -> None:
    done = commands("prompt", cwd=commands.sandbox.home, check=False)
    assert done.returncode == 1
    assert "git init" in done.stderr


def test_an_unknown_client_is_a_usage_error(commands: Commands) -> None:
    assert commands("prompt", "cursor", check=False).returncode == 2


def test_a_one_shot_call_gets_the_packet_unless_the_setting_says_otherwise(remembering: Commands) -> None:
    packet = Path(remembering.json("prompt")["packet"]).read_text()
    assert remembering.json("prompt", "--oneshot")["text"] == packet
    facade = remembering.json("prompt")["text"]
    assert remembering.json("prompt", "--oneshot", env={"CTXDB_ONESHOT": "facade"})["text"] == facade
    assert "oneshot is off" in remembering("prompt", "--oneshot", env={"CTXDB_ONESHOT": "off"}).stderr


def test_eagerly_everything_is_told(remembering: Commands) -> None:
    assert remembering("prompt", env={"CTXDB_LAZY_LOAD": "0"}).stdout.startswith("# Project memory")


def test_what_one_client_did_is_kept_from_the_others_for_those_who_ask(remembering: Commands) -> None:
    remembering("config", "set", "share", "same-client")
    remembering("pack")
    assert remembering.json("prompt", "claude")["text"]
    assert remembering.json("prompt", "codex")["text"] == ""


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("CLAUDECODE", "1"),
        ("GEMINI_CLI", "1"),
        ("CTXDB_HOOKS", "0"),
        ("CTXDB_PRIVATE", "1"),
        ("CTXDB_WRAP_MODE", "off"),
    ],
)
def test_what_keeps_a_start_from_being_told_is_said(remembering: Commands, variable: str, value: str) -> None:
    done = remembering("prompt", env={variable: value})
    assert done.stdout == ""
    assert variable in done.stderr or "switched off" in done.stderr
