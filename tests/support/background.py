"""The installed launcher with a client of our own, and the background that it lets go, for a test to watch."""

from __future__ import annotations

import itertools
import json
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import psutil

from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.launch.install import install_launcher
from tests.support import whole
from tests.support.sandbox import CHECKOUT, Sandbox
from tests.support.transcripts import Transcript
from tests.support.wait import wait_for

# Lives until its stdin is closed, under the launcher's own pid.
CLIENT = "#!/bin/sh\nexec cat >/dev/null\n"


STUB = """\
import sys
if sys.argv[1] == "--background":
    sys.path.insert(0, {checkout!r})
    from ctxdb_hooks.bootstrap import waiter
{settings}
    waiter.main(sys.argv[2:])
    sys.exit()
"""
NO_FLOCK = """\
    import errno, fcntl
    def no_flock(fd, how):
        raise OSError(errno.ENOLCK, "no locks available")
    fcntl.flock = no_flock
"""


class Background:
    """Starts of a client in a sandbox, through the real launcher, and what goes on behind them."""

    def __init__(self, sandbox: Sandbox, *, flock: bool = True, **settings: float) -> None:
        self.sandbox = sandbox
        self.launcher = install_launcher(sandbox.data)
        self.marks = itertools.count()
        self.started: list[subprocess.Popen[bytes]] = []
        for name in ("claude", "codex", "gemini"):
            sandbox.add_command(name, CLIENT)
        if settings or not flock:
            self._change([f"    waiter.{name} = {value}" for name, value in settings.items()], flock)

    def _change(self, lines: list[str], flock: bool) -> None:
        """Give the waiter other times, or no locks of the kernel's: each of its lives begins in the stub."""
        stub = self.launcher.stub
        lines = [*lines, *([] if flock else NO_FLOCK.splitlines())]
        stub.write_text(STUB.format(checkout=str(CHECKOUT), settings="\n".join(lines)) + stub.read_text())

    def store(self, project: Path | None = None) -> Path:
        """The store of a project (the sandbox's own)."""
        found = projects.find(str(project or self.sandbox.project), str(self.sandbox.home))
        assert found
        return self.sandbox.state / "projects" / found.store_name

    def transcript(self, project: Path | None = None, *, at: float | None = None) -> Transcript:
        """A new conversation in a project."""
        return Transcript(self.sandbox.home, project or self.sandbox.project, at=at)

    def command(self, client: str = "claude", *arguments: str) -> list[str]:
        """What the shell function runs, its mark made."""
        mark = self.launcher.marks / f"{next(self.marks)}.{os.getpid()}"
        mark.touch()
        argv = [self.launcher.python, "-I", "-S", self.launcher.stub, mark, client, *arguments]
        return [str(part) for part in argv]

    def start(
        self,
        client: str = "claude",
        *arguments: str,
        project: Path | None = None,
        env: Mapping[str, str] | None = None,
        fds: Sequence[int] = (),
    ) -> subprocess.Popen[bytes]:
        """Start a client as the shell function does; it lives until ``end`` or a signal, and inherits ``fds``."""
        process = subprocess.Popen(
            self.command(client, *arguments),
            cwd=project or self.sandbox.project,
            env={**self.sandbox.env, **(env or {})},
            pass_fds=fds,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.started.append(process)
        return process

    def end(self, process: subprocess.Popen[bytes]) -> None:
        """Let a client end as when its person leaves it."""
        assert process.stdin
        process.stdin.close()
        assert process.wait(10) == 0

    def wait_until_started(self, process: subprocess.Popen[bytes]) -> None:
        """Wait until the launcher has become the client."""
        wait_for(lambda: psutil.Process(process.pid).name() == "cat", 10, "the launcher did not become the client")

    def record(self, process: subprocess.Popen[bytes], transcript: Transcript) -> Path:
        """The file in which Claude says that a session is open in this process."""
        path = self.sandbox.home / ".claude" / "sessions" / f"{process.pid}.json"
        path.parent.mkdir(exist_ok=True)
        began = int(psutil.Process(process.pid).create_time() * 1000)
        value = {"pid": process.pid, "sessionId": transcript.native, "cwd": str(transcript.cwd), "startedAt": began}
        path.write_text(json.dumps(value | {"kind": "interactive"}))
        return path

    def processes(self, store: Path | None = None) -> list[psutil.Process]:
        """The background's processes that live, of one store where it is given."""
        stub = str(self.launcher.stub)

        def ours(line: list[str]) -> bool:
            return (stub in line or "ctxdb_hooks.bootstrap" in line) and (store is None or str(store) in line)

        return self.sandbox.processes_with(ours)

    def wait_until_waiting(self, store: Path | None = None, seconds: float = 20) -> psutil.Process:
        """Wait until the one process of a store has done its work and waits; returns it."""
        where = store or self.store()

        def waiting() -> psutil.Process | None:
            found = self.processes(where)
            try:
                return found[0] if len(found) == 1 and "wait" in found[0].cmdline() else None
            except (psutil.Error, IndexError):
                return None

        found = wait_for(waiting, seconds, lambda: f"one that waits: {self.processes(where)}\n{self.log()}")
        assert found
        return found

    def wait_until_over(self, seconds: float = 30) -> None:
        """Wait until nothing of the background lives."""
        wait_for(lambda: not self.processes(), seconds, lambda: f"still there: {self.processes()}\n{self.log()}")

    def wait_for_goal(self, goal: str, store: Path | None = None, seconds: float = 20) -> None:
        """Wait until the facade tells of this goal."""
        where = store or self.store()
        wait_for(lambda: whole.goal(where) == goal, seconds, lambda: f"{whole.goal(where)!r}\n{self.log()}")

    def facade(self, store: Path | None = None) -> dict[str, object]:
        """The facade as it is."""
        value: dict[str, object] = json.loads(((store or self.store()) / whole.BASE / ".facade.json").read_bytes())
        return value

    def log(self) -> str:
        """The log as it is."""
        path = self.sandbox.state / "log"
        return path.read_text() if path.exists() else "no log"

    def runs(self) -> list[dict[str, object]]:
        """The runs that the log tells of, oldest first."""
        rows = [json.loads(line) for line in self.log().splitlines()] if (self.sandbox.state / "log").exists() else []
        return [row for row in rows if row["what"] == "bootstrap"]

    def kill(self, process: psutil.Process | subprocess.Popen[bytes]) -> None:
        """End a process that gets no chance to tidy up."""
        os.kill(process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End the clients; the sandbox ends everything else."""
        for process in self.started:
            process.kill()
            process.wait()
            for stream in (process.stdin, process.stdout, process.stderr):
                if stream:
                    stream.close()
