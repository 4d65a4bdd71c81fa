"""The log: one line per background run, rotated, local, without what anybody said."""

import fcntl
import json
import os
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb.store import now
from ctxdb_hooks.redact import redact

MAX_BYTES = 512 * 1024
MAX_ITEMS = 20  # of a list, such as what was passed over
MAX_TEXT = 400


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
    except OSError:
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
