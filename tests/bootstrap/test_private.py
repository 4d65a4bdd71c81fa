"""A private session is never remembered, and one beside it is."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from ctxdb_hooks.bootstrap import spawn
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.facade import started
from tests.bootstrap.place import Place


@pytest.fixture
def client() -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()


def register(place: Place, pid: int, began: float) -> None:
    assert spawn.register(str(place.store.folder), b"%d %d claude private:%d" % (pid, started(pid), began))


def test_what_began_meanwhile_is_left_out_for_good(place: Place, client: subprocess.Popen[bytes]):
    now = time.time()
    register(place, client.pid, now)
    place.says("before", "Earlier work", now - 100)
    place.says("private", "My diary", now + 1)
    assert place.run() == {"Earlier work"}

    client.kill()
    client.wait()
    place.says("private", "More of my diary", now + 2)
    place.says("after", "Later work", now + 100)
    assert place.run() == {"Earlier work", "Later work"}
    assert not [path for path in place.store.folder.rglob("*") if path.is_file() and b"diary" in path.read_bytes()]


def test_a_session_that_another_process_is_known_to_have_is_kept(place: Place, client: subprocess.Popen[bytes]):
    now = time.time()
    register(place, client.pid, now)
    place.says("other", "Work beside it", now + 1)
    place.says("private", "My diary", now + 1)
    sessions = place.home / ".claude/sessions"
    sessions.mkdir()
    record = {"pid": os.getpid(), "sessionId": "other", "startedAt": int(now * 1000), "updatedAt": int(now * 1000)}
    (sessions / f"{os.getpid()}.json").write_text(json.dumps(record))
    assert place.run() == {"Work beside it"}


def test_excluded_folders_are_not_read(place: Place):
    place.says("one", "Secret work", time.time())
    Work(place.store, str(place.root), {"HOME": str(place.home), "CTXDB_EXCLUDE": str(place.root)}).run()
    assert place.store.metas() == []
