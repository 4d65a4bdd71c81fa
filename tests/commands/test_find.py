"""Finding and keeping: search, sessions, timeline, checkpoint, forget."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.contextdb import tokens
from tests.support.memory import facade_of
from tests.support.sandbox import Sandbox

LATELY = time.time() - 600


def says(sandbox: Sandbox, name: str, *texts: str, at: float = 0.0) -> Path:
    """A transcript of Claude's in the sandbox's project: prompts and answers in turn."""
    folder = (
        sandbox.home
        / ".claude/projects"
        / "".join(char if char.isascii() and char.isalnum() else "-" for char in str(sandbox.project))
    )
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    lines = []
    for number, text in enumerate(texts):
        stamp = time.strftime(f"%Y-%m-%dT%H:%M:%S.{number:03}Z", time.gmtime(at or time.time()))
        kind = "assistant" if number % 2 else "user"
        message: dict[str, Any] = {"role": kind, "content": [{"type": "text", "text": text}] if number % 2 else text}
        row = {"type": kind, "uuid": f"{name}{number}", "parentUuid": f"{name}{number - 1}" if number else None}
        lines.append(
            json.dumps(row | {"timestamp": stamp, "cwd": str(sandbox.project), "sessionId": name, "message": message})
        )
    path.write_text("\n".join(lines) + "\n")
    return path


@pytest.fixture
def memory(sandbox: Sandbox) -> Sandbox:
    sandbox.install("bash")
    says(
        sandbox,
        "aaaaaaaa-0000-4000-8000-000000000001",
        "Teach parseHeader to skip the BOM",
        "It does now.",
        at=LATELY - 86400,
    )
    says(sandbox, "aaaaaaaa-0000-4000-8000-000000000002", "让解析器接受空输入", "好了。", at=LATELY)
    run(sandbox, "pack")
    return sandbox


def run(sandbox: Sandbox, *args: str, check: bool = True) -> str:
    return sandbox.run(["ctxdb-hooks", *args], check=check).stdout


def test_search_finds_words_and_parts_of_identifiers(memory: Sandbox):
    [hit] = json.loads(run(memory, "search", "header", "--json"))
    assert hit["text"] == "Teach parseHeader to skip the BOM"
    assert [other["text"] for other in hit["around"]] == ["It does now."]
    assert hit["event"] in run(memory, "search", "header")


def test_search_finds_chinese_inside_a_sentence(memory: Sandbox):
    assert [hit["role"] for hit in json.loads(run(memory, "search", "解析器", "--json"))] == ["user"]
    assert json.loads(run(memory, "search", "解析器", "--role", "assistant", "--json")) == []


def test_search_in_other_projects_is_asked_for(memory: Sandbox):
    other = memory.new_project("other")
    args = ["ctxdb-hooks", "search", "BOM", "--json"]
    assert json.loads(memory.run(args, cwd=other).stdout) == []
    assert len(json.loads(memory.run([*args, "--all"], cwd=other).stdout)) == 1
    assert len(json.loads(memory.run([*args, "--project", str(memory.project)], cwd=other).stdout)) == 1
    done = memory.run([*args, "--project", "nosuch"], cwd=other, check=False)
    assert done.returncode == 1
    assert "nosuch" in done.stderr


def test_sessions_are_listed_newest_first(memory: Sandbox):
    goals = [one["goal"] for one in json.loads(run(memory, "sessions", "--json"))]
    assert goals == ["让解析器接受空输入", "Teach parseHeader to skip the BOM"]
    assert len(json.loads(run(memory, "sessions", "--since", "2h", "--json"))) == 1
    assert json.loads(run(memory, "sessions", "--agent", "codex", "--json")) == []
    assert "Teach parseHeader" in run(memory, "sessions")


def test_the_timeline_goes_over_all_sessions(memory: Sandbox):
    texts = [row["text"] for row in json.loads(run(memory, "timeline", "--json"))]
    assert texts == ["好了。", "让解析器接受空输入", "It does now.", "Teach parseHeader to skip the BOM"]
    assert "It does now." in run(memory, "timeline")


def test_a_checkpoint_is_what_the_next_start_is_told(memory: Sandbox):
    run(memory, "checkpoint", "Parser", "works, lexer does not", "--next", "mend the lexer", "--ref", "src/lexer.py")
    facade = facade_of(memory)
    assert facade["goal"] == "Parser works, lexer does not"
    assert facade["status"] == "interrupted"
    assert facade["keyRefs"] == ["src/lexer.py"]
    assert "mend the lexer" in run(memory, "pack", "--stdout")


def everything(sandbox: Sandbox) -> bytes:
    return b"".join(path.read_bytes() for path in sandbox.state.rglob("*") if path.is_file())


def test_what_is_forgotten_is_nowhere_and_stays_away(memory: Sandbox):
    assert b"parseHeader" in everything(memory)
    [wanted] = [one["id"] for one in json.loads(run(memory, "sessions", "--json")) if "parseHeader" in one["goal"]]
    run(memory, "forget", wanted, "--yes")

    assert b"parseHeader" not in everything(memory)
    run(memory, "pack")
    assert b"parseHeader" not in everything(memory)
    assert json.loads(run(memory, "search", "header", "--json")) == []
    assert facade_of(memory)["goal"] == "让解析器接受空输入"


def test_a_forgotten_session_that_goes_on_stays_forgotten(memory: Sandbox):
    run(memory, "forget", "last", "--yes")
    says(
        memory,
        "aaaaaaaa-0000-4000-8000-000000000002",
        "让解析器接受空输入",
        "好了。",
        "还有什么？",
        "没有了。",
        at=LATELY,
    )
    run(memory, "pack")
    assert len(json.loads(run(memory, "sessions", "--json"))) == 1


def test_all_can_be_forgotten_and_new_sessions_are_remembered(memory: Sandbox):
    run(memory, "forget", "--all", "--yes")
    assert json.loads(run(memory, "sessions", "--json")) == []
    assert facade_of(memory) == {}
    assert not list(memory.state.glob("projects/*/memory/context-db/exports/*.md"))

    says(memory, "aaaaaaaa-0000-4000-8000-000000000003", "Something new", "Yes.")
    run(memory, "pack")
    assert [one["goal"] for one in json.loads(run(memory, "sessions", "--json"))] == ["Something new"]


def test_forget_by_day(memory: Sandbox):
    run(memory, "forget", "--before", time.strftime("%Y-%m-%d", time.gmtime(LATELY)), "--yes")
    assert [one["goal"] for one in json.loads(run(memory, "sessions", "--json"))] == ["让解析器接受空输入"]


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["forget"], 2),
        (["forget", "last"], 3),
        (["forget", "nosuch", "--yes"], 1),
        (["forget", "--before", "x", "--yes"], 2),
        (["search"], 2),
        (["checkpoint", ""], 2),
        (["checkpoint", " ", "\n"], 2),
    ],
)
def test_what_is_not_clear_is_refused(memory: Sandbox, args: list[str], code: int):
    done = memory.run(["ctxdb-hooks", *args], check=False)
    assert done.returncode == code
    assert done.stderr
    assert len(json.loads(run(memory, "sessions", "--json"))) == 2


def test_one_event_is_shown_in_full(memory: Sandbox):
    [hit] = json.loads(run(memory, "search", "header", "--json"))
    assert json.loads(run(memory, "show", hit["event"], "--json"))["text"] == "Teach parseHeader to skip the BOM"
    assert "Teach parseHeader to skip the BOM" in run(memory, "show", hit["event"])
    assert memory.run(["ctxdb-hooks", "show", f"{hit['session']}#99"], check=False).returncode == 1


def test_an_agent_gets_no_more_than_it_can_use(memory: Sandbox):
    texts = [f"walnut number {number}, and what else there is to say about 解析器" for number in range(400)]
    says(memory, "aaaaaaaa-0000-4000-8000-000000000003", *texts, at=LATELY)
    for number in range(10, 90):
        says(memory, f"aaaaaaaa-0000-4000-8000-0000000000{number}", f"Plant the walnut number {number}", "Done.")
    run(memory, "pack")
    for command in (
        ["search", "walnut", "--limit", "300"],
        ["timeline", "--limit", "300"],
        ["sessions", "--limit", "90"],
        ["show"],
    ):
        told = memory.run(["ctxdb-hooks", *command], env={"CLAUDECODE": "1"}).stdout
        assert 900 < tokens.estimate(told) <= 2000 or command == ["show"]
        plain = memory.run(["ctxdb-hooks", *command]).stdout
        assert command == ["show"] or (plain.split()[0] == told.split()[0] and len(plain) > len(told))


def test_what_is_longer_than_the_terminal_goes_through_a_pager(memory: Sandbox):
    says(memory, "aaaaaaaa-0000-4000-8000-000000000003", *[f"walnut {number}" for number in range(60)], at=LATELY)
    run(memory, "pack")
    pager = memory.home / "pager"
    pager.write_text("#!/bin/sh\necho PAGED\nexec cat\n")
    pager.chmod(0o755)
    for command, paged in ((["show"], True), (["search", "BOM"], False)):
        terminal = memory.terminal(["ctxdb-hooks", *command], env={"PAGER": str(pager)})
        assert terminal.wait_for_exit(20) == 0
        assert (b"PAGED" in terminal.raw) == paged


def test_a_short_timeline_is_the_beginning_of_the_whole_one(memory: Sandbox):
    for number in range(10, 16):  # each goes on while later ones begin
        path = says(memory, f"aaaaaaaa-0000-4000-8000-0000000000{number}", "Begin", "Yes.", at=LATELY - 100 * number)
        says(memory, f"more{number}", "Go on", "Done.", at=LATELY - 90 * number - 40)
        path.write_text(path.read_text() + (path.parent / f"more{number}.jsonl").read_text())
        (path.parent / f"more{number}.jsonl").unlink()
    run(memory, "pack")
    whole = json.loads(run(memory, "timeline", "--json"))
    assert len(whole) > 20 and whole == sorted(whole, key=lambda row: str(row["ts"]), reverse=True)
    for limit in (1, 5, 9):
        assert json.loads(run(memory, "timeline", "--json", "--limit", str(limit))) == whole[:limit]
