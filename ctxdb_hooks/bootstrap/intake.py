"""One transcript into the store: whose it is, its new lines, redacted and cut, behind what is kept of it."""

import os
import re
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap.cursors import Cursors
from ctxdb_hooks.bootstrap.forks import Forks
from ctxdb_hooks.bootstrap.private import Private
from ctxdb_hooks.bootstrap.unfinished import Unfinished
from ctxdb_hooks.bootstrap.whose import Whose
from ctxdb_hooks.clients import jsonl
from ctxdb_hooks.clients.gemini.hook import COPY
from ctxdb_hooks.clients.ingest import Ingest, Reading
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.clients.packed import open_transcript
from ctxdb_hooks.contextdb import files, model, refs, voice
from ctxdb_hooks.contextdb.forgetting import Forgotten
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.redact import redact

OURS = re.compile(rf"/tmp/[^/]+/{COPY}/[^/]+\.md")  # what is put where Gemini may read it
MOST = 32 << 20  # bytes of one session's events; of more the middle is given up
FIRST, LAST = 4 << 20, 20 << 20
FOREIGN = "foreign"  # in a cursor's state: the inode of a transcript that names no folder of this project's
STUCK = "stuck"  # there: the inode of one on which a run hung and which has to be read from its beginning each time
HERE = "here"  # there: whether the turn that was read last is this project's
APART = "apart"  # there: where and when a session that has turns elsewhere was last here
NOTED = {"cwd": 4096, "branch": 300, "model": 100, "title": 300, "entrypoint": 60}  # characters
SAID = frozenset((model.PROMPT, model.ANSWER, model.PLAN))
MOST_NAMED = 20  # files that one text names
Derive = Callable[[Session, int], None]


class Intake:
    """Reads transcripts of one project, and counts what it read."""

    def __init__(
        self,
        store: Store,
        roots: list[str],
        known: Cursors,
        mark: Unfinished,
        private: Private,
        whose: Whose,
    ) -> None:
        self.store = store
        self.mine = str(store.folder.parent)
        self.roots = roots
        self.known = known
        self.forks = Forks(known.db, store)
        self.mark = mark
        self.private = private
        self.whose = whose
        self.forgotten = Forgotten(store)
        self.bytes = 0
        self.events = 0
        self.left_out = 0
        self.fetched: list[tuple[str, Event]] = []  # what agents read of our own files, by session

    def read(self, client: Ingest, path: Path, derive: Derive, late: Callable[[], bool], *, kept: bool = False) -> bool:
        """Read what is new, slice by slice, and have the session derived; False when time ran out before its end.

        ``kept`` is for a file that its client has deleted since. Raises OSError, and whatever a reader raises.
        """
        fd, found = open_transcript(path)
        try:
            cursor = self._whole(self.known.get(path) or Cursor())
            if not self._is_about_us(client, path, cursor, found, kept=kept):
                self.known.pass_over(path, found, cursor.state)
                return True
            cursor.state.pop(FOREIGN, None)
            if self.mark.reading(path, found.st_size, cursor.offset):
                self.left_out += jsonl.leave_out(fd, cursor, os.fstat(fd).st_size)
                if client.REPLAYS:
                    cursor.state = {STUCK: _inode(found)}
            if cursor.state.get(STUCK) != _inode(found) and not self._slices(client, fd, path, cursor, derive, late):
                return False
            self.known.put(path, cursor, found)
            return True
        finally:
            os.close(fd)

    def _whole(self, cursor: Cursor) -> Cursor:
        """The cursor, or a new one where what it stands for is no longer in the store: then all is read again."""
        if not cursor.session_id or files.size(self.store.events_file(cursor.session_id)) >= cursor.stored:
            return cursor
        return Cursor()

    def _is_about_us(self, client: Ingest, path: Path, cursor: Cursor, found: os.stat_result, *, kept: bool) -> bool:
        """Whether a transcript has turns in this project, as far as its beginning and its end say.

        One that had none is known by its inode: of what it has grown by only the end is looked at. One that was
        ``kept`` was in a folder below the project's when that could still be told.
        """
        if cursor.state.get("private"):
            return False
        if cursor.session_id or cursor.offset:
            return True
        inode = _inode(found)
        folders = client.folders(path, late=cursor.state.get(FOREIGN) == inode)
        if any(self.whose.may_be_ours(cwd) for cwd in folders):
            return True
        if not folders:
            return kept
        cursor.state = {FOREIGN: inode}
        return False

    def _of_our_turns(self, reading: Reading, cursor: Cursor) -> Reading:
        """What of a reading happened in this project: a session may go from one to another, prompt by prompt.

        A turn in a folder that belongs to no project stays where the one before it was.
        """
        here: bool | None = cursor.state.get(HERE)
        kept = set()
        for event in sorted(reading.events, key=lambda event: event.ts):  # an answer may be written before its prompt
            if event.cwd and (here is None or event.kind == model.PROMPT):
                ours = self.whose.is_ours(event.cwd, event.ts)
                here = bool(here) if ours is None else ours
            if here is not False:
                kept.add(id(event))
        events = [event for event in reading.events if id(event) in kept]
        if here is not None:
            cursor.state[HERE] = here
        if APART in cursor.state or len(events) < len(reading.events):
            self._as_seen_here(reading.session, events, cursor)
        return Reading(reading.session, events, reading.whole, reading.cut_from)

    def _as_seen_here(self, session: Session, events: list[Event], cursor: Cursor) -> None:
        """Where and when a session that also went elsewhere was last in this project."""
        seen = cursor.state.get(APART) or {"cwd": session.cwd, "updated": session.started}
        if events:
            seen = {"cwd": events[-1].cwd, "updated": events[-1].ts}
        session.cwd, session.updated = seen["cwd"], seen["updated"]
        cursor.state[APART] = seen

    def _slices(
        self, client: Ingest, fd: int, path: Path, cursor: Cursor, derive: Derive, late: Callable[[], bool]
    ) -> bool:
        while True:
            before, left_out = cursor.offset, cursor.left_out
            reading = client.read(fd, path, cursor)
            _shield(reading.session)
            passed = cursor.left_out - left_out
            self.left_out += passed
            self.bytes += max(0, cursor.offset - before - passed)
            if not cursor.session_id and reading.session.started and self._unwanted(reading.session):
                cursor.state = {"private": True}
                return True
            self._keep(self._of_our_turns(reading, cursor), cursor)
            if not cursor.more:
                break
            self.known.put(path, cursor, None)
            if late():
                return False
        if cursor.session_id:
            self._settle_forks(reading.session, cursor, derive)
        return True

    def _unwanted(self, session: Session) -> bool:
        """Whether a session that is met for the first time is not to be remembered."""
        return session.id in self.forgotten or self.private.covers(session)

    def _settle_forks(self, session: Session, cursor: Cursor, derive: Derive) -> None:
        """Describe the session, and first those that gave up to it what stood in both."""
        for session_id, (seq, size) in self.forks.resolve(session.id).items():
            if session_id == session.id:
                cursor.seq, cursor.stored = seq, size
                continue
            self.known.shorten(session_id, seq, size)
            source = self.store.meta(session_id).get("source")
            if seq and isinstance(source, dict):
                derive(Session.of(source), seq)
            else:
                self.store.remove(session_id)
        derive(session, cursor.seq)

    def _keep(self, reading: Reading, cursor: Cursor) -> None:
        session = reading.session
        if not session.started or not (reading.events or cursor.session_id):
            return
        if cursor.session_id not in ("", session.id):  # the transcript was written anew, with another beginning
            self.forks.forget(cursor.session_id)
            self.store.remove(cursor.session_id)
        cursor.session_id = session.id
        if reading.cut_from and (place := self.store.before(session.id, reading.cut_from)):
            cursor.seq, cursor.stored = place
        known = set() if reading.whole else {event.mark for event in self.store.events(session.id, cursor.stored)}
        fresh = [event for event in reading.events if _is_new(event, known)]
        kept = (clean for event in fresh if (clean := self._clean(event, session)))  # a chat of Gemini's may be long
        before = 0 if reading.whole else cursor.seq
        if reading.whole:
            cursor.seq, cursor.stored = self.store.replace(session.id, kept)
        else:
            cursor.seq, cursor.stored = self.store.append(session.id, kept, after=cursor.seq, size=cursor.stored)
        self.events += cursor.seq - before
        if cursor.stored > MOST:
            cursor.seq, cursor.stored = self.store.trim(session.id, FIRST, LAST)

    def _clean(self, event: Event, session: Session) -> Event | None:
        """The event as it may be kept: redacted, then cut; None where it is our own voice."""
        own = voice.without_ours(event.text)
        named = self._named(event, own, event.cwd or session.cwd)
        said = event.kind in (model.PROMPT, model.ANSWER)
        if not said and any(self.mine in text or OURS.search(text) for text in (event.text, *named)):
            self.fetched.append((session.id, event))
            return None
        if event.text and not own:
            return None
        text = redact(own)[: model.LIMITS.get(event.kind, model.LIMIT)]
        return Event(event.ts, event.kind, text, [redact(ref)[:400] for ref in named], _bounded(event.extra))

    def _named(self, event: Event, text: str, cwd: str) -> list[str]:
        """The files of an event as the memory keeps them: those of a tool's call, or what a text names."""
        if event.refs:
            return [refs.relative(ref, cwd, self.roots) for ref in event.refs]
        if event.kind in SAID:  # people and models name files from the project's root on, or by the bare name
            return [refs.relative(ref, self.roots[0], self.roots) for ref in _some(refs.in_text(text))]
        if event.kind in (model.COMMAND, model.FAILURE):
            ran = text.partition("\n")[0] if event.kind == model.FAILURE else text
            return [refs.relative(ref, cwd, self.roots) for ref in _some(refs.in_command(ran, cwd))]
        return []


def _inode(found: os.stat_result) -> str:
    return f"{found.st_dev}:{found.st_ino}"


def _some(found: Iterator[str]) -> Iterator[str]:
    return islice(found, MOST_NAMED)


def _shield(session: Session) -> None:
    """What a client notes of a session is like what was said in it: it can hold secrets, and has no bounds."""
    for name, most in NOTED.items():
        setattr(session, name, redact(getattr(session, name))[:most])


def _is_new(event: Event, known: set[str]) -> bool:
    """Whether the event was not met before; it is now."""
    if event.mark and event.mark in known:
        return False
    known.add(event.mark)
    return True


def _bounded(extra: dict[str, Any]) -> dict[str, Any]:
    return {key: redact(value)[:200] if isinstance(value, str) else value for key, value in list(extra.items())[:8]}
