"""``ctxdb-hooks timeline``: what happened in this project, event by event, over all sessions and clients."""

import sys
from collections.abc import Iterator
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks.commands import period
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.commands.show import MARKS
from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.clean import clean
from ctxdb_hooks.contextdb.store import Store, stamp

LIMIT = 50
TOLD = {model.PROMPT, model.ANSWER, model.EDIT, model.FAILURE, model.PLAN, model.COMMAND}


@click.command()
@click.option("--since", callback=period.beginning, metavar="TIME", help=f"Only since then: {period.HELP}")
@click.option("--limit", type=click.IntRange(1), help=f"At most so many ({LIMIT} where a person looks).")
@click.option("--json", "as_json", is_flag=True, help="For scripts: every event, the newest first.")
def command(since: float, limit: int | None, as_json: bool) -> int:
    """Show what happened here, the newest first, whichever client it was.

    \b
    Example: ctxdb-hooks timeline --since 1d
    """
    store = here()[2]
    begin = stamp(since) if since else ""
    rows = newest(store, begin, limit or (sys.maxsize if as_json else LIMIT))
    if as_json:
        emit(rows)
        return 0
    screen = Screen()
    with screen.listing("--since or --limit shows less"):
        for row in rows:
            mark, style = MARKS.get(row["kind"], (f"{row['kind']}  ", "dim"))
            text = clean(row["text"])[:160] or ", ".join(row["refs"])
            when = f"{row['ts'][:16].replace('T', ' ')}  {row['agent']:<11} "
            screen.line(Text.assemble((when, "dim"), (mark, style), text))
    if not rows:
        click.echo("nothing happened in that time", err=True)
    return 0


def newest(store: Store, begin: str, limit: int) -> list[dict[str, Any]]:
    """The last ``limit`` events since ``begin`` (an ISO stamp), the newest first; older sessions are not opened."""
    rows: list[dict[str, Any]] = []
    for meta in store.metas():
        updated = str(meta.get("updatedAt"))
        if updated < begin or (len(rows) == limit and updated < rows[-1]["ts"]):
            break
        rows = sorted((*rows, *_rows(store, meta, begin)), key=lambda row: str(row["ts"]), reverse=True)[:limit]
    return rows


def _rows(store: Store, meta: dict[str, Any], begin: str) -> Iterator[dict[str, Any]]:
    for seq, event in enumerate(store.events(meta["sessionId"]), 1):
        if event.kind in TOLD and event.ts >= begin:
            yield event.record(seq) | {"session": meta["sessionId"], "agent": str(meta.get("agent"))}
