"""The bootstrap in the foreground."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from ctxdb_hooks.rehearsal import replay
from tests.commands.conftest import Commands


def test_it_reads_once_and_then_only_what_is_new(commands: Commands) -> None:
    replay(commands.sandbox.home / ".claude", str(commands.sandbox.project))
    assert commands.json("pack")["events"] > 0
    assert commands.json("pack")["events"] == 0


def test_stdout_is_the_packet_alone(remembering: Commands) -> None:
    done = remembering("pack", "--stdout")
    assert done.stdout.startswith("# ")
    assert "Links must expire" in done.stdout
    assert done.stderr == ""


def test_fewer_tokens_make_a_shorter_packet(remembering: Commands) -> None:
    small, large = (remembering("pack", "--stdout", "--tokens", number).stdout for number in ("150", "2000"))
    assert 0 < len(small) < len(large)


def test_two_things_cannot_have_stdout(remembering: Commands) -> None:
    assert remembering("pack", "--stdout", "--json", check=False).returncode == 2


def test_a_store_that_another_process_keeps_locked(remembering: Commands) -> None:
    [path] = remembering.sandbox.state.glob("projects/*/cursors.db")
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        done = remembering("pack", check=False)
    assert done.returncode == 1
    assert "database is locked" in done.stderr
    assert "ctxdb-hooks doctor" in done.stderr
    assert "Traceback" not in done.stderr
