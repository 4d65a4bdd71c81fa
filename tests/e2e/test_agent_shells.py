"""The agents' own shells: a client's name there is the real command, whatever they kept of the user's functions."""

from __future__ import annotations

import json

import pytest

from tests.support.client import Client
from tests.support.replies import Reply, Run
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # nothing is loaded here

PROBE = "{name} --version; echo status $?; type {name}; command -v {name}"

# Functions that an agent may keep without what they need: our own must not be among the broken ones.
RC = "_helper() { echo helped; }\nmine() { _helper; }\n__load() { :; }\n"


def in_the_agents_shell(client: Client, sandbox: Sandbox, kind: str) -> str:
    """What a probe gives, run by the agent in its own shell; the agent is started as the user starts it."""
    # Codex's is a login shell, where Debian's /etc/profile sets PATH anew.
    (sandbox.home / ".profile").write_text(f'PATH="{sandbox.bin}:$PATH"\n')
    sandbox.install(kind)
    name = client.command
    for rc in ".bashrc", ".zshrc":
        with (sandbox.home / rc).open("a") as opened:
            opened.write(RC)
    client.api.script(Reply("Looking.", tools=(Run(PROBE.format(name=name)),)), "Seen.")
    shell = sandbox.shell(kind)

    done = shell.run(" ".join([name, *(f"'{part}'" for part in client.one_shot("Look"))]), seconds=60)

    assert done.status == 0, done.output
    assert "Seen." in done.output
    return json.dumps(client.api.tool_results(client.api.turns[-1]))


def check(seen: str, client: Client, sandbox: Sandbox) -> None:
    version = sandbox.run([client.command, "--version"]).stdout.strip()
    assert version in seen
    assert "status 0" in seen
    assert "not found" not in seen
    assert "_helper" not in seen


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_claudes_shell(claude, sandbox: Sandbox, kind: str):
    claude.allow("Bash")

    check(in_the_agents_shell(claude, sandbox, kind), claude, sandbox)


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_codexs_shell(codex, sandbox: Sandbox, kind: str):
    check(in_the_agents_shell(codex, sandbox, kind), codex, sandbox)


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_geminis_shell(gemini, sandbox: Sandbox, kind: str):
    gemini.allow("run_shell_command")

    check(in_the_agents_shell(gemini, sandbox, kind), gemini, sandbox)
