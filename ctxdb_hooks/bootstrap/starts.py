"""What became of the starts: which session each one began, what that was given, and whether it failed at once.

A launcher leaves ``starts/<pid>-<start>``. A session that goes on later must get exactly what its first start added,
so the two are tied: by the id the user gave, by the client's own record of the process, else by the session's having
begun in that folder while no other start could have begun it. What came of it is ``resumes``, for launch/again.py.
"""

import json
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from ctxdb_hooks.bootstrap import breaker, roster
from ctxdb_hooks.clients.claude.ingest import folder_name
from ctxdb_hooks.clients.ingest import Ingest
from ctxdb_hooks.contextdb import facade, files
from ctxdb_hooks.contextdb.facade import started
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import eager, places

OVER = ".over"  # a start whose end was taken into account
SLACK = 0.005  # s: time stamps are cut to milliseconds
KEEP = 3600  # s for which the session of a start that ended may still turn up
KEEP_GIVEN = 30 * 86400  # s for which the copy of a packet is kept that no known session was given
FOLDERS = 40  # folders of which the newest session is known
MAX_BYTES = facade.MAX_BYTES - 4096
PERSON = "cli"  # Claude's word for a session that a person began at a terminal
OFF = (
    "ctxdb-hooks: {0} ended at once, twice, with what was added to it, and works without; nothing more is added to "
    "this version of it. `ctxdb-hooks doctor --fix` tries again.\n"
)


@dataclass(frozen=True)
class Start:
    """One start that left word of itself; ``at`` and ``ended`` in s since the epoch, the latter 0 while it lives."""

    path: Path
    pid: int
    at: float
    ended: float
    facts: dict[str, Any]

    @property
    def client(self) -> str:
        """The client's name."""
        return str(self.facts.get("client"))

    def given(self) -> dict[str, str]:
        """What was added: ``text`` or ``file``, and ``dir``; empty when nothing was."""
        found = {key: str(self.facts.get(key) or "") for key in ("text", "file", "dir")}
        return found if found["text"] or found["file"] else {}

    def covers(self, cwd: str, at: float) -> bool:
        """Whether a session that began in ``cwd`` at ``at`` may be this start's."""
        return cwd == self.facts.get("cwd") and self.at - SLACK <= at <= (self.ended or time.time()) + SLACK


class Began(NamedTuple):
    """A session that may be a start's: its client's own id for it, its agent, and where and when (s) it began."""

    native: str
    agent: str
    cwd: str
    at: float


class Starts:
    """The starts of one project."""

    def __init__(self, store: Store, clients: Iterable[Ingest], env: Mapping[str, str], roots: list[str]) -> None:
        self.store = store
        self.clients = {client.CLIENT: client for client in clients}
        self.env = env
        self.roots = roots
        self.file = store.folder / "resumes"

    def settle(self, metas: list[dict[str, Any]], records: Mapping[str, tuple[int, float]]) -> None:
        """Bring ``resumes`` and the breaker up to date. Raises OSError.

        ``records`` is what the clients say themselves: native id to pid and when it was written.
        """
        starts = list(self._starts())
        known = files.read_json(self.file)
        sessions: dict[str, str] = dict(known.get("sessions") or {})
        given: dict[str, dict[str, str]] = dict(known.get("given") or {})
        since = min((start.at for start in starts), default=0.0) - SLACK
        began = [one for one in map(_began, metas if starts else ()) if one.at >= since]
        for start in starts:
            added = start.given()
            key = eager.name_of(json.dumps(added, sort_keys=True).encode())[:16] if added else ""
            for native in self._sessions(start, starts, began, records):
                if native not in sessions:
                    sessions[native] = key
                    given |= {key: added} if key else {}
            self._over(start)
        if starts or known:
            places = [str(start.facts.get("cwd")) for start in starts if start.client == "claude"]
            self._write(sessions, given, list(dict.fromkeys([*(known.get("newest") or {}), *places])), metas)
        self._sweep(given)

    def _starts(self) -> Iterator[Start]:
        for path in sorted((self.store.folder / "starts").glob("*")):
            key = roster.parse(path.name.removesuffix(OVER))
            facts = files.read_json(path)
            if key is None or not isinstance(facts.get("at"), int):
                path.unlink(missing_ok=True)
                continue
            ended = float(facts.get("ended") or 0)
            if not ended and started(key[0]) != key[1]:
                ended = self._end_of(path.name) or time.time()
            yield Start(path, key[0], facts["at"] / 1000, ended, facts)

    def _end_of(self, name: str) -> float:
        """When a client was seen to have ended: then its entry on the list of clients was renamed."""
        try:
            return (self.store.folder / "clients" / (name + roster.GONE)).stat().st_mtime
        except OSError:
            return 0.0

    def _sessions(
        self,
        start: Start,
        starts: list[Start],
        began: list[Began],
        records: Mapping[str, tuple[int, float]],
    ) -> Iterator[str]:
        """The native ids of the sessions that a start began."""
        if start.facts.get("kind") != "resume" and start.facts.get("session"):
            yield str(start.facts["session"])
        yield from (native for native, (pid, _) in records.items() if pid == start.pid and not start.ended)
        for session in began:
            if session.agent.startswith(f"{start.client}-") and start.covers(session.cwd, session.at):
                alike = (other for other in starts if other.client == start.client)
                if sum(other.covers(session.cwd, session.at) for other in alike) == 1:
                    yield session.native

    def _over(self, start: Start) -> None:
        """Judge a start that has ended, once; forget it when no session of it can turn up any more."""
        if not start.ended:
            return
        if not start.path.name.endswith(OVER):
            files.write_json(start.path.with_name(start.path.name + OVER), start.facts | {"ended": start.ended})
            start.path.unlink()
            if (start.facts.get("counts") or start.facts.get("trial")) and start.facts.get("kind") != "resume":
                self._judge(start)
        elif not 0 <= time.time() - start.ended < KEEP:
            start.path.unlink(missing_ok=True)

    def _judge(self, start: Start) -> None:
        quick = start.ended - start.at <= breaker.QUICK
        end = breaker.End(
            list(start.facts.get("binary") or []),
            list(start.facts.get("shape") or []),
            failed=quick and not self._wrote(start),
            added=bool(start.given()),
            trial=bool(start.facts.get("trial")),
        )
        if breaker.note(self.store.state, start.client, end):
            files.write(self.store.folder / "notice", OFF.format(start.client))

    def _wrote(self, start: Start) -> bool:
        """Whether a transcript of this client was written since a start."""
        client = self.clients.get(start.client)
        listed = client.transcripts(self.env, self.roots)[:1] if client else []
        return any(one.near and one.seen.st_mtime >= start.at - SLACK for one in listed)

    def _write(
        self,
        sessions: dict[str, str],
        given: dict[str, dict[str, str]],
        folders: list[str],
        metas: list[dict[str, Any]],
    ) -> None:
        """Write ``resumes``, without the oldest sessions where it would be too much for a start to read."""
        newest = {cwd: self._newest(cwd, metas) for cwd in folders[-FOLDERS:]}
        while True:
            used = set(sessions.values())
            value = {
                "given": {key: added for key, added in given.items() if key in used},
                "sessions": sessions,
                "newest": newest,
            }
            text = json.dumps(value, ensure_ascii=False) + "\n"
            if len(text.encode("utf-8", "replace")) <= MAX_BYTES or not sessions:
                break
            for native in list(sessions)[: max(1, len(sessions) // 8)]:
                del sessions[native]
        files.write_if_changed(self.file, text)

    def _newest(self, cwd: str, metas: list[dict[str, Any]]) -> list[Any]:
        """``[folder, newest, newest of a person's own, [ids of the scripted]]`` of Claude's transcripts for a folder.

        A session that is not known, or that another folder shares this one's name with, is not guessed about.
        """
        folder = Path(places.claude_home(dict(self.env))) / "projects" / folder_name(cwd)
        sources = {meta["source"].get("native_id"): meta["source"] for meta in metas}
        try:
            paths = sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns, reverse=True)
        except OSError:
            paths = []
        own, scripted = "", []
        for path in paths:
            source = sources.get(path.stem)
            if source is None or source.get("cwd") != cwd:
                break
            if source.get("entrypoint") == PERSON:
                own = path.stem
                break
            scripted.append(path.stem)
        newest = paths[0].stem if paths and (scripted or own) else ""
        return [str(folder), newest, own, scripted]

    def _sweep(self, given: Mapping[str, Mapping[str, str]]) -> None:
        """Take away the copies of packets that nobody will ask for."""
        used = {added.get("file") for added in given.values()}
        for path in (self.store.folder / "given").glob("*"):
            if str(path) not in used and path.stat().st_mtime < time.time() - KEEP_GIVEN:
                path.unlink(missing_ok=True)


def _began(meta: Mapping[str, Any]) -> Began:
    source = meta["source"]
    return Began(
        str(source.get("native_id")), str(meta.get("agent")), str(source.get("cwd")), _moment(source.get("started"))
    )


def _moment(stamp: object) -> float:
    """A time stamp of a transcript in s since the epoch; 0 where it is none."""
    try:
        return datetime.fromisoformat(str(stamp)).timestamp()
    except (ValueError, OverflowError, OSError):
        return 0.0
