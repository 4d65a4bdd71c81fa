"""The bench counts what fires, by turn, language and stratum."""

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench" / "trigger"
ROWS = [
    ("continue", 0, True, "yes", "en", False, "random"),
    ("rename this variable", 0, True, "yes", "en", False, "picked"),
    ("look at our last session", 4, False, "yes", "en", False, "picked"),
    ("see the chat history", 3, False, "helpful", "en", False, "random"),
    ("continue", 5, False, "no", "en", True, "random"),
    ("fahre fort", 0, True, "no", "de", False, "random"),
    ("rename this variable", 2, False, "no", "de", False, "random"),
]
NAMES = ("text", "turn_index", "is_first_turn", "needs_prior_memory", "lang", "tricky", "stratum")


def test_figures(tmp_path: Path) -> None:
    rows = "".join(json.dumps(dict(zip(NAMES, row, strict=True))) + "\n" for row in ROWS)
    file = tmp_path / "labelled.jsonl"
    file.write_text(rows)
    done = subprocess.run([sys.executable, BENCH, file, "--json"], capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found["counts"]["recall"] == [2, 3]
    assert found["first.recall"] == 0.5
    assert found["fires_on_no"] == round(1 / 3, 4)
    assert found["first.fires_on_no"] == 1.0
    assert found["later.fires_on_no"] == 0.0
    assert found["tricky.fires_on_no"] == 0.0
    assert found["random"]["counts"]["recall"] == [1, 1]
    assert found["languages"]["de"]["recall"] is None
    assert found["A"]["counts"]["recall"][0] <= found["counts"]["recall"][0] <= found["A+B+C"]["counts"]["recall"][0]
    table = subprocess.run([sys.executable, BENCH, file], capture_output=True, text=True, check=True).stdout
    assert "0.667 (2/3)" in table


def test_what_a_turn_costs() -> None:
    """Every figure is there; what they are is for the bench to show, on a machine at rest."""
    bench = BENCH.with_name("turn")
    done = subprocess.run([sys.executable, bench, "--runs", "2", "--json"], capture_output=True, text=True)
    found = json.loads(done.stdout)
    assert done.returncode == (found["worst_ratio"] > found["limit"])
    assert found["limit"] == 2.5
    assert {"silent", "fired", "megabyte", "megabyte_fired"} <= set(found["hooks"])
    assert all(one["ms"] > 0 for one in found["hooks"].values())
    assert found["client"] is None
