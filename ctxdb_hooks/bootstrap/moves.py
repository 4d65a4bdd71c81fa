"""A project whose folder was moved or renamed keeps its memory, though the name of its store is made of its path.

It is told by git's folder: the same device, inode and age under a new path, and the old path leads to it no more. A
copy has an inode of its own; where both paths lead to the one folder, as with a bind mount, nothing was moved.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap.lock import WRITER, Lock
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import Store

PATIENCE = 5.0  # s for a run over the old store to end
LAST = ("memory", "project.json")  # what tells that all was taken over, and what is asked for it
OF_A_RUN = frozenset(("lock", "lock.owner", "writer", "writer.owner", "bell", "clients", "unfinished", "seen"))


def mark(git: str) -> dict[str, Any]:
    """What tells git's folder at this path again: device, inode, and when the oldest file in it was written (ns).

    The last since inodes are used again; git never writes ``description`` a second time. Empty where it is not there.
    """
    try:
        found = os.stat(git)
        with os.scandir(git) as entries:
            ages = [entry.stat(follow_symlinks=False).st_mtime_ns for entry in entries if entry.is_file()]
    except OSError:
        return {}
    return {"path": git, "is": [found.st_dev, found.st_ino, min(ages, default=0)]}


def adopt(store: Store, git: str) -> bool:
    """Take over the store that the project had at another path, where this one has none yet; whether there was one.

    Raises OSError. A run that is killed in it goes on with it the next time.
    """
    mine = mark(git)
    if not mine or store.project_file.exists():
        return False
    for folder in _others(store.folder):
        was = files.read_json(folder / "project.json").get("git")
        if isinstance(was, dict) and was.get("is") == mine["is"] and not _leads_to(was.get("path"), mine["is"]):
            return _take_over(folder, store.folder)
    return False


def _others(mine: Path) -> Iterator[Path]:
    with os.scandir(mine.parent) as entries:
        yield from sorted(Path(entry.path) for entry in entries if entry.name != mine.name)


def _leads_to(path: object, identity: list[int]) -> bool:
    return bool(mark(str(path)).get("is", [])[:2] == identity[:2])


def _take_over(old: Path, new: Path) -> bool:
    lock = Lock(str(old / WRITER))
    if not lock.take(PATIENCE):
        return False
    try:
        names = [name for name in os.listdir(old) if name not in OF_A_RUN]
        for name in sorted(names, key=lambda name: (name in LAST, name)):
            files.clear(new / name)
            os.rename(old / name, new / name)
    finally:
        lock.release()
    shutil.rmtree(old, ignore_errors=True)
    return True
