"""A folder of transcripts that holds far too many of them."""

from __future__ import annotations

import os
import resource
import time

from tests.faults.world import DONE, ended_by, new_world

MOST = 100  # MB that a run may have in memory


def crowd(files: int) -> str:
    """Put ``files`` foreign and empty transcripts beside ours."""
    with new_world() as world:
        folder = world.transcripts[0].path.parent
        for number in range(files):
            path = folder / f"{number:08d}-0000-0000-0000-000000000000.jsonl"
            path.write_bytes(b'{"type":"user","cwd":"/somewhere/else"}\n' if number % 2 else b"")
        newest = world.talk(0)

        def body() -> None:
            world.work()
            assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss < MOST << 10, "too much memory"

        seconds = []
        for _ in range(2):
            begun = time.monotonic()
            assert ended_by(world.hurt(body)) == DONE, "a run failed, or took too much memory"
            seconds.append(time.monotonic() - begun)
        assert newest in world.prompts()
        for path in folder.glob("0*"):
            os.unlink(path)
        world.check_mended()
    return f"{files} files: {seconds[0]:.1f} s at first, {seconds[1]:.1f} s then, less than {MOST} MB"
