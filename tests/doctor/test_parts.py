"""Launcher, clients, settings, memory and machine, each damaged and looked at."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from ctxdb_hooks.bootstrap.lock import Lock
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.doctor import machine
from tests.doctor.conftest import Doctor, one
from tests.support.sandbox import Sandbox


def store_of(doctor: Doctor) -> Store:
    return Store(Path(doctor.json("status")["store"]).parents[1])


# The launcher


def test_a_launcher_of_another_version_is_mended(doctor: Doctor) -> None:
    bundle = next((doctor.sandbox.data / "launch").glob("ctxdb_hooks_launch.cpython-*[0-9]"))
    good = bundle.read_bytes()
    bundle.write_bytes(b"another")
    found = doctor.levels()
    assert one(found, "made by another version")["level"] == "warning"
    assert one(found, "a start does not go through it")["level"] == "error"
    doctor.fix()
    assert bundle.read_bytes() == good


def test_a_launcher_that_is_gone_is_put_back(doctor: Doctor) -> None:
    stub = doctor.sandbox.data / "launch" / "ctxdb_hooks_launch.py"
    stub.unlink()
    assert one(doctor.levels(), "the launcher is not there")["fixable"]
    doctor.fix()
    assert stub.exists()


def test_a_launcher_that_others_may_write_is_an_error(doctor: Doctor) -> None:
    stub = doctor.sandbox.data / "launch" / "ctxdb_hooks_launch.py"
    stub.chmod(0o666)
    assert one(doctor.levels(), "others may write")["level"] == "error"
    doctor.fix()
    assert stub.stat().st_mode & 0o022 == 0


def test_a_second_copy_on_the_path_is_named(doctor: Doctor) -> None:
    for name in ("one", "two"):
        (doctor.sandbox.root / name).mkdir()
        copy = doctor.sandbox.root / name / "ctxdb-hooks"
        copy.write_text("#!/bin/sh\n")
        copy.chmod(0o755)
    path = f"{doctor.sandbox.root}/one:{doctor.sandbox.root}/two:/usr/bin:/bin"
    assert "/two/ctxdb-hooks" in one(doctor.levels(env={"PATH": path}), "2 installations")["what"]


# The clients


def test_a_client_older_than_what_was_tested(doctor: Doctor) -> None:
    doctor.sandbox.add_command("claude", "#!/bin/sh\necho '1.0.3 (Claude Code)'\n")
    assert "nothing is added" in one(doctor.levels(), "claude 1.0.3 is too old")["why"]


def test_a_client_newer_than_what_was_tested_is_only_noted(doctor: Doctor) -> None:
    doctor.sandbox.add_command("codex", "#!/bin/sh\necho 'codex-cli 99.0.0'\n")
    assert one(doctor.levels("note"), "codex 99.0.0, newer")


def test_a_client_that_does_not_start(doctor: Doctor) -> None:
    doctor.sandbox.add_command("codex", "#!/bin/sh\nexit 1\n")
    assert one(doctor.levels(), "codex does not say its version")


def test_geminis_extension_is_put_back(doctor: Doctor) -> None:
    file = doctor.sandbox.home / ".gemini" / "extensions" / "ctxdb-hooks" / "hooks" / "hooks.json"
    good = file.read_text()
    file.unlink()
    assert one(doctor.levels(), "gemini's extension")["level"] == "error"
    doctor.fix()
    assert file.read_text() == good


def test_geminis_hooks_disabled(doctor: Doctor) -> None:
    (doctor.sandbox.home / ".gemini" / "settings.json").write_text('{"hooksConfig": {"disabled": ["ctxdb-hooks"]}}')
    assert one(doctor.levels(), "hooks are disabled in gemini's settings")


def test_R147_R148_how_long_claude_keeps_transcripts(doctor: Doctor) -> None:
    path = doctor.sandbox.home / ".claude" / "settings.json"
    for value, level, said in (
        (99999999999, "ok", "Claude deletes transcripts after 1e+11 days"),
        (7, "note", "Claude deletes transcripts after 7 days"),
        (0, "warning", "Claude keeps no transcripts"),
        ("7", "warning", "settings.json is not a number"),
    ):
        path.write_text(json.dumps({"cleanupPeriodDays": value}))
        assert one(doctor.levels(level), said)


def test_how_long_gemini_keeps_chats(doctor: Doctor) -> None:
    path = doctor.sandbox.home / ".gemini" / "settings.json"
    for rule, said in (
        ({"maxAge": "24h"}, ["Gemini deletes chats after 1 days"]),
        ({"maxAge": "1w", "maxCount": 5}, ["Gemini deletes chats after 7 days and beyond the newest 5"]),
        ({"maxAge": "90d"}, []),
        ({"maxAge": "1d", "enabled": False}, []),
    ):
        path.write_text(json.dumps({"general": {"sessionRetention": rule}}))
        told = [what.partition(";")[0] for what in doctor.levels("note") if "Gemini deletes" in what]
        assert told == said


@pytest.mark.parametrize("make", [lambda path: path.write_text("{"), os.mkfifo, os.mkdir], ids=["{", "FIFO", "folder"])
def test_R148_settings_that_cannot_be_read(sandbox: Sandbox, make: Callable[[Path], object]) -> None:
    folder = sandbox.home / ".claude"
    folder.mkdir()
    make(folder / "settings.json")
    assert one(Doctor(sandbox).levels("warning"), "settings.json is not JSON")


def test_R148_without_settings_claudes_default_holds(sandbox: Sandbox) -> None:
    assert one(Doctor(sandbox).levels("ok"), "Claude deletes transcripts after 30 days")


def test_half_of_the_hooks_that_were_asked_for(doctor: Doctor) -> None:
    doctor("install", "--shell", "bash", "--claude-hooks")
    assert one(doctor.levels("ok"), "claude's own hooks are in place")
    path = doctor.sandbox.home / ".claude" / "settings.json"
    settings = json.loads(path.read_text())
    del settings["hooks"]["SessionStart"]
    path.write_text(json.dumps(settings))
    assert one(doctor.levels(), "claude's own hooks are there in part")["fix"] == "ctxdb-hooks install --claude-hooks"


def test_codex_s_background_server(doctor: Doctor) -> None:
    home = doctor.sandbox.home / ".codex"
    for name in ("app-server-daemon/daemon.pid", "app-server-control/app-server-control.sock"):
        (home / name).parent.mkdir(parents=True)
        (home / name).write_text(json.dumps({"pid": os.getpid()}))
    assert "CTXDB_PRIVATE" in one(doctor.levels("note"), "codex's background server is running")["why"]


def test_what_codex_has_compressed(doctor: Doctor) -> None:
    folder = doctor.sandbox.home / ".codex" / "sessions" / "2026" / "01" / "02"
    folder.mkdir(parents=True)
    (folder / "rollout-2026-01-02T03-04-05-x.jsonl.zst").touch()
    assert one(doctor.levels("note"), "1 session of codex compressed by it")


def test_how_codex_is_told(doctor: Doctor) -> None:
    assert "install --codex-hooks" in one(doctor.levels("ok"), "codex is told by the launcher (-c)")["why"]
    doctor("install", "--shell", "bash", "--codex-hooks")
    assert "asks you at its next start" in one(doctor.levels("ok"), "codex is told", "not trusted")["why"]


def test_a_client_that_failed_with_us_is_switched_on_again(doctor: Doctor) -> None:
    path = doctor.sandbox.state / "breaker.json"
    path.write_text(json.dumps({"codex": {"binary": [1, 2, 3, 4], "failed": [["a"], ["a"]], "off": True}}))
    finding = one(doctor.levels(), "codex gets nothing any more")
    assert (finding["level"], finding["fixable"]) == ("error", True)
    assert "we are back for codex" in doctor.fix()
    assert json.loads(path.read_text()) == {}


# Settings and state


def test_settings_that_cannot_be_read(doctor: Doctor) -> None:
    doctor.sandbox.config.parent.mkdir(parents=True, exist_ok=True)
    doctor.sandbox.config.write_text("= what\n")
    assert one(doctor.levels(), "not TOML")["fix"] == "ctxdb-hooks config edit"


def test_settings_that_do_not_exist(doctor: Doctor) -> None:
    doctor.sandbox.config.parent.mkdir(parents=True, exist_ok=True)
    doctor.sandbox.config.write_text("wrapmode = 'off'\n")
    assert one(doctor.levels(), "wrapmode: no such setting")


def test_what_was_changed_is_told(doctor: Doctor) -> None:
    doctor("config", "set", "share", "same-client")
    assert one(doctor.levels("ok"), "share = same-client (file)")


def test_a_state_folder_that_others_may_read(doctor: Doctor) -> None:
    doctor.sandbox.state.chmod(0o755)
    assert one(doctor.levels(), "others may look into the state folder")
    doctor.fix()
    assert doctor.sandbox.state.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize("name", ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"])
def test_a_folder_of_ours_inside_the_project(doctor: Doctor, name: str) -> None:
    inside = doctor.sandbox.project / ".ours"
    found = doctor.levels(env={name: str(inside)})
    assert one(found, "inside this project")["fix"] == f"unset {name}"


# The project's memory


def test_a_packet_that_somebody_changed(doctor: Doctor) -> None:
    packet = Path(doctor.json("status")["packet"])
    packet.write_text("Do as I say.")
    assert one(doctor.levels(), "the packet is missing, or is not the file that we wrote")["fixable"]
    doctor.fix()
    assert doctor.json("status")["packet"] == str(packet)
    assert "Do as I say" not in packet.read_text()


def test_a_facade_that_is_broken(doctor: Doctor) -> None:
    store_of(doctor).facade_file.write_bytes(b"{")
    assert one(doctor.levels(), "the facade is missing or broken")
    doctor.fix()
    assert doctor.json("status")["facade"]


def test_a_session_that_cannot_be_read(doctor: Doctor) -> None:
    store = store_of(doctor)
    (store.sessions_folder / store.ids()[0] / "meta.json").write_bytes(b"\xff")
    assert one(doctor.levels(), "1 session of 1 cannot be read")["fix"] == "ctxdb-hooks pack"


def test_a_broken_list_of_what_was_read(doctor: Doctor) -> None:
    cursors = store_of(doctor).folder / "cursors.db"
    cursors.write_bytes(b"SQLite format 3\x00" + b"\xff" * 8000)
    assert one(doctor.levels(), "the list of what was read is broken")
    doctor.fix()
    assert doctor.json("pack")["read"] == 1


def test_a_project_that_is_switched_off(doctor: Doctor) -> None:
    doctor("off")
    assert one(doctor.levels("note"), "switched off")["fix"] == "ctxdb-hooks on"


def test_outside_of_any_project(doctor: Doctor) -> None:
    assert one(doctor.levels("note", cwd=doctor.sandbox.home), "not started in a project")


def test_a_background_run_that_was_killed(doctor: Doctor) -> None:
    """It had no time to write a line into the log. Of one that is under way nothing is said."""
    folder = store_of(doctor).folder
    (folder / "unfinished").touch()
    under_way = Lock(str(folder / "writer"))
    assert under_way.take()
    assert doctor.levels() == {}
    under_way.release()
    assert "not remembered yet" in one(doctor.levels(), "did not end")["why"]
    doctor.fix()
    assert doctor.levels() == {}


def test_a_background_run_that_failed(doctor: Doctor) -> None:
    name = store_of(doctor).folder.name
    failed = "PermissionError: [Errno 13] Permission denied: '/home/somebody/secret plans'"
    row = {"ts": "2026-01-01T00:00:00.000Z", "what": "bootstrap", "project": name, "failed": failed}
    with (doctor.sandbox.state / "log").open("a") as log:
        log.write(json.dumps(row) + "\n")
    finding = one(doctor.levels(), "PermissionError: [Errno 13] Permission denied")
    assert finding["level"] == "error"
    assert "secret plans" not in finding["what"]


def test_starts_that_got_nothing_are_counted(doctor: Doctor) -> None:
    row = {"what": "start", "ts": time.time(), "client": "claude", "kind": "session", "us": 2500}
    receipts = doctor.sandbox.state / "receipts.jsonl"
    waited = row | {"kind": "oneshot", "us": 320_000}
    receipts.write_text("".join(json.dumps(one_start) + "\n" for one_start in (row, waited, waited)))
    assert one(doctor.levels("ok"), "3 starts in the last week, 2.5 ms")
    with receipts.open("a") as file:
        file.write(json.dumps(row | {"failed": "Late"}) + "\n")
    assert one(doctor.levels(), "1 of the last 4 starts got nothing: Late 1 times")


# The machine


def test_background_processes_are_known_by_their_command_line(tmp_path: Path) -> None:
    store = tmp_path / "some-0123456789abcdef"
    stub = tmp_path / "ctxdb_hooks_launch.py"
    stub.write_text("import sys\nprint(flush=True)\nsys.stdin.read()\n")
    argv = [sys.executable, str(stub), "--background", "wait", str(store), "/root", "-1", "-1"]
    process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        process.stdout.readline()
        (found,) = machine.processes(tmp_path)
        assert (found.process.pid, found.store) == (process.pid, str(store))
        assert not found.left
        assert list(machine.processes(tmp_path / "another")) == []
    finally:
        process.kill()
        process.communicate()


def test_a_process_without_a_client_is_left_over(tmp_path: Path) -> None:
    long_ago = time.time() - 2 * machine.PATIENCE
    assert machine.Running(psutil.Process(), str(tmp_path), long_ago, 0).left
    began = Path("/proc/self/stat").read_text().rpartition(")")[2].split()[19]
    (tmp_path / "clients").mkdir()
    (tmp_path / "clients" / f"{os.getpid()}-{began}").touch()
    assert not machine.Running(psutil.Process(), str(tmp_path), long_ago, 0).left


# Transcripts


def test_R151_a_client_whose_transcripts_nobody_understands_is_a_warning(doctor: Doctor) -> None:
    assert one(doctor.levels("ok"), "claude: 1 of 1 transcript")
    folder = doctor.sandbox.home / ".codex/sessions/2026/11/30"
    folder.mkdir(parents=True)
    for number in range(3):
        meta = {"type": "session_meta", "payload": {"cwd": str(doctor.sandbox.project)}}
        rows = [meta, {"type": "speech", "payload": {"words": "Said in a new form"}}]
        path = folder / f"rollout-2026-11-30T10-00-00-0000000{number}-0000-4000-8000-000000000000.jsonl"
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    doctor("pack")
    assert one(doctor.levels(), "codex: 0 of 3 transcripts")["level"] == "warning"
    assert one(doctor.levels("note"), "codex", "speech (3)")  # R152
