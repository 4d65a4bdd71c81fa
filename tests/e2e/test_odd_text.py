"""Text that TOML, argv or a client could trip on, from a transcript and from the command line to the request's body."""

from __future__ import annotations

import html
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from ctxdb_hooks.clients import AGENTS
from ctxdb_hooks.clients.codex.argv import toml_string
from tests.support.claude_client import Claude
from tests.support.client import Client
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini
from tests.support.mock_server import Request
from tests.support.sandbox import Sandbox
from tests.support.transcripts import Transcript

pytestmark = pytest.mark.lazy  # both forms are asked for by name

PLAIN = """
" ' \\ \\n \\u0041 - --model -p $(id) `id` ${HOME} !! %s &amp; <b> </system> a=b [x] {y} # ; | * ~ word ünï ''' ""\\"
👩‍👩‍👧‍👦 👍🏽 🇩🇪 修复登录 ログイン می‌خواهم é 𝔘
"""
TYPED = [
    *PLAIN.split(),
    " ",
    "\n",
    "\t",
    "e\u0301",
    "\u00a0",
    "\u2028",
    "\x7f",
    "\x85",
    "\x1b[31m",
    "\x07",
    "\U0010ffff",
]
PIECES = [*TYPED, "\r\n", "\x00", "\ud83d", "\udc00", "\ufeff"]  # the latter no argument can hold, or no client keeps
LATEST = 'Say "a\\b" to `$(id)` -- 👩‍👩‍👧 修复 it\'s <b>x</b> \ud83d\x00 \U0001f9d1\u200d\U0001f680 -p {y}'


def remember(sandbox: Sandbox, chance: random.Random) -> None:
    """Sessions with every piece in prompts, answers, file names and commands, mixed by chance."""
    now = time.time()
    for number in range(8):
        talk = Transcript(sandbox.home, sandbox.project, at=now - 9000 + 900 * number)
        for _ in range(4):
            texts = ["".join(chance.choices(PIECES, k=14)) for _ in range(4)]
            talk.prompt(f"Do {texts[0]}").command(f"make {texts[1]}", f"error: {texts[2]}", failed=True)
            talk.edit("src/" + "".join(char for char in texts[3] if char not in "/\0" and ord(char) < 0xD800))
            talk.answer(f"Done {texts[3]}")
    Transcript(sandbox.home, sandbox.project, at=now - 600).talk(LATEST)


def texts(value: Any) -> Iterator[str]:
    """Every text in a request, as it is and with the escapes undone that a client puts around a hook's words."""
    if isinstance(value, str):
        yield from (value, html.unescape(value))
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from texts(inner)


def ask(client: Client, prompt: str, own: list[str], form: str) -> Request:
    """A call that ends, through the function, without a shell's own reading of the arguments."""
    turns = len(client.api.turns)
    script = f'source {client.sandbox.data}/shell/ctxdb.bash; {client.command} "$@"'
    argv = ["bash", "-c", script, "bash", *own, *client.one_shot(prompt)]
    client.sandbox.run(argv, env={"CTXDB_ONESHOT": form, "CTXDB_ONESHOT_WAIT_MS": "60000"})
    return client.api.turns[turns]


@pytest.mark.parametrize("name", ["claude", "codex", "gemini"])
def test_what_was_remembered_and_what_was_typed_arrive_whole(
    claude: Claude, codex: Codex, gemini: Gemini, sandbox: Sandbox, name: str
):
    client: Client = {"claude": claude, "codex": codex, "gemini": gemini}[name]
    chance = random.Random(name)
    remember(sandbox, chance)
    sandbox.install("bash")
    sandbox.run(["ctxdb-hooks", "config", "set", "packet_tokens", "6000"])
    sandbox.run(["ctxdb-hooks", "pack"])
    prompt = "Now " + "".join(chance.sample(TYPED, len(TYPED))) + " ok"
    theirs = "Mine " + "".join(chance.sample(TYPED, len(TYPED))) + " end"
    own = {
        "claude": ["--append-system-prompt", theirs],
        "codex": ["-c", f"developer_instructions={toml_string(theirs)}"],
        "gemini": [],
    }[name]

    told = sandbox.run(["ctxdb-hooks", "prompt", name]).stdout
    request = ask(client, prompt, own, "facade")
    there = next(text for text in texts(request.body) if told.splitlines()[1] in text)
    for line in told.splitlines():
        assert line in there or line.startswith("Full history: ")
    assert not own or any(theirs in text for text in texts(request.body))
    assert client.api.prompt(request).strip() == prompt

    sandbox.rest()
    sandbox.run(["ctxdb-hooks", "pack"])
    [written] = sandbox.state.glob(f"projects/*/memory/context-db/exports/latest-{AGENTS[name]}-context.md")
    packet = written.read_text().strip()
    assert len(packet) > 2000
    request = ask(client, prompt, [], "full")
    assert any(packet in text for text in texts(request.body))
    assert client.api.prompt(request).strip() == prompt
