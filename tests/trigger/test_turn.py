"""The hook of a turn as a client calls it: whatever comes in or is broken, it is silent or sound, and it ends."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.clients.claude import plugin
from ctxdb_hooks.launch.bundle import suffix
from ctxdb_hooks.learning import model
from ctxdb_hooks.trigger import policy
from tests.support.launcher import Launcher
from tests.support.sandbox import Sandbox
from tests.support.unprivileged import User, lock, unprivileged

RECALL = "what did we decide in the last session?"
SECONDS = 20  # far more than its own deadline; only a hook that hangs takes as long


class Hook:
    """Our hook in a project with a memory, started as Claude starts it: by a shell, with pipes."""

    def __init__(self, launcher: Launcher) -> None:
        self.launcher = launcher
        self.store = launcher.remember()
        self.sessions = 0

    def renew(self) -> None:
        """Begin with a state folder as it was at first."""
        shutil.rmtree(self.store.state)
        self.store = self.launcher.remember()
        self.sessions = 0

    def event(self, prompt: object = RECALL, **changes: Any) -> dict[str, Any]:
        """An event of the first turn of a new session."""
        self.sessions += 1
        known = {"hook_event_name": "UserPromptSubmit", "cwd": str(self.launcher.sandbox.project)}
        return {**known, "session_id": f"native {self.sessions}", "prompt": prompt, **changes}

    def start(self, client: str = "claude", **popen: Any) -> subprocess.Popen[bytes]:
        """The hook, with pipes to it."""
        script = plugin.command(self.launcher.installed.hook).replace(" claude", f" {client}")
        pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | popen
        return subprocess.Popen([*self.launcher.under, "/bin/sh", "-c", script], env=self.launcher.env, **pipes)

    def answer(self, data: bytes, client: str = "claude", **popen: Any) -> str:
        """What it tells the agent of an event; empty for nothing. It must succeed and say nothing else."""
        with self.start(client, **popen) as process:
            out, err = process.communicate(data, timeout=SECONDS)
        assert (process.returncode, err) == (0, b"")
        if not out:
            return ""
        said = json.loads(out)["hookSpecificOutput"]
        assert said["hookEventName"] == "UserPromptSubmit"
        text: str = said["additionalContext"]
        assert text
        return text

    def says(self, prompt: object = RECALL, **changes: Any) -> str:
        """What it tells the agent of a prompt."""
        return self.answer(json.dumps(self.event(prompt, **changes)).encode())


@pytest.fixture
def hook(sandbox: Sandbox) -> Hook:
    """The hook in a project with a memory."""
    return Hook(Launcher(sandbox))


def test_it_speaks_when_a_prompt_asks_for_memory_and_only_then(hook: Hook) -> None:
    assert "latest-claude-code-context.md" in hook.says()
    assert hook.says("rename this variable") == ""


def test_what_the_last_session_was_about_counts_in_a_first_turn(hook: Hook) -> None:
    assert hook.says("add a timeout to src/parse.py")
    assert hook.says("rebase feature/parse-twice") == ""
    hook.launcher.remember(branch="feature/parse-twice")
    assert hook.says("rebase feature/parse-twice")
    for prompt in ("add a timeout to src/print.py", "fix the typo in README.md", "merge main", "parse a date"):
        assert hook.says(prompt) == "", prompt
    later = hook.event("rename this variable")
    hook.answer(json.dumps(later).encode())
    assert hook.answer(json.dumps({**later, "prompt": "add a timeout to src/parse.py"}).encode()) == ""


@pytest.mark.parametrize("client", ["claude", "codex"])
def test_the_same_for_each_client(hook: Hook, client: str) -> None:
    assert hook.answer(json.dumps(hook.event()).encode(), client)


STRANGE: list[bytes] = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"17",
    b'"text"',
    b"\xff\xfe\x00",
    b"{}" * 1000,
    b"[" * 100_000,
    b'{"prompt":' * 50_000,
    b"\x00" * 300_000,
    b'{"hook_event_name":"UserPromptSubmit"}',
    b'{"hook_event_name":"UserPromptSubmit","prompt":"what did we decide in the last session?"}',
]


def test_what_is_no_event(hook: Hook) -> None:
    for data in STRANGE:
        assert hook.answer(data) == "", data[:40]


@pytest.mark.parametrize("name", ["prompt", "session_id", "cwd", "hook_event_name"])
def test_a_field_of_a_strange_kind(hook: Hook, name: str) -> None:
    for value in (None, 7, True, 1e400, [], {}, "", "\x00", "\ud800", "/nowhere", "../.."):
        with hook.start() as process:
            out, err = process.communicate(json.dumps(hook.event(**{name: value})).encode(), timeout=SECONDS)
        assert (process.returncode, err) == (0, b""), value
        assert not out or json.loads(out)["hookSpecificOutput"]["additionalContext"], value


def test_a_transcript_that_cannot_be_read(hook: Hook) -> None:
    for path in ("", "/nowhere", "/proc/self/mem", "/dev/zero", "\x00", 7):
        assert hook.says(transcript_path=path), path


def test_of_a_long_event_both_ends_are_judged(hook: Hook) -> None:
    filler = "the quick brown fox jumps over a lazy dog " * 100_000  # 4 MB
    assert hook.says(f"{RECALL} {filler}")
    assert hook.says(f"{filler} {RECALL}")
    assert hook.says(filler) == ""
    assert hook.says('\\" \\\\ \\u00e9 "' * 100_000 + "\n" + RECALL)
    assert hook.says("x" * 3_000_000) == ""


def test_all_of_a_long_event_is_taken(hook: Hook) -> None:
    with hook.start() as process:
        assert process.stdin
        process.stdin.write(json.dumps(hook.event("x " * 2_000_000)).encode())  # raises where nobody reads on
        process.stdin.close()
        assert process.wait(SECONDS) == 0


def test_a_stdin_that_is_never_closed(hook: Hook) -> None:
    with hook.start() as process:
        assert process.stdin
        process.stdin.write(json.dumps(hook.event()).encode())
        process.stdin.flush()
        assert process.wait(SECONDS) == 0
        assert process.stdout
        assert process.stdout.read() == b""


def test_without_stdin_stdout_or_stderr(hook: Hook) -> None:
    for closed in ((0,), (1,), (2,), (0, 1, 2)):

        def close(closed: tuple[int, ...] = closed) -> None:
            for fd in closed:
                os.close(fd)

        quiet: dict[str, Any] = {
            "stdin": subprocess.DEVNULL,
            "stdout": subprocess.DEVNULL,
            "stderr": subprocess.DEVNULL,
        }
        with hook.start(preexec_fn=close, **quiet) as process:
            assert process.wait(SECONDS) == 0


def test_a_client_that_does_not_wait_for_the_answer(hook: Hook) -> None:
    event = json.dumps(hook.event()).encode()
    for default in (True, False):

        def handle(default: bool = default) -> None:
            signal.signal(signal.SIGPIPE, signal.SIG_DFL if default else signal.SIG_IGN)

        with hook.start(preexec_fn=handle) as process:
            assert process.stdin
            assert process.stdout
            process.stdout.close()
            process.stdin.write(event)
            process.stdin.close()
            assert process.wait(SECONDS) == 0


def test_a_full_pipe_is_not_held(hook: Hook) -> None:
    reading, writing = os.pipe()
    fcntl.fcntl(writing, fcntl.F_SETFL, os.O_NONBLOCK)
    try:
        while True:
            os.write(writing, b"x" * 4096)
    except BlockingIOError:
        pass
    with hook.start(stdout=writing) as process:
        process.communicate(json.dumps(hook.event()).encode(), timeout=SECONDS)
        assert process.returncode == 0
    os.close(reading)
    os.close(writing)


def test_it_leaves_no_process_behind_and_no_file_open(hook: Hook) -> None:
    with hook.start() as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(json.dumps(hook.event()).encode())
        process.stdin.close()
        process.stdout.read()  # to its end: whoever held the pipe would keep this waiting
        assert process.wait(SECONDS) == 0
    assert hook.launcher.sandbox.processes() == []


def garbage(name: str) -> Callable[[Hook], None]:
    """Damages a file of the store."""
    return lambda hook: (hook.store.folder / name).write_bytes(b"\xff{ not what it was") and None


def removed(name: str) -> Callable[[Hook], None]:
    """Takes a file of the store away."""
    return lambda hook: (hook.store.folder / name).unlink()


def a_folder_for(name: str) -> Callable[[Hook], None]:
    """Puts a folder where a file should be."""

    def put(hook: Hook) -> None:
        (hook.store.folder / name).unlink(missing_ok=True)
        (hook.store.folder / name).mkdir(parents=True)

    return put


def a_pipe_for(name: str) -> Callable[[Hook], None]:
    """Puts a pipe that nobody writes to where a file should be."""

    def put(hook: Hook) -> None:
        (hook.store.folder / name).unlink(missing_ok=True)
        os.mkfifo(hook.store.folder / name)

    return put


def no_bundle(hook: Hook) -> None:
    """Takes the compiled code away."""
    hook.launcher.installed.stub.with_suffix(suffix()).unlink()


def half_a_bundle(hook: Hook) -> None:
    """Leaves half of the hooks' compiled code."""
    path = hook.launcher.installed.stub.with_suffix(suffix())
    path = path.with_name(path.name + ".turn")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


GONE: dict[str, Callable[[Hook], None]] = {
    "no bundle": no_bundle,
    "half a bundle": half_a_bundle,
    "no stub": lambda hook: hook.launcher.installed.stub.unlink(),
    "an empty script": lambda hook: hook.launcher.installed.hook.write_text("") and None,
    "no script": lambda hook: hook.launcher.installed.hook.unlink(),
}
SILENT: dict[str, Callable[[Hook], None]] = {
    "no heads": removed("heads"),
    "damaged heads": garbage("heads"),
    "heads are a folder": a_folder_for("heads"),
    "heads are a pipe": a_pipe_for("heads"),
    "no packet": lambda hook: [path.unlink() for path in hook.store.exports.iterdir()] and None,
}


@pytest.mark.parametrize("broken", GONE)
def test_when_a_part_of_us_is_gone(hook: Hook, broken: str) -> None:
    GONE[broken](hook)
    assert hook.says() == ""


def test_what_it_cannot_do_without(hook: Hook) -> None:
    for name, damage in SILENT.items():
        hook.renew()
        damage(hook)
        assert hook.says() == "", name


def broken_policy(data: bytes) -> Callable[[Hook], None]:
    """Writes something else where the policy's weights should be."""

    def write(hook: Hook) -> None:
        (hook.store.state / policy.NAME).write_bytes(data)

    return write


SPEAKING: dict[str, Callable[[Hook], None]] = {
    "no facade": lambda hook: (hook.store.folder / "memory/context-db/.facade.json").unlink(missing_ok=True),
    "damaged settings": lambda hook: (hook.store.state / "config.compiled").write_bytes(b"{{{") and None,
    "damaged index": garbage("index.db"),
    "no policy": lambda hook: None,
    "empty policy": broken_policy(b""),
    "damaged policy": broken_policy(b'{"version":1}\n' + b"\xff" * 100),
    "half a policy": lambda hook: broken_policy(model.State(model.prior()).encoded()[:500])(hook),
    "notes are a folder": a_folder_for("turns/native_1"),
    "notes are a pipe": a_pipe_for("turns"),
    "receipts are a folder": lambda hook: (hook.store.state / "receipts.jsonl").mkdir(),
}


def test_what_it_can_do_without(hook: Hook) -> None:
    for name, damage in SPEAKING.items():
        hook.renew()
        damage(hook)
        assert hook.says(), name


@pytest.fixture
def locked(hook: Hook) -> Iterator[Hook]:
    """The store while the background holds its lock and has its index open for writing."""
    connection = sqlite3.connect(hook.store.folder / "index.db", isolation_level=None)
    connection.execute("CREATE TABLE IF NOT EXISTS held (x)")
    connection.execute("BEGIN EXCLUSIVE")
    with (hook.store.folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield hook
    connection.close()


def test_while_the_background_writes(locked: Hook) -> None:
    assert locked.says()


def test_in_a_store_that_cannot_be_written() -> None:
    user = User()
    with unprivileged(user) as launcher:
        hook = Hook(launcher)
        user.own(launcher.sandbox.root)
        for folder in (hook.store.folder, hook.store.state):
            lock(user, folder)
        assert hook.says()
        assert not (hook.store.folder / "turns").exists()


def test_switched_off_it_says_nothing(hook: Hook) -> None:
    before = dict(hook.launcher.env)
    for variables in ({"CTXDB_TRIGGER": "off"}, {"CTXDB_HOOKS": "0"}, {"CTXDB_PRIVATE": "1"}):
        hook.launcher.env = before | variables
        assert hook.says() == "", variables


def test_outside_of_any_project(hook: Hook, tmp_path: Path) -> None:
    assert hook.says(cwd=str(tmp_path)) == ""
    assert hook.says(cwd="relative") == ""
