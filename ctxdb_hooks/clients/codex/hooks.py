"""The opt-in hooks of Codex: where they stand, and how Codex tells whether the user has trusted them.

Codex asks once about each definition and keeps its hash in config.toml; an unchanged definition is never asked
about again, so our command line is constant over versions and interpreters. We never write that hash ourselves.
"""

import hashlib
import json
import shlex
from collections.abc import Mapping
from pathlib import Path

from ctxdb_hooks.clients.codex.argv import codex_home
from ctxdb_hooks.clients.hookfile import EVENTS, HookFile

TIMEOUT = 5  # s; Codex goes on without a slower hook
SNAKE = {"SessionStart": "session_start", "UserPromptSubmit": "user_prompt_submit"}


def file(hook: Path, state: Path, env: Mapping[str, str]) -> HookFile:
    """The user-level hooks file; ``hook`` is the script that every client's hooks call."""
    script = shlex.quote(str(hook))
    command = f"[ ! -x {script} ] || exec {script} codex"
    return HookFile(Path(codex_home(dict(env)), "hooks.json"), command, TIMEOUT, state / "backups" / "codex-hooks.json")


def hashes(one: HookFile) -> list[str]:
    """What stands in config.toml once the user has trusted our hooks (form observed on 0.171.0)."""
    found = []
    for event in EVENTS:
        handler = {"type": "command", "command": one.command, "timeout": one.timeout, "async": False}
        value = {"event_name": SNAKE[event], "hooks": [handler]}
        text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        found.append("sha256:" + hashlib.sha256(text.encode()).hexdigest())
    return found
