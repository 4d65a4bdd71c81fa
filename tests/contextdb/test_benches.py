"""The benches of reading, of finding and of the packet run, and show what they are there to show."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCHES = Path(__file__).resolve().parents[1] / "bench"


def run(name, *args):
    done = subprocess.run(
        [sys.executable, BENCHES / name, "--json", *args], capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_packet_holds_more_of_the_next_session_than_a_list_of_files():
    (chain,) = run("packet").values()
    assert chain["steps"] > 8
    for budget, share in chain["packet"].items():
        assert share > chain["files by last use"][budget]
    assert chain["packet"]["2000"] > 0.8


def test_reading_is_compared_with_a_plain_loop():
    found = run("ingest", "reading", "quiet", "--mb", "2", "--many", "20")
    assert found["reading_to_json_loop"] > 0 and found["bytes"] > 2 << 20
    assert found["codex_reading_to_json_loop"] > 0 and found["gemini_reading_to_json_loop"] > 0
    assert found["run_without_news_among_20_ms"] > 0


def test_finding_is_measured_for_each_kind_of_query():
    found = run("search", "--events", "3000", "--rounds", "1")
    assert found["per_second"] > 0 and found["anew_per_second"] > 0
    assert min(found["commands_ms"].values()) > found["bare_ms"] > 0 and len(found["commands_ms"]) == 4
    assert len(found["queries_ms"]) == 11
