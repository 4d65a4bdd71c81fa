"""What was done, kept on this machine only, bounded in size and age, without what anybody typed.

The log has one line per background run. The receipts have one per start of a client and per turn that was judged
(both written by the hot path), per read of a packet and per session's figures (both by the background).
"""

import fcntl
import json
import os
import time
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap.lock import NO_FLOCK, Lock
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import now, read_lines
from ctxdb_hooks.launch import receipt
from ctxdb_hooks.redact import redact

MAX_BYTES = 512 * 1024
MAX_ITEMS = 20  # of a list, such as what was passed over
MAX_TEXT = 400
KEEP = 90 * 86400  # s after which a receipt is gone
TURN_OVER = 2 << 20  # bytes of receipts after which a new file is begun
DAY = 86400


def log(path: Path, what: str, **facts: Any) -> None:
    """Append one line to the log at ``path``, whose folder is there; never raises, since there is nobody to tell.

    Empty facts are left out.
    """
    kept = {key: _bounded(value) for key, value in facts.items() if value not in ("", None, [])}
    line = json.dumps({"ts": now(), "what": what, "pid": os.getpid(), **kept}, ensure_ascii=False) + "\n"
    try:
        _append(path, line.encode("utf-8", "replace"))
    except OSError:
        return


def _append(path: Path, line: bytes) -> None:
    fd = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK, 0o600)
    try:
        if os.fstat(fd).st_size > MAX_BYTES:
            _rotate(path, fd)
        os.write(fd, line)
    finally:
        os.close(fd)


def _rotate(path: Path, fd: int) -> None:
    """Set a full log aside; of several processes that find it full one does it. This line still goes to the old one."""
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno not in NO_FLOCK:  # where nothing can be locked, two at once cost an old log
            return
    if os.stat(path).st_ino == os.fstat(fd).st_ino:
        os.replace(path, path.with_name(f"{path.name}.1"))


def _bounded(value: Any) -> Any:
    if isinstance(value, str):
        return redact(value)[:MAX_TEXT]
    if isinstance(value, list):
        more = [f"and {len(value) - MAX_ITEMS} more"] if len(value) > MAX_ITEMS else []
        return [_bounded(item) for item in value[:MAX_ITEMS]] + more
    return value if isinstance(value, int | float) else redact(str(value))[:MAX_TEXT]


def receipts(state: Path, since: float = 0.0) -> list[dict[str, Any]]:
    """The receipts from ``since`` (s since the epoch) on, oldest first; what cannot be read is passed over.

    Each has ``what`` (start, turn, read, session, outcome) and ``ts``; of a read, a session's figures and an outcome
    only the last with the same ``id`` counts.
    """
    found: dict[Any, dict[str, Any]] = {}
    oldest = max(since, time.time() - KEEP)
    for number, row in enumerate(row for path in _files(state) for row in read_lines(path)):
        if isinstance(row.get("what"), str) and isinstance(row.get("ts"), int | float) and row["ts"] >= oldest:
            known = row.get("id")
            found[(row["what"], known) if isinstance(known, str) else number] = row
    return sorted(found.values(), key=lambda row: row["ts"])


def add_receipts(state: Path, rows: Iterable[dict[str, Any]]) -> None:
    """Append receipts of the background's own. Raises OSError."""
    lines = _lines(rows)
    if not lines:
        return
    fd = os.open(state / receipt.NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        os.write(fd, lines.encode())
    finally:
        os.close(fd)


def turn_over(state: Path) -> None:
    """Begin a new file of receipts where the present one is full or old, and drop what is past its time.

    One file is kept beside the present one, so that there are at most twice as many bytes and nothing is older than
    ``KEEP`` and a day. Raises OSError.
    """
    lock = Lock(str(state / "receipts.lock"))
    if not lock.take():
        return
    try:
        before, present = _files(state)
        with suppress(FileNotFoundError):
            if present.stat().st_size > TURN_OVER or _first(present) < time.time() - KEEP / 2:
                os.replace(present, before)
        if before.exists() and _first(before) < time.time() - KEEP - DAY:
            files.write(before, _lines(row for row in read_lines(before) if row.get("ts", 0) >= time.time() - KEEP))
    finally:
        lock.release()


def forget_receipts(state: Path, project: str, sessions: Iterable[str] | None = None) -> None:
    """Take out what the receipts hold of these sessions (ids of the store), or of a whole project. Raises OSError.

    What was added at starts in this project goes too: it told of sessions.
    """
    endings = None if sessions is None else {session.rpartition("-")[2] for session in sessions}
    for path in _files(state):
        rows = list(read_lines(path))
        kept = []
        for row in rows:
            if row.get("project") == project:
                if endings is None or row.get("session") in endings:
                    continue
                row.pop("text", None)
            kept.append(row)
        if rows:
            files.write(path, _lines(kept))


def _files(state: Path) -> tuple[Path, Path]:
    return state / f"{receipt.NAME}.1", state / receipt.NAME


def _lines(rows: Iterable[dict[str, Any]]) -> str:
    return "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


def _first(path: Path) -> float:
    """When the oldest receipt of a file is from; the present where it has none."""
    stamp = next(iter(read_lines(path)), {}).get("ts")
    return float(stamp) if isinstance(stamp, int | float) else time.time()
