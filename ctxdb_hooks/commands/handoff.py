"""``ctxdb-hooks handoff CLIENT``: go on in another client, with the packet of the session just left."""

import os
import shutil
import sys

import click

from ctxdb_hooks import config
from ctxdb_hooks.bootstrap.work import Busy, Work
from ctxdb_hooks.clients import AGENTS, INSIDE
from ctxdb_hooks.clients.gemini.argv import VARIABLE
from ctxdb_hooks.commands.here import NeedsYou, here
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch.install import launch_paths


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("client", type=click.Choice(list(AGENTS)))
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def command(client: str, args: tuple[str, ...]) -> int:
    """Start CLIENT here with the whole packet, the session you just left first.

    The memory is brought up to date before, so that the other client knows what was said a moment ago. ARGS go to
    the client as they are.

    \b
    Example: ctxdb-hooks handoff codex
    """
    where, project, store = here()
    _, values = config.project_of(where, os.getcwd(), os.environ)
    if not shutil.which(client):
        raise click.ClickException(f"{client}: not on PATH; install it, or hand off to another client")
    paths = launch_paths(where.data)
    if not paths.stub.is_file():
        raise click.ClickException(f"{paths.stub}: missing; run `ctxdb-hooks install`")
    try:
        Work(store, project.root, os.environ).run()
    except Busy as error:
        raise click.ClickException(f"{store.folder}: {error}; `ctxdb-hooks doctor` names it") from None
    latest = files.read_json(store.facade_file).get("head", {}).get("agent", "")
    if values["share"] == "same-client" and latest not in ("", AGENTS[client]):
        raise NeedsYou(
            f"{client} is not told what was said to {latest} (share = same-client); to hand that over this once:\n"
            f"  CTXDB_SHARE=all ctxdb-hooks handoff {client}"
        )
    mark = paths.marks / f"handoff.{os.getpid()}"
    mark.touch(mode=0o600)
    env = {name: value for name, value in os.environ.items() if name not in (*INSIDE, VARIABLE)}
    sys.stdout.flush()
    os.execve(
        paths.python,
        [str(paths.python), "-I", "-S", str(paths.stub), str(mark), client, *args],
        env | {"CTXDB_LAZY_LOAD": "0"},
    )
    return 1
