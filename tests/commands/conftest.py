"""The command line in a sandbox, and a session to look at."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.rehearsal import replay
from tests.support.sandbox import Sandbox


class Commands:
    """`ctxdb-hooks`, run in the sandbox's project."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        self.argv = [sys.executable, "-m", "ctxdb_hooks"]

    def __call__(self, *arguments: str | Path, check: bool = True, **how: Any) -> subprocess.CompletedProcess[str]:
        """Run a command; `check=False` where it is to fail."""
        return self.sandbox.run([*self.argv, *arguments], check=check, **how)

    def json(self, *arguments: str, **how: Any) -> dict[str, Any]:
        """What `--json` printed."""
        value: dict[str, Any] = json.loads(self(*arguments, "--json", **how).stdout)
        return value

    def screen(self, *arguments: str, columns: int = 80, **env: str) -> str:
        """What a person sees on a terminal of that width, escapes and all, and the command's exit status 0."""
        terminal = self.sandbox.terminal([*self.argv, *arguments], env={"COLUMNS": str(columns), **env})
        assert terminal.wait_for_exit(20) == 0
        written: bytes = terminal.output()
        return written.decode().replace("\r\n", "\n")


@pytest.fixture
def commands(sandbox: Sandbox) -> Commands:
    """The command line in a sandbox that remembers nothing."""
    return Commands(sandbox)


@pytest.fixture
def remembering(commands: Commands) -> Commands:
    """The command line in a project whose only session is the recorded one."""
    replay(commands.sandbox.home / ".claude", str(commands.sandbox.project))
    commands("pack")
    return commands
