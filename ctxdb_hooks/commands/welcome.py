"""The last lines of an installation: what was found, what to type next, how to switch it off."""

import os

import click

from ctxdb_hooks.bootstrap import first
from ctxdb_hooks.wording import count

PATIENCE = 2.0  # s for counting what is there


def welcome(off: str, *, ready: bool) -> None:
    """Count what the clients have kept, let it be read in the background, and say how to go on.

    ``off`` is the command that takes the installation back; not ``ready``: a file is left to the user first.
    """
    known = first.found(os.environ, PATIENCE)
    click.echo()
    if known.sessions:
        least = "" if known.whole else "at least "
        told = f"{count(known.sessions, 'session')} in {count(len(known.projects), 'project')}"
        try:
            first.begin(os.environ)
            click.echo(f"Found {least}{told} from before; they are read in the background now.")
        except OSError as error:  # nothing is lost: each project's are read at its next start
            click.echo(f"Found {least}{told} from before; they are read at the next start there ({error.strerror}).")
    else:
        click.echo("Found no session from before; the first one from now on is remembered.")
    click.echo("By default each client will know what the others did (`ctxdb-hooks config set share same-client`).")
    first_of_all = "" if ready else "put the lines above in place, then "
    click.echo(f"Next: {first_of_all}open a terminal, go to a project and type claude, codex or gemini, as always;")
    click.echo("  `ctxdb-hooks` shows what is remembered there, `ctxdb-hooks demo` what an agent is told.")
    click.echo(f"Off: `CTXDB_HOOKS=0 claude` once, `ctxdb-hooks off` for a project, `{off}` for good.")
