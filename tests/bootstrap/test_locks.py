"""One process at a time, by the kernel's lock and without it; and nothing that lies in its place stops a start."""

from __future__ import annotations

import errno
import fcntl
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap import lock as locks
from ctxdb_hooks.bootstrap.cursors import cursors
from ctxdb_hooks.bootstrap.lock import Lock
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb.facade import started
from tests.support import whole
from tests.support.background import Background
from tests.support.launcher import GOAL, Launcher
from tests.support.sandbox import CHECKOUT, Sandbox
from tests.support.unprivileged import User
from tests.support.wait import wait_for

NO_FLOCK = """\
import errno, fcntl
def no_flock(fd, how):
    raise OSError(errno.ENOLCK, "no locks available")
fcntl.flock = no_flock
"""
HOLD = """\
import sys
from ctxdb_hooks.bootstrap.lock import Lock
lock = Lock(sys.argv[1])
print(lock.take(), flush=True)
sys.stdin.read()
"""
BECOME = """\
import os, sys
from ctxdb_hooks.bootstrap.lock import Lock
lock = Lock(sys.argv[1])
lock.take()
lock.keep()
text = "import sys; from ctxdb_hooks.bootstrap.lock import Lock; print(Lock(*sys.argv[1:]).held(), flush=True); input()"
os.execv(sys.executable, [sys.executable, "-c", text, sys.argv[1], lock.handle])
"""


@contextmanager
def process(code: str, path: Path, *, flock: bool) -> Iterator[subprocess.Popen[str]]:
    """A process of Python; killed at the end."""
    text = code if flock else NO_FLOCK + code
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", text, str(path)], text=True, **pipes) as running:
        try:
            yield running
        finally:
            running.kill()


def said(running: subprocess.Popen[str]) -> str:
    """The next line of a process."""
    assert running.stdout
    return running.stdout.readline().strip()


@pytest.fixture(params=[True, False], ids=["flock", "no flock"])
def flock(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """With the kernel's locks, and on a file system that has none; here and in the processes."""
    if not request.param:
        monkeypatch.setattr(fcntl, "flock", no_flock)
    return bool(request.param)


def no_flock(fd: int, how: int) -> None:
    """What NFS without locking says."""
    raise OSError(errno.ENOLCK, "no locks available")


def test_it_is_taken_once_and_free_when_its_owner_is_killed(tmp_path: Path, flock: bool) -> None:
    path = tmp_path / "lock"
    with process(HOLD, path, flock=flock) as owner:
        assert said(owner) == "True"
        assert not Lock(str(path)).take()
    mine = Lock(str(path))
    assert mine.take()
    assert mine.held()
    mine.release()
    with process(HOLD, path, flock=flock) as other:
        assert said(other) == "True"


def test_it_outlives_exec(tmp_path: Path, flock: bool) -> None:
    path = tmp_path / "lock"
    with process(BECOME, path, flock=flock) as owner:
        assert said(owner) == "True"
        assert not Lock(str(path)).take()


def test_one_that_was_taken_away_is_lost(tmp_path: Path, flock: bool) -> None:
    path = tmp_path / "lock"
    mine = Lock(str(path))
    assert mine.take()
    for each in tmp_path.iterdir():
        each.rename(tmp_path.parent / f"{tmp_path.name}-{each.name}")
    assert not mine.held()


@pytest.mark.parametrize(
    "make",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b'{"pid": 12'),
        lambda path: path.write_text(f"{os.getppid()}\n"),
        lambda path: (path.write_text("read only"), path.chmod(0o400)),
        lambda path: path.mkdir(),
        lambda path: os.mkfifo(path),
        lambda path: path.symlink_to("/nowhere/at/all"),
        lambda path: path.symlink_to(path.parent / "other"),
    ],
    ids=["R129 empty", "R127 half JSON", "R125 a live pid", "read-only", "folder", "FIFO", "dangling link", "link"],
)
def test_what_lies_there_is_no_lock(tmp_path: Path, flock: bool, make: Callable[[Path], object]) -> None:
    (tmp_path / "other").write_text("another's")
    path = tmp_path / "lock"
    make(path)
    with process(HOLD, path, flock=flock) as owner:
        assert said(owner) == "True"
        assert not Lock(str(path)).take()
    assert Lock(str(path)).take()
    assert (tmp_path / "other").read_text() == "another's"


def test_another_users_lock_file_in_a_folder_of_ours_is_replaced(tmp_path: Path) -> None:
    """As `sudo` leaves it; and one that nobody may open, where the tests are not root's."""
    user, path = User(), tmp_path / "lock"
    user.own(tmp_path)
    path.write_text("root's")
    path.chmod(0o600 if user.under else 0)
    argv = [*user.under, sys.executable, "-c", HOLD, str(path)]
    done = subprocess.run(argv, stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd=CHECKOUT)
    assert done.stdout == "True\n", done.stderr
    assert path.stat().st_uid == tmp_path.stat().st_uid


def entry(pid: int, start: int, boot: str = "", machine: str = "") -> str:
    """An owner's entry as another process would have left it."""
    _, _, my_boot, my_machine = locks.identity().split(".")
    return f"{pid}.{start}.{boot or my_boot}.{machine or my_machine}"


@pytest.mark.parametrize(
    ("name", "dead"),
    [
        (lambda: entry(os.getppid(), started(os.getppid())), False),
        (lambda: entry(os.getppid(), started(os.getppid()) + 1), True),
        (lambda: entry(99999999, 5), True),
        (lambda: entry(os.getppid(), started(os.getppid()), boot="another-boot"), True),
        (lambda: entry(99999999, 5, machine="another-machine"), False),
        (lambda: entry(99999999, 5, "another-boot", "another-machine"), False),
        (lambda: "", True),
        (lambda: "whatever", True),
    ],
    ids=[
        "alive",
        "R126 recycled pid",
        "gone",
        "before this boot",
        "of another machine",
        "of another machine, long ago",
        "an empty folder",
        "not an entry",
    ],
)
def test_without_flock_it_is_broken_only_on_proof_of_death(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: Callable[[], str], dead: bool
) -> None:
    monkeypatch.setattr(fcntl, "flock", no_flock)
    owner = tmp_path / "lock.owner"
    owner.mkdir()
    if name():
        (owner / name()).mkdir()
    assert Lock(str(tmp_path / "lock")).take() is dead
    assert [path.name for path in tmp_path.iterdir() if path.name not in ("lock", "lock.owner")] == []


def test_without_flock_what_a_link_leads_to_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "flock", no_flock)
    other = tmp_path / "another's"
    other.mkdir()
    (other / "file").write_text("untouched")
    (tmp_path / "lock.owner").symlink_to(other)
    mine = Lock(str(tmp_path / "lock"))
    assert mine.take()
    assert mine.held()
    assert (other / "file").read_text() == "untouched"


def test_without_flock_one_of_many_gets_what_a_dead_process_left(tmp_path: Path) -> None:
    for number in range(5):
        path = tmp_path / f"lock{number}"
        (tmp_path / f"lock{number}.owner" / entry(99999999, 5)).mkdir(parents=True)
        argv = [sys.executable, "-c", NO_FLOCK + HOLD, str(path)]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        running = [subprocess.Popen(argv, text=True, **pipes) for _ in range(8)]
        taken = [said(each) for each in running]
        for each in running:
            each.communicate()
        assert taken.count("True") == 1


def test_without_flock_there_is_one_bootstrap_all_the_same(make_background: Callable[..., Background]) -> None:
    background = make_background(flock=False, START_DELAY=0.3, GAP=0.5)
    clients = [background.start() for _ in range(20)]
    listed = background.store() / "clients"
    wait_for(lambda: listed.exists() and len(list(listed.iterdir())) == 20, 30, "twenty clients on the list")
    killed = background.wait_until_waiting(seconds=40)
    background.kill(killed)
    clients.append(background.start())
    assert background.wait_until_waiting(seconds=40).pid != killed.pid
    background.transcript().talk("Without locks")
    for client in clients:
        background.end(client)
    background.wait_for_goal("Without locks")
    background.wait_until_over()
    assert whole.wrong(background.store()) == []


def test_without_flock_the_list_of_what_was_read_asks_for_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There SQLite's own locks fail as well, and the run has the project for itself already."""
    monkeypatch.setattr(fcntl, "flock", no_flock)
    path = tmp_path / "where ? from # 100%" / "cursors.db"
    path.parent.mkdir()
    with cursors(path) as known:
        known.put(Path("/one"), Cursor(offset=1), None)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("begin exclusive")
        with cursors(path) as known:
            known.put(Path("/one"), Cursor(offset=2), None)
        other.execute("rollback")
    with cursors(path) as known:
        assert known.get(Path("/one")) == Cursor(offset=2)


@pytest.mark.parametrize("args", [("hi there",), ("-p", "hi")])
def test_R124_a_start_waits_for_no_lock(sandbox: Sandbox, args: tuple[str, ...]) -> None:
    """Both are kept by a process that answers to nothing, all the while."""
    launcher = Launcher(sandbox)
    store = launcher.remember()
    with (
        process(HOLD, store.folder / "lock", flock=True) as one,
        process(HOLD, store.folder / "writer", flock=True) as two,
    ):
        assert (said(one), said(two)) == ("True", "True")
        assert GOAL in str(launcher.added(*args))
        assert one.poll() is two.poll() is None


TRANSIENT = ("lock", "writer", "bell", "cursors.db", "unfinished", "clients")


def _socket(path: Path) -> None:
    with suppress(OSError), socket.socket(socket.AF_UNIX) as made:
        os.chdir(path.parent)
        made.bind(path.name)
        os.chdir("/")


@pytest.mark.parametrize(
    "make",
    [
        lambda path, other: path.write_bytes(b"garbage\0\xff" * 100),
        lambda path, other: (path.write_bytes(b""), path.chmod(0o400)),
        lambda path, other: path.mkdir(),
        lambda path, other: (path.mkdir(), (path / "inside").write_text("x")),
        lambda path, other: os.mkfifo(path, 0o400),
        lambda path, other: path.symlink_to(other),
        lambda path, other: path.symlink_to("/nowhere/at/all"),
        lambda path, other: _socket(path),
    ],
    ids=["garbage", "read-only", "folder", "full folder", "FIFO", "link", "dangling link", "socket"],
)
def test_whatever_lies_in_the_transient_files_places_the_memory_is_right(
    background: Background, make: Callable[[Path, Path], object]
) -> None:
    store = background.store()
    store.mkdir(parents=True)
    other = background.sandbox.home / "another's"
    other.write_text("untouched")
    for name in TRANSIENT:
        make(store / name, other)
    client = background.start()
    background.transcript().talk("All the same")
    background.end(client)
    background.wait_for_goal("All the same")
    background.wait_until_over()
    assert other.read_text() == "untouched"
