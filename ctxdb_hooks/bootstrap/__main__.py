"""The worker process: one run over a project at low priority, under limits, then the waiter again."""

import os
import resource
import signal
import sys
from pathlib import Path

import psutil

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.paths import Paths
from ctxdb_hooks.telemetry import log

WALL = 120  # s
CPU = 60  # s
MEMORY = 2 << 30  # bytes of address space
FILES = 64


def limit() -> None:
    """Low priority, and an end to everything that could run away."""
    process = psutil.Process()
    process.nice(19)
    if hasattr(process, "ionice"):
        process.ionice(psutil.IOPRIO_CLASS_IDLE)
    for what, soft in (
        (resource.RLIMIT_CPU, CPU),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
    ):
        _, hard = resource.getrlimit(what)
        if hard == resource.RLIM_INFINITY or soft < hard:
            resource.setrlimit(what, (soft, hard))
    signal.alarm(WALL)


def main(argv: list[str]) -> None:
    """Work once; then hand lock and bell back to the waiter. ``argv``: mode python stub store root lock bell."""
    _, python, stub, folder, root, lock, bell = argv
    os.umask(0o077)
    limits = {
        what: resource.getrlimit(what) for what in (resource.RLIMIT_CPU, resource.RLIMIT_AS, resource.RLIMIT_NOFILE)
    }
    paths = Paths.of()
    try:
        limit()
        report = Work(Store(Path(folder)), root, os.environ).run()
        log(paths, "bootstrap", project=Path(folder).name, **vars(report))
    except Exception as error:  # whatever went wrong is for the log and doctor; the next run tries again
        log(paths, "bootstrap", project=Path(folder).name, failed=f"{type(error).__name__}: {error}")
    signal.alarm(0)
    for what, old in limits.items():
        resource.setrlimit(what, old)
    worker = [sys.executable, "-I", "-m", "ctxdb_hooks.bootstrap"]
    os.execv(python, [python, "-I", "-S", stub, "--background", "wait", folder, root, lock, bell, *worker])


if __name__ == "__main__":
    main(sys.argv[1:])
