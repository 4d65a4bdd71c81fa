"""``ctxdb-hooks log``: the receipts of every start, every turn on which something fired, and every read of memory."""

import os
import time
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks import telemetry
from ctxdb_hooks.commands import period
from ctxdb_hooks.commands.here import find, paths
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.figures.summary import estimate
from ctxdb_hooks.launch import eager

LIMIT = 20
MAX_PACKET = 1 << 20  # bytes
INDENT = " " * 18
ADDED_NOTHING = {
    "resume": "a session that goes on gets what its first start got",
    "hit": "the packet was not the one that the background wrote",
    "none": "nothing is remembered here yet",
}


@click.command()
@click.option("--all", "everywhere", is_flag=True, help="Of every project, not only the one you are in.")
@click.option("--since", callback=period.beginning, help=period.HELP)
@click.option("--limit", type=click.IntRange(1), help=f"How many, the newest; {LIMIT} on a screen, all with --json.")
@click.option("--turns", is_flag=True, help="Also the turns on which nothing fired.")
@click.option("--json", "as_json", is_flag=True, help="For scripts: one JSON object.")
def command(everywhere: bool, since: float, limit: int | None, turns: bool, as_json: bool) -> int:
    """Show what was added at each start, word for word, with its tokens and milliseconds, and who read the packet.

    Kept on this machine only, for 90 days at most; `ctxdb-hooks config set telemetry off` ends it.

    \b
    Examples:
      ctxdb-hooks log
      ctxdb-hooks log --all --since 7d
      ctxdb-hooks log --json | jq '.receipts[] | select(.what == "start") | .ms'
    """
    where = paths()
    project = None if everywhere else find(where)
    rows = [
        told(row)
        for row in telemetry.receipts(where.state, since)
        if (project is None or row.get("project") == project.store_name) and _is_shown(row, turns or as_json)
    ]
    rows = rows[-(limit or (len(rows) if as_json else LIMIT)) :] if rows else []
    if as_json:
        emit({"project": project.root if project else None, "receipts": rows})
        return 0
    screen = Screen()
    if not rows:
        screen.line("No receipts yet: each start of claude, codex or gemini leaves one, unless telemetry is off.")
    for row in rows:
        _show(screen, row, with_project=project is None)
    return 0


def told(row: dict[str, Any]) -> dict[str, Any]:
    """A receipt with what it does not have to carry: tokens (an upper estimate) and milliseconds."""
    more: dict[str, Any] = {}
    if isinstance(row.get("given"), str):
        more["text"] = given(row["given"])
        row = row | more
    if row["what"] in ("start", "turn"):
        more["tokens"] = estimate(row.get("text"))
        if isinstance(row.get("us"), int):
            more["ms"] = row["us"] / 1000
    return row | more


def given(path: str) -> str:
    """The whole packet that a start was given, from the copy that bears its content's name; empty when it is gone."""
    data = facade.read_bytes(path, MAX_PACKET) or b""
    return data.decode("utf-8", "replace") if eager.name_of(data) == os.path.basename(path) else ""


def _is_shown(row: dict[str, Any], turns: bool) -> bool:
    if row["what"] == "turn":
        return turns or bool(row.get("load"))
    return row["what"] in ("start", "read")


def _show(screen: Screen, row: dict[str, Any], *, with_project: bool) -> None:
    stamp = time.strftime("%Y-%m-%d %H:%M", time.localtime(row["ts"]))
    line = Text.assemble((f"{stamp}  ", "dim"), (f"{row.get('client', ''):<8}", "bold"))
    line.append({"start": _start, "turn": _turn, "read": _read}[row["what"]](row))
    if with_project:
        line.append(f"  {row.get('project')}", "dim")
    screen.whole(line)
    for part in str(row.get("text") or "").splitlines():
        screen.whole(Text(INDENT + part, "dim"))


def _start(row: dict[str, Any]) -> str:
    if "failed" in row:
        return f"start, nothing added: {row['failed']}, {row.get('ms', 0):.1f} ms"
    kind = {"session": "start", "oneshot": "one-shot start", "resume": "resumed", "hook": "start, by its own hook"}
    said = kind.get(str(row.get("kind")), str(row.get("kind")))
    if row.get("text"):
        return f"{said}, {row['tokens']} tokens added, {row.get('ms', 0):.1f} ms, facade {row.get('facade')}"
    if row.get("given"):
        return f"{said}, the whole packet, which has been made anew since, {row.get('ms', 0):.1f} ms"
    why = ADDED_NOTHING.get(str(row.get("kind"))) or ADDED_NOTHING.get(str(row.get("facade")), "")
    return f"{said}, nothing added" + (f": {why}" if why else "")


def _turn(row: dict[str, Any]) -> str:
    if not row.get("load"):
        return f"turn {row.get('turn')}, {row.get('fired')}"
    return f"turn {row.get('turn')}, {row.get('fired')}, {row['tokens']} tokens added, {row.get('ms', 0):.1f} ms"


def _read(row: dict[str, Any]) -> str:
    after = f", {row['wait']:.1f} s after the prompt" if isinstance(row.get("wait"), int | float) else ""
    return f"memory was read{after}" + (", as told on that turn" if row.get("nudged") else "")
