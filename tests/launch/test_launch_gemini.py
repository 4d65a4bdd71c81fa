"""What the launcher leaves for Gemini's hook is said to the gemini that it became, and to none that this one starts."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from ctxdb_hooks.clients.gemini import extension
from tests.support.launcher import GOAL, Launcher
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # under eager loading the text is another, its way the same

# Starts itself once more, as the real one does, and then calls the hook for each of its turns: `say SESSION`.
# `script SESSION` is another gemini that a script starts, `agent SESSION` one in its agent's shell.
GEMINI = """\
#!/bin/bash
[ -n "$RELAUNCHED" ] || {{ RELAUNCHED=1 bash "$0" "$@"; exit; }}
while [ $# -gt 0 ]; do
    event='{{"hook_event_name": "BeforeAgent", "prompt": "hi", "cwd": "'$PWD'", "session_id": "'$2'",'
    event="$event \\"transcript_path\\": \\"$HOME/.gemini/tmp/p/chats/$2.jsonl\\"}}"
    case $1 in
    say) echo "$event" | bash -c '{hook}' >"{said}/$2" ;;
    script) bash -c '"$0" say "$1"; true' "$0" "$2" ;;
    agent) GEMINI_CLI=1 bash -c '"$0" say "$1"; true' "$0" "$2" ;;
    esac
    shift 2
done
"""


class Conversation:
    """A fake gemini behind the launcher, which writes down what its hook said to each session."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.said = sandbox.root / "said"
        self.said.mkdir()
        (sandbox.home / ".gemini" / "tmp" / "p").mkdir(parents=True)
        self.launcher = Launcher(sandbox, "gemini")
        self.launcher.remember()
        hooks = extension.content(self.launcher.installed.hook)["hooks/hooks.json"]
        self.hook = json.loads(hooks)["hooks"]["BeforeAgent"][0]["hooks"][0]["command"]
        sandbox.add_command("gemini", GEMINI.format(hook=self.hook, said=self.said))

    def told(self, *words: str, **env: str) -> list[str]:
        """The sessions that were told of the memory."""
        assert self.launcher.run(*words, env=env).returncode == 0
        return sorted(path.name for path in self.said.iterdir() if GOAL in path.read_text())


@pytest.fixture
def conversation(sandbox: Sandbox) -> Conversation:
    return Conversation(sandbox)


def test_every_session_of_its_own_is_told_once(conversation: Conversation):
    assert conversation.told("say", "one", "say", "after-clear") == ["after-clear", "one"]
    assert "one" not in conversation.told("say", "one")


@pytest.mark.parametrize("relaunched", ["", "1"])
@pytest.mark.parametrize("how", ["script", "agent"])
def test_one_that_it_starts_is_not(conversation: Conversation, how: str, relaunched: str):
    told = conversation.told("say", "one", how, "inner", "say", "after-clear", RELAUNCHED=relaunched)
    assert told == ["after-clear", "one"]


def test_one_that_spoke_first_takes_nothing_from_it(conversation: Conversation):
    assert "one" in conversation.told("script", "inner", "say", "one")


def test_one_that_outlives_it_is_not_told(conversation: Conversation):
    conversation.told("say", "one")
    [left] = [path for path in (conversation.launcher.store().folder / "gemini").iterdir() if path.name.isdigit()]
    event = {"hook_event_name": "BeforeAgent", "session_id": "later", "prompt": "hi"}
    event |= {"cwd": str(conversation.launcher.sandbox.project)}
    done = subprocess.run(
        ["bash", "-c", conversation.hook],
        input=json.dumps(event),
        env=conversation.launcher.env | {"CTXDB_GEMINI_FACADE": str(left)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (done.stdout, done.stderr) == ("", "")
    assert not Path(left.parent, "later.seen").exists()
