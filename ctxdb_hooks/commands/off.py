"""``ctxdb-hooks off``: leave a project alone."""

import click

from ctxdb_hooks.commands.on import switch


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path())
def command(folder: str) -> int:
    """Leave the project of DIR alone, by default the one you are in.

    Everywhere: `ctxdb-hooks config set wrap_mode off`. For one start: `CTXDB_HOOKS=0 claude`.
    For a session that shall never be remembered: `CTXDB_PRIVATE=1 claude`.

    \b
    Examples:
      ctxdb-hooks off
      ctxdb-hooks off ~/work/client     and everything below it
    """
    return switch(folder, on=False)
