"""What `prompt` prints is what a start would get."""

from __future__ import annotations

from pathlib import Path

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
