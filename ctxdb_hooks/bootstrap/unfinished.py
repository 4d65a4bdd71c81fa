"""The mark of a run that has begun and not ended: what it was reading, and where it hung if its time ran out."""

import faulthandler
import os
from pathlib import Path

from ctxdb_hooks.clients import jsonl
from ctxdb_hooks.contextdb import files

NAME = "unfinished"
HUNG = b"Timeout"  # how the watchdog's report begins


class Unfinished:
    """A file that stands in the store while a run lasts. ``found``: the run before was killed or failed.

    With ``wall`` seconds a watchdog writes the place of the hang behind the transcript's name and ends the process,
    even inside a call into C that does not return; the next run then leaves that transcript as it was out.
    """

    def __init__(self, store: Path, wall: int = 0) -> None:
        self.path = store / NAME
        self.wall = wall
        before = self._read()
        if before is None:
            files.clear(self.path)
        self.found = before != b""
        self.hung = b""
        if before and HUNG in before:
            self.hung = before.partition(b"\n")[0]

    def __enter__(self) -> "Unfinished":
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        self.fd = os.open(self.path, flags, 0o600)
        if self.wall:
            faulthandler.dump_traceback_later(self.wall, exit=True, file=self.fd)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.wall:
            faulthandler.cancel_dump_traceback_later()
        os.close(self.fd)
        if kind is None:
            self.path.unlink(missing_ok=True)

    def reading(self, path: Path, size: int) -> None:
        """Note the transcript that is read now. Raises OSError."""
        os.ftruncate(self.fd, 0)
        os.write(self.fd, _line(path, size) + b"\n")

    def hung_on(self, path: Path, size: int) -> bool:
        """Whether the run before hung on this transcript as it is now."""
        return self.hung == _line(path, size)

    def _read(self) -> bytes | None:
        """What a run left; empty when it left nothing, None when something else is in the way."""
        try:
            with open(jsonl.open_regular(self.path, os.O_NOFOLLOW), "rb") as file:
                return file.read(65536) or b"\n"
        except FileNotFoundError:
            return b""
        except OSError:
            return None


def _line(path: Path, size: int) -> bytes:
    return f"{size} {path}".encode("utf-8", "surrogateescape").replace(b"\n", b" ")
