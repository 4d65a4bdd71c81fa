"""The mark of a run that has begun and not ended: what it was reading, and where it hung if its time ran out."""

import faulthandler
import os
import signal
from contextlib import suppress
from pathlib import Path

from ctxdb_hooks.contextdb import files

NAME = "unfinished"
HUNG = (b"Timeout", b"Stack")  # how the reports of the watchdog and of the limit of processor time begin


class Unfinished:
    """A file that stands in the store while a run lasts. ``found``: the run before was killed or failed.

    Its first line is ``<size> <offset> <path>`` of the transcript that is read; ``ended_in`` is the path in that of the
    run before. With ``wall`` seconds a watchdog writes the place of a hang behind it and ends the process, even inside
    a call into C that does not return; so does the limit of processor time.
    """

    def __init__(self, store: Path, wall: int = 0) -> None:
        self.path = store / NAME
        self.wall = wall
        before = self._read()
        if before is None:
            files.clear(self.path)
        self.found = before != b""
        line, _, report = (before or b"").partition(b"\n")
        self.ended_in = os.fsdecode(line.split(b" ", 2)[-1])
        self.hung = line if report.startswith(HUNG) else b""

    def __enter__(self) -> "Unfinished":
        flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND | os.O_CLOEXEC | os.O_NOFOLLOW
        self.fd = os.open(self.path, flags, 0o600)
        if self.wall:
            faulthandler.dump_traceback_later(self.wall, exit=True, file=self.fd)
            faulthandler.register(signal.SIGXCPU, file=self.fd, all_threads=False, chain=True)
        return self

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if self.wall:
            faulthandler.cancel_dump_traceback_later()
            faulthandler.unregister(signal.SIGXCPU)
        if kind is not None:  # an error that was told is nothing that its transcript did
            with suppress(OSError):
                os.ftruncate(self.fd, 0)
        os.close(self.fd)
        if kind is None:
            self.path.unlink(missing_ok=True)

    def reading(self, path: Path, size: int, offset: int) -> bool:
        """Note the transcript that is read now, and from where on. Raises OSError.

        True when the run before hung on it as it is now: what is new of it is to be left out.
        """
        line = b"%d %d %b" % (size, offset, os.fsencode(path).replace(b"\n", b" "))
        os.ftruncate(self.fd, 0)
        os.write(self.fd, line + b"\n")
        return line == self.hung

    def _read(self) -> bytes | None:
        """What a run left; empty when it left nothing, None when something else is in the way."""
        try:
            with open(files.open_regular(self.path, os.O_NOFOLLOW), "rb") as file:
                return file.read(65536) or b"\n"
        except FileNotFoundError:
            return b""
        except OSError:
            return None
