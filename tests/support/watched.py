"""One start under an audit hook, which the children inherit: what it opened, imported, forked and started."""

from __future__ import annotations

import collections
import subprocess
from pathlib import Path
from typing import Any

from tests.support.launcher import Launcher
from tests.support.wait import wait_for

WATCH = """\
import posix, sys
path = sys.argv[1]
del sys.argv[:2]
before = set(sys.modules)
busy = False
def hook(event, args):
    global busy
    if not busy and event in ("open", "os.fork", "os.exec", "os.posix_spawn", "socket.__new__"):
        busy = True
        more = sorted(set(sys.modules) - before) if event == "os.exec" else []
        log = posix.open(path, posix.O_WRONLY | posix.O_CREAT | posix.O_APPEND)  # anew: the grandchild closes it
        posix.write(log, repr((posix.getpid(), event, [str(arg) for arg in args[:1]], more)).encode() + b"\\n")
        posix.close(log)
        busy = False
code = compile(open(sys.argv[0]).read(), sys.argv[0], "exec")
sys.addaudithook(hook)
exec(code, {"__file__": sys.argv[0], "__name__": "__main__"})
"""


class Watched:
    """The events of one start."""

    def __init__(self, launcher: Launcher, *args: str) -> None:
        log = launcher.sandbox.root / "audit.log"
        log.unlink(missing_ok=True)
        argv = launcher.argv(*args)
        watched = [*argv[:3], "-c", WATCH, str(log), *argv[3:]]
        self.pid = self._run(launcher, watched)
        wait_for(lambda: len(self._of("os.exec", log)) >= 1 + len(self._of("os.fork", log)) // 2)
        self.events = self._of("", log)

    def _run(self, launcher: Launcher, argv: list[str | bytes]) -> int:
        process = subprocess.Popen(argv, env=launcher.env, cwd=launcher.sandbox.project)
        assert process.wait(30) == 0
        return process.pid

    def _of(self, kind: str, log: Path) -> list[tuple[Any, ...]]:
        rows = [eval(line) for line in log.read_text().splitlines()]
        return [row for row in rows if not kind or row[1] == kind]

    def mine(self, kind: str) -> list[str]:
        """What the launcher's own process did of one kind."""
        return [args[0] if args else "" for pid, event, args, _ in self.events if pid == self.pid and event == kind]

    def counts(self, kind: str) -> collections.Counter[int]:
        """How often each process did something of one kind."""
        return collections.Counter(pid for pid, event, _, _ in self.events if event == kind)

    @property
    def modules(self) -> set[str]:
        """What was imported when the client was started."""
        [modules] = [more for pid, event, _, more in self.events if pid == self.pid and event == "os.exec"]
        return set(modules)
