"""``ctxdb-hooks pack``: the bootstrap in the foreground, with progress; with --stdout the packet itself."""

import os
import sys

import click
from rich.console import Console
from rich.progress import Progress

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.contextdb import packet


@click.command()
@click.option("--stdout", "to_stdout", is_flag=True, help="Then print the packet, and nothing else, on stdout.")
@click.option("--tokens", type=click.IntRange(100, 100_000), help="Build the printed packet for this many tokens.")
def command(to_stdout: bool, tokens: int | None) -> int:
    """Read new transcripts and rebuild this project's packet and facade now.

    \b
    Example: ctxdb-hooks pack --stdout --tokens 1000 | less
    """
    _, project, store = here()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("reading transcripts", total=None)
        report = Work(store, project.root, os.environ).run(
            lambda done, total: progress.update(task, completed=done, total=total)
        )
    if to_stdout:
        sys.stdout.write(packet.build(store, tokens or packet.TOKENS))
    else:
        click.echo(
            f"{report.sessions} sessions brought up to date, {report.events} new events, {report.seconds:.2f} s",
            err=True,
        )
    return 0
