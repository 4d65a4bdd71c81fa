"""The harness itself: the real clients, with nothing of ours, reach the mock APIs and leave transcripts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.support.claude_client import Claude
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini
from tests.support.replies import Reply, ToolCall
from tests.support.sandbox import CHECKOUT, Sandbox
from tests.support.tokens import count_tokens
from tests.support.wait import wait_for

pytestmark = pytest.mark.lazy  # nothing is loaded here


def lines(transcript: Path) -> list[dict]:
    return [json.loads(line) for line in transcript.read_text().splitlines()]


def test_the_lock_file_names_no_registry():
    lock = (CHECKOUT / "tests" / "e2e" / "package-lock.json").read_text()
    assert not re.search(r"https?://|\"resolved\"", lock)


def test_tokens_are_those_of_a_real_tokenizer():
    assert count_tokens("hello world", "", "<|endoftext|>") == [2, 0, 7]


def test_claude_one_shot(claude: Claude, sandbox: Sandbox):
    done = claude.ask("What is here?")

    assert done.stdout == "MOCK-REPLY 1\n"
    assert claude.api.prompts == ["What is here?"]
    [transcript] = claude.transcripts()
    assert transcript.parent.name == re.sub(r"[^A-Za-z0-9]", "-", str(sandbox.project))
    assert {line["cwd"] for line in lines(transcript) if line["type"] == "user"} == {str(sandbox.project)}


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_claude_in_a_shell(claude: Claude, sandbox: Sandbox, kind: str):
    claude.allow("Bash", "Write")
    claude.api.script(
        Reply(
            "Writing.",
            tools=(ToolCall("Write", {"file_path": str(sandbox.project / "a.txt"), "content": "a"}),),
        ),
        "Written.",
    )
    shell = sandbox.shell(kind)

    session = claude.start_in(shell)
    session.say("Write a file")
    session.say("Fail [[RUN:ls /nowhere]]")

    assert "Written." in session.screen
    assert (sandbox.project / "a.txt").read_text() == "a"
    assert [result["is_error"] for result in claude.api.tool_results(claude.api.turns[-1])] == [True]
    assert session.exit() == 0
    assert shell.run("echo back").output == "back\n"
    [transcript] = claude.transcripts()
    assert "Write a file" in [line["message"]["content"] for line in lines(transcript) if line["type"] == "user"]


def test_claude_killed_by_a_signal(claude: Claude):
    session = claude.start()
    session.say("Remember this")
    [transcript] = claude.transcripts()
    wait_for(lambda: "Remember this" in transcript.read_text(), 10, transcript.read_text)
    session.terminal.kill()

    assert session.wait_for_end() == 137
    assert "Remember this" in transcript.read_text()


def test_codex_one_shot(codex: Codex, sandbox: Sandbox):
    codex.settings({"developer_instructions": "Speak plainly."})
    done = codex.ask("Look [[RUN:ls /nowhere]]")

    assert done.stdout == "MOCK-REPLY 2\n"
    assert codex.api.prompts == ["Look [[RUN:ls /nowhere]]"]
    assert "Speak plainly." in codex.api.developer(codex.api.turns[0])
    assert "exited with code 2" in codex.api.tool_results(codex.api.turns[1])[0]
    [rollout] = codex.transcripts()
    first = lines(rollout)[0]
    assert (first["type"], first["payload"]["cwd"]) == ("session_meta", str(sandbox.project))


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_codex_in_a_shell(codex: Codex, sandbox: Sandbox, kind: str):
    patch = "*** Begin Patch\n*** Add File: a.txt\n+a\n*** End Patch\n"
    codex.api.script(Reply("Writing.", tools=(ToolCall("apply_patch", {"input": patch}),)), "Written.")
    shell = sandbox.shell(kind)

    session = codex.start_in(shell)
    session.say("Write a file")
    session.say("And now?")

    assert "Written." in session.screen
    assert (sandbox.project / "a.txt").read_text() == "a\n"
    assert session.exit() == 0
    assert shell.run("echo back").output == "back\n"
    assert codex.api.prompts == ["Write a file", "And now?"]
    [rollout] = codex.transcripts()
    assert "And now?" in rollout.read_text()
    assert not sandbox.processes_with(lambda line: "app-server" in line)


@pytest.mark.relaunch
def test_gemini_one_shot(gemini: Gemini, sandbox: Sandbox):
    gemini.api.script(Reply("Reading.", tools=(ToolCall("read_file", {"file_path": "README.md"}),)), "Read.")
    done = gemini.ask("What does it say?")

    assert "Read." in done.stdout.splitlines()
    assert gemini.api.prompts == ["What does it say?"]
    assert gemini.api.tool_results(gemini.api.turns[1]) == [{"output": "# A project\n"}]
    [transcript] = gemini.transcripts()
    assert (transcript.parents[1] / ".project_root").read_text() == str(sandbox.project)
    assert lines(transcript)[0]["kind"] == "main"


@pytest.mark.relaunch
@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_gemini_in_a_shell(gemini: Gemini, sandbox: Sandbox, kind: str):
    gemini.allow("run_shell_command")
    shell = sandbox.shell(kind)

    session = gemini.start_in(shell)
    session.say("Write a file [[RUN:echo a > a.txt]]")
    session.say("And now?")

    assert "MOCK-REPLY 3" in session.screen
    assert (sandbox.project / "a.txt").read_text() == "a\n"
    assert session.exit() == 0
    assert shell.run("echo back").output == "back\n"
    assert gemini.api.prompts == ["Write a file [[RUN:echo a > a.txt]]", "And now?"]
    [transcript] = gemini.transcripts()
    assert "And now?" in transcript.read_text()
