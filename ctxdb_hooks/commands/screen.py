"""What the commands share for a person's screen: labelled lines, and JSON for scripts."""

import io
import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click
from rich.console import Console
from rich.text import Text

from ctxdb_hooks.clients import INSIDE
from ctxdb_hooks.wording import short

LABEL = 12  # columns
AGENTS_TOKENS = 2000  # that a listing may cost an agent; about so many, counted from letters
UNWRAPPED = 100_000  # columns where nobody looks: a pipe gets whole lines
# What a terminal obeys: C0 (but tab and newline), DEL, C1, bidi controls and line separators.
OBEYED = [
    *range(9),
    *range(11, 32),
    *range(127, 160),
    0x61C,
    0x200E,
    0x200F,
    *range(0x2028, 0x202F),
    *range(0x2066, 0x206A),
]
STATES = {"done": "green", "blocked": "red", "interrupted": "yellow", "running": "cyan"}


class Screen:
    """A person's terminal, or whatever stands in for one; wraps at its width, colours only where wanted.

    What it is given may come from anywhere: nothing in it steers the terminal.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        system: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
        self.console = Console(stderr=stderr, color_system=system, highlight=False, markup=False, emoji=False)
        self.is_terminal = self.console.is_terminal
        if not self.is_terminal:
            self.console.width = UNWRAPPED

    def line(self, text: str | Text = "", style: str = "") -> None:
        """One paragraph, wrapped."""
        self._say(harmless(text, style), wrapped=True)

    def whole(self, text: str | Text, style: str = "") -> None:
        """One line that is never broken: a path or a command that may be copied."""
        self._say(harmless(text, style), wrapped=False)

    def _say(self, text: Text, *, wrapped: bool) -> None:
        """To lay out a line takes rich 0.1 ms, which is nothing gained where there are neither colours nor an edge."""
        if self.is_terminal:
            self.console.print(text, soft_wrap=not wrapped)
        else:
            print(text.plain, file=self.console.file, flush=True)

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """Say that ``what`` is being done while it is, where somebody looks."""
        if not what or not self.is_terminal:
            yield
            return
        with self.console.status(what):
            yield

    @contextmanager
    def listing(self, narrower: str) -> Iterator[None]:
        """What is printed meanwhile may be long: a person gets it through a pager, an agent no more than it can use.

        ``narrower`` is what tells an agent how to ask for less.
        """
        out, kept = self.console.file, io.StringIO()
        self.console.file = kept
        try:
            yield
        finally:
            self.console.file = out
        text = kept.getvalue()
        if self.is_terminal and sys.stdin.isatty():
            if text.count("\n") >= self.console.height:
                click.echo_via_pager(text, color=self.console.color_system is not None)
                return
        elif read_by_agent():
            text = within(AGENTS_TOKENS, text, narrower)
        print(text, end="", file=out, flush=True)

    def fact(self, label: str, value: str | Text | Path, style: str = "") -> None:
        """A label and its value; a value of several lines stands in one column, a path is never broken."""
        head = (f"{label:<{LABEL}}", "dim")
        if isinstance(value, Path):
            self.whole(Text.assemble(head, (short(value), style)))
            return
        text = harmless(value, style)
        for part in text.wrap(self.console, max(20, self.console.width - LABEL)) or [Text()]:
            part.rstrip()
            self.whole(Text.assemble(head, part))
            head = (" " * LABEL, "")


def read_by_agent() -> bool:
    """Whether this runs in the shell of an agent."""
    return any(os.environ.get(name) for name in INSIDE)


def within(budget: int, text: str, narrower: str) -> str:
    """The first lines of a text that cost about ``budget`` tokens, and how to see the others."""
    kept: list[str] = []
    lines = [f"{line.rstrip()}\n" for line in text.splitlines()]
    left = float(budget - 30)
    for line in lines:
        left -= sum(map(_weight, line))
        if left < 0:
            return f"{''.join(kept)}… {len(lines) - len(kept)} more lines; {narrower}\n"
        kept.append(line)
    return "".join(kept)


def _weight(char: str) -> float:
    """About how many tokens a character is: ids, paths and signs take more than prose.

    To count them takes 60 ms before it begins.
    """
    if char > "\x7f":
        return 1.3
    return 0.26 if "a" <= char <= "z" else 0.05 if char == " " else 0.73


def harmless(text: str | Text, style: str = "") -> Text:
    """A text in which what a terminal would obey is a replacement character."""
    found = Text(text, style) if isinstance(text, str) else text
    found.plain = found.plain.translate(dict.fromkeys(OBEYED, "\ufffd"))
    return found


def emit(value: Any) -> None:
    """A value as JSON on stdout."""
    escapes = {code: f"\\u{code:04x}" for code in OBEYED if code >= 0x7F}  # json itself escapes the others
    click.echo(json.dumps(value, ensure_ascii=False, indent=2).translate(escapes))
