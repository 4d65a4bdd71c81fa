"""``ctxdb-hooks demo``: a throw-away project and a recorded session; the exact prompt and packet."""

import os
import tempfile
import time
from pathlib import Path

import click

from ctxdb_hooks.commands.screen import Screen
from ctxdb_hooks.contextdb import facade, tokens
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.rehearsal import make_project, replay, said
from ctxdb_hooks.wording import count


@click.command()
def command() -> int:
    """Show, on a recorded session in a project of its own, what an agent would be told.

    Nothing of yours is read, no client is started, and what is made for it is deleted at the end.

    \b
    Example: ctxdb-hooks demo
    """
    from ctxdb_hooks.bootstrap.work import Work

    screen = Screen()
    with tempfile.TemporaryDirectory(prefix="ctxdb-") as folder:
        home = Path(os.path.realpath(folder))
        project = make_project(home / "shortener")
        replay(home / ".claude", project.root)
        screen.line("Yesterday somebody worked on this in claude, and closed it:", "dim")
        for text in said():
            screen.line(f"  > {text}", "cyan")
        store = Store(home / "state" / "projects" / project.store_name)
        report = Work(store, project.root, {"HOME": str(home)}).run()
        head, packets, _ = facade.load(str(store.folder), "", int(time.time()))
        packet = facade.packet_path(str(store.folder), packets, "claude-code")
        prompt = facade.render(head, packet, "main", int(time.time()))
        for told, text in (
            (f"Read in {report.seconds:.2f} s, {count(report.events, 'event')}. Today any client is told:", prompt),
            (
                f"That is at most {tokens.estimate(prompt)} tokens. The file that it names, for when it is needed:",
                Path(packet).read_text("utf-8").rstrip(),
            ),
        ):
            screen.line()
            screen.line(told, "dim")
            screen.line()
            screen.line(text)
    screen.line()
    screen.line("All of this is deleted again. In a project of yours: `ctxdb-hooks prompt`, `ctxdb-hooks show`.", "dim")
    return 0
