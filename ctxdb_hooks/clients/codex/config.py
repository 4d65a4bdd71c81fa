"""What the launcher must know of Codex's configuration, read with a real TOML parser in the background."""

import os
import tomllib
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
    user = _load(home / "config.toml")
    known = {path: entry for path, entry in _dict(cache.get("files")).items() if Path(path).exists()}
    for path in [Path(SYSTEM), home / "config.toml", *sorted(home.glob("*.config.toml"))]:
        _remember(known, path, _load(path).get(KEY))
    trusted = {
        path for path, entry in _dict(user.get("projects")).items() if _dict(entry).get("trust_level") == "trusted"
    }
    for root in roots:
        path = Path(root, ".codex", "config.toml")
        _remember(known, path, _load(path).get(KEY) if root in trusted else None)
    ours = hooks.file(launch_paths(Path(places.data_dir(dict(env)))).hook, state, env)
    value = {"files": known, "hooks": hooks.hashes(ours) if ours.present() else []}
    if value != cache:
        files.write_json(cache_file, value, pretty=False)


def _remember(known: dict[str, Any], path: Path, text: Any) -> None:
    try:
        seen = os.stat(path)
    except OSError:
        known.pop(str(path), None)
        return
    known[str(path)] = [seen.st_mtime_ns, seen.st_size, seen.st_ino, text if isinstance(text, str) else None]


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(files.read_bytes(path).decode("utf-8", "replace"))
    except (OSError, ValueError, RecursionError):
        return {}


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
