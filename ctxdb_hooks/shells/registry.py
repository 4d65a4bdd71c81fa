"""The rc files that hold our block, remembered so that uninstall finds those the user chose."""

import json
import os
from collections.abc import Iterable
from pathlib import Path

from ctxdb_hooks.contextdb import files


def known(state: Path) -> list[Path]:
    """The remembered files, oldest first."""
    entries = files.read_json(_file(state)).get("rc_files", [])
    return [Path(entry) for entry in entries if isinstance(entry, str)]


def remember(state: Path, added: Iterable[Path]) -> None:
    """Add files to the list. Raises OSError."""
    _save(state, dict.fromkeys([*known(state), *map(_absolute, added)]))


def forget(state: Path, gone: Iterable[Path]) -> None:
    """Take files off the list; with the last one the list itself goes. Raises OSError."""
    gone = set(map(_absolute, gone))
    _save(state, [path for path in known(state) if path not in gone])


def _absolute(path: Path) -> Path:
    return Path(os.path.abspath(path))


def _file(state: Path) -> Path:
    return state / "rc-files.json"


def _save(state: Path, paths: Iterable[Path]) -> None:
    entries = [str(path) for path in paths]
    if not entries:
        _file(state).unlink(missing_ok=True)
    elif [str(path) for path in known(state)] != entries:
        files.make_folder(state)
        files.write(_file(state), json.dumps({"rc_files": entries}, indent=2) + "\n")
