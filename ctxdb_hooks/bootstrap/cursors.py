"""How far each transcript has been read: one SQLite file per project, derived and safe to delete."""

import errno
import json
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap.lock import can_lock
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb import damage
from ctxdb_hooks.redact import redact, redact_json

# The cursor is one JSON value: a version of the package that knows other fields reads what it knows.
SCHEMA = "create table if not exists transcripts (path text primary key, seen text, cursor text) without rowid"
KNOWN = {field.name for field in fields(Cursor)}
COMPRESSED = ".zst"  # what Codex may make of a rollout
TOGETHER = 500  # passed over transcripts
PATIENCE = 5.0  # s for a database that another process has locked


class Cursors:
    """The cursors of one project. Opened by ``with cursors(path)``."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db
        self.passed: list[tuple[str, str, str]] = []
        self.seen: dict[str, str] = dict(db.execute("select path, seen from transcripts"))

    def is_unchanged(self, path: str, found: os.stat_result) -> bool:
        """Whether the transcript is as it was when it was last read to its end."""
        return self.seen.get(path) == _seen(found)

    def get(self, path: Path) -> Cursor | None:
        """The cursor of a transcript, None when it was never read."""
        row = self.db.execute("select cursor from transcripts where path = ?", (str(path),)).fetchone()
        try:
            value = json.loads(row[0]) if row else None
            return Cursor(**{key: value[key] for key in value if key in KNOWN}) if value else None
        except (TypeError, ValueError):
            return None

    def put(self, path: Path, cursor: Cursor, found: os.stat_result | None) -> None:
        """Remember a cursor, at once and whole; ``found`` is what was read to its end, None where more is to come."""
        seen = _seen(found) if found else ""
        self.db.execute(
            "insert or replace into transcripts (path, seen, cursor) values (?, ?, ?)",
            (str(path), seen, _written(cursor)),
        )
        self.seen[str(path)] = seen

    def pass_over(self, path: Path, found: os.stat_result, state: dict[str, Any]) -> None:
        """Remember a transcript that is not the project's; written down with the next ``flush``."""
        self.passed.append((str(path), _seen(found), json.dumps({"state": state})))
        if len(self.passed) >= TOGETHER:
            self.flush()

    def flush(self) -> None:
        """Write down what was passed over, in one transaction."""
        self.db.execute("begin")
        self.db.executemany("insert or replace into transcripts (path, seen, cursor) values (?, ?, ?)", self.passed)
        self.db.execute("commit")
        self.seen.update((path, seen) for path, seen, _ in self.passed)
        self.passed.clear()

    def prune(self, listed: Iterable[str]) -> None:
        """Forget passed over transcripts that are no longer ``listed``: every project has all those of the others."""
        gone = [(path,) for path in self.seen.keys() - set(listed)]
        self.db.execute("begin")
        self.db.executemany("delete from transcripts where path = ? and cursor like '{\"state\"%'", gone)
        self.db.execute("commit")

    def shorten(self, session_id: str, seq: int, stored: int) -> None:
        """Note that the events of a session were written anew: how many there are, and their bytes."""
        for path, text in self.db.execute("select path, cursor from transcripts").fetchall():
            value = json.loads(text)
            if value.get("session_id") == session_id:
                text = json.dumps(value | {"seq": seq, "stored": stored})
                self.db.execute("update transcripts set cursor = ? where path = ?", (text, path))

    def orphans(self, homes: Iterable[str]) -> set[str]:
        """Sessions of which no transcript is left, where the folder in the client's own (``homes``) still is."""
        gone: set[str] = set()
        there: set[str] = set()
        for path, text in self.db.execute("select path, cursor from transcripts"):
            with suppress(ValueError):
                session = str(json.loads(text).get("session_id") or "")
                is_there = Path(path).exists() or Path(f"{path}{COMPRESSED}").exists()
                (there if is_there or not _top(path, homes).exists() else gone).add(session)
        return gone - there - {""}

    def keep(self, present: set[str]) -> None:
        """Let transcripts of which something was kept, but not in sessions that are ``present``, be read again."""
        gone = set()
        for (text,) in self.db.execute("select cursor from transcripts"):
            with suppress(ValueError):
                value = json.loads(text)
                if value.get("stored"):
                    gone.add(value.get("session_id"))
        self.forget(gone - present)

    def forget(self, sessions: set[str]) -> None:
        """Let the transcripts of these sessions be read again from their beginning."""
        for path, text in self.db.execute("select path, cursor from transcripts").fetchall():
            with suppress(ValueError):
                if json.loads(text).get("session_id") in sessions:
                    self.db.execute("delete from transcripts where path = ?", (path,))
                    self.seen.pop(path, None)


def _top(path: str, homes: Iterable[str]) -> Path:
    """The folder in a client's own that a transcript lies or lay in; the root where it is in none of them."""
    for home in homes:
        if path.startswith(home + "/"):
            return Path(home, path[len(home) + 1 :].partition("/")[0])
    return Path("/")


@contextmanager
def cursors(path: Path, *, doubtful: bool = False) -> Iterator[Cursors]:
    """The cursors kept at ``path``; broken ones are begun anew, which gives the same sessions again.

    ``doubtful`` ones are looked through first: those that a run left which did not end.
    Raises OSError, and sqlite3.Error when another process keeps them locked or they cannot be written.
    """
    try:
        db, found = _open(path, doubtful)
    except (*damage.ERRORS, OSError) as error:
        if not _is_broken(error):
            raise
        damage.remove(path)
        db, found = _open(path, False)
    try:
        yield found
        found.flush()
    except damage.ERRORS as error:
        if damage.is_damaged(error):
            damage.remove(path)
        raise
    finally:
        db.close()


def _open(path: Path, doubtful: bool) -> tuple[sqlite3.Connection, Cursors]:
    fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            raise OSError(errno.ENXIO, "not a regular file", str(path))
        # Who reads or writes them has the lock of a run; where that is no kernel's, SQLite could lock nothing either.
        uri = path.as_uri() + ("" if can_lock(fd) else "?nolock=1")
    finally:
        os.close(fd)
    db = sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None)
    try:
        db.execute("pragma synchronous = off")  # what a power failure takes from it is only read again
        if doubtful and not damage.is_sound(db):
            raise sqlite3.DatabaseError("damaged")
        db.execute(SCHEMA)
        return db, Cursors(db)
    except damage.ERRORS:
        db.close()
        raise


def _is_broken(error: Exception) -> bool:
    """Whether what is there can be no list of ours."""
    if isinstance(error, OSError):
        return error.errno in (errno.EISDIR, errno.ELOOP, errno.ENXIO, errno.EACCES)
    return damage.is_damaged(error)


def _written(cursor: Cursor) -> str:
    """A cursor as text; what its reader keeps of the transcript without secrets."""
    value = asdict(cursor)
    text = json.dumps(value, ensure_ascii=False)
    return json.dumps(value if redact(text) == text else redact_json(value))


def _seen(found: os.stat_result) -> str:
    return f"{found.st_dev}:{found.st_ino}:{found.st_size}:{found.st_mtime_ns}"
