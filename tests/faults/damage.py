"""Databases as a power failure leaves them, for no flush keeps their pages in order: noise, zeros, or nothing."""

from __future__ import annotations

import os
import random
from pathlib import Path

from ctxdb_hooks.contextdb.index import use
from ctxdb_hooks.contextdb.store import Store
from tests.faults.world import DONE, FAILED, World, ended_by, new_world

PAGE = 4096
NAMES = ("cursors.db", "index.db")


def databases(times: int) -> str:
    """Damage one of them, ``times`` times, while a run was under way."""
    failed = 0
    with new_world() as world:
        for number in range(times):
            _talk(world, number)
            world.check_mended()
            newest = world.talk(number)
            _damage(world.store / NAMES[number % len(NAMES)])
            (world.store / "unfinished").touch()
            ended = ended_by(world.hurt(lambda: world.work() and None))
            assert ended in (DONE, FAILED), f"ended by signal {-ended}"
            failed += ended == FAILED
            world.check_mended()
            assert _finds(world, newest), "what is new is not found"
    return f"{times} databases damaged, {failed} runs failed by it and none after; the store was whole after each"


def _talk(world: World, number: int) -> None:
    """Some turns more, so that there is more in a database than a page or two."""
    for more in range(4):
        world.talk(1000 + 4 * number + more)


def _damage(path: Path) -> None:
    data = bytearray(path.read_bytes())
    begin = random.randrange(0, len(data), random.choice((PAGE, 1)))
    end = min(len(data), begin + random.choice((100, PAGE, 5 * PAGE, len(data))))
    match random.choice(("noise", "zeros", "end")):
        case "noise":
            data[begin:end] = os.urandom(end - begin)
        case "zeros":
            data[begin:end] = bytes(end - begin)
        case "end":
            del data[begin:]
    path.write_bytes(data)


def _finds(world: World, text: str) -> bool:
    return use(Store(world.store), lambda index: text in [hit.text for hit in index.search(text)])
