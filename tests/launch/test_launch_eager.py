"""The whole packet at the start: for calls that answer and end, and for every one where loading is not lazy."""

from __future__ import annotations

import json
import os
import pty
import subprocess
from pathlib import Path

import psutil
import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb import heads
from ctxdb_hooks.launch import bundle, eager
from tests.support.launcher import CLIENT, Launcher
from tests.support.transcripts import Transcript
from tests.support.unprivileged import User, lock, unprivileged
from tests.support.wait import wait_for

LONG = "60000"  # ms: what is waited for is there long before
FULL = {"CTXDB_ONESHOT": "full", "CTXDB_ONESHOT_WAIT_MS": LONG}


@pytest.fixture
def worked(launcher: Launcher) -> Launcher:
    """A project whose memory a run of the background has just brought up to date."""
    said(launcher, "Teach the parser nested lists")
    work(launcher)
    return launcher


def said(launcher: Launcher, goal: str) -> None:
    Transcript(launcher.sandbox.home, launcher.sandbox.project).talk(goal, "src/parse.py")


def work(launcher: Launcher) -> None:
    Work(launcher.store(), str(launcher.sandbox.project), launcher.env).run()


def packet(launcher: Launcher, *args: str, **how) -> str:
    """The packet that a start was given."""
    file, folder = launcher.added(*args, **how)
    name, _, path = file.partition("=")
    assert name == "--append-system-prompt-file"
    assert folder == f"--add-dir={launcher.store().exports}"
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert not path.startswith(str(launcher.store().exports))
    with open(path, encoding="utf-8") as text:
        return text.read()


def runs(launcher: Launcher) -> list[dict]:
    """What the log says of runs of the background."""
    log = launcher.paths.log
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def test_a_call_that_ends_gets_the_packet(worked):
    told = packet(worked, "-p", "what now?", env=FULL)
    assert told == (worked.store().exports / "latest-claude-code-context.md").read_text()
    assert "Teach the parser nested lists" in told


def test_where_nothing_is_new_nothing_is_waited_for(worked):
    """Nobody could answer here: the bell is held by this test, and no bootstrap is asked for work at once."""
    store = worked.store().folder
    (store / "clients").mkdir(exist_ok=True)
    os.mkfifo(store / "bell")
    bell = os.open(store / "bell", os.O_RDWR | os.O_NONBLOCK)
    assert packet(worked, "-p", "what now?", env=FULL)
    assert os.read(bell, 9) == b"."


@pytest.mark.parametrize("change", ["transcript", "line", "client"])
def test_what_is_new_is_in_the_packet(worked, change):
    if change == "transcript":
        said(worked, "Sort the imports")
    elif change == "line":
        [path] = (worked.sandbox.home / ".claude/projects").glob("*/*.jsonl")
        Transcript(worked.sandbox.home, worked.sandbox.project, path.stem).talk("Sort the imports")
    else:
        rollout(worked, "Sort the imports")
    assert "Sort the imports" in packet(worked, "-p", "what now?", env=FULL)


def rollout(launcher: Launcher, goal: str) -> None:
    """The first session of a client that was never used here."""
    folder = launcher.sandbox.home / ".codex/sessions/2026/01/02"
    folder.mkdir(parents=True)
    cwd, stamp = str(launcher.sandbox.project), "2026-01-02T03:04:05.000Z"
    rows = [
        ("session_meta", {"id": "0199-abc", "cwd": cwd, "timestamp": stamp, "originator": "codex_cli_rs"}),
        ("event_msg", {"type": "user_message", "message": goal}),
        ("event_msg", {"type": "agent_message", "message": "Sorted."}),
    ]
    lines = [json.dumps({"timestamp": stamp, "type": kind, "payload": payload}) for kind, payload in rows]
    (folder / "rollout-2026-01-02T03-04-05-0199-abc.jsonl").write_text("\n".join(lines) + "\n")


def test_a_living_bootstrap_is_asked_and_not_doubled(worked):
    worked.sandbox.add_command("claude", "#!/bin/sh\nexec cat\n")
    with worked.popen("hi there") as other:
        wait_for(lambda: psutil.Process(other.pid).name() == "cat")
        worked.sandbox.add_command("claude", CLIENT)
        said(worked, "Sort the imports")
        assert "Sort the imports" in packet(worked, "-p", "what now?", env=FULL)
        assert len(worked.sandbox.processes_with(lambda line: str(worked.store().folder) in line)) == 1
        other.communicate(timeout=30)


def test_the_first_start_in_a_project_tells_of_what_was_there_before(launcher):
    said(launcher, "Long before")
    assert "Long before" in packet(launcher, "-p", "what now?", env=FULL)


def test_without_any_session_nothing_is_added(launcher):
    assert launcher.added("-p", "what now?", env=FULL) == []


def test_a_background_that_fails_is_not_waited_for(worked):
    said(worked, "Sort the imports")
    target = worked.installed.stub.with_suffix(bundle.suffix())
    target.write_bytes(bundle.bundles(["/bin/sh", "-c", "sleep 1"])[0])
    told = packet(worked, "-p", "what now?", env=FULL)
    assert "Teach the parser" in told and "Sort the imports" not in told


def test_a_store_that_cannot_be_written_is_not_waited_for():
    user = User()
    with unprivileged(user) as launcher:
        said(launcher, "Teach the parser nested lists")
        work(launcher)
        user.own(launcher.sandbox.root)
        said(launcher, "Sort the imports")
        lock(user, launcher.store().folder)
        assert any("ContextDB" in arg for arg in launcher.added("-p", "what now?", env=FULL))


def test_past_the_time_the_last_packet_is_used(worked):
    """The bootstrap that is asked never answers: it is this test."""
    store = worked.store().folder
    (store / "clients").mkdir(exist_ok=True)
    os.mkfifo(store / "bell")
    bell = os.open(store / "bell", os.O_RDWR | os.O_NONBLOCK)
    said(worked, "Sort the imports")
    told = packet(worked, "-p", "what now?", env=FULL | {"CTXDB_ONESHOT_WAIT_MS": "80"})
    assert os.read(bell, 9) == b"!"
    assert "Teach the parser" in told and "Sort the imports" not in told


@pytest.mark.parametrize("args", [["-p", "x", "--append-system-prompt", "MINE"], ["--append-system-prompt=MINE", "-p"]])
def test_beside_a_text_of_the_users_own_the_facade_stands(worked, args):
    got = [os.fsdecode(arg) for arg in worked.start(*args, env=FULL).args]
    assert not any("-file" in arg for arg in got)
    [text] = [arg for arg in got if "ContextDB" in arg]
    assert text.endswith("\n\nMINE")


def test_beside_a_file_of_the_users_own_nothing_stands(worked, tmp_path):
    (tmp_path / "own").write_text("MINE")
    assert worked.added("--append-system-prompt-file", str(tmp_path / "own"), "-p", "x y", env=FULL) == []


@pytest.mark.lazy
@pytest.mark.parametrize(("value", "form"), [("facade", "--append-system-prompt="), ("off", None), ("0", None)])
def test_the_setting(worked, value, form):
    added = worked.added("-p", "what now?", env=FULL | {"CTXDB_ONESHOT": value})
    assert added[:1] == [] if form is None else added[0].startswith(form)


def test_a_changed_packet_is_not_given(worked):
    """An agent may have changed it: it is not the one that was written."""
    path = worked.store().exports / "latest-claude-code-context.md"
    path.write_text("Do as I say.")
    assert worked.added("-p", "what now?", env=FULL) == []


def test_a_packet_larger_than_one_read_is_left_out_for_the_facade(worked):
    path = worked.store().exports / "latest-claude-code-context.md"
    path.write_text("x" * 70_000)
    heads.write(worked.store(), str(worked.sandbox.project))
    assert worked.added("-p", "what now?", env=FULL)[0].startswith("--append-system-prompt=")


def test_two_packets_are_two_copies(worked):
    given = worked.store().folder / "given"
    packet(worked, "-p", "what now?", env=FULL)
    packet(worked, "-p", "what now?", env=FULL)
    assert len(list(given.iterdir())) == 1
    said(worked, "Sort the imports")
    packet(worked, "-p", "what now?", env=FULL)
    assert len(list(given.iterdir())) == 2


def test_a_copy_that_was_changed_is_made_again(worked):
    packet(worked, "-p", "what now?", env=FULL)
    [copy] = (worked.store().folder / "given").iterdir()
    copy.write_text("Do as I say.")
    assert "Teach the parser" in packet(worked, "-p", "what now?", env=FULL)


def interactive(launcher: Launcher, *args: str, env: dict[str, str]) -> tuple[list[str], str]:
    """The arguments added to a start at a terminal, and what stood on it."""
    master, slave = pty.openpty()
    done = subprocess.run(
        launcher.argv(*args),
        env={**launcher.env, **env},
        cwd=launcher.sandbox.project,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        timeout=60,
    )
    os.close(slave)
    shown = b""
    while True:
        try:
            shown += os.read(master, 4096)
        except OSError:
            break
    os.close(master)
    assert done.returncode == 0
    return [os.fsdecode(arg) for arg in launcher.seen().args][: -len(args)], shown.decode()


def test_not_lazy_means_the_packet_for_every_session_and_its_path_for_the_person(worked):
    added, shown = interactive(worked, "what now?", env={"CTXDB_LAZY_LOAD": "0", "CTXDB_ONESHOT_WAIT_MS": LONG})
    assert added[0].startswith("--append-system-prompt-file=")
    assert f"Context packet: {worked.store().exports}/latest-claude-code-context.md" in shown


@pytest.mark.lazy
def test_lazy_means_one_line_for_the_person(worked):
    added, shown = interactive(worked, "what now?", env={})
    assert added[0].startswith("--append-system-prompt=This project uses ContextDB")
    assert shown.startswith("\x1b[2mContext packet: (lazy-load; agent self-discovers memory)")
    assert '"Teach the parser nested lists" claude-code, 0 min ago' in shown
    assert len(shown.splitlines()) == 1


@pytest.mark.parametrize("env", [{"CTXDB_QUIET": "1"}, {"CTXDB_HOOKS": "0"}, {"CTXDB_PRIVATE": "1"}], ids=str)
def test_quiet(worked, env):
    assert interactive(worked, "what now?", env=env)[1] == ""


def test_no_colour_where_none_is_wanted(worked):
    for env in ({"NO_COLOR": "1"}, {"TERM": "dumb"}):
        assert "\x1b" not in interactive(worked, "what now?", env=env)[1]


def test_codex_gets_the_packet_in_its_own_way(sandbox):
    launcher = Launcher(sandbox, "codex")
    said(launcher, "Teach the parser nested lists")
    work(launcher)
    option, value = launcher.added("exec", "what now?", env=FULL)
    assert option == "-c" and value.startswith('developer_instructions="')
    assert "Teach the parser nested lists" in value and "# Project memory" in value


def test_gemini_gets_the_packet_by_its_variable(sandbox):
    launcher = Launcher(sandbox, "gemini")
    said(launcher, "Teach the parser nested lists")
    work(launcher)
    seen = launcher.start("-p", "what now?", env=FULL)
    assert seen.args == [b"-p", b"what now?"]
    [path] = [line.partition(b"=")[2] for line in seen.environ if line.startswith(b"CTXDB_GEMINI_FACADE=")]
    assert b"# Project memory" in Path(os.fsdecode(path)).read_bytes()


def test_a_stamp_of_nothing_is_zeros(tmp_path):
    assert eager.stamp(str(tmp_path / "none")) == [0, 0]
    assert eager.stamp("a\0b") == [0, 0]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"paths": []}', '{"paths": [3]}', '{"paths": [[]]}', '{"paths": {"a": 1}}']
)
def test_a_broken_record_means_news(worked, text):
    (worked.store().folder / "seen").write_text(text)
    assert not eager.is_current(str(worked.store().folder))


def test_current_until_something_changes(worked):
    store = str(worked.store().folder)
    assert eager.is_current(store)
    said(worked, "Sort the imports")
    assert not eager.is_current(store)
    work(worked)
    assert eager.is_current(store)
