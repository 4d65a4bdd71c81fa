"""Many starts of a client through the real launcher: at once in one project and in twenty, and in a row."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support import whole
from tests.support.background import Background
from tests.support.sandbox import Sandbox


def at_once(times: int) -> str:
    """Start ``times`` clients at the same moment in one project, and again spread over twenty."""
    with _background() as background:
        one = [background.sandbox.project]
        many = [background.sandbox.new_project(f"project {number}") for number in range(20)]
        for projects in (one, many):
            clients = [background.start(project=projects[number % len(projects)]) for number in range(times)]
            said = {project: f"Said among {len(projects)} in {project.name}" for project in projects}
            for project, text in said.items():
                background.transcript(project).talk(text)
            for client in clients:
                background.end(client)
            background.wait_until_over(60)
            for project, text in said.items():
                _check(background, project, {text})
    return f"{times} starts at once in one project, {times} in 20; one process each, none left, every store whole"


def in_a_row(times: int) -> str:
    """Start one client after the other, each with something to remember."""
    with _background() as background:
        said = set()
        for number in range(times):
            client = background.start()
            text = f"Start {number}"
            background.transcript().talk(text)
            said.add(text)
            background.end(client)
            living = len(background.processes()) if number % 10 == 0 else 0
            assert living <= 3, f"{living} processes after {number} starts"
        background.wait_until_over(60)
        _check(background, background.sandbox.project, said)
        runs = len(background.runs())
    return f"{times} starts in a row, {runs} runs; no process left, all of it remembered"


def _check(background: Background, project: Path, said: set[str]) -> None:
    store = background.store(project)
    found = whole.wrong(store)
    assert not found, found
    prompts = {event["text"] for event in whole.events(store) if event["kind"] == "prompt"}
    assert prompts == said, f"missing: {said - prompts}, foreign: {prompts - said}"
    assert list(background.launcher.marks.iterdir()) == [], "marks are left"
    listed = [path.name for path in (store / "clients").iterdir() if not path.name.endswith(".gone")]
    assert listed == [], f"still on the list: {listed}"


@contextmanager
def _background() -> Iterator[Background]:
    root = Path(tempfile.mkdtemp(prefix="ctxdb-starts-"))
    sandbox = Sandbox(root)
    background = Background(sandbox)
    try:
        yield background
    finally:
        background.close()
        sandbox.close()
        shutil.rmtree(root)
