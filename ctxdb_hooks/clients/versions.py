"""Which version of a client is installed, told by its package's own file and never by starting it."""

import re
from collections.abc import Mapping
from pathlib import Path

from ctxdb_hooks.clients.tested import TESTED
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch import process

PACKAGES = {"claude": "@anthropic-ai/claude-code", "codex": "@openai/codex", "gemini": "@google/gemini-cli"}
LEVELS = 4  # folders above the program in which its package.json may lie


def installed(client: str, env: Mapping[str, str]) -> tuple[str, tuple[int, ...]]:
    """Path and version of the client that PATH leads to; each empty when it cannot be told."""
    path = process.find_client(client, env.get("PATH", ""))
    if not path:
        return "", ()
    for folder in list(Path(path).resolve().parents)[:LEVELS]:
        package = files.read_json(folder / "package.json")
        if package.get("name") == PACKAGES[client]:
            found = re.match(r"(\d+)\.(\d+)\.(\d+)", str(package.get("version")))
            return path, tuple(map(int, found.groups())) if found else ()
    return path, ()


def too_old(client: str, env: Mapping[str, str]) -> str:
    """The path of a client that is older than the oldest tested version; empty otherwise, or when it cannot be told."""
    path, version = installed(client, env)
    return path if version and version < TESTED[client][0] else ""
