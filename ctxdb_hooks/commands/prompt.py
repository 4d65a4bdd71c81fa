"""``ctxdb-hooks prompt``: word for word what would be added to a start here now, with its token count."""

import os
import time

import click

from ctxdb_hooks.commands.here import here
from ctxdb_hooks.contextdb import facade, tokens
from ctxdb_hooks.launch import project as projects


@click.command()
@click.argument("client", default="claude", type=click.Choice(["claude", "codex", "gemini"]))
def command(client: str) -> int:
    """Show what a start of CLIENT here would be told, word for word."""
    _, project, store = here()
    agent = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}[client]
    folder = os.path.realpath(os.getcwd())[len(project.root) + 1 :]
    now = int(time.time())
    head, packets, how = facade.load(str(store.folder), folder, now)
    text = facade.render(head, facade.packet_path(str(store.folder), packets, agent), projects.branch(project.git), now)
    if not text:
        click.echo("nothing: this project has no remembered session yet", err=True)
        return 0
    click.echo(text)
    click.echo(f"-- at most {tokens.estimate(text)} tokens; facade: {how}", err=True)
    return 0
