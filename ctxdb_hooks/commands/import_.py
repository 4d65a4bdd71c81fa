"""``ctxdb-hooks import``: read what the clients have kept from before, of one project or of all."""

import os
from collections.abc import Iterator

import click

from ctxdb_hooks.bootstrap.work import Busy, Report, Work
from ctxdb_hooks.commands import period
from ctxdb_hooks.commands.here import here, paths
from ctxdb_hooks.commands.pack import progress
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.wording import count


@click.command()
@click.option("--all", "every", is_flag=True, help="Every project that the clients have worked in.")
@click.option("--since", callback=period.beginning, help=f"Only sessions that went on since then: {period.HELP}")
@click.option("--json", "as_json", is_flag=True, help="For scripts: what was read, as one JSON object.")
def command(every: bool, since: float, as_json: bool) -> int:
    """Read the transcripts that are there into the memory, now and to the end.

    The background does the same bit by bit, also with what --since leaves out: at the next start of a client.

    \b
    Examples:
      ctxdb-hooks import --since 30d
      ctxdb-hooks import --all
    """
    reports, failed = [], False
    for store, root in _projects(every):
        try:
            with progress(store.folder.name.rpartition("-")[0]) as tell:
                reports.append((root, Work(store, root, os.environ, since=since).run(tell)))
        except (Busy, OSError) as error:
            failed = True
            click.echo(f"{root}: {error}; `ctxdb-hooks doctor` looks for the cause", err=True)
    if as_json:
        emit({"projects": [{"project": root} | vars(report) for root, report in reports]})
    else:
        _show([report for _, report in reports])
    return int(failed)


def _projects(every: bool) -> Iterator[tuple[Store, str]]:
    if not every:
        _, project, store = here()
        yield store, project.root
        return
    from ctxdb_hooks.bootstrap import first

    where = paths()
    for project in first.found(os.environ).projects:
        yield Store(where.store(project)), project.root


def _show(reports: list[Report]) -> None:
    screen = Screen(stderr=True)
    sessions, events = (sum(getattr(report, name) for report in reports) for name in ("sessions", "events"))
    seconds = sum(report.seconds for report in reports)
    screen.line(
        f"{count(sessions, 'session')} of {count(len(reports), 'project')} brought up to date, "
        f"{count(events, 'new event')}, {seconds:.1f} s"
    )
    for skipped in [skipped for report in reports for skipped in report.skipped][:5]:
        screen.line(f"passed over: {skipped}", "yellow")
