"""``ctxdb-hooks stats``: what was done in a period, what it cost and what it brought, drawn."""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks import config, telemetry
from ctxdb_hooks.bootstrap import runs
from ctxdb_hooks.commands import period
from ctxdb_hooks.commands.here import find, paths
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.figures import page, plots
from ctxdb_hooks.figures.summary import KINDS, summary
from ctxdb_hooks.wording import count, short, size

WIDEST = 100  # columns of a plot
MEANING = {"read": "memory read", "told": "told of memory", "none": "without"}


@click.command()
@click.option("--since", default="30d", show_default=True, callback=period.beginning, help=period.HELP)
@click.option("--project", "here", is_flag=True, help="Of the project of this folder only.")
@click.option("--json", "as_json", is_flag=True, help="For scripts: one JSON object.")
@click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page that needs nothing else, to FILE."
)
def command(since: float, here: bool, as_json: bool, html: Path | None) -> int:
    """Show start times, what fired and how often it was right, tokens spent and saved, over a period.

    From figures that are kept on this machine only, for 90 days at most.

    \b
    Examples:
      ctxdb-hooks stats --since 7d
      ctxdb-hooks stats --project --json | jq .starts.ms
      ctxdb-hooks stats --html stats.html
    """
    where = paths()
    project = find(where) if here else None
    name = project.store_name if project else None
    _, values = config.project_of(where, os.getcwd(), os.environ)
    receipts = [row for row in telemetry.receipts(where.state, since) if name in (None, row.get("project"))]
    log = [row for row in runs.entries(where) if name in (None, row.get("project"))]
    found = {"project": project.root if project else None, "telemetry": values["telemetry"]}
    found |= summary(receipts, log, since, time.time(), values["packet_tokens"])
    if html:
        files.write(html.absolute(), page.page(found))
        click.echo(f"written: {html}", err=True)
    if as_json:
        emit(found)
    elif not html:
        _show(Screen(), found)
    return 0


def _show(screen: Screen, found: dict[str, Any]) -> None:
    days = max(1, round((found["until"] - found["since"]) / 86400))
    of = short(found["project"]) if found["project"] else "all projects"
    screen.whole(Text.assemble((f"The last {count(days, 'day')}", "bold"), (f"  {of}", "dim")))
    if not found["telemetry"]:
        screen.line("No figures are kept (`ctxdb-hooks config set telemetry on` begins).", "yellow")
    if not found["starts"]["count"] and not found["turns"]["count"]:
        screen.line("Nothing yet: each start of claude, codex or gemini leaves a receipt (`ctxdb-hooks log`).")
        return
    width = min(WIDEST, screen.console.width)
    _show_starts(screen, found["starts"], found["days"], width)
    _show_turns(screen, found["turns"], found["reads"], width)
    _show_sessions(screen, found["sessions"])
    _show_cost(screen, found["tokens"], found["bootstraps"])


def _show_starts(screen: Screen, starts: dict[str, Any], days: list[dict[str, Any]], width: int) -> None:
    clients = ", ".join(f"{name} {number}" for name, number in starts["clients"].items())
    _heading(screen, "Starts", f"{starts['count']}: {clients}; {starts['added']} with memory added")
    if len(days) > 1:
        screen.fact("per day", Text(plots.spark([day["starts"] for day in days], width - 12), "cyan"))
    if starts["shells"]:
        screen.fact("shells", ", ".join(f"{name} {number}" for name, number in starts["shells"].items()))
    if starts["facade"]:
        screen.fact("facade", ", ".join(f"{name} {number}" for name, number in starts["facade"].items()))
    if starts["failed"]:
        screen.fact("failed", f"{starts['failed']} (the client started all the same)", "yellow")
    if starts["ms"]:
        screen.fact("our time", _times(starts["ms"], "ms"))
        bins = starts["histogram"]
        rows = [(f"{each['from']:g} ms", each["count"], str(each["count"])) for each in bins]
        for line in plots.bars(rows, width):
            screen.whole(line)


def _show_turns(screen: Screen, turns: dict[str, Any], reads: dict[str, Any], width: int) -> None:
    if turns["count"]:
        _heading(screen, "Turns", f"{turns['count']} judged, memory offered on {turns['loaded']}")
        rows = [(name, one["count"], f"{one['count']}{_right(one)}") for name, one in turns["fired"].items()]
        for line in plots.bars(rows, width, "green"):
            screen.whole(line)
        if turns["ms"]:
            screen.fact("our time", _times(turns["ms"], "ms"))
    if reads["count"]:
        told = f"{reads['count']}, {reads['nudged']} of them on a turn that said so"
        screen.fact("reads", told + (f"; {_times(reads['wait_s'], 's')} after the prompt" if reads["wait_s"] else ""))


def _right(one: dict[str, int]) -> str:
    return f", right {one['right']} of {one['judged']}" if one["judged"] else ""


def _show_sessions(screen: Screen, sessions: dict[str, Any]) -> None:
    if not any(sessions[kind]["count"] for kind in KINDS):
        return
    _heading(screen, "Sessions", "means, as far as the transcripts show them")
    screen.whole(Text(_columns("", ("sessions", "turns", "asked us", "refound", "edit in", "tokens")), "dim"))
    for kind in KINDS:
        one = sessions[kind]
        cells = [one[name] for name in ("count", "turns", "asked", "again", "edit_turn", "edit_tokens")]
        screen.whole(_columns(MEANING[kind], ["-" if cell is None else f"{cell:.4g}" for cell in cells]))
    screen.line(
        "asked us: turns that ended in a question; refound: files that earlier sessions knew; edit in: the turn of "
        "the first edit; tokens: said until then",
        "dim",
    )


def _columns(name: str, cells: Iterable[str]) -> str:
    return f"{name:<16}" + "".join(f"{cell:>10}" for cell in cells)


def _show_cost(screen: Screen, spent: dict[str, Any], runs: dict[str, Any]) -> None:
    _heading(screen, "Cost", f"about {spent['spent']:,} tokens")
    screen.fact("tokens", f"prompts {spent['prompts']:,}, nudges {spent['nudges']:,}, reads {spent['reads']:,}")
    saved = spent["saved"]
    told = "too few sessions with and without to say" if saved is None else f"about {saved:,} tokens to the first edit"
    screen.fact("saved", told)
    if runs["seconds"]:
        failed = f", {runs['failed']} failed" if runs["failed"] else ""
        told = f"{count(runs['count'], 'run')}{failed}, {_times(runs['seconds'], 's')}, {size(runs['bytes'])} read"
        screen.fact("background", told)


def _heading(screen: Screen, name: str, told: str) -> None:
    screen.line()
    screen.whole(Text.assemble((f"{name:<12}", "bold"), told))


def _times(spread: dict[str, float], unit: str) -> str:
    return f"median {spread['median']:g} {unit}, 90 % within {spread['p90']:g} {unit}, at most {spread['max']:g} {unit}"
