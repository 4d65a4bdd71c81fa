"""What one background run may take of processor, disk, memory, descriptors and output, whatever it meets."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

TIME = 60.0  # s after which a run begins nothing new and leaves the rest to the next
WALL = 120  # s after which it is ended, even inside a call that does not return
CPU = 60  # s of processor time beyond what the process has used already
MEMORY = 512 << 20  # bytes of address space, of which a fifth is ever in use
OUTPUT = 2 << 30  # bytes of one file; the index of as many events as a project may have takes less
FILES = 64
LAST = 7  # of the eight levels at the disk


@contextmanager
def limited(*, hurry: bool = False) -> Iterator[None]:
    """Hold this process to the limits while the body runs; then take them back, since it goes on as the waiter.

    With ``hurry`` it keeps its priority: somebody waits for what it does.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    wanted = {
        resource.RLIMIT_CPU: int(used.ru_utime + used.ru_stime) + CPU,
        resource.RLIMIT_AS: MEMORY,
        resource.RLIMIT_NOFILE: FILES,
        resource.RLIMIT_FSIZE: OUTPUT,
        resource.RLIMIT_CORE: 0,
    }
    before = {what: resource.getrlimit(what) for what in wanted}
    if not hurry:
        _stand_back()
    for what, limit in wanted.items():
        _lower(what, limit, before[what])
    try:
        yield
    finally:
        for what, old in before.items():
            with suppress(OSError, ValueError):
                resource.setrlimit(what, old)


def _lower(what: int, limit: int, now: tuple[int, int]) -> None:
    """Set a soft limit, unless one that is lower holds already."""
    soft = min(value for value in (limit, *now) if value != resource.RLIM_INFINITY)
    with suppress(OSError, ValueError):
        resource.setrlimit(what, (soft, now[1]))


def _stand_back() -> None:
    """Give way to others at the processor and at the disk.

    Not the idle class at the disk: Linux's mq-deadline lets such a request wait ten seconds while others have any
    (its ``prio_aging_expire``), so that on a busy machine the memory would be rounds behind.
    """
    with suppress(OSError):
        os.nice(19)
    process = psutil.Process()
    if hasattr(process, "ionice"):
        with suppress(psutil.Error, OSError):
            process.ionice(psutil.IOPRIO_CLASS_BE, LAST)
