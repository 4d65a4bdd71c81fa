"""Which session a start is told of: by the folder it runs in, the same from every file that holds it."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxdb_hooks.contextdb import facade, files, heads
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import Store

DAY = 86400
ROOT = "/home/ada/work/mono"


class Memory:
    """A store that sessions are put into as the background does."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "mono-0123456789abcdef")
        self.store.prepare()
        self.now = int(time.time())
        for agent in heads.AGENTS:
            files.write(self.store.exports / f"latest-{agent}-context.md", "packet\n")

    def add(self, goal: str, cwd: str = "", names: tuple[str, ...] = (), age: int = 60, **more: Any) -> None:
        """Remember a session in a folder of the project, ``age`` seconds old."""
        began = time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(self.now - age))
        derived = {"goal": goal, "summary": "", "files": list(names), "reads": [], "lang": "en", "status": "done"} | {
            "next": [],
            "failures": [],
        }
        agent, branch = more.pop("agent", "claude-code"), more.pop("branch", "main")
        session = Session(agent, goal, began, began, os.path.join(ROOT, cwd), branch)
        head = heads.head_of(self.store, session, derived, more.pop("client", []), ROOT)
        self.store.describe(session, head, derived, 3)
        heads.write(self.store, ROOT)

    def told(self, folder: str = "", branch: str = "main", agent: str = "") -> str:
        """The prompt of a start in a folder; the same bytes whichever of the files are there."""
        facade_file, heads_file = self.store.facade_file, self.store.heads_file
        kept = facade_file.read_bytes(), heads_file.read_bytes()
        found = []
        for how in ("hit", "expired", "missing", "made"):
            if how == "expired":
                facade_file.write_text(json.dumps({**json.loads(kept[0]), "generatedAt": "2020-01-01T00:00:00.000Z"}))
            elif how == "missing":
                facade_file.unlink()
            elif how == "made":
                heads_file.unlink()
            head, packets, seen = facade.load(str(self.store.folder), folder, self.now, agent)
            assert seen == how
            path = facade.packet_path(str(self.store.folder), packets, "claude-code")
            found.append(facade.render(head, path, branch, self.now))
        facade_file.write_bytes(kept[0])
        heads_file.write_bytes(kept[1])
        assert len(set(found)) == 1
        return found[0]


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(tmp_path)


def test_in_a_service_of_a_monorepo_its_own_session_is_the_latest(memory: Memory):
    memory.add("Bill the customers", "services/billing", age=7200)
    memory.add("Log in by key", names=("services/auth/login.py", "docs/auth.md"), age=3600)
    memory.add("Draw the page", "web")
    assert "Draw the page" in memory.told()
    assert "Bill the customers" in memory.told("services/billing")
    assert "Log in by key" in memory.told("services/auth")
    assert "Log in by key" in memory.told("services")  # the newest of those below
    assert "Log in by key" in memory.told("docs")


@pytest.mark.parametrize("folder", ["services/billing2", "services/bill", "services/billing/src", "other"])
def test_where_no_session_lies_below_the_newest_is_told(memory: Memory, folder: str):
    memory.add("Bill the customers", "services/billing", age=7200)
    memory.add("Draw the page", "web")
    assert "Draw the page" in memory.told(folder)


def test_a_session_in_the_next_terminal_is_said_to_be_open(memory: Memory):
    me = os.getpid()
    memory.add("Draw the page", client=[me, facade.started(me)])
    assert "(claude-code, still open elsewhere)" in memory.told()


@pytest.mark.parametrize("client", [[os.getpid(), 1], [2**22 + 1, 5]], ids=["recycled pid", "gone"])
def test_one_whose_client_is_gone_without_an_end_was_interrupted(memory: Memory, client: list[int]):
    memory.add("Draw the page", client=client)
    assert "(claude-code, interrupted)" in memory.told()


def test_a_branch_is_named_where_it_is_another(memory: Memory):
    memory.add("Draw the page", branch="feature/page")
    assert 'branch "feature/page"' in memory.told(branch="main")
    assert 'branch "' not in memory.told(branch="feature/page")
    assert 'branch "' not in memory.told(branch="")  # detached


@pytest.mark.parametrize(("age", "whole"), [(14 * DAY, True), (14 * DAY + 1, False), (400 * DAY, False)])
def test_of_a_session_over_14_days_old_only_the_path_is_told(memory: Memory, age: int, whole: bool):
    memory.add("Draw the page", names=("web/page.ts",), age=age)
    told = memory.told()
    assert ("Draw the page" in told, "web/page.ts" in told) == (whole, whole)
    assert "Full history: /" in told and told.startswith(facade.TEXT["en"]["use"])


def test_a_session_of_tomorrow_is_a_wrong_clock_s(memory: Memory):
    memory.add("From the future", age=-DAY)
    memory.add("Draw the page")
    assert "Draw the page" in memory.told()


def test_kept_apart_the_latest_is_the_client_s_own(memory: Memory):
    memory.add("Bill the customers", age=3600)
    memory.add("Draw the page", agent="codex-cli")
    assert "Bill the customers" in memory.told(agent="claude-code")
    assert memory.told(agent="gemini-cli") == ""


def test_of_many_sessions_the_newest_sixteen_count_by_folder(memory: Memory):
    for number in range(20):
        memory.add(f"Number {number}", f"service{number}", age=1000 - number)
    assert "Number 4" in memory.told("service4")
    assert "Number 19" in memory.told("service3")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 10**6), unique=True, max_size=900), st.integers(1, 40), st.randoms())
def test_the_newest_names_are_found_without_ordering_all(times: list[int], count: int, random: Any):
    names = [f"{random.choice(heads.AGENTS)}-20270101T{number:06}-{number:08x}" for number in times]
    assert facade.newest(names, count) == sorted(names, key=lambda name: name[-24:], reverse=True)[:count]
