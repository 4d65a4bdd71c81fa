"""``ctxdb-hooks forget``: take sessions out of the memory for good."""

import os
import sys
from datetime import date

import click

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.show import choose
from ctxdb_hooks.contextdb.clean import clean
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.wording import count


@click.command()
@click.argument("session", default="")
@click.option("--before", metavar="DATE", help="Every session that ended before this day (YYYY-MM-DD).")
@click.option("--all", "every", is_flag=True, help="Every session of this project.")
@click.option("--yes", is_flag=True, help="Do not ask.")
def command(session: str, before: str | None, every: bool, yes: bool) -> int:
    """Forget a session: it leaves every file, index and copy, and is not read again from its transcript.

    SESSION is an id or a part of one, or `last`. The client's own transcript is not touched.

    \b
    Examples:
      ctxdb-hooks forget last
      ctxdb-hooks forget --before 2026-01-01
    """
    if sum((bool(session), bool(before), every)) != 1:
        raise click.UsageError("say which: SESSION, --before DATE or --all")
    _, project, store = here()
    ids = _chosen(store, session, before, every)
    if not ids:
        click.echo("no session of this project is meant by that", err=True)
        return 0
    if not yes:
        if not sys.stdin.isatty():
            click.echo("Nothing was forgotten: run this on a terminal, or with --yes.", err=True)
            return 3
        for name in ids[:10]:
            click.echo(f"{name}  {clean(str(store.meta(name).get('goal') or ''))[:60]}")
        click.confirm(f"Forget {count(len(ids), 'session')} for good?", abort=True)
    Work(store, project.root, os.environ).forget(ids)
    click.echo(f"{count(len(ids), 'session')} forgotten", err=True)
    return 0


def _chosen(store: Store, session: str, before: str | None, every: bool) -> list[str]:
    if every:
        return store.ids()
    if before:
        try:
            day = date.fromisoformat(before).isoformat()
        except ValueError:
            raise click.BadParameter(f"{before!r}: give a day as in 2026-01-31") from None
        return [meta["sessionId"] for meta in store.metas() if str(meta.get("updatedAt")) < day]
    return [choose(store, "" if session == "last" else session)["sessionId"]]
