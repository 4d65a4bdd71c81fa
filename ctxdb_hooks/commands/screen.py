"""What the commands share for a person's screen: labelled lines, and JSON for scripts."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click
from rich.console import Console
from rich.text import Text

from ctxdb_hooks.wording import short

LABEL = 12  # columns
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
        if not self.console.is_terminal:
            self.console.width = UNWRAPPED

    def line(self, text: str | Text = "", style: str = "") -> None:
        """One paragraph, wrapped."""
        self.console.print(harmless(text, style))

    def whole(self, text: str | Text, style: str = "") -> None:
        """One line that is never broken: a path or a command that may be copied."""
        self.console.print(harmless(text, style), soft_wrap=True)

    @contextmanager
    def waiting(self, what: str) -> Iterator[None]:
        """Say that ``what`` is being done while it is, where somebody looks."""
        if not what or not self.console.is_terminal:
            yield
            return
        with self.console.status(what):
            yield

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


def harmless(text: str | Text, style: str = "") -> Text:
    """A text in which what a terminal would obey is a replacement character."""
    found = Text(text, style) if isinstance(text, str) else text
    found.plain = found.plain.translate(dict.fromkeys(OBEYED, "\ufffd"))
    return found


def emit(value: Any) -> None:
    """A value as JSON on stdout."""
    escapes = {code: f"\\u{code:04x}" for code in OBEYED if code >= 0x7F}  # json itself escapes the others
    click.echo(json.dumps(value, ensure_ascii=False, indent=2).translate(escapes))
