"""A home with one project and its conversations, in which one run after another can be hurt and judged."""

from __future__ import annotations

import os
import shutil
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ctxdb_hooks.bootstrap.work import Report, Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects
from tests.support import whole
from tests.support.transcripts import Transcript

SESSIONS = 4
DONE, FAILED = 0, 3  # how a hurt run ends when it is not killed


class World:
    """One project; ``said`` is all that was ever typed in it."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.home = root / "home"
        self.project = self.home / "work" / "project"
        (self.project / ".git").mkdir(parents=True)
        (self.project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.env = {"HOME": str(self.home)}
        found = projects.find(str(self.project), str(self.home))
        assert found
        self.store = self.home / ".local" / "state" / "ctxdb-hooks" / "projects" / found.store_name
        self.said: set[str] = set()
        self.clock = 1_790_000_000.0
        self.transcripts = [self.transcript() for _ in range(SESSIONS)]

    def transcript(self) -> Transcript:
        """A new conversation."""
        return Transcript(self.home, self.project)

    def talk(self, number: int) -> str:
        """One more turn in one of the conversations, the newest of all; returns what was typed."""
        transcript = self.transcripts[number % SESSIONS]
        self.clock += 100
        transcript.at = self.clock
        text = f"Turn {number} of the work on module_{number % 7}.py"
        transcript.prompt(text).edit(f"module_{number % 7}.py").command("make test", "no rule", failed=number % 5 == 0)
        transcript.answer(f"Done with turn {number}.")
        self.said.add(text)
        return text

    def work(self) -> Report:
        """One run that nothing hurts."""
        return Work(Store(self.store), str(self.project), self.env).run()

    def hurt(self, body: Callable[[], None]) -> int:
        """Run ``body`` in a process of its own, where it may do anything; its pid."""
        child = os.fork()
        if child:
            return child
        code = FAILED
        try:
            body()
            code = DONE
        except (Exception, SystemExit) as error:
            if "FAULTS_TRACE" in os.environ:
                traceback.print_exception(error)
        finally:
            os._exit(code)

    def prompts(self) -> set[str]:
        """What the store has of what was typed."""
        return {event["text"] for event in whole.events(self.store) if event["kind"] == "prompt"}

    def check_hurt(self, before: set[str]) -> None:
        """After a fault: everything can be read, and nothing that was there is lost. Raises AssertionError."""
        if self.store.exists():
            found = whole.wrong(self.store, settled=False)
            assert not found, found
            lost = before - self.prompts()
            assert not lost, f"lost: {lost}"

    def check_mended(self) -> None:
        """After the next run: all is there, once, and nothing is left over. Raises AssertionError."""
        self.work()
        found = whole.wrong(self.store)
        assert not found, found
        left = list(self.store.parents[1].glob(".*.tmp.*"))
        assert not left, f"left behind: {left}"
        prompts = [event["text"] for event in whole.events(self.store) if event["kind"] == "prompt"]
        assert len(prompts) == len(set(prompts)), "something was written twice"
        assert set(prompts) == self.said, f"missing: {self.said - set(prompts)}, foreign: {set(prompts) - self.said}"


@contextmanager
def new_world() -> Iterator[World]:
    """A world in a folder that is deleted afterwards."""
    memory = Path("/dev/shm")  # where it is: what a kill leaves is the same there, and a flush costs nothing
    root = Path(tempfile.mkdtemp(prefix="ctxdb-faults-", dir=memory if os.access(memory, os.W_OK) else None))
    try:
        yield World(root)
    finally:
        shutil.rmtree(root, ignore_errors=True)


def ended_by(pid: int) -> int:
    """Wait for a process: its exit status, or minus the signal that ended it."""
    _, status = os.waitpid(pid, 0)
    return os.waitstatus_to_exitcode(status)


def kill(pid: int) -> None:
    """End a process that gets no chance to tidy up."""
    os.kill(pid, signal.SIGKILL)


def tell(text: str) -> None:
    """A line for the person who runs this."""
    print(text, file=sys.stderr, flush=True)
