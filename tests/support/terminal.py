"""A program under a pseudo-terminal, with the screen as a person would see it."""

from __future__ import annotations

import os
import re
import select
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pexpect
import pyte

from tests.support.wait import wait_for

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "ctrl-a": "\x01",
    "ctrl-c": "\x03",
    "ctrl-d": "\x04",
    "ctrl-u": "\x15",
    "ctrl-z": "\x1a",
}

Condition = str | re.Pattern[str] | Callable[[str], Any]


class Terminal:
    """One program, the head of its session, under a terminal of its own.

    A thread reads what the program writes, so that it never blocks on a full buffer; the queries that
    full-screen programs put to a terminal (cursor position, kind) are answered.
    """

    def __init__(
        self,
        argv: Sequence[str],
        *,
        env: Mapping[str, str],
        cwd: Path,
        rows: int = 50,
        columns: int = 140,
    ) -> None:
        self.argv = list(argv)
        self._screen = _Screen(columns, rows, self._write)
        self._stream = pyte.ByteStream(self._screen)
        self._raw = bytearray()
        self._changed = threading.Condition()
        self._ended = False
        self._stopping = False
        self._child: pexpect.spawn[bytes] = pexpect.spawn(
            argv[0],
            list(argv[1:]),
            env=dict(env),
            cwd=str(cwd),
            dimensions=(rows, columns),
            timeout=None,
            preexec_fn=_restore_signals,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def pid(self) -> int:
        """The program's process id, its process group's and its session's too."""
        assert self._child.pid is not None
        return self._child.pid

    @property
    def screen(self) -> str:
        """What stands on the screen, without the blanks at the ends."""
        with self._changed:
            return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    @property
    def raw(self) -> bytes:
        """Every byte the program wrote so far."""
        with self._changed:
            return bytes(self._raw)

    def type(self, text: str) -> None:
        """Send text as if typed; a newline does not send an Enter, `press("enter")` does."""
        self._write(text)

    def press(self, *keys: str) -> None:
        """Press keys by their names in KEYS."""
        for key in keys:
            self._write(KEYS[key])

    def wait_for(self, condition: Condition, seconds: float = 20) -> str:
        """Wait until the screen holds the text, matches the pattern or satisfies the function; return it.

        Raises AssertionError, which shows the screen, when it never does.
        """
        test = _test_for(condition)
        return str(self._wait(lambda: self.screen, test, seconds, f"waiting for {condition!r}"))

    def settle(self, quiet: float = 0.1, seconds: float = 2) -> None:
        """Wait until nothing was written for `quiet` seconds; programs that never rest get `seconds` in all."""
        deadline = time.monotonic() + seconds
        with self._changed:
            while self._changed.wait(quiet) and time.monotonic() < deadline:
                pass

    def wait_for_raw(self, found: Callable[[bytes], Any], seconds: float, what: str) -> Any:
        """Wait until `found` gives something truthy for all that was written; return that.

        Raises AssertionError when it never does; `what` says what was waited for.
        """
        value: list[Any] = [None]

        def test(raw: bytes) -> Any:
            value[0] = found(raw)
            return value[0]

        self._wait(lambda: self.raw, test, seconds, what)
        return value[0]

    def wait_for_exit(self, seconds: float = 20) -> int:
        """The program's exit status as a shell gives it (128 + signal). Raises AssertionError if it stays."""
        # Not by the end of the output: children that outlive the program hold the terminal open.
        wait_for(self._gone, seconds, lambda: f"the end of {self.argv[0]}; its screen:\n{self.screen}")
        if self._child.signalstatus is not None:
            return 128 + self._child.signalstatus
        return self._child.exitstatus or 0

    def output(self, seconds: float = 20) -> bytes:
        """All that was written, once nobody holds the terminal open any more."""
        wait_for(lambda: self._ended, seconds, f"the end of what {self.argv[0]} writes")
        return self.raw

    def kill(self, signum: int = signal.SIGKILL) -> None:
        """Send a signal to the program's process group, if it is still there."""
        if not self._gone():
            os.killpg(self.pid, signum)

    def close(self) -> None:
        """End the program, whatever it does, and give the terminal back."""
        self.kill()
        wait_for(self._gone, 5, f"{self.argv[0]} to die")
        self._stopping = True
        self._reader.join()
        self._child.close()

    def _gone(self) -> bool:
        return not self._child.isalive()

    def _write(self, text: str) -> None:
        data = text.encode()
        while data:
            data = data[os.write(self._child.child_fd, data) :]

    def _read(self) -> None:
        while True:
            data = self._next()
            if data is None:
                continue
            with self._changed:
                if data:
                    self._raw += data
                    self._stream.feed(data)
                else:
                    self._ended = True
                self._changed.notify_all()
            if not data:
                return

    def _next(self) -> bytes | None:
        """What came, b"" at the end, None when nothing came for a moment."""
        fd = self._child.child_fd
        if self._stopping:
            return b""
        if not select.select([fd], [], [], 0.1)[0]:
            return None
        try:
            return os.read(fd, 65536)
        except OSError:  # Linux's way to say that nobody holds the other end any more
            return b""

    def _wait(self, look: Callable[[], Any], test: Callable[[Any], Any], seconds: float, what: str) -> Any:
        seen: list[Any] = [None]

        def satisfied() -> bool:
            seen[0] = look()
            return bool(test(seen[0]))

        with self._changed:
            self._changed.wait_for(lambda: satisfied() or self._ended, seconds)
        if not satisfied():
            state = "the program has ended" if self._ended else f"not within {seconds:g} s"
            raise AssertionError(f"{state}: {what}\n--- the screen ---\n{self.screen}\n------------------")
        return seen[0]


class _Screen(pyte.Screen):
    """A screen that answers queries and draws nothing for sequences it does not know."""

    def __init__(self, columns: int, rows: int, write: Callable[[str], None]) -> None:
        super().__init__(columns, rows)
        self._write = write

    def write_process_input(self, data: str) -> None:
        """Send an answer to the program."""
        self._write(data)

    def select_graphic_rendition(self, *attrs: int, private: bool = False) -> None:
        """Colours; the private form (a query of key modes) has none."""
        if not private:
            super().select_graphic_rendition(*attrs)


def _restore_signals() -> None:
    """Give a program the signals that a login gives it; Python ignores these two and exec would hand that on."""
    for signum in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(signum, signal.SIG_DFL)


def _test_for(condition: Condition) -> Callable[[str], Any]:
    if isinstance(condition, str):
        return lambda screen: condition in screen
    if isinstance(condition, re.Pattern):
        return condition.search
    return condition
