"""Hurting a run at its n-th call that changes a file: death before or in the middle of it, or an error from it."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from typing import Any

# Every way in which the background changes what is on disk; SQLite's own writes are met by kills at random moments.
CHANGING = ("write", "fsync", "replace", "unlink", "mkdir", "open", "chmod", "fchmod", "ftruncate", "rename", "link")


Harm = Callable[[str, tuple[Any, ...]], None]  # is given the name of the call and its arguments


class Calls:
    """Counts the calls and, at the ``at``-th and if ``lasting`` at each later one, does ``harm``."""

    def __init__(self, at: int, harm: Harm, *, lasting: bool = False) -> None:
        self.at = at
        self.harm = harm
        self.lasting = lasting
        self.seen = 0

    def install(self) -> None:
        """Put this between the process and its system calls."""
        for name in CHANGING:
            real = getattr(os, name)
            setattr(os, name, self._between(name, real))

    def _between(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if _changes(name, args):
                self.seen += 1
                if self.seen == self.at or (self.lasting and self.seen > self.at):
                    self.harm(name, args)
            return real(*args, **kwargs)

        return call


def die(name: str, args: tuple[Any, ...]) -> None:
    """Die before the call."""
    os.kill(os.getpid(), signal.SIGKILL)


def die_halfway(name: str, args: tuple[Any, ...]) -> None:
    """Die in the middle of a write, which leaves half of it; before any other call."""
    if name == "write":
        fd, data = args
        real_write(fd, memoryview(data)[: len(data) // 2])
    os.kill(os.getpid(), signal.SIGKILL)


def fail(number: int) -> Harm:
    """Fail with this error."""

    def harm(name: str, args: tuple[Any, ...]) -> None:
        raise OSError(number, os.strerror(number), name)

    return harm


def _changes(name: str, args: tuple[Any, ...]) -> bool:
    return name != "open" or bool(args[1] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT))


real_write = os.write
