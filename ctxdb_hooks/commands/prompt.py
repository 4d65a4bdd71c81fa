"""``ctxdb-hooks prompt``: word for word what would be added to a start here now, with its token count."""

import os
import time

import click

from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb import facade, tokens
from ctxdb_hooks.launch import project as projects

AGENTS = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}
FOUND = {
    "hit": "from the facade",
    "expired": "made anew, since the facade has expired",
    "missing": "made anew, since there was no facade",
    "made": "made from the sessions, since facade and heads were missing",
}


@click.command()
@click.argument("client", default="claude", type=click.Choice(list(AGENTS)))
@click.option("--json", "as_json", is_flag=True, help="For scripts: client, agent, text, tokens, session and packet.")
def command(client: str, as_json: bool) -> int:
    """Show what a start of CLIENT in this folder would be told, word for word.

    The text alone goes to stdout; what is known about it goes to stderr.

    \b
    Examples:
      ctxdb-hooks prompt                for claude
      ctxdb-hooks prompt codex | wc -c
    """
    _, project, store = here()
    folder = os.path.realpath(os.getcwd())[len(project.root) + 1 :]
    now = int(time.time())
    head, packets, how = facade.load(str(store.folder), folder, now)
    packet = facade.packet_path(str(store.folder), packets, AGENTS[client])
    text = facade.render(head, packet, projects.branch(project.git), now)
    if as_json:
        emit(
            {
                "client": client,
                "agent": AGENTS[client],
                "text": text,
                "tokens": tokens.estimate(text) if text else 0,
                "session": head["id"] if head else None,
                "packet": packet or None,
                "found": how,
            }
        )
        return 0
    note = Screen(stderr=True)
    if not text:
        reason = "the packet is missing or was changed by somebody else" if head else "no session is remembered here"
        note.line(f"Nothing would be added: {reason}; `ctxdb-hooks pack` reads what the clients have kept.", "dim")
        return 0
    click.echo(text)
    note.line(f"at most {tokens.estimate(text)} tokens, {FOUND.get(how, how)}", "dim")
    return 0
