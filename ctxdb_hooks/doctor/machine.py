"""The machine: processes of ours that run, and the space that we take."""

import os
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from ctxdb_hooks.bootstrap import roster
from ctxdb_hooks.doctor.finding import NOTE, OK, WARNING, Finding, Subject
from ctxdb_hooks.wording import count, size, span

PATIENCE = 600  # s; a background without a client ends by itself long before
LARGE = 2 << 30  # bytes
END = 5  # s for a background process to end


@dataclass(frozen=True)
class Running:
    """A background process of this user: which project's, since when, how large."""

    process: psutil.Process
    store: str
    since: float  # s since 1970
    memory: int  # bytes

    @property
    def left(self) -> bool:
        """Whether it is there for no client any more."""
        if time.time() - self.since < PATIENCE:
            return False
        return not any(_lives(name) for name in _names(f"{self.store}/clients"))


def check(subject: Subject) -> Iterator[Finding]:
    """The findings about processes and space."""
    found = list(processes(subject.paths.state))
    left = [one for one in found if one.left]
    lived = [one for one in found if one not in left]
    if lived:
        total = size(sum(one.memory for one in lived))
        yield Finding("processes", OK, f"{count(len(lived), 'background process', 'background processes')}, {total}")
    else:
        yield Finding("processes", OK, "none runs in the background now")
    doubled = len(lived) - len({one.store for one in lived})
    if doubled:
        why = "there should be one; the next start of a client sorts it out"
        yield Finding("processes", WARNING, "a project has more than one background process", why)
    for one in left:
        since = span(time.time() - one.since)
        told = f"process {one.process.pid} has been there for {since}, for no client that lives"
        yield Finding("processes", WARNING, told, "it only takes memory", f"kill {one.process.pid}", _ender(one))
    yield from _space(subject)


def processes(state: Path) -> Iterator[Running]:
    """This user's background processes for what lies below ``state``, known by their command line."""
    for process in psutil.process_iter():
        with suppress(psutil.Error, OSError):
            if process.uids().real != os.getuid() or process.status() == psutil.STATUS_ZOMBIE:
                continue
            store = _store(process.cmdline())
            if store and Path(store).is_relative_to(state):
                yield Running(process, store, process.create_time(), process.memory_info().rss)


def end_processes(state: Path) -> None:
    """End the background processes of this state folder, which would go on writing what is taken away."""
    running = [one.process for one in processes(state)]
    for process in running:
        with suppress(psutil.Error):
            process.terminate()
    for process in psutil.wait_procs(running, timeout=END)[1]:
        with suppress(psutil.Error):
            process.kill()


def _store(command: list[str]) -> str:
    """The store that a command line of ours works for; empty for any other."""
    if "--background" in command and any("ctxdb_hooks" in part for part in command):
        at = command.index("--background") + 2
    elif "ctxdb_hooks.bootstrap" in command:
        at = command.index("ctxdb_hooks.bootstrap") + 4
    elif "ctxdb_hooks.bootstrap.first" in command:
        at = command.index("ctxdb_hooks.bootstrap.first") + 1
    else:
        return ""
    return command[at] if at < len(command) and command[at].startswith("/") else ""


def _names(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _lives(name: str) -> bool:
    """Whether the file of this name on a project's list of clients stands for one that lives."""
    client = roster.parse(name)
    fd = roster.watch(client) if client else None
    if fd is not None and fd >= 0:
        os.close(fd)
    return fd is not None


def _ender(one: Running) -> Callable[[], str]:
    def mend() -> str:
        with suppress(psutil.Error):
            one.process.terminate()
        return f"ended process {one.process.pid}"

    return mend


def _space(subject: Subject) -> Iterator[Finding]:
    taken = {
        name: folder_size(folder) for name, folder in (("memory", subject.paths.state), ("program", subject.paths.data))
    }
    told = ", ".join(f"{name} {size(number)}" for name, number in taken.items())
    if taken["memory"] > LARGE:
        why = "sessions are kept for ever unless retention_days says otherwise"
        yield Finding("space", NOTE, told, why, "ctxdb-hooks config set retention_days 365")
    else:
        yield Finding("space", OK, told)


def folder_size(folder: Path) -> int:
    """Bytes below a folder, links not followed."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += os.lstat(os.path.join(place, name)).st_size
    return total
