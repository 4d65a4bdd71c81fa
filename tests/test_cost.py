"""The bench of costs: every figure is there and none is absurd."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).parent / "bench" / "cost"


def test_every_cost_is_measured() -> None:
    done = subprocess.run([sys.executable, BENCH, "--runs", "3", "--json"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["start"]["processes"] == 1
    assert found["start"]["gone_after_the_client"] is True
    assert 0 < found["start"]["own_memory_bytes"] < 20_000_000
    assert found["turn"]["silent_ms"] > found["turn"]["true_ms"] > 0
    assert 0 < found["tokens"]["start"] < 150 < found["tokens"]["packet_when_read"]
    assert 100 < found["disk_bytes"]["receipt"] < 2000
    assert all(found["disk_bytes"].values())
    table = subprocess.run([sys.executable, BENCH, "--runs", "2"], capture_output=True, text=True, check=True).stdout
    assert "| tokens |" in table
