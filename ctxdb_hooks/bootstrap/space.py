"""The room that a project's memory takes: how much there is, and what gives way where it is too much."""

import os
from pathlib import Path

from ctxdb_hooks.bootstrap.cursors import cursors
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import Store, now

MOST = 512 << 20  # bytes of a project's events
ROOM = 0.9  # of it that is left filled where it was too much, so that not every run has to make some
FIRST, LAST = 16 << 10, 48 << 10  # bytes that stay of a session: what was wanted, and how it ended


def prune(store: Store, most: int = MOST) -> int:
    """Give up the events in the middle of the sessions that ended first, until all take no more than ``most`` bytes.

    A note stands in their place, and what the session came to stays. Returns how many. Raises OSError, sqlite3.Error.
    """
    sizes = {name: files.size(store.events_file(name)) for name in store.ids()}
    total = sum(max(0, size) for size in sizes.values())
    if total <= most:
        return 0
    gone = 0
    with cursors(store.folder / "cursors.db") as known:
        for meta in reversed(store.metas()):
            name = meta["sessionId"]
            if total <= most * ROOM:
                break
            if sizes.get(name, 0) > FIRST + LAST:
                before = store.last_seq(name)
                seq, size = store.trim(name, FIRST, LAST)
                known.shorten(name, seq, size)
                store.recount(name, seq)
                gone += max(0, before - seq)
                total -= sizes[name] - size
    return gone


def note(store: Store, pruned: int) -> None:
    """Write down how much room the memory takes, and how many events were given up in all. Raises OSError."""
    known = files.read_json(store.project_file)
    was = known.get("pruned")
    value = known | {"bytes": _bytes(store.folder)}
    if pruned:
        value["pruned"] = {"events": pruned + (was["events"] if isinstance(was, dict) else 0), "at": now()}
    files.write_json(store.project_file, value)


def _bytes(folder: Path) -> int:
    total = 0
    for base, _, names in os.walk(folder):
        for name in names:
            total += max(0, files.size(Path(base, name)))
    return total
