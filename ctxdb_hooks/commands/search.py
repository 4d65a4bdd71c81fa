"""``ctxdb-hooks search``: find what was said and done, in this project or in all."""

from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks.clients import AGENTS
from ctxdb_hooks.commands import period
from ctxdb_hooks.commands.here import here, paths
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb.facade import epoch
from ctxdb_hooks.contextdb.index import Broken, Filter, Hit, Index, passage, use
from ctxdb_hooks.contextdb.store import Store, stamp
from ctxdb_hooks.wording import ago


@click.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--project", metavar="NAME", help="In the project of this name or folder instead of this one.")
@click.option("--all", "everywhere", is_flag=True, help="In every project.")
@click.option("--agent", type=click.Choice(list(AGENTS)), help="Only sessions of this client.")
@click.option("--role", type=click.Choice(["user", "assistant", "tool"]), help="Only what they said or did.")
@click.option("--ref", default="", metavar="FILE", help="Only events about files with this in their path.")
@click.option("--since", callback=period.beginning, metavar="TIME", help=f"Only since then: {period.HELP}")
@click.option("--limit", type=click.IntRange(1, 1000), help="At most so many (20 where a person looks).")
@click.option("--json", "as_json", is_flag=True, help="For scripts: every hit with its text.")
def command(
    query: tuple[str, ...],
    project: str | None,
    everywhere: bool,
    agent: str | None,
    role: str | None,
    ref: str,
    since: float,
    limit: int | None,
    as_json: bool,
) -> int:
    """Find events by words, identifiers, parts of paths; Chinese, Japanese and Korean inside sentences too.

    \b
    Examples:
      ctxdb-hooks search login timeout
      ctxdb-hooks search 登录 --since 2w --role user
      ctxdb-hooks search parser --ref src/parse --json
    """
    text = " ".join(query)
    only = Filter(AGENTS.get(agent or "", ""), role or "", stamp(since) if since else "", ref)
    wanted = limit or (1000 if as_json else 20)
    found: list[tuple[Store, Hit, list[Hit]]] = []
    for store in stores(project, everywhere):
        found += _in(store, text, wanted, only)
    found.sort(key=lambda one: -one[1].score)
    found = found[:wanted]
    if as_json:
        emit([_record(store, hit, around, text) for store, hit, around in found])
    elif not found:
        click.echo("nothing found; fewer or other words, or --all for every project", err=True)
    else:
        _tell(found, text, everywhere or bool(project))
    return 0


def stores(project: str | None, everywhere: bool) -> list[Store]:
    """The stores that are meant. Raises click.ClickException when there is none of that name."""
    if not project and not everywhere:
        return [here()[2]]
    every = sorted(
        (Store(path) for path in paths().projects.glob("*-*") if path.is_dir()), key=lambda one: one.folder.name
    )
    if everywhere:
        return every
    found = [store for store in every if project in (store.folder.name, store.folder.name.rpartition("-")[0])]
    found = found or [store for store in every if str(Path(project or "").resolve()) in store.roots()]
    if not found:
        raise click.ClickException(
            f"{project}: no project of this name or folder is remembered; --all searches every one"
        )
    return found


def _in(store: Store, text: str, wanted: int, only: Filter) -> list[tuple[Store, Hit, list[Hit]]]:
    if not store.sessions_folder.is_dir():
        return []

    def find(index: Index) -> list[tuple[Store, Hit, list[Hit]]]:
        index.sync()
        return [(store, hit, index.around(hit)) for hit in index.search(text, wanted, only)]

    try:
        return use(store, find)
    except (Broken, OSError) as error:
        raise click.ClickException(
            f"{store.folder}: the index cannot be read ({error}); try again in a moment"
        ) from None


def _record(store: Store, hit: Hit, around: list[Hit], text: str) -> dict[str, Any]:
    return {
        "project": store.folder.name,
        "event": f"{hit.session}#{hit.seq}",
        "session": hit.session,
        "seq": hit.seq,
        "ts": hit.ts,
        "agent": hit.agent,
        "role": hit.role,
        "kind": hit.kind,
        "refs": hit.refs,
        "passage": passage(hit.text, text),
        "text": hit.text,
        "around": [
            {"seq": other.seq, "role": other.role, "text": other.text} for other in around if other.seq != hit.seq
        ],
        "score": round(hit.score, 3),
    }


def _tell(found: list[tuple[Store, Hit, list[Hit]]], text: str, named: bool) -> None:
    screen = Screen()
    with screen.listing("say more words, or --limit, --role, --since, --ref"):
        _list(screen, found, text, named)


def _list(screen: Screen, found: list[tuple[Store, Hit, list[Hit]]], text: str, named: bool) -> None:
    for store, hit, around in found:
        where = f"{store.folder.name.rpartition('-')[0]} · " if named else ""
        when = epoch(hit.ts)
        screen.whole(
            Text.assemble(
                (f"{hit.session}#{hit.seq}", "bold"), (f"  {where}{hit.kind} · {ago(when) if when else ''}", "dim")
            )
        )
        for other in around:
            style = "" if other.seq == hit.seq else "dim"
            words = passage(other.text, text, 240 if other.seq == hit.seq else 100) or ", ".join(other.refs)
            if words:
                screen.line(Text(f"  {words}", style))
    screen.whole(Text("`ctxdb-hooks show SESSION#EVENT` shows one in full", "dim"))
