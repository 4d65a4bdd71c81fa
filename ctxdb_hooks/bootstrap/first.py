"""What the clients have kept from before us: how much there is, and reading it all in the background.

``python -m ctxdb_hooks.bootstrap.first PROJECTS`` reads every project, the one used last first, each in a process of
its own (``... first STORE ROOT PARENT``), so that each is held to the limits of one run; when the process of the number
PARENT, which began it, has been killed, it ends behind the transcript that it is at.
"""

import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from ctxdb_hooks import config
from ctxdb_hooks.bootstrap import limits
from ctxdb_hooks.bootstrap.__main__ import run
from ctxdb_hooks.bootstrap.lock import Lock
from ctxdb_hooks.clients.ingest import clients
from ctxdb_hooks.clients.jsonl import Listed
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch.project import Project
from ctxdb_hooks.paths import Paths

MODULE = "ctxdb_hooks.bootstrap.first"
RUNS = 20  # over one project, each of which begins where the one before had to stop
AGAIN = 3  # exit status of a run that left something to be read


@dataclass
class Found:
    """How many sessions there are, and of which projects, the one used last first."""

    sessions: int = 0
    projects: list[Project] = field(default_factory=list)
    whole: bool = True  # False when the time was over before all was looked at


def found(env: Mapping[str, str], seconds: float = float("inf")) -> Found:
    """What the clients have kept of sessions in projects that are to be remembered, looked at for so long."""
    deadline = time.monotonic() + seconds
    paths, known = Paths.of(env), Found()
    places: dict[str, Project | None] = {}
    newest: dict[str, tuple[float, Project]] = {}
    for listed, folders in _transcripts(env):
        if time.monotonic() > deadline:
            known.whole = False
            break
        for cwd in folders:
            if cwd not in places:
                places[cwd] = config.project_of(paths, cwd, env)[0] if os.path.isdir(cwd) else None
        projects = {project.store_name: project for cwd in folders if (project := places[cwd])}
        known.sessions += bool(projects)
        for name, project in projects.items():
            newest[name] = max(newest.get(name, (0.0, project))[0], listed.seen.st_mtime), project
    known.projects = [project for _, project in sorted(newest.values(), key=lambda entry: entry[0], reverse=True)]
    return known


def begin(env: Mapping[str, str]) -> None:
    """Let a process of its own read it all; it outlives this one. Raises OSError."""
    subprocess.Popen(
        [sys.executable, "-I", "-m", MODULE, str(Paths.of(env).projects)],
        env=dict(env),
        cwd="/",
        umask=0o077,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def everything(projects: Path) -> None:
    """Read every project, once at a time on this machine."""
    files.make_folder(projects)
    lock = Lock(str(projects.parent / "first.lock"))
    if not lock.take():
        return
    with limits.limited():
        known = found(os.environ).projects
    for project in known:
        store, parent = str(projects / project.store_name), str(os.getpid())
        argv = [sys.executable, "-I", "-m", MODULE, store, project.root, parent]
        for _ in range(RUNS):
            if subprocess.run(argv, check=False).returncode != AGAIN:
                break


def main(argv: list[str]) -> int:
    """``PROJECTS``: all of them; ``STORE ROOT PARENT``: one, once. Returns the exit status."""
    if len(argv) == 1:
        everything(Path(argv[0]))
        return 0
    store, root, parent = Path(argv[0]), argv[1], int(argv[2])
    with limits.limited():
        return AGAIN if run(Store(store), root, stop=lambda: os.getppid() != parent) == "more" else 0


def _transcripts(env: Mapping[str, str]) -> Iterator[tuple[Listed, list[str]]]:
    """Every transcript with the folders that it names."""
    for client in clients():
        for listed in client.transcripts(env, None):
            with suppress(OSError):
                yield listed, client.folders(Path(listed.path))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
