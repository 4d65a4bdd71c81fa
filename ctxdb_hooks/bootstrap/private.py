"""Sessions that are never remembered: those of clients started with ``CTXDB_PRIVATE=1``.

A private client is tied to its session by the client's own record while it runs. Where there is none, every session
of that kind of client that began in this project meanwhile is left out: rather one too many than one too few.
"""

import time
from collections.abc import Mapping
from typing import Any

from ctxdb_hooks.bootstrap.ties import Client
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.facade import epoch, started
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import Store

SLACK = 2.0  # s between what two clocks say
KEEP = 400 * 86400  # s for which a private start is remembered as one; no client keeps transcripts that long


class Private:
    """The private starts of a project, and whether a session is one of theirs."""

    def __init__(self, store: Store, listed: list[Client], records: Mapping[str, tuple[int, float]]) -> None:
        self.records = records
        self.file = store.folder / "private.json"
        known = files.read_json(self.file).get("starts")
        self.starts: list[dict[str, Any]] = known if isinstance(known, list) else []
        before = str(self.starts)
        for client in listed:
            if client.private:
                self._note(client)
        now = int(time.time())
        for start in self.starts:
            if not start["ended"] and started(start["pid"]) != start["start"]:
                start["ended"] = now
        self.starts = [start for start in self.starts if not 0 < start["ended"] < now - KEEP]
        if str(self.starts) != before:
            files.write_json(self.file, {"starts": self.starts})

    def _note(self, client: Client) -> None:
        for start in self.starts:
            if (start["pid"], start["start"]) == (client.pid, client.start):
                start["ended"] = start["ended"] or client.ended
                return
        entry = {"client": client.name, "pid": client.pid, "start": client.start}
        self.starts.append(entry | {"began": client.private, "ended": client.ended})

    def covers(self, session: Session) -> bool:
        """Whether a session that is met for the first time was private."""
        at = epoch(session.started) or 0
        pid, _ = self.records.get(session.native_id, (0, 0.0))
        return any(
            session.agent.startswith(f"{start['client']}-")
            and pid in (0, start["pid"])
            and start["began"] - SLACK <= at
            and (not start["ended"] or at <= start["ended"] + SLACK)
            for start in self.starts
        )
