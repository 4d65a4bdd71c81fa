"""Which sessions are open, and in which process."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest

from ctxdb_hooks.bootstrap import ties
from ctxdb_hooks.bootstrap.ties import Client
from ctxdb_hooks.contextdb.facade import started
from ctxdb_hooks.contextdb.store import stamp

NOBODY = 99999999


@pytest.fixture
def process() -> Iterator[subprocess.Popen[bytes]]:
    """Any process, in the place of a client."""
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as running:
        yield running
        running.kill()


def client(process: subprocess.Popen[bytes], name: str = "claude") -> Client:
    return Client(name, process.pid, started(process.pid))


def session(native: str, agent: str = "claude-code", *, ago: float = 0.0, status: str = "done", **head: Any) -> dict:
    """What is written about a session that was last written to ``ago`` seconds ago."""
    return {
        "sessionId": f"{agent}-{native}",
        "agent": agent,
        "updatedAt": stamp(time.time() - ago),
        "source": {"native_id": native},
        "head": {"client": [], "status": status, **head},
        "derived": {"status": status},
    }


# The list


def test_the_list_gives_the_living_and_once_those_that_have_just_ended(tmp_path: Path, process: subprocess.Popen):
    folder = tmp_path / "clients"
    folder.mkdir()
    now = int(time.time())
    mine = f"{process.pid}-{started(process.pid)}"
    (folder / mine).write_text(f"{process.pid} 1 claude private:77\n")
    (folder / f"{process.pid}-1").write_text("a recycled pid\n")
    (folder / "5-6.gone").write_text(f"5 6 codex\nended {now - 3}\n")
    (folder / "7-8.gone").write_text(f"7 8 gemini\nended {now - ties.KEEP - 1}\n")
    (folder / "9-9.gone").write_text(f"9 9 gemini\nended {now + 3600}\n")
    (folder / "nonsense").write_text("")

    assert set(ties.listed(tmp_path)) == {
        Client("claude", process.pid, started(process.pid), private=77),
        Client("codex", 5, 6, ended=now - 3),
        Client("gemini", 7, 8, ended=now - ties.KEEP - 1),
        Client("gemini", 9, 9, ended=now + 3600),
    }
    assert {path.name for path in folder.iterdir()} == {mine, f"{process.pid}-1", "5-6.gone", "nonsense"}


@pytest.mark.parametrize("text", [b"", b"\xff\xfe\0", b"5 6", b"5 6 codex ended", b"5 6 codex ended soon"])
def test_an_entry_of_any_bytes_is_an_entry(tmp_path: Path, text: bytes):
    (tmp_path / "clients").mkdir()
    (tmp_path / "clients" / "5-6.gone").write_bytes(text)
    assert [one.ended for one in ties.listed(tmp_path)] == [0]


# The process that a client wrote down


def test_a_number_counts_only_with_the_time_it_was_written(process: subprocess.Popen):
    began = psutil.Process(process.pid).create_time()
    assert ties.is_process(process.pid, began)
    assert ties.is_process(process.pid, began + 1000)
    assert not ties.is_process(process.pid, began - 1000)  # written before this process was: another had the number
    for pid in (NOBODY, -1, 2**70):
        assert not ties.is_process(pid, began)


def test_a_dead_entry_of_the_process_table_is_no_process(process: subprocess.Popen):
    began = psutil.Process(process.pid).create_time()
    process.kill()
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    assert not ties.is_process(process.pid, began)


# Which session is whose


def open_in(metas: list[dict], clients: list[Client], records: dict | None = None) -> dict[str, int]:
    return {name: found[0] for name, found in ties.open_sessions(metas, clients, records or {}).items()}


def test_a_clients_own_record_counts_before_all(process: subprocess.Popen):
    metas = [session("new"), session("old", ago=-5)]
    assert open_in(metas, [client(process)], {"new": (process.pid, time.time())}) == {"claude-code-new": process.pid}


def test_a_record_of_a_dead_process_counts_for_nothing():
    assert open_in([session("new")], [], {"new": (NOBODY, time.time())}) == {}


def test_what_was_known_before_holds_while_the_process_lives(process: subprocess.Popen):
    known = session("one", ago=9999, client=[process.pid, started(process.pid)])
    assert open_in([known], []) == {"claude-code-one": process.pid}
    assert open_in([session("one", client=[process.pid, started(process.pid) + 1])], []) == {}


def test_the_only_session_that_grew_is_the_only_clients(process: subprocess.Popen):
    metas = [session("one", ago=-5), session("before", ago=9999), session("other", "codex-cli", ago=-5)]
    assert open_in(metas, [client(process)]) == {"claude-code-one": process.pid}


def test_where_two_would_fit_nothing_is_guessed(process: subprocess.Popen):
    two = [session("one", ago=-5), session("two", ago=-5)]
    assert open_in(two, [client(process)]) == {}
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as other:
        assert open_in(two[:1], [client(process), client(other)]) == {}
        other.kill()


# A session whose client is gone


@pytest.mark.parametrize("agent", ["claude-code", "codex-cli", "gemini-cli"])
@pytest.mark.parametrize(
    ("written", "ended", "status", "elsewhere"),
    [
        (1, 30, "interrupted", True),
        (1, 0, "interrupted", True),  # no client of ours: an editor's, a server's
        (29, 30, "interrupted", False),  # the last lines of the client itself
        (1, 30, "done", False),
        (ties.GROWING + 5, ties.GROWING + 30, "interrupted", False),
        (-3600, 30, "interrupted", False),  # by a clock that is wrong
    ],
)
def test_a_turn_that_goes_on_without_its_client(agent: str, written: int, ended: int, status: str, elsewhere: bool):
    """``written`` and ``ended`` are so many seconds ago; 0: there was none."""
    now = int(time.time())
    clients = [Client(agent.partition("-")[0], 5, 6, ended=now - ended)] if ended else []
    clients.append(Client("another", 7, 8, ended=now))
    assert ties.grows_alone(session("one", agent, ago=written, status=status), clients) is elsewhere


@pytest.mark.parametrize(
    ("written", "ended", "status", "may"),
    [
        (3, 2, "interrupted", True),
        (3, 2, "done", False),
        (3, ties.SOON + 5, "interrupted", False),
        (3, 0, "interrupted", False),
        (2 * ties.GROWING, 2, "interrupted", False),
    ],
)
def test_one_that_may_go_on_is_waited_for(written: int, ended: int, status: str, may: bool):
    clients = [Client("gemini", 5, 6, ended=int(time.time()) - ended if ended else 0)]
    assert ties.may_go_on(session("one", "gemini-cli", ago=written, status=status), clients) is may


def test_late_sessions_and_those_said_to_be_open_are_looked_at(process: subprocess.Popen):
    many = [session(str(number)) for number in range(ties.LATE_ONES)]
    old = [session("said"), session("known", client=[1, 2]), session("ran", status="running"), session("over")]
    broken = [{"sessionId": "x"}, {"sessionId": "y", "source": {}, "head": None}]
    found = list(ties.candidates([*many, *old, *broken], {"said": (process.pid, 0.0)}))
    assert found == many + old[:3]
