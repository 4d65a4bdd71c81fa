"""``ctxdb-hooks pack``: the bootstrap in the foreground, with progress; with --stdout the packet itself."""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.wording import count

if TYPE_CHECKING:
    from ctxdb_hooks.bootstrap.work import Progress


@click.command()
@click.option("--stdout", "to_stdout", is_flag=True, help="Then print the packet, and nothing else, on stdout.")
@click.option("--tokens", type=click.IntRange(100, 100_000), help="With --stdout: build it for this many tokens.")
@click.option("--json", "as_json", is_flag=True, help="For scripts: what was read, as one JSON object.")
@click.option(
    "--aios", type=click.Path(path_type=Path, file_okay=False), help="Also write a store that AIOS reads below DIR."
)
def command(to_stdout: bool, tokens: int | None, as_json: bool, aios: Path | None) -> int:
    """Read new transcripts and bring this project's packet and facade up to date, now.

    This is what the background does at each start and end of a client; it is only needed when you cannot wait.

    \b
    Examples:
      ctxdb-hooks pack
      ctxdb-hooks pack --stdout --tokens 1000 | less
    """
    if to_stdout and as_json:
        raise click.UsageError("--stdout and --json both want stdout; use one of them.")
    _, project, store = here()
    from ctxdb_hooks.bootstrap.work import Busy, Work
    from ctxdb_hooks.contextdb import packet

    with progress() as tell:
        try:
            work = Work(store, project.root, os.environ)
            report = work.run(tell)
        except Busy as error:
            raise click.ClickException(f"{store.folder}: {error}; `ctxdb-hooks doctor` names it") from None
    if aios:
        from ctxdb_hooks.contextdb.aios import export

        click.echo(f"{count(export(store, aios), 'session')} written below {aios}", err=True)
    if to_stdout:
        sys.stdout.write(packet.build(store, tokens or packet.TOKENS))
    elif as_json:
        emit(vars(report) | {"packet": str(store.apart if work.publication.apart else store.exports)})
    else:
        screen = Screen(stderr=True)
        screen.line(
            f"{count(report.sessions, 'session')} brought up to date, {count(report.events, 'new event')}, "
            f"{report.seconds:.1f} s"
        )
        for skipped in report.skipped[:5]:
            screen.line(f"passed over: {skipped}", "yellow")
    return 0


@contextmanager
def progress(of: str = "") -> Iterator["Progress | None"]:
    """A bar on stderr while the body runs, where somebody can see it; ``of`` is the project's name."""
    screen = Screen(stderr=True)
    if not screen.console.is_terminal:
        yield None
        return
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    told = f"reading transcripts of {of}" if of else "reading transcripts"
    columns = (TextColumn(told, markup=False), BarColumn(), MofNCompleteColumn())
    with Bar(*columns, console=screen.console, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
