"""The bench of the waiter measures what it says, and stays within what has been promised."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench" / "waiter"


def test_what_waits_is_small_and_still() -> None:
    argv = [sys.executable, BENCH, "--clients", "2", "--seconds", "1", "--ends", "1", "--json"]
    done = subprocess.run(argv, capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert 1e6 < found["memory"] < 12e6
    assert (found["cpu"], found["wakings"]) == (0, 0)
    assert found["notice_ms"] > 0
