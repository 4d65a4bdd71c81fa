"""A project's memory on disk, in the AIOS layout: sessions, their events, checkpoints and summaries."""

import heapq
import json
import os
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb import facade, files
from ctxdb_hooks.contextdb.catalogue import Catalogue, read_meta
from ctxdb_hooks.contextdb.model import NOTE, Event, Session

BASE = "memory/context-db"
NEAR = 500  # events within which one that was written too early or late is put in its place
TABLES = ("uses", "names", "told")  # of what is derived: large, and of use for the newest sessions only
DESCRIPTION = "Filesystem context database for multi-CLI agent memory"


def now() -> str:
    """The present as the store writes it: ISO 8601, milliseconds, Z."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def stamp(seconds: float) -> str:
    """A moment (s since the epoch) as the store writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Store:
    """The memory of one project, below ``folder`` (``projects/<name>-<id>``)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = folder / BASE
        self.sessions_folder = self.base / "sessions"
        self.exports = self.base / "exports"
        self.apart = self.base / "apart"  # in its place where clients are kept apart: a folder for each
        self.facade_file = self.base / ".facade.json"
        self.manifest_file = self.base / "manifest.json"
        self.heads_file = folder / "heads"
        self.project_file = folder / "project.json"
        self.memo: dict[str, list[dict[str, Any]]] | None = None
        self.catalogue = Catalogue(self.sessions_folder, folder / "catalogue")

    @property
    def state(self) -> Path:
        """The state folder that this store belongs to."""
        above = self.folder.parents
        return above[3] if len(above) > 3 and above[2].name == "accounts" else above[1]

    def prepare(self) -> None:
        """Make the folders and the manifest. Raises OSError."""
        self.make_folders()
        self.write_manifest()

    def make_folders(self) -> None:
        """Make the folders, and all above them. Raises OSError."""
        files.make_folder(self.sessions_folder)
        files.make_folder(self.exports)

    def write_manifest(self) -> None:
        """Write the manifest, where there is none. Raises OSError."""
        if not self.manifest_file.exists():
            manifest = {"version": 1, "layout": "l0-l1-l2", "description": DESCRIPTION, "createdAt": now()}
            files.write_json(self.manifest_file, manifest)

    def roots(self) -> list[str]:
        """The folders in which the project was seen."""
        found = files.read_json(self.project_file).get("roots")
        return [root for root in found if isinstance(root, str)] if isinstance(found, list) else []

    def ids(self) -> list[str]:
        """The ids of all sessions, the one that began last first."""
        try:
            names = [entry.name for entry in os.scandir(self.sessions_folder) if not entry.name.startswith(".")]
        except FileNotFoundError:
            return []
        return sorted(names, key=lambda name: (name.rsplit("-", 2)[-2:], name), reverse=True)

    def meta(self, session_id: str) -> dict[str, Any]:
        """``meta.json`` of a session; empty when unreadable."""
        return read_meta(self.sessions_folder, session_id)

    @contextmanager
    def alone(self) -> Iterator[None]:
        """While nobody else writes to this store, its sessions' ``meta.json`` are not looked at twice."""
        self.memo = {}
        try:
            yield
        finally:
            self.memo = None

    def metas(self) -> list[dict[str, Any]]:
        """``meta.json`` of every readable session, the one updated last first; those from the future come last."""
        if self.memo is None:
            return self._metas()
        if "metas" not in self.memo:
            self.memo["metas"] = self._metas()
        return list(self.memo["metas"])

    def _metas(self) -> list[dict[str, Any]]:
        latest = stamp(time.time() + facade.SKEW)

        def rank(meta: dict[str, Any]) -> tuple[bool, str, str]:
            updated = str(meta.get("updatedAt"))
            return updated <= latest, updated, meta["sessionId"]

        return sorted(self.catalogue.load(), key=rank, reverse=True)

    def packet(self, agent: str, *, apart: bool) -> Path:
        """Where the packet for an agent lies."""
        return Path(facade.packet_place(str(self.folder), agent, apart))

    def readable(self) -> Iterator[Path]:
        """All that was written for agents to read: packets, and files of single sessions."""
        for folder in (self.exports, *self.apart.glob("*")):
            yield from folder.glob("*-context.md")

    def events_file(self, session_id: str) -> Path:
        """Where the events of a session are kept."""
        return self.sessions_folder / session_id / "l2-events.jsonl"

    def events(self, session_id: str, size: int = -1) -> Iterator[Event]:
        """The events of a session, or those in its first ``size`` bytes, in the order in which they happened.

        A client may write an answer before its prompt (seen with Claude). Unreadable lines are passed over.
        """
        waiting: list[tuple[str, int, Event]] = []  # not all: a session may have more than the memory may hold
        for number, row in enumerate(read_lines(self.events_file(session_id), size)):
            event = Event.of(row)
            heapq.heappush(waiting, (event.ts, number, event))
            if len(waiting) > NEAR:
                yield heapq.heappop(waiting)[2]
        while waiting:
            yield heapq.heappop(waiting)[2]

    def remove(self, session_id: str) -> None:
        """Take a session away, as far as it can be."""
        import shutil  # as in files

        self.catalogue.drop()
        self._forget_memo()
        shutil.rmtree(self.sessions_folder / session_id, ignore_errors=True)

    def last_seq(self, session_id: str) -> int:
        """The number of a session's last event, as its ``state.json`` has it."""
        last = files.read_json(self.sessions_folder / session_id / "state.json").get("lastEventSeq")
        return int(last) if isinstance(last, int) or (isinstance(last, str) and last.isdigit()) else 0

    def replace(self, session_id: str, events: Iterable[Event]) -> tuple[int, int]:
        """Write the events of a session anew, whole. Returns the last number and the size. Raises OSError."""
        path = self.events_file(session_id)
        files.make_inner(path.parent)
        seq = 0

        def rows() -> Iterator[bytes]:
            nonlocal seq
            for seq, event in enumerate(events, 1):
                yield _row(event, seq)

        size = files.extend(path, 0, rows())
        return seq, size

    def append(self, session_id: str, events: Iterable[Event], *, after: int, size: int) -> tuple[int, int]:
        """Add events behind the first ``size`` bytes, the last of which is number ``after``.

        Whatever a killed run left behind those bytes is dropped. Returns the new last number and size.
        Raises OSError.
        """
        path = self.events_file(session_id)
        files.make_inner(path.parent)
        rows = [_row(event, seq) for seq, event in enumerate(events, after + 1)]
        if not rows and files.size(path) == size:
            return after, size
        return after + len(rows), files.extend(path, size, rows)

    def trim(self, session_id: str, head: int, tail: int) -> tuple[int, int]:
        """Leave of a session's events those in the first ``head`` and the last ``tail`` bytes, and a note between.

        Returns the last number and the size. Raises OSError.
        """
        size = files.size(self.events_file(session_id))

        def kept() -> Iterator[Event]:
            at = left_out = 0
            for row in read_lines(self.events_file(session_id)):
                at += len(_line(row).encode("utf-8", "replace"))
                event = Event.of(row)
                if head < at < size - tail:
                    left_out += 1
                    continue
                if left_out:
                    yield Event(event.ts, NOTE, f"{left_out} events are left out here")
                    left_out = 0
                yield event

        return self.replace(session_id, kept())

    def recount(self, session_id: str, seq: int) -> None:
        """Note that the last event of a session is now number ``seq``. Raises OSError."""
        path = self.sessions_folder / session_id / "state.json"
        files.write(path, _pretty(files.read_json(path) | {"lastEventSeq": seq}))

    def before(self, session_id: str, mark: str) -> tuple[int, int] | None:
        """Number and end (bytes) of the event before the one with this mark; None where there is none such."""
        seq = at = 0
        try:
            with open(files.open_regular(self.events_file(session_id)), "rb") as file:
                for line in file:
                    if mark.encode() in line and _mark(line) == mark:
                        return seq, at
                    seq, at = seq + 1, at + len(line)
        except OSError:
            pass
        return None

    def describe(self, session: Session, head: dict[str, Any], derived: dict[str, Any], count: int) -> None:
        """Write what is derived from a session's events: meta, state, checkpoint and summary. Raises OSError."""
        folder = self.sessions_folder / session.id
        files.make_inner(folder)
        stored = head["status"] if head["status"] in ("done", "blocked") else "running"
        checkpoint = {
            "seq": 1,
            "ts": session.updated,
            "status": stored,
            "summary": derived["summary"],
            "nextActions": derived["next"],
            "artifacts": derived["files"][:20],
        }
        files.write_if_changed(folder / "l1-checkpoints.jsonl", _line(checkpoint) if derived["summary"] else "")
        files.write_if_changed(folder / "l0-summary.md", l0_summary(session, derived, stored))
        state = {
            "sessionId": session.id,
            "lastEventAt": session.updated or None,
            "lastEventSeq": count,
            "lastCheckpointAt": session.updated if derived["summary"] else None,
            "lastCheckpointSeq": 1 if derived["summary"] else 0,
            "status": stored,
            "nextActions": derived["next"],
        }
        files.write_if_changed(folder / "state.json", _pretty(state))
        meta = {
            "schemaVersion": 1,
            "sessionId": session.id,
            "agent": session.agent,
            "project": self.folder.name.rpartition("-")[0],
            "goal": derived["goal"],
            "tags": [],
            "status": stored,
            "createdAt": session.started,
            "updatedAt": session.updated,
            "source": asdict(session),
            "derived": {name: fact for name, fact in derived.items() if name not in TABLES},
            "head": head,
        }
        tables = {name: derived[name] for name in TABLES if name in derived}
        files.write_if_changed(folder / "uses.json", _line(tables))
        files.write_if_changed(folder / "meta.json", _pretty(meta))
        self._forget_memo()

    def _forget_memo(self) -> None:
        if self.memo is not None:
            self.memo = {}

    def facts(self, meta: dict[str, Any]) -> dict[str, Any]:
        """What was derived of a session, with the tables that its ``meta.json`` leaves out."""
        derived = meta.get("derived")
        tables = files.read_json(self.sessions_folder / str(meta["sessionId"]) / "uses.json")
        return (derived if isinstance(derived, dict) else {}) | tables


def l0_summary(session: Session, derived: dict[str, Any], status: str) -> str:
    """``l0-summary.md`` as AIOS lays it out."""
    if not derived["summary"]:
        return f"# Session {session.id}\n\nPending first checkpoint.\n"
    bullets = (
        ("Agent", session.agent),
        ("Goal", derived["goal"]),
        ("Status", status),
        ("Updated", session.updated),
    )
    parts = [f"# Session {session.id}", "\n".join(f"- {name}: {value}" for name, value in bullets)]
    parts += ["## Summary", derived["summary"], "## Next Actions", _list(derived["next"])]
    parts += ["## Artifacts", _list(derived["files"][:20])]
    return "\n\n".join(parts) + "\n"


def read_lines(path: Path, size: int = -1) -> Iterator[dict[str, Any]]:
    """The objects of a JSONL file, or of its first ``size`` bytes; a torn or foreign line is passed over."""
    try:
        fd = files.open_regular(path)
    except OSError:
        return
    read = 0
    with open(fd, "rb") as file:
        for line in file:
            read += len(line)
            if 0 <= size < read:
                return
            try:
                row = json.loads(line)
            except ValueError:
                continue
            if isinstance(row, dict):
                yield row


def _mark(line: bytes) -> str:
    try:
        row = json.loads(line)
    except ValueError:
        return ""
    return Event.of(row).mark if isinstance(row, dict) else ""


def _row(event: Event, seq: int) -> bytes:
    return _line(event.record(seq)).encode("utf-8", "replace")


def _list(items: list[str]) -> str:
    return "\n".join(f"- {item}" for item in items) or "- (none)"


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _pretty(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"
