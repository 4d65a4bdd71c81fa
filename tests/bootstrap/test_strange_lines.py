"""Transcripts in which anything may be of any type, as a client's next version or a broken disk leaves them."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project
from tests.support import whole
from tests.support.planted import STRUCTURE, place

STRANGE: tuple[Any, ...] = (
    None,
    True,
    0,
    -1,
    1e308,
    float("nan"),
    float("-inf"),
    2**70,
    "",
    "x" * 5000,
    "\ud83d",
    "\x00\x1b[2J",
    "9999-99-99T99:99:99Z",
)
STRANGE += ("../../../etc/passwd", [], {}, [[]], [None], {"a": {"b": []}}, "\N{ROCKET}" * 100)


def strange(value: Any, chance: random.Random, rate: float, key: str = "") -> Any:
    """The value with some of its parts made into something else, or gone, and halves of emoji in its texts."""
    if chance.random() < rate and key != "cwd":
        return chance.choice(STRANGE)
    if isinstance(value, dict):
        kept = {name: strange(inner, chance, rate, name) for name, inner in value.items()}
        return {name: inner for name, inner in kept.items() if chance.random() >= rate / 4}
    if isinstance(value, list):
        return [strange(inner, chance, rate, key) for inner in value]
    cut = isinstance(value, str) and key not in STRUCTURE and chance.random() < 0.3
    return f"{value}\ud83d" if cut else value


@pytest.mark.parametrize("rate", [0, 0.002, 0.02, 0.1])
def test_no_transcript_is_passed_over_for_what_stands_in_it(tmp_path: Path, rate: float):
    home, root = tmp_path / "home", tmp_path / "home" / "work" / "p"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    chance = random.Random(rate)
    place(home, root, lambda row: strange(row, chance, rate))
    found = project.find(os.path.realpath(root), str(home))
    assert found
    store = Store(tmp_path / "state" / "projects" / found.store_name)
    work = Work(store, found.root, {"HOME": str(home)})
    work.run()

    assert work.report.skipped == []
    assert rate > 0.02 or {meta["agent"] for meta in store.metas()} == {"claude-code", "codex-cli", "gemini-cli"}
    assert whole.wrong(store.folder) == []
