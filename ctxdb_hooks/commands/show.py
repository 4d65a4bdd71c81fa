"""``ctxdb-hooks show``: one session read back, as it went."""

from collections.abc import Iterator
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import STATES, Screen, emit, read_by_agent
from ctxdb_hooks.contextdb import facade, model
from ctxdb_hooks.contextdb.model import Event
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.wording import ago

MARKS = {
    model.PROMPT: ("> ", "bold cyan"),
    model.ANSWER: ("", ""),
    model.PLAN: ("plan  ", ""),
    model.COMMAND: ("$ ", "green"),
    model.FAILURE: ("failed  ", "red"),
    model.TODO: ("todo  ", "yellow"),
}


@click.command()
@click.argument("session", default="")
@click.option("--json", "as_json", is_flag=True, help="For scripts: the session's meta and every event.")
def command(session: str, as_json: bool) -> int:
    """Read a session: what was asked, answered, run and changed.

    SESSION is an id or any part of one that is unique; without it, the newest. SESSION#EVENT shows one event in full.
    An agent gets of a session what 2,000 tokens hold: its facts, how it began, and its last turns.

    \b
    Examples:
      ctxdb-hooks show                  the newest session
      ctxdb-hooks show 8f3a | less
    """
    _, _, store = here()
    session, _, number = session.partition("#")
    meta = choose(store, session)
    events = list(store.events(meta["sessionId"]))
    if number:
        return _one(meta, events, number, as_json)
    if as_json:
        emit({"meta": meta, "events": [event.record(seq) for seq, event in enumerate(events, 1)]})
        return 0
    if read_by_agent() and isinstance(meta.get("derived"), dict):
        from ctxdb_hooks.contextdb import packet

        click.echo(packet.one(store, meta), nl=False)
        return 0
    screen = Screen()
    with screen.listing("show SESSION#EVENT shows one in full"):
        _whole(screen, meta, events)
    return 0


def _whole(screen: Screen, meta: dict[str, Any], events: list[Event]) -> None:
    for line in _head(meta):
        screen.line(line)
    last = ""
    for event in events:
        if last in (model.PROMPT, model.ANSWER) or event.kind in (model.PROMPT, model.ANSWER):
            screen.line()
        screen.line(_line(event))
        last = event.kind


def _one(meta: dict[str, Any], events: list[Event], number: str, as_json: bool) -> int:
    if not number.isdigit() or not 0 < int(number) <= len(events):
        raise click.ClickException(f"{meta['sessionId']}: has events 1 to {len(events)}, not {number}")
    event = events[int(number) - 1]
    if as_json:
        emit(event.record(int(number)))
        return 0
    screen = Screen()
    for line in (
        *_head(meta),
        Text(" · ".join(filter(None, (event.ts, event.kind, *event.refs))), "dim"),
        _line(event),
    ):
        screen.line(line)
    return 0


def choose(store: Store, wanted: str) -> dict[str, Any]:
    """``meta.json`` of the session that ``wanted`` names; the newest when it is empty. Raises ClickException."""
    if not wanted:
        metas = store.metas()
        if not metas:
            raise click.ClickException(
                "no session is remembered in this project yet; `ctxdb-hooks pack` reads what the clients have kept"
            )
        return metas[0]
    ids = store.ids()
    found = [name for name in ids if name == wanted] or [name for name in ids if wanted in name]
    if len(found) > 1:
        listed = "\n  ".join(found[:8])
        raise click.ClickException(
            f"{wanted}: {len(found)} sessions have this in their id; say more of it:\n  {listed}"
        )
    meta = store.meta(found[0]) if found else {}
    if not meta:
        raise click.ClickException(f"{wanted}: no session of this project has this in its id; `ctxdb-hooks status`")
    return meta


def _head(meta: dict[str, Any]) -> Iterator[Text]:
    yield Text(str(meta.get("goal") or meta["sessionId"]), "bold")
    updated = facade.epoch(meta.get("updatedAt"))
    source = meta.get("source")
    branch = source.get("branch") if isinstance(source, dict) else ""
    status = facade.status(meta["head"]) if facade.valid_head(meta.get("head")) else str(meta.get("status"))
    parts = [meta["sessionId"], ago(updated) if updated else "", f"branch {branch}" if branch else ""]
    facts = " · ".join(filter(None, parts))
    yield Text.assemble((f"{facts} · ", "dim"), (status, STATES.get(status, "")))


def _line(event: Event) -> Text:
    mark, style = MARKS.get(event.kind, (f"{event.kind}  ", "dim"))
    told = event.text or ", ".join(event.refs)
    ran = event.kind == model.COMMAND or event.extra.get("was") == model.COMMAND  # its files stand in the line itself
    if event.text and event.refs and not ran and event.kind not in (model.PROMPT, model.ANSWER):
        told = f"{', '.join(event.refs)}  {event.text}"
    return Text.assemble((mark, style), (told.rstrip(), style if event.kind == model.PROMPT else ""))
