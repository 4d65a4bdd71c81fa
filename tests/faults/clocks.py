"""Clocks that are wrong: back a year, ahead a year, standing; for the background, and for the client before."""

from __future__ import annotations

import time
from datetime import UTC, datetime, tzinfo
from pathlib import Path

from ctxdb_hooks.contextdb import facade, store
from tests.faults.world import DONE, World, ended_by, new_world
from tests.support import whole

YEAR = 365 * 86400.0
real_time = time.time


def wrong(times: int) -> str:
    """Runs under wrong clocks, each followed by one under the right one."""
    runs = 0
    with new_world() as world:
        world.clock = real_time() - 100_000
        for number in range(times):
            for shift in (-YEAR, YEAR, None):
                newest = world.talk(3 * number + int(runs % 3))
                before = world.prompts()

                def body(shift: float | None = shift, world: World = world) -> None:
                    _set(shift)
                    world.work()

                assert ended_by(world.hurt(body)) == DONE, "a run failed under a wrong clock"
                world.check_hurt(before)
                assert whole.goal(world.store), "a wrong clock left no facade"
                _tells_the_same(world.store, int(real_time()))
                world.check_mended()
                assert newest in world.prompts()
                assert facade.fresh(_facade(world), int(real_time())), "the next run left an old facade"
                runs += 1
        _a_session_from_the_future(world)
    return f"{runs} runs under a clock a year back, a year ahead, or standing; the memory was the same after each"


def _a_session_from_the_future(world: World) -> None:
    """A client under a wrong clock must not be the latest for a year."""
    world.clock += YEAR
    ahead = world.transcripts[0]
    world.talk(1000)
    world.work()
    world.clock -= YEAR
    world.transcripts[1:] = [world.transcript() for _ in world.transcripts[1:]]
    world.talk(1001)
    world.check_mended()
    told = _facade(world)["head"]["updated"]
    assert told < real_time(), f"{ahead.native} is from the future, and is told of as the latest"


def _set(shift: float | None) -> None:
    """Give this process a clock that is ``shift`` seconds off, or one that stands."""
    stands = real_time()

    def now() -> float:
        return stands if shift is None else real_time() + shift

    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
            return datetime.fromtimestamp(time.time(), tz or UTC)

    time.time = now
    store.datetime = Clock  # type: ignore[misc]


def _facade(world: World) -> dict[str, dict[str, int]]:
    value = facade.parse(facade.read_bytes(str(world.store / whole.BASE / ".facade.json")))
    assert value
    return value


def _tells_the_same(folder: Path, now: int) -> None:
    """Whether read as fresh, as expired or worked out anew, the launcher gets the same session."""
    told = []
    for moment in (now, now + 100_000, now - 100_000):
        head, packets, _ = facade.load(str(folder), "", moment)
        told.append((head, facade.packet_path(str(folder), packets, "claude-code")))
    assert told[0] == told[1] == told[2] and told[0][1], told
