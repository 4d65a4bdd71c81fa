"""``ctxdb-hooks distrust``: never speak of this checkout's AIOS store again."""

from pathlib import Path

import click

from ctxdb_hooks.commands.here import here
from ctxdb_hooks.contextdb import aios


@click.command()
def command() -> int:
    """Leave the AIOS store of this checkout alone for good, whatever it becomes.

    \b
    Example: ctxdb-hooks distrust
    """
    where, project, _ = here()
    found = aios.find(Path(project.root))
    for one in found:
        aios.decide(where.state, one, aios.DISTRUSTED)
        click.echo(f"{one.folder}: will not be mentioned again")
    if not found:
        click.echo("This checkout holds no AIOS store.")
    return 0
