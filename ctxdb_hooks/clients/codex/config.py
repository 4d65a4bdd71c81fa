"""What the launcher must know of Codex's configuration, read with a real TOML parser in the background."""

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.codex import hooks
from ctxdb_hooks.clients.codex.argv import KEY, codex_home
from ctxdb_hooks.clients.codex.instructions import SYSTEM
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.install import launch_paths


def refresh(state: Path, env: Mapping[str, str], roots: Iterable[str]) -> None:
    """Bring ``codex.cache`` up to date: each configuration file's seal and text. Raises OSError."""
    home = Path(codex_home(dict(env)))
    if not home.is_dir():
        return
    cache_file = state / "codex.cache"
    cache = files.read_json(cache_file)
    user = hooks.read_config(home / "config.toml")
    known = {path: entry for path, entry in _dict(cache.get("files")).items() if Path(path).exists()}
    for path in [Path(SYSTEM), home / "config.toml", *sorted(home.glob("*.config.toml"))]:
        _remember(known, path)
    trusted = {
        path for path, entry in _dict(user.get("projects")).items() if _dict(entry).get("trust_level") == "trusted"
    }
    for root in roots:
        path = Path(root, ".codex", "config.toml")
        _remember(known, path, counts=root in trusted)
    ours = hooks.file(launch_paths(Path(places.data_dir(dict(env)))).hook, state, env)
    may_run = ours.present() and not hooks.are_off(ours, user)
    value = {"files": known, "hooks": hooks.hashes(ours) if may_run else []}
    if value != cache:
        files.write_json(cache_file, value, pretty=False)


def _remember(known: dict[str, Any], path: Path, *, counts: bool = True) -> None:
    """Note a file's seal and, where it ``counts``, its text; the seal first, or a change in between would be missed."""
    try:
        seen = os.stat(path)
    except OSError:
        known.pop(str(path), None)
        return
    text = hooks.read_config(path).get(KEY) if counts else None
    known[str(path)] = [seen.st_mtime_ns, seen.st_size, seen.st_ino, text if isinstance(text, str) else None]


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
