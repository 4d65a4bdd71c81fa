"""``ctxdb-hooks status``: the project's memory at a glance."""

import os
import time
from collections import Counter
from pathlib import Path
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks import config
from ctxdb_hooks.bootstrap import runs, space
from ctxdb_hooks.clients import AGENTS
from ctxdb_hooks.commands.here import find, paths, why_none
from ctxdb_hooks.commands.prompt import offer
from ctxdb_hooks.commands.screen import STATES, Screen, emit
from ctxdb_hooks.contextdb import facade, files, tokens
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.paths import Paths
from ctxdb_hooks.wording import ago, count, short

RECENT = 5  # sessions, projects
REFS = 4


@click.command()
@click.option("--json", "as_json", is_flag=True, help="For scripts: one JSON object.")
def command(as_json: bool) -> int:
    """Show what is remembered about the project of this folder.

    \b
    Examples:
      ctxdb-hooks                       the same, shorter to type
      ctxdb-hooks status --json | jq .facade.goal
    """
    where = paths()
    project = find(where)
    if project is None:
        return _outside(where, as_json)
    seen = look(where, project)
    if as_json:
        emit(seen)
    else:
        _show(seen, project)
    return 0


def look(where: Paths, project: projects.Project) -> dict[str, Any]:
    """All that status knows, as JSON; the keys project, store, sessions, facade and packet are fixed."""
    store = Store(where.store(project))
    folder = os.path.realpath(os.getcwd())[len(project.root) + 1 :]
    head, packets, _ = facade.load(str(store.folder), folder, int(time.time()))
    client = next((name for name, agent in AGENTS.items() if head and agent == head["agent"]), "claude")
    made = offer(where, project, store, client)
    switched_on, values = config.project_of(where, os.getcwd(), os.environ)
    ids = [name for name in store.ids() if (store.sessions_folder / name / "meta.json").is_file()]
    kept = files.read_json(store.project_file)
    return {
        "project": project.root,
        "name": project.name,
        "store": str(store.base),
        "sessions": len(ids),
        "agents": dict(Counter(name.rsplit("-", 2)[0] for name in ids)),
        "latest": _brief(store, head) if head else None,
        "recent": [_brief(store, each) for each in _heads(store)[:RECENT]],
        "facade": files.read_json(store.facade_file) or None,
        "packet": facade.packet_path(str(store.folder), packets, AGENTS[client]) or None,
        "adds": tokens.estimate(made.text) if made.text else 0,
        "adds_nothing": made.reason or None,
        "on": switched_on is not None,
        "wrap_mode": values["wrap_mode"],
        "lazy_load": values["lazy_load"],
        "background": runs.alive(store),
        "last_run": runs.last(where, store),
        "bytes": kept.get("bytes"),
        "pruned": kept.get("pruned"),
    }


def _brief(store: Store, head: dict[str, Any]) -> dict[str, Any]:
    """One session in a few words; a head's own goal and summary are cut to what a prompt has room for."""
    meta = store.meta(head["id"])
    derived = meta["derived"] if isinstance(meta.get("derived"), dict) else {}
    return {
        "id": head["id"],
        "agent": head["agent"],
        "goal": str(meta.get("goal") or head["goal"]),
        "status": facade.status(head),
        "summary": str(derived.get("summary") or head["summary"]),
        "refs": derived.get("files", [])[:REFS] or head["refs"],
        "branch": head["branch"],
        "updated": head["updated"],
    }


def _heads(store: Store) -> list[dict[str, Any]]:
    heads = files.read_json(store.heads_file)
    return heads["sessions"] if facade.valid_heads(heads) else []


def _show(seen: dict[str, Any], project: projects.Project) -> None:
    screen = Screen()
    screen.whole(Text.assemble((os.path.basename(project.root), "bold"), (f"  {short(project.root)}", "dim")))
    if not seen["sessions"]:
        screen.line()
        screen.line(_nothing_yet(seen))
        if not seen["on"]:
            screen.fact("next start", _next_start(seen))
        return
    agents = ", ".join(f"{agent} {number}" for agent, number in sorted(seen["agents"].items()))
    screen.fact("memory", f"{count(seen['sessions'], 'session')}: {agents}{_space(seen)}")
    if seen["latest"]:
        _show_latest(screen, seen["latest"])
    _show_recent(screen, seen)
    screen.line()
    screen.fact("next start", _next_start(seen))
    screen.fact("background", _background(seen))
    if seen["packet"]:
        screen.fact("packet", Path(seen["packet"]))
    screen.line()
    screen.line("ctxdb-hooks show · prompt · pack · doctor · off      --help says more", "dim")


def _show_latest(screen: Screen, latest: dict[str, Any]) -> None:
    screen.fact("latest", Text(latest["goal"] or latest["id"], "bold"))
    state = (latest["status"], STATES.get(latest["status"], ""))
    branch = f", branch {latest['branch']}" if latest["branch"] else ""
    screen.fact("", Text.assemble(f"{latest['agent']}, {ago(latest['updated'])}, ", state, branch))
    if latest["summary"]:
        screen.fact("outcome", latest["summary"])
    if latest["refs"]:
        screen.fact("files", ", ".join(latest["refs"]))


def _show_recent(screen: Screen, seen: dict[str, Any]) -> None:
    label = "before"
    for head in seen["recent"]:
        if seen["latest"] and head["id"] == seen["latest"]["id"]:
            continue
        row = Text(f"{ago(head['updated']):>10}  {head['agent']:<11}  ")
        row.append(f"{head['status']:<11}", STATES.get(head["status"], ""))
        row.append(f"  {head['goal'] or head['id']}")
        if screen.console.is_terminal:
            row.truncate(max(40, screen.console.width - 12), overflow="ellipsis")
        screen.fact(label, row)
        label = ""


def _space(seen: dict[str, Any]) -> str:
    """The room that it all takes, and what was given up for it."""
    pruned = seen["pruned"]
    told = f"; {seen['bytes'] / 1e6:.1f} MB" if isinstance(seen["bytes"], int) else ""
    if isinstance(pruned, dict):
        told += f", {count(pruned['events'], 'event')} of the oldest sessions given up at {space.MOST >> 20} MB"
    return told


def _nothing_yet(seen: dict[str, Any]) -> str:
    if seen["background"]:
        return "Nothing is remembered here yet; a background process is reading what the clients have kept."
    return (
        "Nothing is remembered here yet. Start claude, codex or gemini as always: what they have kept of earlier "
        "sessions in this project is read in the background, and the next start knows. `ctxdb-hooks pack` reads it now."
    )


def _next_start(seen: dict[str, Any]) -> str:
    if seen["adds_nothing"]:
        return f"adds nothing: {seen['adds_nothing']}"
    if not seen["lazy_load"]:
        return f"adds the whole packet, at most {seen['adds']:,} tokens (lazy_load is off)"
    return f"adds at most {seen['adds']} tokens, the whole history stays a file (`ctxdb-hooks prompt`)"


def _background(seen: dict[str, Any]) -> str:
    run = seen["last_run"]
    told = "has not run yet"
    if run:
        when = ago(facade.epoch(run.get("ts")) or 0)
        told = f"failed {when}: {run['failed']}" if run.get("failed") else f"last ran {when}"
    return told + (", waits for a client now" if seen["background"] else "")


def _outside(where: Paths, as_json: bool) -> int:
    """Where no project is: which ones are remembered."""
    known = _known(where)
    if as_json:
        nothing = {"project": None, "store": None, "sessions": 0, "facade": None, "packet": None}
        emit(nothing | {"projects": known})
        return 0
    screen = Screen()
    screen.line(why_none(short(os.getcwd())) + ".")
    if known:
        screen.line()
        screen.line(f"{count(len(known), 'project')} remembered elsewhere:")
        for each in known[:RECENT]:
            told = f"{count(each['sessions'], 'session'):<14}{ago(each['updated']) if each['updated'] else '':<12}"
            screen.whole(Text.assemble((f"  {told}", "dim"), short(each["root"])))
    return 0


def _known(where: Paths) -> list[dict[str, Any]]:
    """The projects that have a store, the one used last first."""
    found = []
    for folder in where.projects.glob("*/"):
        heads = files.read_json(folder / "heads")
        if facade.valid_heads(heads):
            sessions = heads["sessions"]
            number = len(Store(folder).ids())
            updated = max((head["updated"] for head in sessions), default=0)
            found.append({"root": heads.get("root", ""), "sessions": number, "updated": updated})
    return sorted(found, key=lambda each: each["updated"], reverse=True)
