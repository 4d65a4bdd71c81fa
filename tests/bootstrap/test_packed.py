"""Transcripts that were compressed, and what nobody understands: read, or counted and told of."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Report, Work
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project

NATIVE = "01a22d18-70a9-7000-8000-00000000000{}"


def zstd(data: bytes) -> bytes:
    if sys.version_info >= (3, 14):
        from compression import zstd
    else:
        from backports import zstd
    packed: bytes = zstd.compress(data)
    return packed


class Rollouts:
    """A project, and what Codex keeps of it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.root = home / "p"
        (self.root / ".git").mkdir(parents=True)
        (self.root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        self.folder = home / ".codex/sessions/2026/11/30"
        self.folder.mkdir(parents=True)
        found = project.find(str(self.root), str(home))
        assert found
        self.store = Store(home / "state" / "projects" / found.store_name)

    def write(self, number: int, suffix: str = "", pack: Callable[[bytes], bytes] = bytes) -> Path:
        """A rollout in which one thing was said."""
        native = NATIVE.format(number)
        said = {"type": "user_message", "message": f"Said in number {number}"}
        rows = [("session_meta", {"id": native, "cwd": str(self.root), "source": "cli"}), ("event_msg", said)]
        lines = [
            {"timestamp": f"2026-11-30T15:00:0{at}.000Z", "type": kind, "payload": payload}
            for at, (kind, payload) in enumerate(rows)
        ]
        path = self.folder / f"rollout-2026-11-30T15-00-00-{native}.jsonl{suffix}"
        path.write_bytes(pack("".join(json.dumps(line) + "\n" for line in lines).encode()))
        return path

    def run(self) -> Report:
        """Run the background."""
        return Work(self.store, str(self.root), {"HOME": str(self.home)}).run()

    def goals(self) -> list[str]:
        """What is remembered."""
        return sorted(meta["goal"] for meta in self.store.metas())


@pytest.fixture
def rollouts(tmp_path: Path) -> Rollouts:
    return Rollouts(tmp_path)


@pytest.mark.parametrize(("suffix", "pack"), [(".zst", zstd), (".gz", gzip.compress)])
def test_a_compressed_rollout_is_read(rollouts: Rollouts, suffix: str, pack: Callable[[bytes], bytes]):
    rollouts.write(1, suffix, pack)
    assert (rollouts.run().skipped, rollouts.goals()) == ([], ["Said in number 1"])
    assert rollouts.run().read == 0


def test_one_that_is_compressed_later_stays_one_session(rollouts: Rollouts):
    path = rollouts.write(1)
    rollouts.run()
    rollouts.write(1, ".zst", zstd)
    path.unlink()
    rollouts.run()
    assert rollouts.goals() == ["Said in number 1"]


def test_a_torn_or_foreign_one_keeps_nothing_from_the_others(rollouts: Rollouts):
    rollouts.write(1, ".zst", lambda data: zstd(data)[:-9])
    rollouts.write(2, ".zst")
    rollouts.write(3, ".gz", lambda data: gzip.compress(data)[:-9])
    rollouts.write(4)
    report = rollouts.run()
    assert len(report.skipped) == 3
    assert all("cannot be unpacked" in one for one in report.skipped)
    assert rollouts.goals() == ["Said in number 4"]


def test_one_that_unpacks_to_gigabytes_costs_little(rollouts: Rollouts):
    rollouts.write(1, ".gz", lambda data: gzip.compress(data) + gzip.compress(b" " * (16 << 20)) * 256)
    code = """
import resource, sys
from pathlib import Path
from ctxdb_hooks.bootstrap import limits
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
with limits.limited():
    Work(Store(Path(sys.argv[1])), sys.argv[2], {"HOME": sys.argv[3]}).run()
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""
    argv = [sys.executable, "-c", code, str(rollouts.store.folder), str(rollouts.root), str(rollouts.home)]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 100 * 1024
    assert rollouts.goals() == ["Said in number 1"]


def test_without_anything_that_unpacks_it_is_told(rollouts: Rollouts):
    rollouts.write(1, ".zst", zstd)
    rollouts.write(2)
    code = """
import sys
from pathlib import Path
sys.modules.update({"compression.zstd": None, "backports.zstd": None, "zstandard": None})
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
print(*Work(Store(Path(sys.argv[1])), sys.argv[2], {"HOME": sys.argv[3]}).run().skipped)
"""
    argv = [sys.executable, "-c", code, str(rollouts.store.folder), str(rollouts.root), str(rollouts.home)]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    assert "compressed; Python 3.14, or `backports.zstd`" in done.stdout
    assert rollouts.goals() == ["Said in number 2"]
