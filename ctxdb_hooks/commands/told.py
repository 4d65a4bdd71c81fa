"""How install and uninstall tell the user what they did, and the exit code that goes with it."""

import os
from collections.abc import Iterable
from pathlib import Path

import click

from ctxdb_hooks.shells.base import Around, Shell
from ctxdb_hooks.shells.detect import SHELLS
from ctxdb_hooks.shells.rc import Outcome, Plan, Result

FAILED, USAGE, NEEDS_YOU = 1, 2, 3


def fail(message: str, code: int) -> int:
    """Say on stderr why nothing was done; returns ``code``."""
    click.echo(f"ctxdb-hooks: {message}", err=True)
    return code


def code_of(outcomes: Iterable[Outcome]) -> int:
    """0 where all is done, 3 where something is left to the user."""
    return NEEDS_YOU if Outcome.NEEDS_YOU in outcomes else 0


def short(path: Path, around: Around) -> str:
    """``path`` as people write it, with ~ for the home folder."""
    try:
        return f"~/{path.relative_to(around.home)}"
    except ValueError:
        return str(path)


def tilde(text: str, around: Around) -> str:
    """``text`` with ~ for the home folder, wherever it names that."""
    return text.replace(f"{around.home}/", "~/")


def result(result: Result, around: Around) -> None:
    """One file, what became of it and why."""
    _line(result.path, result.outcome.value, result.reason, result.notices, around)


def plan(plan: Plan, around: Around) -> None:
    """One file, what would become of it, and the change as a diff."""
    would = "would be modified" if plan.outcome is Outcome.MODIFIED else plan.outcome.value
    _line(plan.path, would, plan.refusal, plan.notices, around)
    click.echo(plan.diff(), nl=False)


def _line(path: Path, what: str, reason: str, notices: Iterable[str], around: Around) -> None:
    click.echo(f"{short(path, around)}: {what}" + (f": {reason}" if reason else ""))
    for notice in notices:
        click.echo(f"  {notice}")


def foreign_home(around: Around) -> str:
    """Why this user should not write into this home folder (sudo keeps the caller's HOME), or an empty string."""
    try:
        owner = around.home.stat().st_uid
    except OSError:
        return ""
    if owner == os.geteuid():
        return ""
    return f"{around.home} belongs to another user; run this as that user, without sudo, or set HOME"


def shell_of(rc_file: Path) -> Shell | None:
    """The shell that reads a file of this name, as far as the name tells."""
    name = rc_file.name
    if name.endswith(".fish"):
        return SHELLS["fish"]
    if name.endswith(".zsh") or name.lstrip(".").startswith("z"):
        return SHELLS["zsh"]
    return SHELLS["bash"] if "bash" in name or name == ".profile" else None
