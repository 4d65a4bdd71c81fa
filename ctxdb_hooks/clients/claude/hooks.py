"""The opt-in hooks of Claude: for editors and managed machines, whose starts no shell function sees."""

from collections.abc import Mapping
from pathlib import Path

from ctxdb_hooks.clients.claude.plugin import TIMEOUT, command
from ctxdb_hooks.clients.hookfile import HookFile
from ctxdb_hooks.launch import places


def file(hook: Path, state: Path, env: Mapping[str, str]) -> HookFile:
    """The user's settings file; ``hook`` is the script that every client's hooks call."""
    path = Path(places.claude_home(dict(env)), "settings.json")
    return HookFile(path, command(hook), TIMEOUT, state / "backups" / "claude-settings.json")
