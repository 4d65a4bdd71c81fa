"""A session that goes on gets exactly what it was given when it began, else nothing."""

from __future__ import annotations

import json
import os
import subprocess
import time
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from tests.support.launcher import CLIENT, Launcher
from tests.support.transcripts import Transcript

CAT = "#!/bin/sh\necho started\nexec cat >/dev/null\n"
LAZY: dict[str, str] = {}
FULL = {"CTXDB_ONESHOT": "full", "CTXDB_ONESHOT_WAIT_MS": "0"}


def work(launcher: Launcher) -> None:
    Work(launcher.store(), str(launcher.sandbox.project), launcher.env).run()


@pytest.fixture
def worked(launcher: Launcher) -> Launcher:
    """A project whose memory knows one session from before."""
    launcher.work_by_hand()
    Transcript(launcher.sandbox.home, launcher.sandbox.project, at=time.time() - 900).talk("Before all this")
    work(launcher)
    return launcher


class Session:
    """A client that was started through the launcher and lives until ``end``."""

    def __init__(self, launcher: Launcher, *args: str, env: dict[str, str] = LAZY, cwd: Path | None = None) -> None:
        self.launcher = launcher
        launcher.sandbox.add_command("claude", CAT)
        self.process = subprocess.Popen(
            launcher.argv(*args),
            env={**launcher.env, **env},
            cwd=cwd or launcher.sandbox.project,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self.process.stdout and self.process.stdout.readline() == b"started\n"
        launcher.sandbox.add_command("claude", CLIENT)
        [start] = (launcher.store().folder / "starts").glob(f"{self.process.pid}-*")
        self.record = json.loads(start.read_bytes())

    @property
    def added(self) -> list[str]:
        """The arguments that its start was given."""
        if self.record.get("text"):
            return [f"--append-system-prompt={self.record['text']}", f"--add-dir={self.record['dir']}"]
        if self.record.get("file"):
            return [f"--append-system-prompt-file={self.record['file']}", f"--add-dir={self.record['dir']}"]
        return []

    def end(self) -> None:
        """Let it end, and the background know what was."""
        self.process.communicate(timeout=30)
        work(self.launcher)


def began(
    launcher: Launcher, *args: str, goal: str, env: dict[str, str] = LAZY, cwd: Path | None = None
) -> tuple[str, list[str]]:
    """A whole session: its id, and what was added to its start."""
    session = Session(launcher, *args, env=env, cwd=cwd)
    where = cwd or launcher.sandbox.project
    transcript = Transcript(launcher.sandbox.home, where).talk(goal)
    session.end()
    return transcript.native, session.added


def text_of(added: list[str]) -> str:
    """What was told in arguments that were added."""
    option, _, value = added[0].partition("=")
    return Path(value).read_text() if option.endswith("-file") else value


def test_a_resume_gets_what_the_session_began_with(worked):
    native, first = began(worked, "hi there", goal="The first one")
    assert "Before all this" in text_of(first)
    _, second = began(worked, "hi there", goal="One in between")
    assert "The first one" in text_of(second)
    for form in (["-r", native], [f"--resume={native}", "and now?"], ["-p", "-r", native, "x y"]):
        assert worked.added(*form) == first
    assert worked.added("-r", native, "--fork-session") == first


def test_a_fork_of_a_fork_gets_it_too(worked):
    native, first = began(worked, "hi there", goal="The first one")
    began(worked, "hi there", goal="One in between")
    fork, added = began(worked, "-r", native, "--fork-session", "go on", goal="The fork")
    assert added == first
    assert worked.added("-r", fork) == first


def test_a_resume_of_a_one_shot_gets_the_packet_of_then(worked):
    native, first = began(worked, "-p", "hi there", goal="The first one", env=FULL)
    packet = Path(first[0].partition("=")[2]).read_text()
    began(worked, "hi there", goal="One in between")
    assert worked.added("-r", native, "-p", "x y", env=FULL) == first
    assert Path(first[0].partition("=")[2]).read_text() == packet
    Path(first[0].partition("=")[2]).write_text("changed")
    assert worked.added("-r", native, "-p", "x y", env=FULL) == []


def test_a_session_that_began_without_us_stays_so(worked):
    native = Transcript(worked.sandbox.home, worked.sandbox.project).talk("Begun elsewhere").native
    work(worked)
    assert worked.added("-r", native) == []


def test_one_that_began_with_nothing_stays_so(worked):
    native, added = began(worked, "-p", "x y", goal="Nothing was added", env={"CTXDB_ONESHOT": "off"})
    assert added == []
    assert worked.added("-r", native) == []


@pytest.mark.parametrize("args", [["-r"], ["-r", "the parser"], ["--from-pr", "3"], ["--teleport"], ["-r", "0" * 8]])
def test_a_picker_or_a_search_gets_nothing(worked, args):
    began(worked, "hi there", goal="The first one")
    assert worked.added(*args) == []


def test_an_unknown_session_gets_nothing(worked):
    began(worked, "hi there", goal="The first one")
    assert worked.added("-r", "0b0e7b6e-1111-4222-8333-444455556666") == []


def test_the_client_s_own_record_ties_two_sessions_that_began_at_once(worked):
    """In one folder, at the same time, each with another memory."""
    one = Session(worked, "hi there")
    with_store = worked.store()
    Transcript(worked.sandbox.home, worked.sandbox.project).talk("Between the two")
    work(worked)
    two = Session(worked, "hi there")
    assert text_of(one.added) != text_of(two.added)
    natives = {}
    for session in (one, two):
        transcript = Transcript(worked.sandbox.home, worked.sandbox.project).talk("Said in it")
        natives[transcript.native] = session
        record(worked, session.process.pid, transcript.native)
    work(worked)
    for session in (one, two):
        session.end()
    for native, session in natives.items():
        assert worked.added("-r", native) == session.added
    assert with_store.folder == worked.store().folder


def record(launcher: Launcher, pid: int, native: str) -> None:
    folder = launcher.sandbox.home / ".claude/sessions"
    folder.mkdir(exist_ok=True)
    value = {"pid": pid, "sessionId": native, "startedAt": int(time.time() * 1000), "kind": "interactive"}
    (folder / f"{pid}.json").write_text(json.dumps(value))


def test_two_that_cannot_be_told_apart_get_nothing(worked):
    one, two = Session(worked, "hi there"), Session(worked, "hi there")
    natives = [Transcript(worked.sandbox.home, worked.sandbox.project).talk("Said in it").native for _ in range(2)]
    one.end()
    two.end()
    assert [worked.added("-r", native) for native in natives] == [[], []]


def test_an_id_that_was_given_needs_no_tie(worked):
    native = "0b0e7b6e-1111-4222-8333-444455556666"
    other = Session(worked, "hi there")
    session = Session(worked, "--session-id", native, "hi there")
    Transcript(worked.sandbox.home, worked.sandbox.project, native).talk("Said in it")
    session.end()
    other.end()
    assert session.added
    assert worked.added("-r", native) == session.added


# --continue: the newest of the folder


def test_continue_takes_the_newest(worked):
    began(worked, "hi there", goal="The first one")
    _, added = began(worked, "hi there", goal="The second one")
    assert worked.added("-p", "-c", "x y") == added


def test_continue_with_a_newer_one_that_is_not_known_gets_nothing(worked):
    began(worked, "hi there", goal="The first one")
    Transcript(worked.sandbox.home, worked.sandbox.project).talk("Begun elsewhere")
    assert worked.added("-p", "-c", "x y") == []


def test_continue_after_an_older_one_went_on_gets_nothing(worked):
    native, _ = began(worked, "hi there", goal="The first one")
    began(worked, "hi there", goal="The second one")
    Transcript(worked.sandbox.home, worked.sandbox.project, native).talk("And on")
    assert worked.added("-p", "-c", "x y") == []


def test_continue_in_another_folder_gets_nothing(worked):
    began(worked, "hi there", goal="The first one")
    (worked.sandbox.project / "sub").mkdir()
    assert worked.added("-p", "-c", "x y", cwd=worked.sandbox.project / "sub") == []


def test_at_a_terminal_continue_passes_over_what_scripts_began(worked):
    native, added = began(worked, "hi there", goal="A person's own")
    session = Session(worked, "-p", "hi there")
    scripted = Transcript(worked.sandbox.home, worked.sandbox.project)
    scripted.write("user", {"role": "user", "content": "By a script"}, entrypoint="sdk-cli")
    session.end()
    known = json.loads((worked.store().folder / "resumes").read_bytes())
    folder, newest, own, passed = known["newest"][str(worked.sandbox.project)]
    assert (newest, own, passed) == (scripted.native, native, [scripted.native])
    assert Path(folder) == scripted.path.parent
    assert worked.added("-p", "-c", "x y") != added
    plugin = f"--plugin-dir={worked.installed.plugin}"  # once the background knows that the client may have it
    assert [arg for arg in at_terminal(worked, "-c") if arg != plugin] == added


def at_terminal(launcher: Launcher, *args: str) -> list[str]:
    master, slave = os.openpty()
    subprocess.run(
        launcher.argv(*args), env=launcher.env, cwd=launcher.sandbox.project, stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    os.close(master)
    return [os.fsdecode(arg) for arg in launcher.seen().args][: -len(args)]


@pytest.mark.parametrize("text", ["", "[]", '{"sessions":3}', '{"sessions":{"x":[1]},"given":{},"newest":{}}', "\xff"])
def test_a_broken_record_means_nothing_is_added(worked, text):
    native, _ = began(worked, "hi there", goal="The first one")
    (worked.store().folder / "resumes").write_text(text)
    assert worked.added("-r", native) == []


def test_what_is_kept_stays_small_enough_for_a_start_to_read(worked):
    native, added = began(worked, "hi there", goal="The first one")
    path = worked.store().folder / "resumes"
    value = json.loads(path.read_bytes())
    old = {f"{number:036}": f"key{number}" for number in range(3000)}
    value["sessions"] = old | value["sessions"]
    value["given"] |= {f"key{number}": {"text": "x" * 500, "file": "", "dir": ""} for number in range(3000)}
    path.write_text(json.dumps(value))
    began(worked, "hi there", goal="The second one")
    assert path.stat().st_size < 65536
    assert worked.added("-r", native) == added


def test_worktree_sessions_get_the_short_packet_and_no_path(worked):
    added = worked.added("-w", "feature", "-p", "x y")
    [option] = added
    text = Path(option.partition("=")[2]).read_text()
    assert option.startswith("--append-system-prompt-file=")
    assert "Before all this" in text
    assert str(worked.paths.state) not in text
    seen = worked.start("--append-system-prompt=MINE", "-w", "feature").args
    assert seen[0].startswith(b"--append-system-prompt=# Project memory") and seen[0].endswith(b"\n\nMINE")
    assert not any(arg.startswith(b"--add-dir") for arg in seen)


def test_forgetting_takes_away_what_sessions_were_given(worked):
    began(worked, "-p", "hi there", goal="The first one", env=FULL)
    store = worked.store()
    assert "Before all this" in everything(store.folder)
    [name] = [meta["sessionId"] for meta in store.metas() if "Before" in meta["derived"]["goal"]]
    Work(store, str(worked.sandbox.project), worked.env).forget([name])
    assert "Before all this" not in everything(store.folder)


def everything(folder: Path) -> str:
    return "".join(path.read_text(errors="replace") for path in folder.rglob("*") if path.is_file())


def test_starts_are_forgotten_in_the_end(worked):
    began(worked, "hi there", goal="The first one")
    [left] = (worked.store().folder / "starts").iterdir()
    left.write_text(json.dumps(json.loads(left.read_text()) | {"ended": time.time() - 7200}))
    work(worked)
    assert not left.exists()
