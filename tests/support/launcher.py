"""The launcher in a sandbox: installed, with a memory to tell of, and a fake client that shows how it was started."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxdb_hooks import config
from ctxdb_hooks.contextdb import files, heads
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import bundle
from ctxdb_hooks.launch.install import LaunchPaths, install_launcher
from ctxdb_hooks.paths import Paths
from tests.support.sandbox import Sandbox

QUIET: dict[str, Any] = {
    "stdout": subprocess.DEVNULL,
    "stderr": subprocess.DEVNULL,
}  # a pipe would differ from start to start
GOAL = "Teach the parser nested lists"

# Shows itself in files beside itself, so that nothing of the showing reaches its arguments or environment.
CLIENT = """\
#!/bin/sh
seen=${0%/*}/seen; mkdir -p "$seen.$$"; cd -P . || exit 99
for name in environ cmdline; do cat /proc/$$/$name > "$seen.$$/$name"; done
# Of a child, which inherits them: the shell itself blocks signals while it starts one.
for name in status limits stat; do cat /proc/self/$name > "$seen.$$/$name"; done
find /proc/$$/fd -type l -fprintf "$seen.$$/fd" '%f %l\\n'
readlink /proc/$$/cwd > "$seen.$$/cwd"
for arg do printf '%s\\0' "$arg"; done > "$seen.$$/args"
mv "$seen.$$" "$seen"
"""


@dataclass
class Seen:
    """One start of the fake client, as it saw itself."""

    folder: Path

    def read(self, name: str) -> bytes:
        """One of the files it left."""
        return (self.folder / name).read_bytes()

    @property
    def descriptors(self) -> list[bytes]:
        """Its descriptors and what they lead to, in order."""
        return sorted(self.read("fd").splitlines())

    @property
    def args(self) -> list[bytes]:
        """Its arguments, without its name."""
        return self.read("args").split(b"\0")[:-1]

    @property
    def environ(self) -> list[bytes]:
        """Its environment, in order."""
        return self.read("environ").split(b"\0")[:-1]

    @property
    def status(self) -> dict[str, str]:
        """/proc/self/status as a dict."""
        lines = self.read("status").decode().splitlines()
        return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


class Launcher:
    """Starts a fake client raw, as a shell would, and wrapped, as the shell function does."""

    def __init__(self, sandbox: Sandbox, client: str = "claude") -> None:
        self.sandbox = sandbox
        self.client = client
        self.under: Sequence[str] = ()  # a command in front of what is started
        # stdout is no terminal in a test; where the packet itself is looked at, a test says so.
        self.env = {**sandbox.env, "CTXDB_ONESHOT": "facade"}
        self.paths = Paths.of(self.env)
        self.installed: LaunchPaths = install_launcher(self.paths.data)
        self.marks = self.installed.marks
        sandbox.add_command(client, CLIENT)

    def work_by_hand(self) -> None:
        """Let the background only watch: what it would do is done by the test, one thing after the other."""
        self.installed.stub.with_suffix(bundle.suffix()).write_bytes(bundle.bundles(["/bin/true"])[0])

    def store(self, folder: Path | None = None) -> Store:
        """The store of the project that holds ``folder``."""
        project, _ = config.project_of(self.paths, folder or self.sandbox.project, self.env)
        assert project
        return Store(self.paths.store(project))

    def remember(self, folder: Path | None = None, goal: str = GOAL, number: int = 0, **changes: Any) -> Store:
        """Write one session into the memory of the project, as the background does."""
        root = folder or self.sandbox.project
        store = self.store(root)
        store.prepare()
        for agent in heads.AGENTS:
            files.write(store.exports / f"latest-{agent}-context.md", f"# packet for {agent}\n")
        stamp = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(time.time() - 3600 + number))
        derived: dict[str, Any] = {
            "goal": goal,
            "summary": "it parses now",
            "files": ["src/parse.py"],
            "reads": [],
            "lang": "en",
        }
        derived |= {"status": "done", "next": [], "failures": [], "prompts": [goal]} | changes
        cwd = str(derived.pop("cwd", root))
        session = Session("claude-code", f"native-{number}", stamp, stamp, cwd, str(derived.pop("branch", "main")))
        store.describe(session, heads.head_of(store, session, derived, [], str(root)), derived, 3)
        heads.write(store, str(root), home=self.env["HOME"], gemini_tmp=str(self.sandbox.home / ".gemini" / "tmp"))
        return store

    def raw(self, *args: str | bytes, **how: Any) -> Seen:
        """Start the client as a shell would without us."""
        binary = str(self.sandbox.bin / self.client)
        self._run(binary, [self.client, *args], {"_": binary}, **{**QUIET, **how})
        return self.seen()

    def start(self, *args: str | bytes, **how: Any) -> Seen:
        """Start the client through the launcher. Raises AssertionError when the launcher refused."""
        done = self.run(*args, **{**QUIET, **how})
        assert not self.left(), f"the launcher refused: {done}"
        return self.seen()

    def run(self, *args: str | bytes, **how: Any) -> subprocess.CompletedProcess[bytes]:
        """Run the launcher as the shell function does; ``left`` tells whether it refused."""
        return self.run_argv(self.argv(*args), **how)

    def run_argv(self, argv: Sequence[str | bytes], **how: Any) -> subprocess.CompletedProcess[bytes]:
        """Run a command line that ``argv`` made."""
        return self._run(str(argv[0]), argv, {"_": str(argv[0])}, **how)

    def popen(self, *args: str, **popen: Any) -> subprocess.Popen[bytes]:
        """Start the launcher with pipes to it."""
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | popen
        process: subprocess.Popen[bytes] = subprocess.Popen(
            self.argv(*args), env=self.env, cwd=self.sandbox.project, **pipes
        )
        return process

    def argv(self, *args: str | bytes) -> list[str | bytes]:
        """The launcher's command line, with a mark made for it."""
        mark = self.marks / f"{os.getpid()}.{time.monotonic_ns()}"
        mark.touch(mode=0o644)
        return [str(self.installed.python), "-I", "-S", str(self.installed.stub), str(mark), self.client, *args]

    def left(self) -> list[Path]:
        """Marks that are still there: the shell function would start the client itself."""
        return list(self.marks.iterdir())

    def added(self, *args: str, **how: Any) -> list[str]:
        """The arguments that the client got beside ``args``."""
        got = [os.fsdecode(arg) for arg in self.start(*args, **how).args]
        assert got[len(got) - len(args) :] == list(args)
        return got[: len(got) - len(args)]

    def seen(self) -> Seen:
        """What the client saw of itself, taken away for the next start."""
        kept = self.sandbox.root / f"seen.{time.monotonic_ns()}"
        (self.sandbox.bin / "seen").rename(kept)
        return Seen(kept)

    def _run(
        self,
        program: str,
        argv: Sequence[str | bytes],
        more: Mapping[str, str],
        *,
        env: Mapping[str, str | None] | None = None,
        cwd: Path | None = None,
        before: Callable[[], None] | None = None,
        **popen: Any,
    ) -> subprocess.CompletedProcess[bytes]:
        merged = {**self.env, **more, **(env or {})}
        wanted = {name: value for name, value in merged.items() if value is not None}
        popen.setdefault("stdin", subprocess.DEVNULL)
        popen.setdefault("stdout", subprocess.PIPE)
        popen.setdefault("stderr", subprocess.PIPE)
        done: subprocess.CompletedProcess[bytes] = subprocess.run(
            [*self.under, *argv],
            executable=None if self.under else program,
            env=wanted,
            cwd=cwd or self.sandbox.project,
            preexec_fn=before,
            timeout=60,
            **popen,
        )
        return done
