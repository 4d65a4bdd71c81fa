"""What the commands share for a person's screen: labelled lines, short paths, ages, and JSON for scripts."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import click
from rich.console import Console
from rich.text import Text

LABEL = 12  # columns
UNWRAPPED = 100_000  # columns where nobody looks: a pipe gets whole lines
STATES = {"done": "green", "blocked": "red", "interrupted": "yellow", "running": "cyan"}


class Screen:
    """A person's terminal, or whatever stands in for one; wraps at its width, colours only where wanted."""

    def __init__(self, *, stderr: bool = False) -> None:
        system: Literal["auto"] | None = None if os.environ.get("NO_COLOR") else "auto"
        self.console = Console(stderr=stderr, color_system=system, highlight=False, markup=False, emoji=False)
        if not self.console.is_terminal:
            self.console.width = UNWRAPPED

    def line(self, text: str | Text = "", style: str = "") -> None:
        """One paragraph, wrapped."""
        self.console.print(Text(text, style) if isinstance(text, str) else text)

    def whole(self, text: str | Text, style: str = "") -> None:
        """One line that is never broken: a path or a command that may be copied."""
        self.console.print(Text(text, style) if isinstance(text, str) else text, soft_wrap=True)

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
        text = Text(value, style) if isinstance(value, str) else value
        for part in text.wrap(self.console, max(20, self.console.width - LABEL)) or [Text()]:
            part.rstrip()
            self.whole(Text.assemble(head, part))
            head = (" " * LABEL, "")


def emit(value: Any) -> None:
    """A value as JSON on stdout."""
    click.echo(json.dumps(value, ensure_ascii=False, indent=2))


def short(path: Path | str) -> str:
    """A path as people write it, with ~ for the home directory."""
    text, home = str(path), os.environ.get("HOME", "")
    if home.startswith("/") and len(home) > 1 and (text == home or text.startswith(home + "/")):
        return "~" + text[len(home) :]
    return text


def span(seconds: float) -> str:
    """A length of time in one unit: ``5 s``, ``5 min``, ``3 h``, ``2 d``."""
    whole = max(0, int(seconds))
    for unit, length, least in (("d", 86400, 172800), ("h", 3600, 3600), ("min", 60, 60)):
        if whole >= least:
            return f"{whole // length} {unit}"
    return f"{whole} s"


def ago(stamp: float) -> str:
    """How long ago a moment (seconds since 1970) was."""
    return f"{span(time.time() - stamp)} ago"


def count(number: int, one: str, many: str = "") -> str:
    """``1 session``, ``2 sessions``, ``12,345 sessions``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(number: float) -> str:
    """Bytes for people: ``812 B``, ``4.1 KB``, ``23 MB``."""
    units = ["B", "KB", "MB", "GB"]
    while number >= 1024 and len(units) > 1:
        number /= 1024
        del units[0]
    return f"{number:.0f} {units[0]}" if number >= 10 or units[0] == "B" else f"{number:.1f} {units[0]}"
