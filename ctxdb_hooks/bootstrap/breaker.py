"""The circuit breaker: whether a client that ends at once does so because of what we add.

After two such starts in a row the next one adds nothing. If it ends the same way it was not us, and we are back; if it
works, that client binary gets nothing more until it changes or ``doctor --fix``. It covers company policies, flags
that an old or new version does not know, and what nobody foresaw.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxdb_hooks import config
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch import record
from ctxdb_hooks.paths import Paths

ENOUGH = 2  # starts in a row
QUICK = 2.0  # s


@dataclass(frozen=True)
class End:
    """How one start ended: its program, what was asked of it, and whether it left at once without a transcript."""

    binary: list[int]
    shape: list[str]
    failed: bool
    added: bool
    trial: bool


def judge(entry: Mapping[str, Any], end: End) -> dict[str, Any]:
    """The breaker's entry for a client after one more start; empty when there is nothing to remember.

    An entry has ``binary``, ``failed`` (shapes of the command lines that failed in a row) and ``off``.
    """
    if entry.get("binary") != end.binary:
        entry = {}  # another version: what was known does not hold
    if entry.get("off"):
        return dict(entry)
    failed = list(entry.get("failed", []))
    if end.trial:
        if end.failed:
            return {}
        # Two slips of the same kind, then a command line of another kind that works, say nothing about us.
        slips = all(shape == failed[0] for shape in failed) and end.shape not in failed
        return {} if slips else {"binary": end.binary, "failed": failed, "off": True}
    if not end.added:
        return dict(entry)
    if not end.failed:
        return {}
    return {"binary": end.binary, "failed": [*failed, end.shape][-ENOUGH:], "off": False}


def open_for(entry: Mapping[str, Any]) -> bool:
    """Whether the next start is to add nothing."""
    return bool(entry.get("off")) or len(entry.get("failed", [])) >= ENOUGH


def entries(state: Path) -> dict[str, dict[str, Any]]:
    """The breaker's entries by client."""
    found = files.read_json(state / "breaker.json")
    return {client: entry for client, entry in found.items() if isinstance(entry, dict)}


def note(state: Path, client: str, end: End) -> bool:
    """Take one end into account; True when the client has just been switched off. Raises OSError."""
    known = entries(state)
    before = known.get(client, {})
    after = judge(before, end)
    if after == before:
        return False
    _write(state, {**known, client: after} if after else {name: known[name] for name in known if name != client})
    return bool(after.get("off")) and not before.get("off")


def retire(state: Path, client: str, path: str) -> None:
    """Switch a program off that is older than what was tested, until it changes. Raises OSError."""
    entry = {"binary": record.identity(path), "failed": [], "off": True, "old": True}
    known = entries(state)
    if known.get(client) != entry:
        _write(state, {**known, client: entry})


def reset(paths: Paths) -> list[str]:
    """Forget all that the breaker knows; the clients that were off. Raises OSError."""
    off = [client for client, entry in entries(paths.state).items() if entry.get("off")]
    if entries(paths.state):
        _write(paths.state, {})
    return off


def _write(state: Path, known: Mapping[str, Any]) -> None:
    """Keep the entries, and let starts see the open ones in the compiled configuration."""
    files.write_json(state / "breaker.json", known)
    config.set_breaker(state, compiled(known))


def compiled(known: Mapping[str, Mapping[str, Any]]) -> dict[str, Any]:
    """What a start has to know: binary and ``off`` of the clients whose breaker is open."""
    return {
        client: {"binary": entry["binary"], "off": bool(entry.get("off"))}
        for client, entry in known.items()
        if open_for(entry)
    }
