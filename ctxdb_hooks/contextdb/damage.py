"""What the errors of a database mean: one that is damaged is made again, a locked one or a full disk is waited for."""

import os
import sqlite3
from pathlib import Path

from ctxdb_hooks.contextdb import files

ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)  # the latter where a message of SQLite's quotes damaged text
DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
LOCKED = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
READ_ONLY = (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN)
BESIDE = ("", "-journal", "-wal", "-shm")  # what SQLite puts beside a database


def is_damaged(error: Exception) -> bool:
    """Whether what is there is no database, or not ours; not what a full disk or another process makes of it."""
    return _code(error) in DAMAGED


def is_locked(error: Exception) -> bool:
    """Whether another process has it."""
    return _code(error) in LOCKED


def is_read_only(error: Exception) -> bool:
    """Whether nothing may be written there."""
    return _code(error) in READ_ONLY


def is_sound(db: sqlite3.Connection) -> bool:
    """Whether its pages hang together and its rows are in order. Raises sqlite3.DatabaseError."""
    return bool(db.execute("pragma integrity_check(1)").fetchone()[0] == "ok")


def make_way(path: Path) -> None:
    """Take away what is no file, nor leads to one: SQLite would wait for it, or follow it. Raises OSError."""
    if os.path.lexists(path) and (path.is_symlink() or not path.is_file()):
        files.clear(path)


def remove(path: Path) -> None:
    """Take a database away, whatever lies in its place. Raises OSError."""
    for suffix in BESIDE:
        files.clear(path.with_name(path.name + suffix))


def _code(error: Exception) -> int:
    """SQLite's code for an error; what Python itself finds wrong in a text has none."""
    return int(getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)) & 0xFF
