"""`ctxdb-hooks why "PROMPT" [--turn N] [--json]`: the whole evaluation of a prompt, shown."""

from __future__ import annotations

import json
import sys
import time
from typing import Any

import click
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ctxdb_hooks.commands.here import find, paths
from ctxdb_hooks.contextdb import facade, files
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.trigger.memory import Memory
from ctxdb_hooks.trigger.orchestrator import SILENT, Policy, Verdict, evaluate
from ctxdb_hooks.trigger.policy import Learned, load

MEANING = {
    "intent:recall": "speaks of an earlier session",
    "intent:continuation": "goes on with something that is not named",
    "intent:reference": "refers to something that was not said here",
    "intent:meta": "asks how the work stands",
    "intent:negative": "asks to leave the past out of it",
    "complexity:high": "is a large task",
    "policy:load": "is of a kind that memory has helped with",
    "none": "needs nothing from before",
}
SIGNALS = {"A": "intent", "B": "complexity", "C": "policy"}


def why(
    prompt: str,
    turn: int = 1,
    as_json: bool = False,
    memory: Memory | None = None,
    tier: str = "standard",
    policy: Policy = SILENT,
) -> int:
    """Print how `prompt` is evaluated as the given user turn (the first is 1); return the exit code."""
    started = time.perf_counter()
    verdict = evaluate(prompt, turn=turn, memory=memory, tier=tier, policy=policy)
    milliseconds = round(1000 * (time.perf_counter() - started), 2)
    if as_json:
        json.dump({**as_object(verdict), "ms": milliseconds}, sys.stdout, ensure_ascii=False)
        print()
    else:
        _show(Console(), verdict, milliseconds)
    return 0


def as_object(verdict: Verdict) -> dict[str, object]:
    """The verdict for machines."""
    return {
        "fired": verdict.fired,
        "load": verdict.load,
        "turn": verdict.turn,
        "tier": verdict.tier,
        "languages": verdict.languages,
        "score": verdict.score,
        "threshold": verdict.threshold,
        "why": [{"signal": signal, "indicator": name, "gave": gave} for signal, name, gave in verdict.why],
    }


def _show(console: Console, verdict: Verdict, milliseconds: float) -> None:
    style = "green" if verdict.load else "yellow" if verdict.fired == "intent:negative" else "dim"
    console.print(Text(verdict.fired, style=f"bold {style}"), Text(MEANING[verdict.fired]))
    console.print("memory is offered" if verdict.load else "no memory is offered", style=style, highlight=False)
    if verdict.why:
        table = Table(box=None, pad_edge=False, header_style="dim")
        table.add_column("signal")
        table.add_column("indicator")
        table.add_column("gave")
        for signal, name, gave in verdict.why:
            table.add_row(SIGNALS[signal], Text(name), Text(f"{gave:+d}" if isinstance(gave, int) else gave))
        console.print(table)
    if verdict.score is not None:
        console.print(
            f"complexity {verdict.score} of 100, loads from {verdict.threshold} ({verdict.tier} model)", highlight=False
        )
    read = ", ".join(verdict.languages)
    console.print(f"turn {verdict.turn}, read as {read}, {milliseconds} ms", style="dim", highlight=False)


def newest() -> list[dict[str, Any]]:
    """The heads of the current project's last sessions; none where nothing is remembered."""
    where = paths()
    project = find(where)
    heads = files.read_json(Store(where.store(project)).heads_file) if project else {}
    return heads["sessions"][:3] if facade.valid_heads(heads) else []


def remembered(heads: list[dict[str, Any]]) -> Memory | None:
    """What the last sessions were about, as the clients' hooks see it; None without any."""
    if not heads:
        return None
    return Memory(
        goals=tuple(head["goal"] for head in heads),
        files=tuple(ref for head in heads for ref in head["refs"] if isinstance(ref, str)),
        branches=tuple(head["branch"] for head in heads),
        interrupted=facade.status(heads[0]) == "interrupted",
    )


def learned(heads: list[dict[str, Any]], tier: str) -> Policy:
    """Signal C without chance in it."""
    state = str(paths().state)
    model = load(state)
    if model is None or not heads:
        return SILENT
    model.explore = False
    return Learned(model, state, tier, heads, int(time.time()))


@click.command()
@click.argument("prompt")
@click.option("--turn", type=click.IntRange(1), default=1, help="Which turn of the session it is; 1 is the first.")
@click.option("--tier", type=click.Choice(["weak", "standard", "strong"]), default="standard", help="Of the model.")
@click.option("--json", "as_json", is_flag=True, help="For scripts: the whole verdict.")
def command(prompt: str, turn: int, tier: str, as_json: bool) -> int:
    """Show whether PROMPT would make the agent load the history, and why.

    Judged as the clients' hooks judge it, with the memory of the project you are in.

    \b
    Example: ctxdb-hooks why "continue where we left off"
    """
    heads = newest()
    return why(prompt, turn, as_json, remembered(heads), tier, learned(heads, tier))
