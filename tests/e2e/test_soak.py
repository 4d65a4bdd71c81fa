"""A short soak: one round of each kind with the three real clients, and nothing is broken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench" / "soak"


def test_every_kind_of_round_keeps_what_was_promised() -> None:
    done = subprocess.run([sys.executable, BENCH, "--minutes", "0", "--json"], capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert found["broken"] == []
    assert set(found["rounds"].values()) == {1}
    assert found["killed"]["clients"] == 1
    assert found["samples"][-1]["sessions"] >= 5
