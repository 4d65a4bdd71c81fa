"""``ctxdb-hooks checkpoint``: leave a note that the next session is told of."""

import os
from hashlib import blake2b

import click

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.contextdb import derive, heads, model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import now
from ctxdb_hooks.redact import redact

AGENT = "checkpoint"
MAX_TEXT = 4000


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--status", type=click.Choice(["done", "blocked", "interrupted"]), default="interrupted", show_default=True
)
@click.option("--next", "following", multiple=True, metavar="TEXT", help="What is to be done next; may be repeated.")
@click.option("--ref", "refs", multiple=True, metavar="FILE", help="A file it is about; may be repeated.")
def command(text: tuple[str, ...], status: str, following: tuple[str, ...], refs: tuple[str, ...]) -> int:
    """Write down where things stand, for the next session in this project: you or an agent may do it.

    \b
    Example: ctxdb-hooks checkpoint "Parser works" --next "mend the lexer"
    """
    said = redact(" ".join(text).strip())[:MAX_TEXT]
    if not said:
        raise click.UsageError("say where things stand")
    _, project, store = here()
    at = now()
    session = Session(AGENT, blake2b(f"{at}{said}".encode(), digest_size=8).hexdigest(), started=at, updated=at)
    session.given_id, session.cwd = session.id, os.getcwd()
    named = [os.path.relpath(os.path.realpath(ref), project.root) for ref in refs]
    events = [Event(at, model.PROMPT, said, [redact(ref) for ref in named])]
    derived = derive.derive(events)
    derived |= {"status": status, "summary": said[:600], "next": [redact(one)[:400] for one in following]}
    derived |= {"files": events[0].refs, "reads": []}
    store.prepare()
    count, _ = store.replace(session.id, events)
    store.describe(session, heads.head_of(store, session, derived, [], project.root), derived, count)
    Work(store, project.root, os.environ).write()
    click.echo(f"noted as {session.id}", err=True)
    return 0
