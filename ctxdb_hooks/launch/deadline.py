"""A limit on the time that a start may take of its own, by a timer that interrupts whatever hangs; hot path."""

import _signal
import posix
import time


class Late(Exception):
    """The time is over."""


class Deadline:
    """Raises Late in the middle of whatever is done once ``seconds`` are over, until ``stop`` is called.

    Time in which the machine did not let this process run does not count: that is not time of our own. A timer that
    was set before us and is still running (alarm, exec) is left alone, and then there is no deadline.
    """

    __slots__ = ("begun", "handler", "over", "seconds")

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.over = False
        self.begun = time.monotonic()
        self.handler = _signal.getsignal(_signal.SIGALRM)
        _signal.signal(_signal.SIGALRM, self._ring)
        before = _signal.setitimer(_signal.ITIMER_REAL, seconds)
        if before[0]:
            _signal.setitimer(_signal.ITIMER_REAL, *before)
            self.stop(keep=True)

    def extend(self, seconds: float) -> None:
        """Allow this much more, for a wait that was asked for."""
        self.seconds += seconds
        if not self.over:
            _signal.setitimer(_signal.ITIMER_REAL, max(self.seconds - (time.monotonic() - self.begun), 0.001))

    def stop(self, keep: bool = False) -> None:
        """Leave timer and signal as they were found; ``keep`` the timer, which is not ours."""
        if self.over:
            return
        self.over = True
        if not keep:
            _signal.setitimer(_signal.ITIMER_REAL, 0)
        _signal.signal(_signal.SIGALRM, self.handler)

    def _ring(self, number: int, frame: object) -> None:
        if self.over:
            return
        left = self.seconds - (time.monotonic() - self.begun - queued())
        if left > 0:
            _signal.setitimer(_signal.ITIMER_REAL, max(left, 0.001))
        else:
            raise Late


def queued() -> float:
    """Seconds this process was ready to run and had no processor; 0 where the kernel does not tell."""
    try:
        fd = posix.open("/proc/self/schedstat", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return 0.0
    try:
        return int(posix.read(fd, 100).split()[1]) / 1e9
    except (OSError, ValueError, IndexError):
        return 0.0
    finally:
        posix.close(fd)
