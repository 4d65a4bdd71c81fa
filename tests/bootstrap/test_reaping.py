"""Under a first process that never reaps, as in a container without an init."""

from __future__ import annotations

import subprocess
import sys
import time

from tests.support import whole
from tests.support.background import Background
from tests.support.wait import wait_for

# What is orphaned below it becomes its child, as it would become the first process's, and is never waited for.
INIT = """\
import ctypes, os, subprocess, sys
ctypes.CDLL(None).prctl(36, 1)
for line in sys.stdin:
    said, *argv = line.rstrip("\\n").split("\\0")
    with subprocess.Popen(argv, stdin=subprocess.DEVNULL) as client:
        client.wait()
    children = [int(pid) for pid in open(f"/proc/self/task/{os.getpid()}/children").read().split()]
    states = [open(f"/proc/{pid}/stat").read().rpartition(")")[2].split()[0] for pid in children]
    print(states.count("Z"), len(states), flush=True)
"""


def test_one_dead_entry_stays_per_bootstrap_and_keeps_nothing_from_working(background: Background) -> None:
    """An entry in the process table: no memory, no descriptor, no lock. Starts beside a bootstrap leave none."""
    keeper = background.start()
    background.wait_until_waiting()
    with subprocess.Popen(
        [sys.executable, "-c", INIT],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=background.sandbox.project,
        env=background.sandbox.env,
    ) as init:

        def start() -> tuple[int, int]:
            """Start a client below that process; its dead children and all its children afterwards."""
            assert init.stdin and init.stdout
            init.stdin.write("\0".join(["", *background.command()]) + "\n")
            init.stdin.flush()
            dead, children = init.stdout.readline().split()
            return int(dead), int(children)

        assert [start() for _ in range(3)] == [(0, 0)] * 3  # the keeper's bootstrap serves them
        background.end(keeper)
        background.wait_until_over()
        for number in range(3):
            background.transcript(at=time.time() - 100 + 10 * number).talk(f"Round {number}")
            start()
            background.wait_for_goal(f"Round {number}")
            background.wait_until_over()
        background.transcript().talk("Round 3")
        keeper = background.start()  # below the test, so that no more are made
        background.wait_until_waiting()
        wait_for(lambda: start() == (3, 3), 10)
        background.end(keeper)
        init.communicate()
    background.wait_until_over()
    assert whole.wrong(background.store()) == []
