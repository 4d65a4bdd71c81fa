"""A project with an earlier session, and a later one whose turns were judged."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks import telemetry
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.trigger.turn import digest
from tests.support.sandbox import Sandbox
from tests.support.transcripts import Transcript

HOUR = 3600.0


class Past:
    """Sessions in the sandbox's project, played at given times and read as the background reads them."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox = sandbox
        found = projects.find(str(sandbox.project), str(sandbox.home))
        assert found
        self.store = Store(sandbox.state / "projects" / found.store_name)
        self.packet = self.store.exports / "latest-claude-code-context.md"
        self.now = time.time()

    def session(self, hours_ago: float) -> Transcript:
        """A conversation that began so long ago; each line is a second later."""
        return Transcript(self.sandbox.home, self.sandbox.project, at=self.now - hours_ago * HOUR)

    def judged(self, transcript: Transcript, turn: int, *, load: bool, **more: Any) -> None:
        """The receipt of a turn whose prompt comes next."""
        row = {"what": "turn", "ts": (transcript.at or 0) + 0.1, "project": self.store.folder.name, "client": "claude"}
        row |= {"session": digest(transcript.native), "turn": turn, "fired": "none", "load": load, **more}
        self.sandbox.state.mkdir(parents=True, exist_ok=True)
        telemetry.add_receipts(self.sandbox.state, [row])

    def read(self) -> None:
        """One run of the background."""
        Work(self.store, str(self.sandbox.project), {**self.sandbox.env}).run()

    def rows(self, what: str) -> list[dict[str, Any]]:
        """The receipts of one kind."""
        return [row for row in telemetry.receipts(Path(self.sandbox.state)) if row["what"] == what]


@pytest.fixture
def past(sandbox: Sandbox) -> Past:
    """A project in which one session has taught the parser comments."""
    made = Past(sandbox)
    made.session(30).talk("Teach the tokenizer about nested comments in templates", "src/tokenizer.py")
    made.read()
    return made
