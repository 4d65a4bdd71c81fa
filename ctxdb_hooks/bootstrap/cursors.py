"""How far each transcript has been read: one SQLite file per project, derived and safe to delete."""

import json
import sqlite3
from dataclasses import fields
from pathlib import Path
from types import TracebackType

from ctxdb_hooks.clients.jsonl import Cursor

COLUMNS = tuple(field.name for field in fields(Cursor))
SCHEMA = "create table if not exists cursors (path text primary key, {}) without rowid".format(", ".join(COLUMNS))


class Cursors:
    """The cursors of one project."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self.db = self._open()
        except sqlite3.DatabaseError:  # broken: everything is read again, which gives the same sessions
            path.unlink(missing_ok=True)
            self.db = self._open()

    def _open(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=5, isolation_level=None)
        self.path.chmod(0o600)
        db.execute(SCHEMA)
        return db

    def __enter__(self) -> "Cursors":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.db.close()

    def get(self, path: Path) -> Cursor | None:
        """The cursor of a transcript, None when it was never read."""
        row = self.db.execute(f"select {', '.join(COLUMNS)} from cursors where path = ?", (str(path),)).fetchone()
        return Cursor(**dict(zip(COLUMNS, (*row[:-1], json.loads(row[-1])), strict=True))) if row else None

    def put(self, path: Path, cursor: Cursor) -> None:
        """Remember a cursor, at once and whole."""
        values = [getattr(cursor, name) for name in COLUMNS[:-1]] + [json.dumps(cursor.state)]
        marks = ", ".join("?" * (len(values) + 1))
        self.db.execute(
            f"insert or replace into cursors (path, {', '.join(COLUMNS)}) values ({marks})",
            (str(path), *values),
        )
