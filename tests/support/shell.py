"""A real interactive bash, zsh or fish under a terminal: type a line, get its status and output."""

from __future__ import annotations

import functools
import re
import shutil
from dataclasses import dataclass

from tests.support.terminal import Terminal

KINDS = ("bash", "zsh", "fish")

# The shell itself brackets each command's output, by sequences that a terminal passes over.
SETUP = {
    # bash 3.2 (macOS) has no PS0; there the output begins behind the echoed line.
    "bash": r"""PS0='\e]7777;S\a'; PROMPT_COMMAND='printf "\033]7777;E%s\007" "$?"'; PS1='$ '""",
    "zsh": r"""unsetopt PROMPT_SP PROMPT_CR; PROMPT='$ '; preexec() { printf '\033]7777;S\007' }"""
    r"""; precmd() { printf '\033]7777;E%s\007' $? }""",
    "fish": r"""function fish_title; end; function fish_prompt; echo -n '$ '; end"""
    r"""; function _s --on-event fish_preexec; printf '\033]7777;S\007'; end"""
    r"""; function _e --on-event fish_postexec; printf '\033]7777;E%s\007' $status; end""",
}

START = "\x1b]7777;S\x07"
BEGUN = re.compile(rb"\x1b\]7777;[SE]")
# With the prompt behind it: what is typed before would be echoed twice.
DONE = re.compile(rb"\x1b\]7777;E(\d+)\x07.*?\$ ", re.DOTALL)
# What the shells themselves write between the marks: bracketed paste off and on, fish's reset of colours.
NOISE = re.compile(r"\x1b\[\?2004[hl]|^\x1b\[30m\x1b\(B\x1b\[m")


@dataclass(frozen=True)
class Result:
    """What a line gave: its exit status, and what came to the terminal meanwhile, with \\n for line ends."""

    status: int
    output: str


class Shell:
    """One interactive shell. `terminal` is there for what a full-screen program needs."""

    @staticmethod
    def argv(kind: str, *, login: bool = False) -> list[str]:
        """The command that starts this shell interactively, reading its rc files."""
        return [_path(kind), "-i", *(["-l"] if login else [])]

    def __init__(self, kind: str, terminal: Terminal) -> None:
        self.kind = kind
        self.terminal = terminal
        self._seen = 0  # bytes of the terminal's output that earlier lines accounted for
        self.terminal.type(f" {SETUP[kind]}")
        self.terminal.press("enter")
        self.wait_for_prompt()

    def run(self, line: str, seconds: float = 20) -> Result:
        """Run a line and wait until the prompt is back."""
        self.enter(line)
        return self.wait_for_prompt(seconds)

    def enter(self, line: str) -> None:
        """Type a line, press Enter, and wait until the shell begins to run it.

        Wait for a sign of the program itself before typing to it: the terminal is not yet as it will be.
        """
        self.terminal.type(line)
        self.terminal.press("enter")
        begin = self._seen
        self.terminal.wait_for_raw(lambda raw: BEGUN.search(raw, begin), 20, f"{self.kind} to run {line!r}")

    def wait_for_prompt(self, seconds: float = 20) -> Result:
        """The result of the line that runs now. Raises AssertionError when the prompt does not come back."""
        begin = self._seen
        mark: re.Match[bytes] = self.terminal.wait_for_raw(
            lambda raw: DONE.search(raw, begin), seconds, f"{self.kind}'s prompt"
        )
        self._seen = mark.end()
        return Result(status=int(mark[1]), output=_output(mark.string[begin : mark.start()]))


@functools.cache
def _path(kind: str) -> str:
    found = shutil.which(kind)
    if found is None:
        raise AssertionError(f"{kind} is missing: start the tests with tests/run, which installs it")
    return found


def _output(written: bytes) -> str:
    text = written.decode(errors="replace")
    text = text.rpartition(START)[2] if START in text else text.partition("\n")[2]
    return NOISE.sub("", text).replace("\r\n", "\n")
