"""Small files that starts and turns leave behind, taken away once they can serve nobody."""

import os
import time
from contextlib import suppress
from pathlib import Path

import psutil

from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import places

MARK_AGE = 3600  # s: a start takes milliseconds; what is older was interrupted in them
NOTE_AGE = 14 * 86400  # s: notes about a session's turns, and what was left for Gemini's hook


def sweep(store: Path, env: dict[str, str]) -> int:
    """Remove old marks of starts, old notes about sessions, and what killed writers left in the state folder.

    Returns how many there were. Never raises.
    """
    now = time.time()
    data = places.data_dir(env)
    folders = [(store / "turns", NOTE_AGE), (store / "gemini", NOTE_AGE)]
    if data:
        folders.append((Path(data, "launch", "marks"), MARK_AGE))
    return sum(_sweep(folder, now - age) for folder, age in folders) + _sweep_dead(Store(store).state)


def _sweep(folder: Path, before: float) -> int:
    removed = 0
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.is_file(follow_symlinks=False) and entry.stat(follow_symlinks=False).st_mtime < before:
                    os.unlink(entry.path)
                    removed += 1
    except OSError:
        return removed
    return removed


def _sweep_dead(state: Path) -> int:
    """Remove temporary files of writers that are dead: other projects' runs write to this folder, too."""
    removed = 0
    for path in state.glob(f".*{files.TEMPORARY}*"):
        pid = path.name.rpartition(files.TEMPORARY)[2]
        with suppress(OSError):
            if pid.isdecimal() and len(pid) < 10 and not psutil.pid_exists(int(pid)):
                path.unlink()
                removed += 1
    return removed
