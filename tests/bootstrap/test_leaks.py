"""A secret of its own in every text that a client's transcript holds: none is found in anything that is kept."""

from __future__ import annotations

import itertools
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project
from tests.secrets_made import make
from tests.support.planted import STRUCTURE, place

LEAK = re.compile(rb"ghp_\w{12,}")


class Planter:
    """Puts tokens into JSON, and remembers where each went."""

    def __init__(self) -> None:
        self.where: dict[str, str] = {}
        self._number = itertools.count()

    def plant(self, value: Any, place: str = "", key: str = "") -> Any:
        """The value with a token behind every text that is not structure."""
        if isinstance(value, dict):
            return {name: self.plant(inner, f"{place}.{name}", name) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.plant(inner, place, key) for inner in value]
        if not isinstance(value, str) or key in STRUCTURE:
            return value
        if value.startswith(("{", "[")):
            try:
                return json.dumps(self.plant(json.loads(value), place, key))
            except ValueError:
                pass
        token = make("ghp_{m:36}", next(self._number))
        self.where[token] = place
        return f"{value} {token}"


@pytest.mark.parametrize("share", ["all", "same-client"])
def test_R166_R168_no_secret_in_anything_that_is_kept(tmp_path: Path, share: str):
    home, root = tmp_path / "home", tmp_path / "home" / "work" / "p"
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    planter = Planter()
    place(home, root, planter.plant)
    found = project.find(os.path.realpath(root), str(home))
    assert found
    store = Store(tmp_path / "state" / "projects" / found.store_name)
    Work(store, found.root, {"HOME": str(home), "CTXDB_SHARE": share}).run()

    assert {meta["agent"] for meta in store.metas()} == {"claude-code", "codex-cli", "gemini-cli"}
    leaks = [
        (planter.where.get(token.decode(), "a part of one"), path.name)
        for path in tmp_path.joinpath("state").rglob("*")
        if path.is_file()
        for token in LEAK.findall(path.read_bytes())
    ]
    assert not leaks
