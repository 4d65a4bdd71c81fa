"""What the log tells of background runs, newest first, and whether one lives now."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap.lock import WRITER, Lock
from ctxdb_hooks.bootstrap.unfinished import NAME
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.paths import Paths

TAIL = 256 * 1024  # bytes of each log file that are looked at


def entries(where: Paths) -> Iterator[dict[str, Any]]:
    """The lines of the log, newest first; a missing log has none, broken lines are passed over."""
    for path in (where.log, where.log.with_name("log.1")):
        for line in reversed(_tail(path)):
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict):
                yield row


def last(where: Paths, store: Store | None = None) -> dict[str, Any] | None:
    """The newest bootstrap in the log, of this project where one is given."""
    for row in entries(where):
        if row.get("what") == "bootstrap" and (store is None or row.get("project") == store.folder.name):
            return row
    return None


def alive(store: Store) -> bool:
    """Whether a background process of this project lives: it alone holds the reading end of the bell."""
    try:
        os.close(os.open(store.folder / "bell", os.O_WRONLY | os.O_NONBLOCK | os.O_NOFOLLOW))
    except OSError:
        return False
    return True


def broke_off(store: Store) -> bool:
    """Whether the last run did not end: its mark stands, and nobody has the lock that a run holds. Raises OSError."""
    if not os.path.lexists(store.folder / NAME):
        return False
    lock = Lock(str(store.folder / WRITER))
    ended = lock.take()
    lock.release()
    return ended


def _tail(path: Path) -> list[bytes]:
    try:
        with path.open("rb") as file:
            start = max(0, file.seek(0, os.SEEK_END) - TAIL)
            file.seek(start)
            lines = file.read().split(b"\n")
    except OSError:
        return []
    return lines[1:] if start else lines
