"""The log and the receipts: what is written, how it is bounded, and that nothing is where nothing is wanted."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks import telemetry
from ctxdb_hooks.launch import receipt
from tests.support.launcher import GOAL, Launcher
from tests.support.sandbox import Sandbox

SECRET = "sk-ant-api03-" + "a1B2" * 24


@pytest.fixture
def launcher(sandbox: Sandbox) -> Launcher:
    made = Launcher(sandbox)
    made.remember()
    return made


def rows(folder: Path) -> list[dict[str, Any]]:
    return telemetry.receipts(folder)


def test_a_start_leaves_what_was_added_word_for_word(launcher: Launcher) -> None:
    (told,) = [arg for arg in launcher.added("fix the parser") if GOAL in arg]
    (row,) = rows(launcher.paths.state)
    assert row["text"] == told.partition("=")[2]
    assert (row["what"], row["client"], row["facade"]) == ("start", "claude", "hit")
    assert row["project"] == launcher.store().folder.name
    assert row["us"] > 0
    assert row["cpu"] > 0
    assert abs(row["ts"] - time.time()) < 60
    assert (launcher.paths.state / receipt.NAME).stat().st_mode & 0o777 == 0o600


def test_the_mark_says_which_shell_it_was(launcher: Launcher) -> None:
    for name, shell in (("zsh.12.34", "zsh"), ("12.34", None)):
        argv = launcher.argv("hello there")
        argv[4] = str(Path(str(argv[4])).rename(launcher.marks / name))
        launcher.run_argv(argv)
        assert rows(launcher.paths.state)[-1].get("shell") == shell


def test_no_prompt_is_in_the_receipts(launcher: Launcher) -> None:
    launcher.start("please rename the frobnicator")
    assert "frobnicator" not in (launcher.paths.state / receipt.NAME).read_text()


def test_a_resumed_session_gets_a_receipt_of_nothing(launcher: Launcher) -> None:
    launcher.start("--continue")
    (row,) = rows(launcher.paths.state)
    assert row["kind"] == "resume"
    assert "text" not in row


@pytest.mark.parametrize("env", [{"CTXDB_TELEMETRY": "off"}, {"CTXDB_PRIVATE": "1"}, {"CTXDB_HOOKS": "0"}])
def test_where_nothing_is_wanted_nothing_is_written(launcher: Launcher, env: dict[str, str]) -> None:
    launcher.start("hello there", env=env)
    assert not (launcher.paths.state / receipt.NAME).exists()


def test_calls_that_are_no_session_leave_none(launcher: Launcher) -> None:
    launcher.start("--version")
    assert not (launcher.paths.state / receipt.NAME).exists()


def test_a_start_does_not_need_its_receipt(launcher: Launcher) -> None:
    (launcher.paths.state / receipt.NAME).mkdir()
    assert launcher.added("hello there")


def test_every_kind_of_value_is_json(tmp_path: Path) -> None:
    facts = {
        "ts": time.time(),
        "what": "x",
        "text": 'a "b"\n\u2028 \ud800 日本',
        "on": True,
        "off": False,
        "of": [1, 0.5],
    }
    receipt.write(str(tmp_path), facts)
    receipt.write(str(tmp_path), {"ts": time.time(), "what": "y"})
    first, second = (tmp_path / receipt.NAME).read_text().splitlines()
    assert json.loads(first) == facts
    assert json.loads(second)["what"] == "y"


def test_a_link_or_a_pipe_in_its_place_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / receipt.NAME).symlink_to(tmp_path / "elsewhere")
    receipt.write(str(tmp_path), {"what": "x"})
    assert not (tmp_path / "elsewhere").exists()
    (tmp_path / receipt.NAME).unlink()
    os.mkfifo(tmp_path / receipt.NAME)
    receipt.write(str(tmp_path), {"what": "x"})


def test_the_file_does_not_grow_without_a_background(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(receipt, "MAX_BYTES", 1000)
    for _ in range(100):
        receipt.write(str(tmp_path), {"what": "x", "text": "y" * 50})
    assert (tmp_path / receipt.NAME).stat().st_size < 1100


def test_a_full_file_is_turned_over_and_one_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telemetry, "TURN_OVER", 1000)
    for number in range(100):
        receipt.write(str(tmp_path), {"what": "x", "ts": time.time(), "number": number})
        telemetry.turn_over(tmp_path)
    assert sum(path.stat().st_size for path in tmp_path.glob("receipts*")) < 2200
    kept = [row["number"] for row in rows(tmp_path)]
    assert kept == list(range(kept[0], 100))
    assert len(kept) > 15


def test_old_receipts_go(tmp_path: Path) -> None:
    old, middle = time.time() - telemetry.KEEP - 2 * telemetry.DAY, time.time() - telemetry.KEEP / 1.5
    for stamp in (old, middle):
        receipt.write(str(tmp_path), {"what": "x", "ts": stamp})
    assert [row["ts"] for row in rows(tmp_path)] == [middle]
    telemetry.turn_over(tmp_path)
    receipt.write(str(tmp_path), {"what": "x", "ts": time.time()})
    assert len(rows(tmp_path)) == 2
    assert str(old) not in "".join(path.read_text() for path in tmp_path.glob("receipts*"))


def test_broken_lines_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / receipt.NAME).write_bytes(b'\x00\xff{\n[]\n{"what": 3, "ts": 1}\n{"what": "x", "ts": "now"}\n{"wha')
    receipt.write(str(tmp_path), {"what": "x", "ts": time.time()})
    assert rows(tmp_path) == []  # the torn line took the first of the next writer with it
    receipt.write(str(tmp_path), {"what": "x", "ts": time.time()})
    assert len(rows(tmp_path)) == 1


def test_of_what_is_worked_out_again_the_last_counts(tmp_path: Path) -> None:
    now = time.time()
    telemetry.add_receipts(tmp_path, [{"what": "outcome", "id": "a:1", "ts": now, "good": False}])
    telemetry.add_receipts(tmp_path, [{"what": "outcome", "id": "a:1", "ts": now, "good": True}])
    assert [row["good"] for row in rows(tmp_path)] == [True]


def test_forgetting_a_session_forgets_its_receipts_and_what_told_of_it(tmp_path: Path) -> None:
    mine = {"what": "turn", "ts": time.time(), "project": "p-1"}
    start = {"what": "start", "ts": time.time(), "project": "p-1", "text": 'Latest session: "secret plan"'}
    other = {"what": "turn", "ts": time.time(), "project": "q-2", "session": "aaaaaaaa"}
    telemetry.add_receipts(tmp_path, [{**mine, "session": "aaaaaaaa"}, {**mine, "session": "bbbbbbbb"}, start, other])
    telemetry.forget_receipts(tmp_path, "p-1", ["claude-code-20260101T000000-aaaaaaaa"])
    assert [row.get("session") for row in rows(tmp_path) if row["project"] == "p-1"] == ["bbbbbbbb", None]
    assert "secret plan" not in (tmp_path / receipt.NAME).read_text()
    telemetry.forget_receipts(tmp_path, "p-1")
    assert rows(tmp_path) == [other]


def test_the_log_is_redacted_bounded_and_turned_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "log"
    telemetry.log(path, "bootstrap", failed=f"cannot read {SECRET}", skipped=[f"a {SECRET}"] * 50, empty="")
    row = json.loads(path.read_text())
    assert SECRET not in path.read_text()
    assert len(row["skipped"]) == telemetry.MAX_ITEMS + 1
    assert "empty" not in row
    monkeypatch.setattr(telemetry, "MAX_BYTES", 1000)
    for _ in range(100):
        telemetry.log(path, "x", text="y" * 100)
    assert path.stat().st_size + path.with_name("log.1").stat().st_size < 2500


def test_the_log_is_turned_over_where_nothing_can_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on NFS without locking."""

    def no_flock(fd: int, how: int) -> None:
        raise OSError(errno.ENOLCK, "no locks available")

    monkeypatch.setattr(fcntl, "flock", no_flock)
    monkeypatch.setattr(telemetry, "MAX_BYTES", 1000)
    path = tmp_path / "log"
    for _ in range(100):
        telemetry.log(path, "x", text="y" * 100)
    assert path.stat().st_size + path.with_name("log.1").stat().st_size < 2500


def test_the_log_never_raises(tmp_path: Path) -> None:
    telemetry.log(tmp_path / "missing" / "log", "x")
    telemetry.log(tmp_path, "x")
