"""What a run may take, whatever it meets; and that it touches nothing but the store."""

from __future__ import annotations

import itertools
import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.bootstrap import __main__ as bootstrap
from ctxdb_hooks.bootstrap import limits, space
from ctxdb_hooks.bootstrap.work import Report, Work
from ctxdb_hooks.clients import jsonl
from ctxdb_hooks.contextdb.index import use
from ctxdb_hooks.contextdb.store import Store
from tests.faults.world import World
from tests.support import whole
from tests.support.background import Background
from tests.support.sandbox import CHECKOUT
from tests.support.wait import wait_for

RUN = """\
import json, resource, sys
from pathlib import Path
sys.path.insert(0, {checkout!r})
{before}
from ctxdb_hooks.bootstrap import limits
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
with limits.limited():
    report = Work(Store(Path(sys.argv[1])), sys.argv[2], {{"HOME": sys.argv[3]}}, seconds={seconds}, wall={wall}).run()
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(json.dumps(vars(report) | {{"peak": int(peak.split()[1]) // 1024}}))
"""


@pytest.fixture
def world(tmp_path: Path) -> World:
    """A project with four conversations of a turn each, read already."""
    made = World(tmp_path)
    for number in range(4):
        made.talk(number)
    made.work()
    return made


def run(
    world: World,
    *,
    before: str = "",
    seconds: float = 60,
    wall: int = 120,
    check: bool = True,
    prefix: list[str] | None = None,
) -> dict[str, Any]:
    """One run in a process of its own, under its limits; its report, and the peak of its memory in MB."""
    code = RUN.format(checkout=str(CHECKOUT), before=before, seconds=seconds, wall=wall)
    argv = [*(prefix or []), sys.executable, "-c", code, str(world.store), str(world.project), str(world.home)]
    done = subprocess.run(argv, capture_output=True, text=True)
    if check:
        assert done.returncode == 0, done.stderr
    value: dict[str, Any] = json.loads(done.stdout) if done.stdout else {"status": done.returncode}
    return value


@pytest.mark.parametrize(
    "make",
    [
        os.mkfifo,
        lambda path: path.symlink_to("/dev/zero"),
        lambda path: path.symlink_to("/dev/tty"),
        lambda path: path.mkdir(),
        lambda path: path.symlink_to(path),
        lambda path: _socket(path),
    ],
    ids=["R114 FIFO", "device", "terminal", "folder", "link to itself", "socket"],
)
def test_what_is_no_transcript_is_passed_over(world: World, make: Callable[[Path], object]) -> None:
    folder = world.transcripts[0].path.parent
    make(folder / "00000000-0000-0000-0000-000000000000.jsonl")
    newest = world.talk(4)
    run(world)
    assert newest in world.prompts()
    assert whole.wrong(world.store) == []


def _socket(path: Path) -> None:
    with suppress(OSError), socket.socket(socket.AF_UNIX) as made:
        os.chdir(path.parent)
        made.bind(path.name)
        os.chdir("/")


def test_R140_of_a_huge_transcript_the_beginning_and_the_end_are_read_in_little_memory(world: World) -> None:
    huge = world.transcript()
    huge.talk("What was wanted at the very beginning")
    with huge.path.open("ab") as file:
        file.truncate(10 << 30)
    huge.raw(b"\n").talk("What was said at the very end")
    report = run(world)
    assert report["left_out"] > 9 << 30
    assert report["peak"] < 100
    assert {"What was wanted at the very beginning", "What was said at the very end"} <= world.prompts()


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_a_chat_of_gemini_s_of_twenty_megabytes_is_read_in_little_memory(world: World, form: str) -> None:
    """Of small messages, each of which takes many times its bytes."""
    folder = world.home / ".gemini/tmp/p/chats"
    folder.mkdir(parents=True)
    (folder.parent / ".project_root").write_text(str(world.project))
    row = '{{"id":"m{0}","timestamp":"2026-01-02T03:04:06.000Z","type":"user","content":"The number {0}"}}'
    number = (20 << 20) // len(row)
    with open(folder / f"session-2026-01-02T03-04-75db3930.{form}", "w") as file:
        file.write('{"sessionId": "75db3930", "messages": [' if form == "json" else "")
        for at in range(number):
            file.write(row.format(at) + ("\n" if form == "jsonl" else "," if at < number - 1 else "]}"))
    assert run(world)["peak"] < 100
    assert {"The number 0", f"The number {number - 1}"} <= world.prompts()


def test_R142_a_line_of_fifty_megabytes_is_passed_over(world: World) -> None:
    long = world.transcript()
    long.talk("Before the long line")
    long.raw(b'{"type":"user","message":{"role":"user","content":"' + b"z" * (50 << 20) + b'"}}\n')
    long.talk("Behind the long line")
    assert run(world)["peak"] < 100
    assert {"Before the long line", "Behind the long line"} <= world.prompts()


def test_a_session_of_nothing_but_prose_is_bounded(world: World) -> None:
    """What is kept of a session has an end too; the middle gives way, not the goal and not the newest."""
    said = world.transcript()
    said.talk("The goal of it all")
    line = said.line("assistant", {"role": "assistant", "content": [{"type": "text", "text": "I did this. " * 450}]})
    for _ in range(8):
        said.raw(line.replace(b"I did", b"We did") * 900)
    said.talk("The last of it all")
    report = run(world)
    assert report["peak"] < 100
    size = max(path.stat().st_size for path in world.store.rglob("l2-events.jsonl"))
    assert size < 33 << 20
    assert {"The goal of it all", "The last of it all"} <= world.prompts()


def test_R141_of_too_many_files_the_newest_are_looked_at(world: World) -> None:
    few = "from ctxdb_hooks.clients import jsonl; jsonl.MAX_FILES = 50"
    for number in range(100):
        path = world.transcripts[0].path.with_name(f"{number:08d}-0000-0000-0000-000000000000.jsonl")
        path.touch()
        os.utime(path, (1, 1))
    newest = world.talk(4)
    assert run(world, before=few)["looked"] == 50
    assert newest in world.prompts()
    assert run(world, before=few)["read"] == 0


def test_R141_twice_as_many_files_are_twice_the_work(world: World) -> None:
    """Counted in calls, which are the same on any machine."""
    folder = world.transcripts[0].path.parent
    calls = []
    for number in range(2):
        for file in range(1000):
            made = folder / f"{number}{file:07d}-0000-0000-0000-000000000000.jsonl"
            made.write_bytes(b'{"type":"user","cwd":"/somewhere/else"}\n')
        counted = itertools.count()
        (world.store / "cursors.db").unlink()
        sys.setprofile(lambda *_, counted=counted: next(counted))
        world.work()
        sys.setprofile(None)
        calls.append(next(counted))
    assert calls[1] < 2.2 * calls[0], calls


def test_what_was_passed_over_and_is_gone_leaves_no_trace(world: World) -> None:
    """In every project's list of what was read there is a line for each of the others' transcripts."""
    foreign = [world.transcripts[0].path.with_name(f"{number}.jsonl") for number in range(20)]
    for path in foreign:
        path.write_bytes(b'{"type":"user","cwd":"/somewhere/else"}\n')

    def listed() -> int:
        world.work()
        with closing(sqlite3.connect(world.store / "cursors.db")) as db:
            return int(db.execute("select count(*) from transcripts").fetchone()[0])

    assert listed() == 24
    for path in [*foreign[5:], world.transcripts[0].path]:
        path.unlink()
    assert listed() == 9


def test_R122_a_run_with_nothing_new_opens_no_transcript(world: World) -> None:
    before = """
import os
opened = os.open
def watch(path, *more, **named):
    assert not str(path).endswith(".jsonl") or "context-db" in str(path), path
    return opened(path, *more, **named)
os.open = watch
"""
    report = run(world, before=before)
    assert (report["looked"], report["read"], report["bytes"]) == (4, 0, 0)


def test_R144_a_run_out_of_time_leaves_the_rest_to_the_next(world: World) -> None:
    long = world.transcript()
    for number in range(3):
        long.talk(f"Part {number}")
        long.raw(b'{"type":"system","x":"' + b"z" * (jsonl.SLICE - 100_000) + b'"}\n' * 2)
    assert run(world, seconds=0.001)["later"] == 1
    offsets = []
    while run(world, seconds=0.001)["later"]:
        with sqlite3.connect(world.store / "cursors.db") as db:
            offsets.append(
                json.loads(db.execute("select cursor from transcripts where seen = ''").fetchone()[0])["offset"]
            )
        if len(offsets) > 10:
            break
    assert offsets == sorted(set(offsets)), "a run began again where one had been before"
    run(world)
    assert {f"Part {number}" for number in range(3)} <= world.prompts()
    assert whole.wrong(world.store) == []


HANG = """
import os, re, select, signal
from ctxdb_hooks.bootstrap import limits
from ctxdb_hooks.clients.claude import ingest
real = ingest.read
def read(fd, path, cursor):
    if {poison!r} in str(path):
        {hang}
    return real(fd, path, cursor)
ingest.read = read
"""


@pytest.mark.parametrize(
    ("hang", "wall", "status"),
    [
        ("select.select([], [], [], 60)", 1, 1),
        ("re.match('(a|a)*b', 'a' * 40)", 60, -signal.SIGXCPU),
    ],
    ids=["a call that waits", "R110 a call that computes"],
)
def test_what_a_run_hangs_on_is_left_out(world: World, hang: str, wall: int, status: int) -> None:
    """Even inside a call that does not return; afterwards the transcript is read on from there."""
    poison = world.transcripts[2].native
    world.talk(2)
    world.talk(1)
    harm = HANG.format(poison=poison, hang=hang)
    assert run(world, before=f"{harm}\nlimits.CPU = 1", wall=wall, check=False)["status"] == status
    assert (world.store / "unfinished").exists()
    assert run(world, before=HANG.format(poison=poison, hang="pass"))["left_out"] > 0
    newest = world.talk(6)
    run(world)
    assert newest in world.prompts()
    assert whole.wrong(world.store) == []


POISON = """
import re
from ctxdb_hooks.bootstrap import intake, limits
limits.CPU = 1
redact = intake.redact
intake.redact = lambda text: re.match('(a|a)*b', 'a' * 40) if "poison" in text else redact(text)
"""


def _claude(world: World) -> Callable[[str], object]:
    return world.transcript().prompt


def _gemini(world: World) -> Callable[[str], object]:
    """A chat, which its reader replays from the beginning each time that it has grown."""
    folder = world.home / ".gemini" / "tmp" / "project"
    (folder / "chats").mkdir(parents=True)
    (folder / ".project_root").write_text(str(world.project))

    def prompt(text: str) -> None:
        row = {"id": text, "type": "user", "timestamp": "2026-09-20T10:00:00.000Z", "content": [{"text": text}]}
        with (folder / "chats" / "session-2026-09-20T10-00-75db3930.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")

    return prompt


@pytest.mark.parametrize(("client", "known"), [(_claude, False), (_gemini, False), (_gemini, True)])
def test_R110_a_run_hangs_on_the_same_lines_once(
    world: World, client: Callable[[World], Callable[[str], object]], known: bool
) -> None:
    prompt = client(world)
    if known:
        prompt("Said before")
        run(world)
    prompt("A poison")
    assert run(world, before=POISON, check=False)["status"] == -signal.SIGXCPU
    assert run(world, before=POISON)["left_out"] > 0
    prompt("Said behind it")
    newest = world.talk(4)
    run(world, before=POISON)
    assert newest in world.prompts()
    assert "A poison" not in world.prompts()
    assert ("Said before" in world.prompts()) == known
    assert whole.wrong(world.store) == []


def test_R144_what_a_run_was_killed_in_comes_last_and_keeps_nothing_from_being_told(world: World) -> None:
    """As by a cgroup that has no more memory, again and again."""
    harm = HANG.format(poison=world.transcripts[2].native, hang="os.kill(os.getpid(), signal.SIGKILL)")
    newest = world.talk(5)
    world.talk(6)
    for _ in range(2):
        assert run(world, before=harm, check=False)["status"] == -signal.SIGKILL
    assert newest in world.prompts()
    assert whole.goal(world.store) == "Turn 1 of the work on module_1.py"
    told = [run(world)["broken_off"] for _ in range(2)]
    assert told == [str(world.transcripts[2].path), ""]
    world.check_mended()


def test_one_that_cannot_be_read_keeps_nothing_from_the_others(world: World) -> None:
    broken = f"""
from ctxdb_hooks.clients.claude import ingest
real = ingest.read
def read(fd, path, cursor):
    if {world.transcripts[0].native!r} in str(path):
        raise OSError(5, "Input/output error")
    return real(fd, path, cursor)
ingest.read = read
"""
    world.talk(4)
    newest = world.talk(5)
    report = run(world, before=broken)
    assert report["skipped"] == [f"{world.transcripts[0].path}: Input/output error"]
    assert newest in world.prompts()
    world.check_mended()


def test_R145_it_works_in_half_a_gigabyte_of_address_space(world: World) -> None:
    newest = world.talk(4)
    run(world, prefix=["sh", "-c", 'ulimit -v 400000; exec "$0" "$@"'])
    assert newest in world.prompts()


def test_the_limits_hold_and_are_taken_back() -> None:
    code = """
import os, resource
import psutil
from ctxdb_hooks.bootstrap import limits
names = ("RLIMIT_CPU", "RLIMIT_AS", "RLIMIT_NOFILE", "RLIMIT_FSIZE", "RLIMIT_CORE")
before = [resource.getrlimit(getattr(resource, name)) for name in names]
with limits.limited():
    inside = [resource.getrlimit(getattr(resource, name))[0] for name in names]
    assert all(0 <= value <= limits.OUTPUT for value in inside), inside
    try:
        bytearray(limits.MEMORY)
        raise SystemExit("memory without end")
    except MemoryError:
        pass
    assert os.nice(0) == 19
    assert not hasattr(psutil.Process, "ionice") or tuple(psutil.Process().ionice()) == (2, 7)
assert [resource.getrlimit(getattr(resource, name)) for name in names] == before
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_locked_cursors_end_a_run_and_not_the_next(background: Background) -> None:
    """Another process that keeps them locked must not hold ours for long, nor make it lose them."""
    client = background.start()
    background.transcript().talk("The first")
    background.end(client)
    background.wait_for_goal("The first")
    background.wait_until_over()
    client = background.start()
    background.wait_until_waiting()
    with sqlite3.connect(background.store() / "cursors.db", isolation_level=None) as other:
        other.execute("begin exclusive")
        background.transcript().talk("The second")
        background.end(client)
        wait_for(lambda: any("locked" in str(run.get("failed")) for run in background.runs()), 20, background.log)
        other.execute("rollback")
    background.wait_until_over()
    background.end(background.start())
    background.wait_for_goal("The second")
    background.wait_until_over()
    assert whole.wrong(background.store()) == []


def test_R111_R123_it_opens_no_socket_starts_nothing_and_writes_only_for_its_project(world: World) -> None:
    watch = """
import os, sys
seen = []
def watch(event, args):
    if event.startswith(("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.system", "pty.")):
        seen.append((event, args))
    elif event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
        if not is_ours(str(args[0])):
            seen.append((event, args))
    elif event in CHANGES and not isinstance(args[0], int) and not is_ours(str(args[0])):
        seen.append((event, args))
def is_ours(path):
    return path.startswith(STATE) and (path.startswith(sys.argv[1]) or not path.startswith(STATE + "/projects"))
CHANGES = ["os." + name for name in "rename remove mkdir rmdir chmod chown link symlink truncate utime".split()]
STATE = sys.argv[3] + "/.local/state/ctxdb-hooks"
import atexit
atexit.register(lambda: os.write(2, repr(seen).encode()) and os._exit(9) if seen else None)
sys.addaudithook(watch)
"""
    world.talk(4)
    assert "status" not in run(world, before=watch)
    assert sorted(path.name for path in world.project.rglob("*")) == [".git", "HEAD"]


def test_a_project_that_is_gone_is_not_made_again(background: Background) -> None:
    client = background.start()
    background.wait_until_waiting()
    store = background.store()
    background.transcript().talk("Said before the project was deleted")
    shutil.rmtree(background.sandbox.project)
    background.end(client)
    background.wait_for_goal("Said before the project was deleted", store)
    background.wait_until_over()
    assert not background.sandbox.project.exists()


def test_a_store_that_is_gone_is_not_made_again(background: Background) -> None:
    client = background.start()
    background.wait_until_waiting()
    store = background.store()
    shutil.rmtree(store)
    background.transcript().talk("Said after the memory was deleted")
    background.end(client)
    background.wait_until_over()
    assert not store.exists()


def _replace_by_a_fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


@pytest.mark.parametrize(
    "take",
    [
        lambda path: path.unlink(),
        lambda path: os.truncate(path, 0),
        lambda path: os.truncate(path, 100),
        lambda path: path.write_text("{}\n"),
        _replace_by_a_fifo,
        lambda path: shutil.rmtree(path.parent),
        lambda path: shutil.rmtree(path.parents[2]),
    ],
    ids=["deleted", "emptied", "cut", "overwritten", "a FIFO instead", "no folder", "no home of the client"],
)
def test_R146_what_was_in_a_transcript_that_is_gone_is_remembered(world: World, take: Callable[[Path], object]) -> None:
    take(world.transcripts[0].path)
    for _ in range(2):
        world.work()
        assert world.prompts() == world.said
        assert whole.wrong(world.store) == []


@pytest.mark.parametrize("place", ["memory", "memory/context-db/sessions", "memory/context-db/sessions/*"])
def test_what_was_deleted_of_the_memory_is_read_again(world: World, place: str) -> None:
    """From transcripts in which nothing is new; `ctxdb-hooks forget` is for what is to stay away."""
    shutil.rmtree(next(world.store.glob(place)))
    world.check_mended()


def test_a_session_that_another_version_describes_otherwise_is_read_on(world: World) -> None:
    meta = next(world.store.rglob("meta.json"))
    meta.write_text(json.dumps(json.loads(meta.read_text()) | {"head": "one line", "derived": ["?"], "source": 7}))
    for number in range(4):
        world.talk(4 + number)
    assert world.work().skipped == []
    world.check_mended()


def test_R146_a_transcript_that_vanishes_between_listing_and_opening_is_nothing_to_tell(world: World) -> None:
    vanish = f"""
import os
from ctxdb_hooks.contextdb import files
real = files.open_regular
def open_regular(path, flags=0):
    if {world.transcripts[1].native!r} in str(path):
        os.unlink(path)
    return real(path, flags)
files.open_regular = open_regular
"""
    world.talk(1)
    newest = world.talk(2)
    assert run(world, before=vanish)["skipped"] == []
    assert newest in world.prompts()


def test_an_index_that_another_process_keeps_locked_costs_the_index_alone(world: World) -> None:
    with closing(sqlite3.connect(world.store / "index.db", isolation_level=None)) as other:
        other.execute("pragma locking_mode = exclusive")
        other.execute("begin exclusive")
        newest = world.talk(4)
        report = run(world)
        other.execute("rollback")
    assert [skipped.partition(":")[0] for skipped in report["skipped"]] == ["the index"]
    assert whole.events(world.store)[-1]["text"]
    assert newest in world.prompts()
    world.check_mended()


def test_an_index_that_may_grow_no_more_costs_the_index_alone(world: World) -> None:
    for number in range(12):
        said = world.transcript()
        for turn in range(40):
            said.prompt(" ".join(f"{number}x{turn}y{word}" for word in range(100)))
    report = run(world, before="from ctxdb_hooks.bootstrap import limits\nlimits.OUTPUT = 400_000")
    assert [skipped.partition(":")[0] for skipped in report["skipped"]] == ["the index"]
    assert report["read"] == 12
    newest = world.talk(4)
    assert run(world)["skipped"] == []
    assert newest in world.prompts()
    assert use(Store(world.store), lambda index: index.search("11x39y99"))


def test_the_index_of_all_that_a_project_may_keep_is_no_larger_than_a_file_may_be() -> None:
    """An index takes up to 2.4 bytes per byte of events, where all words are rare."""
    assert limits.OUTPUT > 3 * space.MOST


def test_a_list_of_what_was_read_that_holds_noise_is_made_again(world: World) -> None:
    """Unlike torn pages SQLite cannot tell it from text, nor Python in the message of an error."""
    cursors = world.store / "cursors.db"
    cursors.write_bytes(cursors.read_bytes().replace(b"/home/", b"/h\xc7me/").replace(b'"size"', b'"s\xffze"'))
    world.talk(4)
    with suppress(sqlite3.Error):
        world.work()
    world.check_mended()


def test_one_line_in_the_log_tells_what_a_run_read_wrote_and_passed_over(world: World) -> None:
    os.mkfifo(world.transcripts[0].path.with_name("fifo.jsonl"))
    world.talk(4)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "environ", world.env)
        bootstrap.run(Store(world.store), str(world.project))
    (line,) = (json.loads(line) for line in (world.home / ".local/state/ctxdb-hooks/log").read_text().splitlines())
    assert (line["project"], line["read"], line["events"], line["sessions"]) == (world.store.name, 1, 4, 1)
    assert [reason.rpartition(": ")[2] for reason in line["skipped"]] == ["not a regular file"]
    assert line["seconds"] >= line["reading"] + line["writing"] - 0.002 > 0


def test_damaged_files_of_the_store_are_mended_after_a_run_that_did_not_end(world: World) -> None:
    """As a power failure leaves them. The second session's transcript is gone: its events alone are left."""
    sessions = sorted((world.store / whole.BASE / "sessions").iterdir())
    (sessions[0] / "meta.json").write_bytes(b"\0" * 300)
    (sessions[0] / "l2-events.jsonl").write_bytes(b'{"seq":1,"ts"')
    (sessions[1] / "meta.json").unlink()
    for transcript in world.transcripts:
        if transcript.path.read_bytes().count(b"Turn 1 ") and transcript.path.exists():
            transcript.path.unlink()
    (world.store / "unfinished").write_text("")
    report: Report = Work(Store(world.store), str(world.project), world.env).run()
    assert report.mended >= 2
    assert whole.wrong(world.store) == []
    assert world.prompts() == world.said
