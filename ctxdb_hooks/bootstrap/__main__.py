"""The worker process: one run over a project at low priority, under limits, then the waiter again."""

import gc
import os
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

from ctxdb_hooks.bootstrap import limits
from ctxdb_hooks.bootstrap.lock import Lock
from ctxdb_hooks.bootstrap.work import Busy, Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.telemetry import log


def main(argv: list[str]) -> None:
    """Work once, then hand lock and bell back to the waiter. ``argv``: ``mode python stub store root lock bell``.

    Mode ``last`` is that of a run after lingering, which is not done twice; ``now`` that of one that is waited for.
    """
    mode, python, stub, folder, root, lock, bell = argv
    os.umask(0o077)
    if not Lock(f"{folder}/lock", lock).held():
        return  # the store was taken away meanwhile; it is not made again
    gc.freeze()  # what the imports made is never garbage: a tenth of the time for reading went into finding that out
    with limits.limited(hurry=mode == "now"):
        then = run(Store(Path(folder)), root)
    if then == "linger" and mode == "last":
        then = "wait"
    worker = [sys.executable, "-I", "-m", "ctxdb_hooks.bootstrap"]
    os.execv(python, [python, "-I", "-S", stub, "--background", then, folder, root, lock, bell, *worker])


def run(store: Store, root: str, stop: Callable[[], bool] | None = None) -> str:
    """One run, told to the log; returns what the waiter is to do: ``wait``, ``more`` or ``linger``.

    It begins nothing new once ``stop`` says so.
    """
    work = Work(store, root, os.environ, seconds=limits.TIME, wall=limits.WALL, stop=stop)
    failed = ""
    try:
        work.run()
    except (OSError, sqlite3.Error, Busy, MemoryError) as error:  # for the log and doctor; the next run tries again
        failed = f"{type(error).__name__}: {error}"
    report = {key: value for key, value in vars(work.report).items() if value}
    if not work.settings["telemetry"]:
        report = {"skipped": work.report.skipped}  # no figures; what went wrong is still told
    log(store.state / "log", "bootstrap", project=store.folder.name, **report, failed=failed)
    if work.report.later and work.report.bytes and not failed:
        return "more"
    return "linger" if work.describer.unsure else "wait"


if __name__ == "__main__":
    main(sys.argv[1:])
