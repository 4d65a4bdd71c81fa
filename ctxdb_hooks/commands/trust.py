"""``ctxdb-hooks trust``: take over the AIOS store of this checkout, after showing what it holds."""

import os
import sys
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import harmless
from ctxdb_hooks.contextdb import aios
from ctxdb_hooks.contextdb.clean import clean

SHOWN = 20


@click.command()
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(yes: bool) -> int:
    """Take the sessions of an AIOS store in this checkout into the project's memory.

    A checkout can come from anybody, so its store is not read before you have seen it. Its sessions are copied; the
    store itself is left alone. One that changes is asked about again.

    \b
    Example: ctxdb-hooks trust
    """
    where, project, store = here()
    found = [one for one in aios.find(Path(project.root)) if aios.decision(where.state, one) != aios.TRUSTED]
    if not found:
        click.echo("This checkout holds no AIOS store that is not taken over already.")
        return 0
    for one in found:
        _show(one)
        if not yes:
            if not sys.stdin.isatty():
                click.echo("Nothing was taken over: run this on a terminal, or with --yes.", err=True)
                return 3
            if not click.confirm("Take these over?"):
                return 3
        if one not in aios.find(Path(project.root)):
            click.echo(f"{one.folder}: changed while it was shown; nothing was taken over, run this again", err=True)
            return 3
        taken = aios.take_over(store, one, project.root)
        aios.decide(where.state, one, aios.TRUSTED)
        click.echo(f"{taken} sessions taken over from {one.folder}")
    Work(store, project.root, os.environ).write()
    return 0


def _show(found: aios.Found) -> None:
    table = Table(title=harmless(str(found.folder)), title_justify="left", box=None)
    for heading in ("agent", "updated", "status", "events", "goal"):
        table.add_column(heading)
    for name in found.names[:SHOWN]:
        session, events, derived = aios.read(found.folder, name)
        cells = (session.agent, session.updated[:16], derived["status"], str(len(events)), derived["goal"])
        table.add_row(*(Text(clean(cell)[:60]) for cell in cells))
    if len(found.names) > SHOWN:
        table.add_row("", "", "", "", f"and {len(found.names) - SHOWN} more")
    Console().print(table)
