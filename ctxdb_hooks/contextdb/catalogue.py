"""All sessions' ``meta.json`` in one file, since thousands of small ones take long to open; derived, safe to delete."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb import files

Entry = tuple[int, int, dict[str, Any]]  # mtime (ns) and size of a meta.json, and what it holds
FEW = 8  # sessions that are read one by one
MOST = 128 << 20  # bytes; a larger one is made anew
PARTS = ("source", "derived", "head")


def read_meta(sessions: Path, name: str) -> dict[str, Any]:
    """``meta.json`` of a session; empty when it is unreadable, or not of the form that we give it."""
    meta = files.read_json(sessions / name / "meta.json")
    formed = isinstance(meta.get("sessionId"), str) and all(isinstance(meta.get(part, {}), dict) for part in PARTS)
    return meta if formed else {}


class Catalogue:
    """What is written about the sessions below ``sessions``, kept together in the file ``cache``."""

    def __init__(self, sessions: Path, cache: Path) -> None:
        self.sessions = sessions
        self.cache = cache
        self.known: dict[str, Entry] | None = None

    def load(self) -> list[dict[str, Any]]:
        """Each session's ``meta.json`` as it is now; those that cannot be read are left out."""
        names = self._names()
        if len(names) <= FEW:
            return [meta for name in names if (meta := read_meta(self.sessions, name))]
        known = self._known() if self.known is None else self.known
        found: dict[str, Entry] = {}
        fresh = 0
        for name in names:
            try:
                seen = os.stat(f"{self.sessions}/{name}/meta.json")
            except OSError:
                continue
            entry = known.get(name)
            if entry is None or entry[0] != seen.st_mtime_ns or entry[1] != seen.st_size:
                fresh += 1
                entry = (seen.st_mtime_ns, seen.st_size, read_meta(self.sessions, name))
            found[name] = entry
        if fresh or len(found) != len(known):
            import msgspec  # as below: it takes long to import, and a few sessions do without

            with suppress(OSError):
                files.write(self.cache, msgspec.json.encode(found))
        self.known = found
        return [dict(entry[2]) for entry in found.values() if entry[2]]

    def drop(self) -> None:
        """Take the file away, so that nothing of a removed session is left in it."""
        self.known = None
        with suppress(OSError):
            self.cache.unlink(missing_ok=True)

    def _names(self) -> list[str]:
        try:
            with os.scandir(self.sessions) as entries:
                return [entry.name for entry in entries if not entry.name.startswith(".")]
        except OSError:
            return []

    def _known(self) -> dict[str, Entry]:
        import msgspec

        try:
            return msgspec.json.decode(files.read_bytes(self.cache, MOST), type=dict[str, Entry])
        except (OSError, ValueError, RecursionError):
            return {}
