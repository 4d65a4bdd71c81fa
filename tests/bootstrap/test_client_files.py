"""What clients and checkouts keep beside the transcripts may be anything: no run waits for it, or fails by it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.bootstrap.test_limits import run
from tests.faults.world import World
from tests.support import whole
from tests.support.background import Background


def places(world: World) -> list[Path]:
    """Every file but the transcripts that a run reads and that somebody else may have written."""
    home = world.home
    return [
        home / ".claude/settings.json",
        home / ".claude/sessions/1.json",
        home / ".codex/config.toml",
        home / ".codex/hooks.json",
        home / ".gemini/projects.json",
        home / ".gemini/tmp/slug/.project_root",
        home / ".config/ctxdb-hooks/config.toml",
        world.project / ".codex/config.toml",
        world.transcripts[0].path.with_suffix("") / "subagents/agent-1.jsonl",
        world.store / "clients/1-1.gone",
    ]


@pytest.mark.parametrize(
    "make",
    [
        os.mkfifo,
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.symlink_to("/nowhere/at/all"),
        lambda path: path.mkdir(),
        lambda path: os.truncate(os.open(path, os.O_CREAT | os.O_WRONLY), 10 << 30),
        lambda path: path.write_text("[" * 100_000),
    ],
    ids=["R114 FIFO", "device", "dangling link", "folder", "R140 10 GB", "deep"],
)
def test_what_lies_beside_the_transcripts_stops_no_run(tmp_path: Path, make: Callable[[Path], object]) -> None:
    world = World(tmp_path)
    for number in range(4):
        world.talk(number)
    for path in places(world):
        path.parent.mkdir(parents=True, exist_ok=True)
        make(path)
    report = run(world, wall=20)
    assert (report["read"], report["peak"] < 100) == (4, True)
    assert world.prompts() == world.said


def test_R114_a_start_does_not_wait_for_what_lies_in_geminis_folder(background: Background) -> None:
    """The first thing that a bootstrap does is to look for chats that Gemini is about to delete."""
    folder = background.sandbox.home / ".gemini/tmp/slug"
    folder.mkdir(parents=True)
    os.mkfifo(folder / ".project_root")
    client = background.start()
    background.transcript().talk("All the same")
    background.end(client)
    background.wait_for_goal("All the same")
    background.wait_until_over()
    assert whole.wrong(background.store()) == []
