"""Run the faults and print the counts: ``python -m tests.faults [--long] [KIND...]``."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable

from tests.faults import clocks, crowd, damage, disk, errors, kills, starts, versions
from tests.faults.world import tell

# Each kind with how often it is done, short and long.
KINDS: dict[str, tuple[Callable[[int], str], int, int]] = {
    "kills": (kills.at_random, 50, 1000),
    "calls": (kills.at_each_call, 40, 1000),
    "first": (kills.in_the_first_run, 20, 700),
    "errors": (errors.at_each_call, 30, 1000),
    "full": (disk.full, 12, 60),
    "limit": (disk.limit, 12, 60),
    "rights": (disk.rights, 12, 80),
    "gone": (disk.gone, 12, 60),
    "damage": (damage.databases, 8, 100),
    "clocks": (clocks.wrong, 4, 30),
    "versions": (versions.both, 6, 60),
    "crowd": (crowd.crowd, 2000, 100_000),
    "starts": (starts.at_once, 30, 50),
    "row": (starts.in_a_row, 30, 1000),
}


def main(argv: list[str]) -> int:
    """The exit status: 1 when a kind failed."""
    parser = argparse.ArgumentParser(prog="tests.faults", description=__doc__)
    parser.add_argument("--long", action="store_true", help="everything, some ten minutes; else less than one")
    parser.add_argument("--times", type=int, help="how often, instead")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30), help="for the same random moments again")
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=f"of {', '.join(KINDS)}; default: all")
    options = parser.parse_args(argv)
    random.seed(options.seed)
    failed = 0
    for kind in options.kinds or KINDS:
        run, short, long = KINDS[kind]
        begun = time.monotonic()
        try:
            told = run(options.times or (long if options.long else short))
        except AssertionError as error:
            failed, told = 1, f"FAILED (--seed {options.seed}): {error}"
        tell(f"{kind:>8}: {told} ({time.monotonic() - begun:.1f} s)")
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
