"""Small files that starts and turns leave behind, taken away once they can serve nobody."""

import os
import time
from pathlib import Path

from ctxdb_hooks.launch import places

MARK_AGE = 3600  # s: a start takes milliseconds; what is older was interrupted in them
NOTE_AGE = 14 * 86400  # s: notes about a session's turns, and what was left for Gemini's hook


def sweep(store: Path, env: dict[str, str]) -> int:
    """Remove old marks of starts and old notes about sessions; returns how many. Never raises."""
    now = time.time()
    data = places.data_dir(env)
    folders = [(store / "turns", NOTE_AGE), (store / "gemini", NOTE_AGE)]
    if data:
        folders.append((Path(data, "launch", "marks"), MARK_AGE))
    return sum(_sweep(folder, now - age) for folder, age in folders)


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
