"""Errors of the disk at every single call that changes a file: once, and from then on."""

from __future__ import annotations

import errno
import os

from tests.faults.calls import Calls, fail
from tests.faults.world import DONE, ended_by, new_world

ERRORS = (errno.ENOSPC, errno.EIO, errno.EROFS, errno.EACCES, errno.EDQUOT)


def at_each_call(most: int) -> str:
    """Let each call fail in turn, with each of the errors in turn, up to the ``most``-th."""
    runs = ended_well = 0
    for lasting in (False, True):
        with new_world() as world:
            for number in range(4):
                world.talk(number)
            world.work()
            for at in range(1, most + 1):
                number = ERRORS[at % len(ERRORS)]
                world.talk(100 + at)
                before = world.prompts()

                def body(at: int = at, number: int = number, lasting: bool = lasting) -> None:
                    calls = Calls(at, fail(number), lasting=lasting)
                    calls.install()
                    world.work()
                    if calls.seen < at:
                        os._exit(4)

                ended = ended_by(world.hurt(body))
                assert ended >= 0, f"a run ended by signal {-ended} when call {at} gave {errno.errorcode[number]}"
                world.check_hurt(before)
                if at % 2 == 0 or ended == 4:
                    world.check_mended()
                if ended == 4:
                    break
                runs += 1
                ended_well += ended == DONE
            world.check_mended()
    return f"{runs} runs met an error of the disk, {ended_well} went on all the same; whole after each"
