"""``ctxdb-hooks handoff CLIENT``: go on in another client, with the packet of the session just left."""

import os
import shutil
import sys

import click

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.launch.install import launch_paths

CLIENTS = ("claude", "codex", "gemini")


@click.command(context_settings={"ignore_unknown_options": True})
@click.argument("client", type=click.Choice(CLIENTS))
@click.argument("args", nargs=-1, type=click.UNPROCESSED)
def command(client: str, args: tuple[str, ...]) -> int:
    """Start CLIENT here with the whole packet, the session you just left first.

    The memory is brought up to date before, so that the other client knows what was said a moment ago. ARGS go to
    the client as they are.

    \b
    Example: ctxdb-hooks handoff codex
    """
    where, project, store = here()
    if not shutil.which(client):
        raise click.ClickException(f"{client}: not on PATH; install it, or hand off to another client")
    Work(store, project.root, os.environ).run()
    paths = launch_paths(where.data)
    if not paths.stub.is_file():
        raise click.ClickException(f"{paths.stub}: missing; run `ctxdb-hooks install`")
    mark = paths.marks / f"handoff-{os.getpid()}"
    mark.touch(mode=0o600)
    env = {
        key: value for key, value in os.environ.items() if key not in ("CLAUDECODE", "CODEX_THREAD_ID", "GEMINI_CLI")
    }
    sys.stdout.flush()
    os.execve(
        paths.python,
        [str(paths.python), "-I", "-S", str(paths.stub), str(mark), client, *args],
        env | {"CTXDB_LAZY_LOAD": "0"},
    )
    return 1
