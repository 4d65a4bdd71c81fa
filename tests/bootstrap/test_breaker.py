"""The circuit breaker: two starts that end at once, one without us, and what it showed."""

from __future__ import annotations

import pytest

from ctxdb_hooks.bootstrap import breaker
from ctxdb_hooks.bootstrap.breaker import End, judge, open_for

BINARY = [1, 2, 3, 4]


def end(outcome: str, shape: str = "a", binary: list[int] = BINARY) -> End:
    """f: failed with us, w: worked with us, F and W: the same in a trial, n: worked, nothing was to be added."""
    return End(binary, [shape], outcome in "fF", outcome in "fw", outcome in "FW")


def after(*outcomes: str) -> dict:
    entry: dict = {}
    for outcome in outcomes:
        entry = judge(entry, end(outcome[0], outcome[1:] or "a"))
    return entry


@pytest.mark.parametrize(
    ("outcomes", "opened", "off"),
    [
        ("", False, False),
        ("f", False, False),
        ("f f", True, False),
        ("f w f", False, False),
        ("f n f", True, False),
        ("f f W", True, True),
        ("f f F", False, False),
        ("f f F f", False, False),
        ("f f F f f", True, False),
        ("f f W w w f", True, True),
        ("fx fx Wy", False, False),
        ("fx fy Wz", True, True),
        ("fx fy Wy", True, True),
        ("w w w", False, False),
    ],
)
def test_the_way_it_goes(outcomes, opened, off):
    entry = after(*outcomes.split())
    assert (open_for(entry), bool(entry.get("off"))) == (opened, off)


def test_another_binary_is_another_matter():
    assert judge(after("f", "f", "W"), end("w", binary=[9])) == {}
    assert judge(after("f"), end("f", binary=[9]))["failed"] == [["a"]]


def test_entries_are_kept_and_a_start_sees_the_open_ones(tmp_path):
    assert not breaker.note(tmp_path, "claude", end("f"))
    assert breaker.compiled(breaker.entries(tmp_path)) == {}
    breaker.note(tmp_path, "codex", end("f"))
    breaker.note(tmp_path, "claude", end("f"))
    assert breaker.compiled(breaker.entries(tmp_path)) == {"claude": {"binary": BINARY, "off": False}}
    assert breaker.note(tmp_path, "claude", end("W"))
    assert breaker.compiled(breaker.entries(tmp_path)) == {"claude": {"binary": BINARY, "off": True}}


def test_a_broken_file_is_none(tmp_path):
    (tmp_path / "breaker.json").write_text('{"claude": 3, "codex')
    assert breaker.entries(tmp_path) == {}
