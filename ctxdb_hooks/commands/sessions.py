"""``ctxdb-hooks sessions``: what is remembered, a line per session."""

from typing import Any

import click
from rich.table import Table
from rich.text import Text

from ctxdb_hooks.clients import AGENTS
from ctxdb_hooks.commands import period
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import STATES, Screen, emit
from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.contextdb.clean import clean
from ctxdb_hooks.wording import ago

LIMIT = 30


@click.command()
@click.option("--agent", type=click.Choice(list(AGENTS)), help="Only sessions of this client.")
@click.option("--since", callback=period.beginning, metavar="TIME", help=f"Only since then: {period.HELP}")
@click.option("--limit", type=click.IntRange(1), help=f"At most so many ({LIMIT} where a person looks).")
@click.option("--json", "as_json", is_flag=True, help="For scripts: every session.")
def command(agent: str | None, since: float, limit: int | None, as_json: bool) -> int:
    """List this project's sessions, the newest first.

    \b
    Example: ctxdb-hooks sessions --agent codex --since 7d
    """
    store = here()[2]
    metas = [meta for meta in store.metas() if not agent or meta.get("agent") == AGENTS[agent]]
    metas = [meta for meta in metas if (facade.epoch(meta.get("updatedAt")) or 0) >= since]
    shown = metas[: limit or (len(metas) if as_json else LIMIT)]
    if as_json:
        emit([record(meta) for meta in shown])
        return 0
    if not metas:
        click.echo("no session is remembered; `ctxdb-hooks pack` reads what the clients have kept", err=True)
        return 0
    screen = Screen()
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("session", "age", "stands", "goal"):
        table.add_column(name, no_wrap=name != "goal", overflow="fold")
    for meta in shown:
        one = record(meta)
        when = facade.epoch(one["updated"])
        status = Text(one["status"], STATES.get(one["status"], ""))
        table.add_row(one["id"], ago(when) if when else "", status, one["goal"][:90])
    with screen.listing("--since or --limit shows less"):
        screen.console.print(table)
        if len(shown) < len(metas):
            screen.line(f"and {len(metas) - len(shown)} more; --limit {len(metas)} shows them", "dim")
    return 0


def record(meta: dict[str, Any]) -> dict[str, Any]:
    """A session for a list: id, agent, goal, status, times, branch and files."""
    head = meta.get("head")
    status = facade.status(head) if isinstance(head, dict) and facade.valid_head(head) else str(meta.get("status"))
    derived = meta.get("derived") if isinstance(meta.get("derived"), dict) else {}
    source = meta.get("source") if isinstance(meta.get("source"), dict) else {}
    return {
        "id": meta["sessionId"],
        "agent": str(meta.get("agent")),
        "goal": clean(str(meta.get("goal") or "")),
        "status": status,
        "started": meta.get("createdAt"),
        "updated": meta.get("updatedAt"),
        "branch": str((source or {}).get("branch") or ""),
        "files": (derived or {}).get("files", [])[:20],
    }
