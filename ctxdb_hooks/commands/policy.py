"""``ctxdb-hooks policy``: what the learned signal has shown so far, and whether it may act."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from ctxdb_hooks import telemetry
from ctxdb_hooks.commands.here import paths
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.learning import learn, model
from ctxdb_hooks.learning.judge import LEAST, LEAST_ARM, judge
from ctxdb_hooks.learning.model import State
from ctxdb_hooks.trigger.policy import A_DAY, ACTIVE, CONTEXT, NAME, SHADOW
from ctxdb_hooks.wording import count

TELLING = 4  # features of the context that are shown


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--json", "as_json", is_flag=True, help="For scripts: state, estimates and bounds.")
@click.pass_context
def command(ctx: click.Context, as_json: bool) -> int:
    """Show the signal that learns (C): what it would do, what that is worth, and whether it may act.

    It is asked on turns on which neither the words (A) nor the size of the task (B) decide. It acts only once its
    logged decisions show, with bounds, that it does better than A and B alone, and falls silent when they no longer
    do. Until then it offers memory now and then by chance, since otherwise nobody could tell.

    \b
    Examples:
      ctxdb-hooks policy
      ctxdb-hooks policy explore off
      ctxdb-hooks policy reset
    """
    if ctx.invoked_subcommand:
        return 0
    found = look(paths().state)
    if as_json:
        emit(found)
    else:
        _show(Screen(), found)
    return 0


@command.command()
def reset() -> int:
    """Forget what was learned and begin with the prior; decisions so far no longer count.

    \b
    Example: ctxdb-hooks policy reset
    """
    folder = paths().state
    with _mine(folder):
        old = model.read(folder)
        now = time.time()
        fresh = State(model.prior(), explore=old.explore if old else True, begun=now, earning=now)
        model.write(folder, fresh)
    click.echo("The policy begins anew, in shadow mode.")
    return 0


@command.command()
@click.argument("switch", type=click.Choice(["on", "off"]))
def explore(switch: str) -> int:
    """Switch loads by chance on or off; without them the policy never comes to act.

    \b
    Example: ctxdb-hooks policy explore off
    """
    folder = paths().state
    with _mine(folder):
        state = model.read(folder) or State(model.prior())
        state.explore = switch == "on"
        model.write(folder, state)
    click.echo(f"Loads by chance are {switch}.")
    return 0


def look(folder: Path) -> dict[str, Any]:
    """The policy's state as JSON; of a model that is not there yet, that of the prior."""
    state = model.read(folder) or State(model.prior())
    pairs = learn.decided(telemetry.receipts(folder), state.begun)
    acting = state.mode == model.ACTIVE
    counted = [learn.decision_of(*pair) for pair in pairs if acting or pair[0]["ts"] >= state.earning]
    _, judged = judge(counted, acting=acting)
    return {
        "mode": state.mode,
        "explore": state.explore,
        "trained": state.number,
        "decisions": len(pairs),
        "loaded": sum(bool(row["load"]) for row, _ in pairs),
        "good": sum(bool(outcome.get("good")) for _, outcome in pairs),
        "begun": state.begun or None,
        "earning": state.earning or None,
        "judgement": judged,
        "weights": dict(zip(CONTEXT, (round(weight, 3) for weight in state.weights.context), strict=True)),
        "file": str(folder / NAME),
    }


@contextmanager
def _mine(folder: Path) -> Iterator[None]:
    """The model, held for a change of a person's. Raises ClickException when the background does not let go."""
    files.make_folder(folder)
    with learn.held(folder) as mine:
        if not mine:
            raise click.ClickException("the background is training just now; try again in a moment")
        yield


def _show(screen: Screen, found: dict[str, Any]) -> None:
    judged = found["judgement"]
    mode = "active: it decides where A and B are silent" if found["mode"] == model.ACTIVE else "shadow: it only watches"
    screen.fact("mode", mode, "bold")
    told = f"{count(found['decisions'], 'decision')} with a known outcome, memory loaded on {found['loaded']}"
    screen.fact("so far", f"{told}; {found['good']} were right" if found["decisions"] else "no decision yet")
    screen.fact("would load", f"on {judged['would']} that were left to chance")
    rates = ACTIVE if found["mode"] == model.ACTIVE else SHADOW
    chance = f"loads {rates[0]:.0%} where it would, at most {rates[1]:.0%} elsewhere, {A_DAY} a day against its mode"
    screen.fact("chance", chance if found["explore"] else "off: no load by chance, so nothing new can be shown")
    if judged["enough"]:
        for name, each in judged["estimates"].items():
            screen.fact(name, f"{each['value']:+.2f} a load, at least {each['low']:+.2f} (doubt {judged['doubt']:.3f})")
    else:
        screen.fact("evidence", f"not enough: {LEAST} decisions in which it would load, {LEAST_ARM} of each kind")
    strongest = sorted(found["weights"].items(), key=lambda item: -abs(item[1]))
    strongest = [(name, weight) for name, weight in strongest if name != "always"][:TELLING]
    screen.fact("looks at", ", ".join(f"{name} {weight:+.1f}" for name, weight in strongest))
