"""SIGKILL: at random moments of a run, and at every single call that changes a file."""

from __future__ import annotations

import random
import signal
import time

from tests.faults.calls import Calls, Harm, die, die_halfway
from tests.faults.world import DONE, SESSIONS, World, ended_by, kill, new_world


def at_random(times: int) -> str:
    """Kill a run at a random moment, ``times`` times; each third is followed by one that must mend everything."""
    killed = finished = 0
    with new_world() as world:
        usual = _usual(world)
        for number in range(1, times + 1):
            world.talk(number)
            before = world.prompts()
            child = world.hurt(lambda: world.work() and None)
            time.sleep(random.uniform(0, 1.2 * usual))  # the moment itself, not a wait for anything
            kill(child)
            if ended_by(child) == -signal.SIGKILL:
                killed += 1
            else:
                finished += 1
            world.check_hurt(before)
            if number % 3 == 0:
                world.check_mended()
        world.check_mended()
    return f"{killed} runs killed at a random moment, {finished} were faster; the store was whole after each"


def _usual(world: World) -> float:
    """How long a run takes at most, in seconds: from the fork on, over all sessions, and after one that was killed."""
    world.talk(-1)
    world.work()  # loads what it needs
    longest = 0.0
    for number in range(SESSIONS):
        world.talk(-2 - number)
        (world.store / "unfinished").touch()
        begun = time.monotonic()
        ended_by(world.hurt(lambda: world.work() and None))
        longest = max(longest, time.monotonic() - begun)
    return longest


def at_each_call(most: int) -> str:
    """Kill a run before, and in the middle of, each call that changes a file, up to the ``most``-th."""
    deaths = 0
    for harm in (die, die_halfway):
        with new_world() as world:
            _prepare(world)
            at = 0
            while at < most:
                at += 1
                if not _kill_at(world, at, harm):
                    break
                deaths += 1
            world.check_mended()
    return f"{deaths} runs killed before or within each write, flush, rename, unlink and open; whole after each"


def in_the_first_run(times: int) -> str:
    """Kill the first run that a project ever has, at one of its calls; there is no step before to fall back to."""
    killed = 0
    for number in range(times):
        with new_world() as world:
            for turn in range(SESSIONS):
                world.talk(turn)

            def body(harm: Harm = (die, die_halfway)[number % 2], world: World = world) -> None:
                Calls(random.randrange(1, 350), harm).install()
                world.work()

            killed += ended_by(world.hurt(body)) != DONE
            world.check_mended()
    return f"{killed} first runs killed; the next one of each made all of it"


def _prepare(world: World) -> None:
    for number in range(4):
        world.talk(number)
    world.work()


def _kill_at(world: World, at: int, harm: Harm) -> bool:
    """Whether the run had so many calls."""
    world.talk(100 + at)
    before = world.prompts()

    def body() -> None:
        Calls(at, harm).install()
        world.work()

    ended = ended_by(world.hurt(body))
    world.check_hurt(before)
    if at % 3 == 0:
        world.check_mended()
    return ended != DONE
