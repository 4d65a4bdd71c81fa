"""No shape of a line is fatal to a reader: Codex's and Gemini's, whose fields are decoded by type."""

from __future__ import annotations

import json
import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxdb_hooks.clients.codex import ingest as codex
from ctxdb_hooks.clients.gemini import ingest as gemini
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb.model import Event

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["type", "text", "x"]), inner),
    max_leaves=5,
)


def shaped(kinds: str, fields: str, **nested: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Objects of these types with any of these fields, each of which holds anything, or what it should."""
    known = dict.fromkeys(fields.split(), JSON) | {name: JSON | shape for name, shape in nested.items()}
    return st.fixed_dictionaries({"type": st.sampled_from(kinds.split()) | JSON}, optional=known)


ITEM = shaped("UserMessage AgentMessage CommandExecution FileChange", "content command changes status stderr exit_code")
PAYLOAD = shaped(
    "message function_call function_call_output user_message agent_message exec_command_end patch_apply_end "
    "item_completed task_complete turn_aborted reasoning",
    "id cwd source git model role content name arguments action input call_id output command stderr changes error",
    item=ITEM,
)
CODEX = shaped("session_meta turn_context response_item event_msg compacted weird", "timestamp", payload=PAYLOAD)
CALL = shaped("x", "name args result status timestamp")
MESSAGE = shaped(
    "user gemini model error info", "id timestamp content displayContent model", toolCalls=st.lists(CALL, max_size=2)
)
CHANGE = st.fixed_dictionaries({}, optional={"messages": JSON | st.lists(MESSAGE, max_size=2), "summary": JSON})
GEMINI = MESSAGE | st.fixed_dictionaries({"$set": CHANGE | JSON}) | st.fixed_dictionaries({"$rewindTo": JSON})


def read(client: Any, name: str, lines: list[str], cursor: Cursor) -> list[Event]:
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        fd = os.open(path, os.O_RDONLY)
        try:
            events: list[Event] = client.read(fd, path, cursor).events
        finally:
            os.close(fd)
    return events


def check(client: Any, name: str, rows: list[Any], whole: dict[str, Any]) -> None:
    """Every event is text and paths, what is kept for the next run is JSON, and what is as usual is found."""
    cursor = Cursor()
    events = read(client, name, [json.dumps(row) for row in [*rows, whole]], cursor)
    assert all(isinstance(text, str) for event in events for text in (event.text, event.ts, *event.refs))
    assert any("as usual" in event.text for event in events)
    json.dumps(cursor.state)


@settings(max_examples=80, deadline=None)
@given(st.lists(CODEX, max_size=5))
def test_of_codex(rows: list[Any]) -> None:
    item = {"type": "AgentMessage", "content": [{"text": "as usual"}]}
    whole = {"timestamp": "2026-01-02T03:04:05.000Z", "type": "event_msg"}
    rows = [row for row in rows if row["type"] != "session_meta"]  # which may say that no person began it
    check(codex, "rollout-x.jsonl", rows, whole | {"payload": {"type": "item_completed", "item": item}})


@settings(max_examples=80, deadline=None)
@given(st.lists(GEMINI, max_size=5))
def test_of_gemini(rows: list[Any]) -> None:
    rows = [row for row in rows if "$set" not in row or not isinstance(row["$set"], dict) or "kind" not in row["$set"]]
    check(gemini, "session-x.jsonl", rows, {"id": "last", "type": "user", "content": "as usual"})


@pytest.mark.parametrize("before", ["reasoning", "function_call_output", "message"])
def test_behind_a_line_that_says_nothing_the_next_record_is_found(before: str) -> None:
    """Where both were glued together, and where the first was torn."""
    head = '{"timestamp":"2026-01-02T03:04:05.000Z","type":"%s","payload":{"type":"%s","message":"as usual"'
    told = head % ("event_msg", "user_message") + "}}"
    for end in ("}}", '","encrypted_content":"gAAA', ""):
        lines = [told.replace("as usual", "first"), head % ("response_item", before) + end + told]
        assert [event.text for event in read(codex, "rollout-x.jsonl", lines, Cursor())] == ["first", "as usual"]
