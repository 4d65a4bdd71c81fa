"""What starts and turns leave behind goes once it can serve nobody."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

from ctxdb_hooks.bootstrap.sweep import sweep


def aged(path: Path, seconds: float) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    os.utime(path, (time.time() - seconds,) * 2)
    return path


def test_only_what_is_old_goes(tmp_path: Path):
    marks = tmp_path / ".local/share/ctxdb-hooks/launch/marks"
    old = [
        aged(marks / "1.2", 7200),
        aged(tmp_path / "store/turns/a", 30 * 86400),
        aged(tmp_path / "store/gemini/7", 30 * 86400),
    ]
    new = [aged(marks / "3.4", 60), aged(tmp_path / "store/turns/b", 86400), aged(tmp_path / "store/heads", 90 * 86400)]

    assert sweep(tmp_path / "store", {"HOME": str(tmp_path)}) == 3
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in new)


def test_what_a_killed_writer_left_beside_the_projects_goes_at_once(tmp_path: Path):
    with subprocess.Popen(["true"]) as dead:
        pass
    store = tmp_path / "projects" / "p-0123456789abcdef"
    left = aged(tmp_path / f".config.compiled.tmp.{dead.pid}", 0)
    kept = [aged(tmp_path / f".policy.model.tmp.{os.getpid()}", 7200), aged(tmp_path / "breaker.json", 7200)]
    assert sweep(store, {}) == 1
    assert not left.exists()
    assert all(path.exists() for path in kept)


def test_links_and_missing_folders_are_left(tmp_path: Path):
    (tmp_path / "store/turns").mkdir(parents=True)
    target = aged(tmp_path / "elsewhere", 30 * 86400)
    (tmp_path / "store/turns/link").symlink_to(target)
    assert sweep(tmp_path / "store", {}) == 0
    assert target.exists()
