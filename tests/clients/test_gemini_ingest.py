"""Gemini's chats are replayed: what was said, once, whatever the log does to its messages."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.clients.gemini import ingest, replay, rescue
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb.files import open_regular

FIXTURES = Path(__file__).parents[1] / "fixtures" / "gemini"
HEADER = {"sessionId": "75db3930-0000-4000-8000-000000000000", "startTime": "2026-01-02T03:04:05.000Z", "kind": "main"}


def read(path: Path, cursor: Cursor | None = None) -> Reading:
    fd = open_regular(path)
    try:
        return ingest.read(fd, path, cursor or Cursor())
    finally:
        os.close(fd)


def said(reading: Reading) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in reading.events]


def chat(
    home: Path, *rows: dict[str, Any], cwd: str = "/src/p", name: str = "session-2026-01-02T03-04-75db3930"
) -> Path:
    folder = home / ".gemini" / "tmp" / "p" / "chats"
    folder.mkdir(parents=True, exist_ok=True)
    (folder.parent / ".project_root").write_text(cwd)
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def message(number: int, kind: str, text: str, **more: Any) -> dict[str, Any]:
    return {
        "id": f"m{number}",
        "timestamp": "2026-01-02T03:04:06.000Z",
        "type": kind,
        "content": [{"text": text}],
        **more,
    }


def test_a_resumed_and_rewound_session_says_each_thing_once():
    assert said(read(FIXTURES / "interactive-resume-rewind.jsonl")) == [
        ("prompt", 'inrepo turn [[thought]] [[call:run_shell_command {"command":"echo hi > z.txt"}]]'),
        ("command", "echo hi > z.txt"),
        ("answer", "MOCK-REPLY after tool."),
        ("prompt", "after compress"),
        ("answer", "MOCK-REPLY ok."),
    ]


def test_a_failed_tool_is_a_failure_with_its_file():
    reading = read(FIXTURES / "oneshot-toolcall.jsonl")
    assert [kind for kind, _ in said(reading)] == ["prompt", "failure", "answer"]
    assert reading.events[1].refs == ["memory/context-db/exports/x.md"]


def test_R150_sub_agents_are_no_sessions():
    assert read(FIXTURES / "subagent.jsonl").events == []


def test_the_client_s_own_summary_is_the_title():
    assert read(FIXTURES / "interactive-with-summary.jsonl").session.title == "MOCK-REPLY ok."


def test_our_hook_s_text_never_comes_back(tmp_path: Path):
    text = "<hook_context>This project uses ContextDB</hook_context>\n\nWhat now?"
    path = chat(tmp_path, HEADER, message(1, "user", text), message(2, "user", "<hook_context>alone</hook_context>"))
    assert said(read(path)) == [("prompt", "What now?")]


def test_R150_a_message_taken_back_is_gone(tmp_path: Path):
    rows = [
        HEADER,
        message(1, "user", "one"),
        message(2, "user", "two"),
        {"$rewindTo": "m2"},
        message(3, "user", "three"),
    ]
    assert said(read(chat(tmp_path, *rows))) == [("prompt", "one"), ("prompt", "three")]


def test_R150_an_unknown_rewind_clears_all(tmp_path: Path):
    rows = [HEADER, message(1, "user", "one"), {"$rewindTo": "nobody"}, message(2, "user", "two")]
    assert said(read(chat(tmp_path, *rows))) == [("prompt", "two")]


def test_compression_does_not_make_us_forget(tmp_path: Path):
    summary = message(9, "user", "a summary", displayContent=[{"text": "a summary"}])
    rows = [HEADER, message(1, "user", "one"), message(2, "gemini", "ok"), {"$set": {"messages": [summary]}}]
    assert [text for _, text in said(read(chat(tmp_path, *rows)))][:2] == ["one", "ok"]


def test_R150_the_old_single_document(tmp_path: Path):
    path = tmp_path / "session-2025-01-02T03-04-75db3930.json"
    messages = [
        message(1, "user", "one"),
        {"id": "m2", "type": "model", "content": "two", "timestamp": "2025-01-02T03:04:07Z"},
    ]
    path.write_text(json.dumps({**HEADER, "messages": messages}, indent=2))
    assert said(read(path)) == [("prompt", "one"), ("answer", "two")]


def test_a_half_written_document_is_left_for_the_next_time(tmp_path: Path):
    path = tmp_path / "session-2025-01-02T03-04-75db3930.json"
    path.write_text(json.dumps({**HEADER, "messages": [message(1, "user", "one")]})[:-20])
    with pytest.raises(OSError, match="half written"):
        read(path)


def test_of_a_torn_document_what_is_whole_so_far_counts_unless_it_was_more_before(tmp_path: Path):
    path = tmp_path / "session-2025-01-02T03-04-75db3930.json"
    whole = json.dumps({**HEADER, "messages": [message(number, "user", f"number {number}") for number in range(3)]})
    cursor = Cursor()
    for text, numbers in ((whole[:-50], 2), (whole, 3), (whole[:-1], 3)):
        path.write_text(text)
        assert len(said(read(path, cursor))) == numbers
    path.write_text(whole[:-50])
    with pytest.raises(OSError, match="half written"):
        read(path, cursor)
    path.write_text(json.dumps({**HEADER, "messages": [message(1, "user", "one")]}))
    assert said(read(path, cursor)) == [("prompt", "one")]


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_of_a_chat_that_says_too_much_the_middle_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str
):
    monkeypatch.setattr(replay, "MOST", 40_000)
    monkeypatch.setattr(replay, "FIRST", 10_000)
    messages = [message(number, "gemini", f"{number} " + "x" * 800) for number in range(100)]
    path = chat(tmp_path, HEADER, *messages)
    if form == "json":
        path = path.with_suffix(".json")
        path.write_text(json.dumps({**HEADER, "messages": messages}))
    events = read(path).events
    numbers = [int(event.text.split()[0]) for event in events]
    kept = [number for number, event in zip(numbers, events, strict=True) if event.kind == "answer"]
    [note] = [event for event in events if event.kind == "note"]
    assert kept[:4] == [0, 1, 2, 3] and kept[-4:] == [96, 97, 98, 99] and kept == sorted(kept)
    assert note.text == f"{100 - len(kept)} events are left out here"
    assert kept[events.index(note) - 1] + int(note.text.split()[0]) + 1 == kept[events.index(note)]


def test_a_rewind_into_what_was_given_up_leaves_the_beginning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(replay, "MOST", 40_000)
    monkeypatch.setattr(replay, "FIRST", 10_000)
    messages = [message(number, "gemini", f"{number} " + "x" * 800) for number in range(100)]
    path = chat(tmp_path, HEADER, *messages, {"$rewindTo": "m50"}, message(100, "user", "and now"))
    kept = said(read(path))
    assert kept[0][1].startswith("0 ") and kept[-1] == ("prompt", "and now")
    assert not any(text.startswith(("50 ", "99 ")) for _, text in kept)


def test_a_log_without_its_header_is_named_by_its_file(tmp_path: Path):
    reading = read(chat(tmp_path, message(1, "user", "one")))
    assert reading.session.native_id == "75db3930"
    assert reading.session.started == "2026-01-02T03:04:06.000Z"


def test_chats_are_found_by_their_folder_s_root(tmp_path: Path):
    env = {"HOME": str(tmp_path)}
    path = chat(tmp_path, HEADER, cwd="/src/p/sub")

    assert [one.path for one in ingest.transcripts(env, ["/src/p"])] == [str(path)]
    assert ingest.transcripts(env, ["/src/pp"]) == []
    assert ingest.folders(path) == ["/src/p/sub"]


def test_what_gemini_deletes_was_linked_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    env = {"HOME": str(tmp_path)}
    monkeypatch.setenv("HOME", str(tmp_path))
    store = tmp_path / "store"
    store.mkdir()
    path = chat(tmp_path, HEADER, message(1, "user", "one"))
    other = chat(tmp_path, HEADER, cwd="/src/p", name="notes")

    assert rescue.keep(str(store), "/src/p", env) == 1
    assert rescue.keep(str(store), "/src/p", env) == 0
    assert list(ingest.kept(store, env)) == []
    with path.open("a") as file:
        file.write(json.dumps(message(2, "user", "two")) + "\n")
    path.unlink()
    other.unlink()

    [kept] = ingest.kept(store, env)
    assert said(read(kept)) == [("prompt", "one"), ("prompt", "two")]
    assert ingest.folders(kept) == ["/src/p"]


def test_what_gemini_deletes_and_begins_anew_is_kept_twice(tmp_path: Path):
    env = {"HOME": str(tmp_path)}
    store = tmp_path / "store"
    store.mkdir()
    path = chat(tmp_path, HEADER, message(1, "user", "one"))
    rescue.keep(str(store), "/src/p", env)
    path.unlink()
    chat(tmp_path, message(2, "user", "two"))

    [before] = ingest.kept(store, env)
    assert said(read(before)) == [("prompt", "one")]
    assert rescue.keep(str(store), "/src/p", env) == 1
    path.unlink()
    texts = [said(read(kept)) for kept in ingest.kept(store, env)]
    assert sorted(texts) == [[("prompt", "one")], [("prompt", "two")]]


def test_chats_of_other_projects_are_not_linked(tmp_path: Path):
    store = tmp_path / "store"
    store.mkdir()
    chat(tmp_path, HEADER, cwd="/src/other")
    assert rescue.keep(str(store), "/src/p", {"HOME": str(tmp_path)}) == 0


@pytest.mark.parametrize(
    "row",
    [
        message(2, "gemini", "two", toolCalls=True),
        {"$set": {"messages": True}},
        {"$set": [1]},
        {"sessionId": "\ud83d"},
        {"id": "m9", "type": "user", "content": 7, "timestamp": 5},
    ],
)
def test_another_type_where_one_is_expected_costs_no_more_than_itself(tmp_path: Path, row: dict[str, Any]):
    reading = read(chat(tmp_path, HEADER, message(1, "user", "one"), row, message(3, "user", "three")))
    texts = [text for _, text in said(reading)]
    assert "one" in texts
    assert "three" in texts
    assert reading.session.id
