"""What the drivers of the three real clients share: one-shot runs, interactive sessions, their ends."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.support.mock_server import MockApi
from tests.support.sandbox import CLIENTS, Sandbox, node
from tests.support.shell import Shell
from tests.support.terminal import Terminal
from tests.support.wait import wait_for

SECONDS = 30  # for one turn of a client on a machine that is busy with other tests


class Client:
    """One real client, set up in a sandbox so that it asks nothing and talks to a mock API only."""

    command: ClassVar[str]

    def __init__(self, sandbox: Sandbox, api: MockApi) -> None:
        self.sandbox = sandbox
        self.api = api
        real = CLIENTS / self.command
        if not real.exists():
            raise AssertionError(f"{self.command} is missing: start the tests with tests/run")
        sandbox.add_command(self.command, real.resolve())
        sandbox.add_command("node", node())
        self.set_up()

    # What a client has to say

    def set_up(self) -> None:
        """Write the client's settings into the home, and its variables into the environment."""
        raise NotImplementedError

    def trust(self, folder: Path) -> None:
        """Note that the user trusts this folder, as the client's own dialog would."""
        raise NotImplementedError

    def one_shot(self, prompt: str) -> list[str]:
        """The arguments that ask one question and end."""
        raise NotImplementedError

    def transcripts(self) -> list[Path]:
        """The files in which the client keeps its conversations, oldest first."""
        raise NotImplementedError

    def is_ready(self, screen: str) -> bool:
        """Whether the screen shows that a line can be typed."""
        return self.typed(screen) == ""

    def is_idle(self, screen: str) -> bool:
        """Whether a turn that had begun is over."""
        raise NotImplementedError

    def typed(self, screen: str) -> str | None:
        """What stands in the input line, blanks aside; empty with its placeholder, None without the line."""
        raise NotImplementedError

    def offers_exit(self, screen: str) -> bool:
        """Whether the menu that opens for a typed /exit has come down to that command."""
        raise NotImplementedError

    # What a test uses

    def ask(
        self,
        prompt: str,
        *options: str,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: str = "",
        seconds: float = SECONDS,
        check: bool = True,
    ) -> subprocess.CompletedProcess[str]:
        """Ask one question and wait for the end; `options` come before it."""
        argv = [self.command, *options, *self.one_shot(prompt)]
        return self.sandbox.run(argv, cwd=cwd, env=env, stdin=stdin, seconds=seconds, check=check)

    def start(self, *arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> Session:
        """Start an interactive session directly, without a shell, and wait until it is ready."""
        terminal = self.sandbox.terminal([self.command, *arguments], cwd=cwd, env=env)
        session = Session(self, terminal, terminal.wait_for_exit)
        session.wait_until_ready()
        return session

    def start_in(self, shell: Shell, line: str | None = None) -> Session:
        """Type a line that starts an interactive session into a shell, and wait until it is ready."""
        shell.enter(line or self.command)
        session = Session(self, shell.terminal, lambda seconds: shell.wait_for_prompt(seconds).status)
        session.wait_until_ready()
        return session


class Session:
    """An interactive session of a client, on the terminal it was started on."""

    def __init__(self, client: Client, terminal: Terminal, wait_for_end: Callable[[float], int]) -> None:
        self.client = client
        self.terminal = terminal
        self._wait_for_end = wait_for_end

    @property
    def screen(self) -> str:
        """What stands on the screen."""
        return self.terminal.screen

    def wait_until_ready(self) -> None:
        """Wait until the client takes a line."""
        self.terminal.wait_for(self.client.is_ready, SECONDS)

    def submit(self, text: str) -> None:
        """Type a line and send it, without waiting for an answer."""
        self._type(text)
        self.terminal.press("enter")

    def say(self, text: str, seconds: float = SECONDS) -> None:
        """Type a prompt and wait until its turn is over, tools and all."""
        turns = len(self.client.api.turns)
        self.submit(text)
        self.client.api.wait_for_turn(turns + 1, seconds)
        wait_for(self._is_idle, seconds, lambda: f"the end of a turn:\n{self.screen}")

    def _type(self, text: str) -> None:
        """Type as a person does, one sign first and with an eye on the screen.

        Clients handle what comes in one read, or before their last frame's handlers are in place, by what
        stood in the line before: "?" is then a command, and Enter sends half.
        """
        for part, so_far in ((text[:1], text[:1]), (text[1:], text)):
            self.terminal.type(part)
            self._wait_until_typed(squeeze(so_far)[-40:])
            self.terminal.settle()

    def _wait_until_typed(self, end: str) -> None:
        self.terminal.wait_for(lambda screen: (self.client.typed(screen) or "").endswith(end), SECONDS)

    def _is_idle(self) -> bool:
        return not self.client.api.busy and self.client.is_idle(self.screen)

    def exit(self, seconds: float = SECONDS) -> int:
        """Leave by /exit; the client's exit status."""
        self._type("/exit")
        self.terminal.wait_for(self.client.offers_exit, SECONDS)
        self.terminal.press("enter")
        return self.wait_for_end(seconds)

    def wait_for_end(self, seconds: float = SECONDS) -> int:
        """Wait until the client has ended; its exit status."""
        return self._wait_for_end(seconds)


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file; {} where there is none, or one that is just being written."""
    try:
        value = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}


def merged(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """The new values over the old; objects in both are merged in turn."""
    both = dict(old)
    for key, value in new.items():
        inner = both.get(key)
        both[key] = merged(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return both


def squeeze(text: str) -> str:
    """The text without blanks, for clients wrap what is typed."""
    return "".join(text.split())
