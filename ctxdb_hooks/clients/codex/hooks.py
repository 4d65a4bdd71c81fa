"""The opt-in hooks of Codex: where they stand, and how Codex tells whether the user has trusted them.

Codex asks once about each definition and keeps its hash in config.toml; an unchanged definition is never asked
about again, so our command line is constant over versions and interpreters. We never write that hash ourselves.
"""

import hashlib
import json
import shlex
import shutil
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.codex.argv import codex_home
from ctxdb_hooks.clients.codex.instructions import are_trusted
from ctxdb_hooks.clients.hookfile import EVENTS, HookFile
from ctxdb_hooks.contextdb import files

TIMEOUT = 5  # s; Codex goes on without a slower hook
SNAKE = {"SessionStart": "session_start", "UserPromptSubmit": "user_prompt_submit"}


def file(hook: Path, state: Path, env: Mapping[str, str]) -> HookFile:
    """The user-level hooks file; ``hook`` is the script that every client's hooks call."""
    script = shlex.quote(str(hook))
    command = f"[ ! -x {script} ] || exec {script} codex"
    return HookFile(Path(codex_home(dict(env)), "hooks.json"), command, TIMEOUT, state / "backups" / "codex-hooks.json")


def read_config(path: Path) -> dict[str, Any]:
    """A configuration file of Codex's; empty where there is none, or a broken one."""
    try:
        return tomllib.loads(files.read_bytes(path).decode("utf-8", "replace"))
    except (OSError, ValueError, RecursionError):
        return {}


def hashes(one: HookFile) -> list[str]:
    """What stands in config.toml once the user has trusted our hooks (form observed on 0.171.0)."""
    found = []
    for event in EVENTS:
        handler = {"type": "command", "command": one.command, "timeout": one.timeout, "async": False}
        value = {"event_name": SNAKE[event], "hooks": [handler]}
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        found.append("sha256:" + hashlib.sha256(text.encode()).hexdigest())
    return found


def are_off(one: HookFile, config: Mapping[str, Any]) -> bool:
    """Whether the user has switched hooks, or one of ours, off in config.toml."""
    features, hooks = config.get("features"), config.get("hooks")
    if isinstance(features, dict) and features.get("hooks") is False:
        return True
    state = hooks.get("state") if isinstance(hooks, dict) else None
    entries = [entry for entry in state.values() if isinstance(entry, dict)] if isinstance(state, dict) else []
    ours = hashes(one)
    return any(entry.get("trusted_hash") in ours and entry.get("enabled") is False for entry in entries)


def in_force(one: HookFile, env: Mapping[str, str]) -> list[str]:
    """By which way Codex is told of the memory, then what the other would bring; empty where there is no Codex."""
    home = Path(codex_home(dict(env)))
    if not home.is_dir() and not shutil.which("codex", path=env.get("PATH", "")):
        return []
    if not one.present():
        return [
            "codex is told by the launcher (-c)",
            "its own hooks would also tell resumed sessions and those of its background server and of editors, and "
            "judge each prompt: ctxdb-hooks install --codex-hooks",
        ]
    if are_off(one, read_config(home / "config.toml")):
        return [
            "codex is told by the launcher (-c); its own hooks are in place, but switched off in its config.toml",
            "switched on, they would also tell resumed sessions and those of its background server and of editors, and "
            "judge each prompt",
        ]
    if not are_trusted(hashes(one), dict(env)):
        return [
            "codex is told by the launcher (-c); its own hooks are in place, but you have not trusted them yet",
            "codex asks you at its next start; trusted, they also tell resumed sessions and those of its background "
            "server and of editors, and judge each prompt",
        ]
    return [
        "codex is told by its own hooks, which you have trusted",
        "the launcher (-c), which still tells `codex review`, would give `codex exec` the whole packet at once, but "
        "tell no resumed session, none of its background server or of an editor, and judge no prompt",
    ]
