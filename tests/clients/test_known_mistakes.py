"""What went wrong in other tools that read transcripts; each test is named for the report it answers.

The reports' other tests, by what they are about:

R130 to R136  Claude's files besides: test_claude_ingest.py.
R150, R152    The forms of Gemini's files: test_gemini_ingest.py; unknown types of lines: test_claude_ingest.py.
R151          A client that nobody understands any more: doctor/test_parts.py.
R154 to R164  Whose a session is: bootstrap/test_identity.py.
R166 to R175  Secrets: test_redact.py, bootstrap/test_leaks.py and bootstrap/test_known_leaks.py.
R168          Side files: whatever is written comes from events, which have one way into the store
              (``Intake._clean``), or from the cursors' states, which have one (``cursors._written``).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.clients.claude import ingest as claude
from ctxdb_hooks.clients.codex import ingest as codex
from ctxdb_hooks.clients.gemini import ingest as gemini
from ctxdb_hooks.clients.ingest import Ingest, Reading
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb import facade, heads, tokens
from ctxdb_hooks.contextdb.clean import clean
from ctxdb_hooks.contextdb.files import open_regular
from tests.clients.claude_lines import Transcript

SAID = ["one", "zwei — 二 👩‍👩‍👧", "three"]
THREAD = "0199a213-81c0-7800-8aa1-bbab2a035a53"
Row = dict[str, Any]


class Conversation:
    """Three prompts, as a client writes them: ``head`` (what comes before them) and a line for each."""

    def __init__(self, client: Ingest, name: str, head: list[Row], line: Callable[[int, str], Row]) -> None:
        self.client = client
        self.name = name
        self.head = b"".join(self.written(row) + b"\n" for row in head)
        self.lines = [self.written(line(number, text)) for number, text in enumerate(SAID)]

    @staticmethod
    def written(row: Row) -> bytes:
        """As JavaScript and Rust write it."""
        return json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()

    def read(self, folder: Path, data: bytes, cursor: Cursor | None = None) -> Reading:
        """What a reader makes of the bytes, behind the head."""
        path = folder / "chats" / self.name
        path.parent.mkdir(exist_ok=True)
        (folder / ".project_root").write_text("/src/p")
        path.write_bytes(self.head + data)
        fd = open_regular(path)
        try:
            return self.client.read(fd, path, cursor or Cursor())
        finally:
            os.close(fd)

    def said(self, folder: Path, data: bytes) -> list[str]:
        """The prompts in the bytes."""
        return [event.text for event in self.read(folder, data).events if event.kind == "prompt"]


def claudes() -> Conversation:
    talk = Transcript()
    rows = []
    for text in SAID:
        talk.prompt(text)
        rows.append(json.loads(talk.lines[-1]))
    return Conversation(claude, f"{talk.name}.jsonl", [], lambda number, _: rows[number])


def codexes() -> Conversation:
    meta = {"id": THREAD, "timestamp": "2026-01-02T03:04:05.000Z", "cwd": "/src/p", "source": "cli"}
    head = [{"timestamp": "2026-01-02T03:04:05.100Z", "type": "session_meta", "payload": meta}]
    return Conversation(codex, f"rollout-2026-01-02T03-04-05-{THREAD}.jsonl", head, _user_message)


def _user_message(number: int, text: str) -> Row:
    said = {"type": "user_message", "message": text}
    return {"timestamp": f"2026-01-02T03:04:1{number}.000Z", "type": "event_msg", "payload": said}


def geminis() -> Conversation:
    head = [{"sessionId": "75db3930", "projectHash": "x", "startTime": "2026-01-02T03:04:05.000Z", "kind": "main"}]
    return Conversation(gemini, "session-2026-01-02T03-04-75db3930.jsonl", head, _message)


def _message(number: int, text: str) -> Row:
    stamp = f"2026-01-02T03:04:1{number}.000Z"
    return {"id": f"m{number}", "timestamp": stamp, "type": "user", "content": [{"text": text}]}


CLIENTS = {"claude": claudes, "codex": codexes, "gemini": geminis}
NUL = b"\0" * 4096


@pytest.fixture(params=CLIENTS)
def talk(request: pytest.FixtureRequest) -> Conversation:
    return CLIENTS[request.param]()


def test_R130_R131_what_is_whole_on_a_spoilt_line_is_read(talk: Conversation, tmp_path: Path):
    one, two, three = talk.lines
    assert talk.said(tmp_path, one + two + b"\n" + three + b"\n") == SAID, "glued"
    assert talk.said(tmp_path, one + b"\n" + two[:-9] + three + b"\n") == ["one", "three"], "spliced"
    assert talk.said(tmp_path, one + NUL + two + b"\n" + NUL + b"\n" + NUL + three + b"\n") == SAID, "NUL"


def test_R132_a_part_of_an_encrypted_line_and_then_the_whole(tmp_path: Path):
    talk = codexes()
    payload = {"type": "reasoning", "summary": [], "encrypted_content": "gAAAAABp" + "x" * 3000}
    line = talk.written({"timestamp": "2026-01-02T03:04:15.000Z", "type": "response_item", "payload": payload})
    one, two, three = talk.lines
    for cut in (20, 90, 140, len(line) // 2, len(line) - 1):
        data = b"\n".join([one, line[:cut] + line, two, line[:cut] + three, b""])
        assert talk.said(tmp_path, data) == SAID, cut


def test_R134_a_record_that_is_being_written_is_read_once_and_whole(talk: Conversation, tmp_path: Path):
    """Cut at each byte of the middle record, in the middle of a character too."""
    one, two, three = (line + b"\n" for line in talk.lines)
    for cut in range(1, len(two)):
        assert talk.said(tmp_path, one + two[:cut]) == ["one"], cut
    cursor = Cursor()
    first = talk.read(tmp_path, one + two[:-20], cursor)
    then = talk.read(tmp_path, one + two + three, cursor)
    kept = [] if then.whole else [event.text for event in first.events]
    assert kept + [event.text for event in then.events] == SAID


def test_R135_nothing_but_broken_lines_is_an_empty_session(talk: Conversation, tmp_path: Path):
    broken = b"\n".join([b"{", b"}{", b"\xff\xfe\x00", b'{"type":', b"[1,2", b'"x"', b"null", b"{" * 3000, NUL, b""])
    talk.head = b""
    assert talk.said(tmp_path, broken) == []


def test_R136_lines_of_nul(talk: Conversation, tmp_path: Path):
    lines = b"\n".join([NUL, talk.lines[0], NUL, NUL + talk.lines[1], talk.lines[2] + NUL, b""])
    assert talk.said(tmp_path, lines) == SAID


@pytest.mark.parametrize("change", ["BOM", "CRLF", "blank lines", "invalid UTF-8"])
def test_other_bytes_that_cost_nothing(change: str, talk: Conversation, tmp_path: Path):
    data = b"\n".join([*talk.lines, b""])
    if change == "BOM":
        talk.head = b"\xef\xbb\xbf" + talk.head
    elif change == "CRLF":
        talk.head, data = talk.head.replace(b"\n", b"\r\n"), data.replace(b"\n", b"\r\n")
    elif change == "blank lines":
        data = data.replace(b"\n", b"\n\n \n")
    else:
        data = data.replace(b"three", b"thr\xff\xfee")
    assert talk.said(tmp_path, data)[:2] == SAID[:2]
    assert len(talk.said(tmp_path, data)) == 3


def test_a_file_that_shrinks_while_it_is_read(talk: Conversation, tmp_path: Path):
    """The client began it anew between two of our looks: no error, and no half of a line."""
    path = tmp_path / "chats" / talk.name
    talk.read(tmp_path, b"")
    path.write_bytes(talk.head + b"\n".join([*talk.lines * 50, b""]))
    fd = open_regular(path)
    try:
        cursor = Cursor(offset=path.stat().st_size, ino=os.fstat(fd).st_ino, before="0" * 16)
        path.write_bytes(talk.head + talk.lines[0] + b"\n" + talk.lines[1][:30])
        assert [event.text for event in talk.client.read(fd, path, cursor).events] == ["one"]
    finally:
        os.close(fd)


STRANGE = [
    *("👩‍👩‍👧‍👦", "🏳️‍🌈x", "修复登录", "é" * 3, "نص", "हिन्दी"),
    *("a\u0301\u0327", "\ud83d", "\x00\x1b[31m"),
]


@pytest.mark.parametrize("text", STRANGE)
def test_R138_R139_a_prompt_that_is_cut_anywhere_is_text(text: str):
    goal = text * 60
    for budget in range(1, 70):
        short = tokens.cut(clean(goal), budget)
        head = {"id": "x", "agent": "codex-cli", "goal": short, "status": "done", "summary": short, "refs": [short]}
        head |= {"branch": "", "dirs": [], "updated": 1_800_000_000, "client": [], "lang": "en"}
        told = facade.render(heads.fit(head, "/x.md"), "/x.md", "", 1_800_000_060)
        assert told.encode("utf-8").decode("utf-8") == told
        assert "\0" not in told and "\x1b" not in told
        assert not any("\ud800" <= char <= "\udfff" for char in told)
