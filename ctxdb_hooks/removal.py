"""What stays after the shells are as they were, and taking that away: settings, program, state, and the memory."""

import os
import shutil
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.contextdb import files, placement
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.doctor.machine import end_processes, folder_size
from ctxdb_hooks.paths import Paths

MEMORY = ("projects", "accounts")  # in the state folder; the latter has one more level
STORES = ("projects/*/", "accounts/*/projects/*/")


@dataclass(frozen=True)
class Remembered:
    """The memory of one project: where the project is or was, and what is kept of it."""

    root: str
    roots: tuple[Path, ...]  # with those of its linked worktrees
    store: Path
    sessions: int
    size: int  # bytes


def remembered(paths: Paths) -> list[Remembered]:
    """Every project with a store, the largest first."""
    found = []
    for folder in (folder for pattern in STORES for folder in paths.state.glob(pattern)):
        project = files.read_json(folder / "project.json")
        known = project.get("roots")
        roots = tuple(Path(root) for root in known if isinstance(root, str)) if isinstance(known, list) else ()
        root = str(project.get("root") or folder.name)
        found.append(Remembered(root, roots, folder, len(Store(folder).ids()), folder_size(folder)))
    return sorted(found, key=lambda one: one.size, reverse=True)


def own(paths: Paths) -> Iterator[tuple[Path, str]]:
    """The folders and files of ours that hold no memory, each with what it is."""
    if paths.config.is_dir():
        yield paths.config, "settings"
    if paths.data.is_dir():
        yield paths.data, "program"
    for entry in sorted(paths.state.iterdir()) if paths.state.is_dir() else ():
        if entry.name not in MEMORY:
            yield entry, "log" if entry.name.startswith("log") else "notes of ours"
    link = paths.home / ".local" / "bin" / "ctxdb-hooks"
    if link.is_symlink() and os.readlink(link).startswith(f"{paths.data}/"):
        yield link, "command"


def remove(paths: Paths, *, memory: bool) -> None:
    """Take it all away, the memory where ``memory`` says so; the program that runs this last. Raises OSError."""
    end_processes(paths.state)
    if memory:
        for one in remembered(paths):
            for root in one.roots:
                placement.remove(root)
        for name in MEMORY:
            _delete(paths.state / name)
    for path, _ in sorted(own(paths), key=lambda entry: entry[0] == paths.data):
        _delete(path)
    for folder in (paths.state / "projects", paths.state):
        with suppress(OSError):
            folder.rmdir()


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
