"""``ctxdb-hooks demo``: a throw-away project and a recorded session; the exact prompt and packet."""

import json
import os
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click

from ctxdb_hooks.commands.screen import Screen, count
from ctxdb_hooks.contextdb import facade, tokens
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects

RECORDING = Path(__file__).with_name("demo.jsonl")
RECORDED_IN = "/demo/shortener"


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
        head, packets, _ = facade.load(str(store.folder), "", int(datetime.now().timestamp()))
        packet = facade.packet_path(str(store.folder), packets, "claude-code")
        prompt = facade.render(head, packet, "main", int(datetime.now().timestamp()))
        screen.line()
        screen.line(
            f"Read in {report.seconds:.2f} s, {count(report.events, 'event')}. Today any client is told:", "dim"
        )
        screen.line()
        screen.line(prompt)
        screen.line()
        screen.line(
            f"That is at most {tokens.estimate(prompt)} tokens. The file that it names, for when it is needed:", "dim"
        )
        screen.line()
        screen.line(Path(packet).read_text("utf-8"))
    screen.line("All of this is deleted again. In a project of yours: `ctxdb-hooks prompt`, `ctxdb-hooks show`.", "dim")
    return 0


def make_project(root: Path) -> projects.Project:
    """A git work tree without git's help: as much of one as makes a project."""
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return projects.Project(str(root), f"{root}/.git", f"{root}/.git")


def replay(claude: Path, root: str, *, ended: datetime | None = None) -> Path:
    """Write the recorded transcript below ``claude`` as if its session had been in ``root``, ended a day ago."""
    from ctxdb_hooks.clients.claude.ingest import folder_name

    rows = [json.loads(line) for line in RECORDING.read_text("utf-8").replace(RECORDED_IN, root).splitlines()]
    shift = (ended or datetime.now(UTC) - timedelta(days=1)) - datetime.fromisoformat(rows[-1]["timestamp"])
    for row in rows:
        if "timestamp" in row:
            moved = datetime.fromisoformat(row["timestamp"]) + shift
            row["timestamp"] = moved.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    path = claude / "projects" / folder_name(root) / f"{rows[-1]['sessionId']}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def said() -> Iterator[str]:
    """What the person typed in the recorded session."""
    for line in RECORDING.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("promptSource") == "typed":
            yield row["message"]["content"]
