"""The log: one line per background run, rotated, local, without what anybody said."""

import json
import os
from typing import Any

from ctxdb_hooks.contextdb.files import make_folder
from ctxdb_hooks.contextdb.store import now
from ctxdb_hooks.paths import Paths
from ctxdb_hooks.redact import redact

MAX_BYTES = 512 * 1024


def log(paths: Paths, what: str, **facts: Any) -> None:
    """Append one line; never raises, since there is nobody to tell."""
    line = redact(json.dumps({"ts": now(), "what": what, "pid": os.getpid(), **facts}, default=str)) + "\n"
    try:
        make_folder(paths.state)
        if paths.log.exists() and paths.log.stat().st_size > MAX_BYTES:
            os.replace(paths.log, paths.log.with_name("log.1"))
        fd = os.open(paths.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            os.write(fd, line.encode("utf-8", "replace"))
        finally:
            os.close(fd)
    except OSError:
        return
