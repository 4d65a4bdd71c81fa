"""The work itself: new transcript lines into the store, then packets, heads and facade."""

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap.cursors import Cursors
from ctxdb_hooks.clients import jsonl
from ctxdb_hooks.clients.ingest import Ingest, clients
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb import aios, derive, files, heads, model, packet
from ctxdb_hooks.contextdb.facade import started
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import Store, now
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.redact import redact

LIMITS = {
    model.PROMPT: 8000,
    model.ANSWER: 6000,
    model.PLAN: 8000,
    model.EDIT: 1500,
    model.COMMAND: 1000,
    model.FAILURE: 1200,
}
LIMIT = 600  # characters, of the other kinds
Progress = Callable[[int, int], None]


@dataclass
class Report:
    """What one run did, for the log and for people."""

    read: int = 0
    bytes: int = 0
    events: int = 0
    sessions: int = 0
    skipped: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Work:
    """One run over one project."""

    def __init__(self, store: Store, root: str, env: Mapping[str, str]) -> None:
        self.store = store
        self.root = root
        self.env = env
        self.report = Report()
        self.clients = clients()
        running = {native: pid for client in self.clients for native, pid in client.running(env).items()}
        self.open = {native: pid for native, pid in running.items() if started(pid)}

    def run(self, progress: Progress | None = None) -> Report:
        """Do all of it. Raises OSError when the store cannot be written."""
        begun = time.monotonic()
        self.store.prepare()
        self.roots = self._describe_project()
        for client in self.clients:
            client.refresh(self.store.folder.parent.parent, self.env, self.roots)
        with Cursors(self.store.folder / "cursors.db") as cursors:
            found = [(client, path) for client in self.clients for path in client.transcripts(self.env, self.roots)]
            for number, (client, path) in enumerate(found):
                self._transcript(cursors, client, path, ours=False)
                if progress:
                    progress(number + 1, len(found))
            for client in self.clients:
                for path in client.kept(self.store.folder, self.env):
                    if self._transcript(cursors, client, path, ours=True):
                        path.unlink(missing_ok=True)
        self._close_gone()
        self._notice()
        self.write()
        self.report.seconds = time.monotonic() - begun
        return self.report

    def _notice(self) -> None:
        """Leave word for the next start on a terminal that the checkout holds a store of AIOS; once per content."""
        state = self.store.folder.parent.parent
        for found in aios.find(Path(self.root)):
            if not aios.decision(state, found):
                text = (
                    f"This checkout holds an AIOS store ({len(found.names)} sessions): `ctxdb-hooks trust` shows it.\n"
                )
                files.write(self.store.folder / "notice", text)
                aios.decide(state, found, aios.SHOWN)

    def write(self) -> None:
        """Packets first, then what names them."""
        text = packet.build(self.store)
        if text:
            for agent in heads.AGENTS:
                files.write_if_changed(self.store.exports / f"latest-{agent}-context.md", text)
        heads.write(self.store, self.root)

    def _describe_project(self) -> list[str]:
        known = files.read_json(self.store.project_file)
        roots = [root for root in known.get("roots", []) if isinstance(root, str)]
        if self.root not in roots:
            roots.append(self.root)
        value = {"name": self.store.folder.name.rpartition("-")[0], "root": self.root, "roots": roots}
        if known | value != known:
            files.write_json(self.store.project_file, {"firstSeen": now()} | known | value)
        return roots

    def _transcript(self, cursors: Cursors, client: Ingest, path: Path, *, ours: bool) -> bool:
        """Read what is new in a transcript; True when nothing of it is left to read."""
        cursor = cursors.get(path)
        try:
            if cursor and cursor.unchanged(path.stat()):
                return True
            if cursor is None or not (cursor.session_id or cursor.offset):
                if not ours and not self._ours(client, path):
                    cursors.put(path, Cursor.passed(path.stat()))
                    return True
                cursor = cursor or Cursor()
            fd = jsonl.open_regular(path)
            try:
                self._read(client, fd, path, cursor)
            finally:
                os.close(fd)
        except OSError as error:
            self.report.skipped.append(f"{path}: {error.strerror or error}")
            return False
        cursors.put(path, cursor)
        return True

    def _ours(self, client: Ingest, path: Path) -> bool:
        cwd = client.first_cwd(path)
        if not cwd:
            return False
        found = projects.find(cwd, self.env.get("HOME", ""))
        if found:
            return found.store_name == self.store.folder.name
        return any(cwd == root or cwd.startswith(root + "/") for root in self.roots) and not Path(cwd).exists()

    def _read(self, client: Ingest, fd: int, path: Path, cursor: Cursor) -> None:
        before = cursor.offset
        reading = client.read(fd, path, cursor)
        session = reading.session
        self.report.read += 1
        self.report.bytes += max(0, cursor.offset - before)
        if not session.started or not (reading.events or cursor.session_id):
            return
        cursor.session_id = session.id
        kept = [clean for event in reading.events if (clean := self._clean(event, session))]
        if reading.whole:
            cursor.seq, cursor.stored = self.store.replace(session.id, kept)
        else:
            cursor.seq, cursor.stored = self.store.append(session.id, kept, after=cursor.seq, size=cursor.stored)
        self.report.events += len(kept)
        self._derive(session, cursor.seq)

    def _derive(self, session: Session, count: int) -> None:
        derived = derive.derive(self.store.events(session.id), session.title)
        if not derived["prompts"]:
            return
        pid = self.open.get(session.native_id, 0)
        client = [pid, started(pid)] if pid else []
        head = heads.head_of(self.store, session, derived, client, self.root)
        self.store.describe(session, head, derived, count)
        self.report.sessions += 1

    def _close_gone(self) -> None:
        """Sessions written down as open whose client has ended since."""
        for meta in self.store.metas():
            source = meta.get("source")
            if meta.get("head", {}).get("client") and isinstance(source, dict):
                session = Session(**source)
                if session.native_id not in self.open:
                    self._derive(session, self._count(session.id))

    def _count(self, session_id: str) -> int:
        state = files.read_json(self.store.sessions_folder / session_id / "state.json")
        return int(state.get("lastEventSeq") or 0)

    def _clean(self, event: Event, session: Session) -> Event | None:
        """The event as it may be kept: redacted, then cut; None where it is our own voice."""
        refs = [self._relative(ref, session.cwd) for ref in event.refs]
        mine = str(self.store.folder.parent)
        said = event.kind in (model.PROMPT, model.ANSWER)
        if not said and (mine in event.text or any(ref.startswith(mine) for ref in refs)):
            return None
        text = redact(event.text)[: LIMITS.get(event.kind, LIMIT)]
        return Event(event.ts, event.kind, text, [redact(ref)[:400] for ref in refs], _bounded(event.extra))

    def _relative(self, ref: str, cwd: str) -> str:
        path = os.path.normpath(os.path.join(cwd or "/", ref))
        for root in self.roots:
            if path.startswith(root + "/"):
                return path[len(root) + 1 :]
        return path


def _bounded(extra: dict[str, Any]) -> dict[str, Any]:
    return {key: redact(value)[:200] if isinstance(value, str) else value for key, value in list(extra.items())[:8]}
