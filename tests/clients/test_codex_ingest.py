"""Codex's rollouts, as its versions wrote them, become events."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.clients.codex import ingest
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import Cursor
from ctxdb_hooks.contextdb.files import open_regular

FIXTURES = Path(__file__).parents[1] / "fixtures" / "codex"
THREAD = "01a22d18-70a9-7d11-8000-000000000001"


def read(path: Path, cursor: Cursor | None = None) -> Reading:
    fd = open_regular(path)
    try:
        return ingest.read(fd, path, cursor or Cursor())
    finally:
        os.close(fd)


def said(reading: Reading) -> list[tuple[str, str]]:
    return [(event.kind, event.text) for event in reading.events]


def rollout(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / f"rollout-2026-01-02T03-04-05-{THREAD}.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def meta(**more: Any) -> dict[str, Any]:
    payload = {"id": THREAD, "timestamp": "2026-01-02T03:04:05.000Z", "cwd": "/src/p", "source": "cli", **more}
    return {"timestamp": "2026-01-02T03:04:05.100Z", "type": "session_meta", "payload": payload}


def event(kind: str, **more: Any) -> dict[str, Any]:
    return {"timestamp": "2026-01-02T03:04:06.000Z", "type": "event_msg", "payload": {"type": kind, **more}}


def item(kind: str, **more: Any) -> dict[str, Any]:
    return {"timestamp": "2026-01-02T03:04:06.000Z", "type": "response_item", "payload": {"type": kind, **more}}


def test_a_patch_is_an_edit_of_its_file():
    reading = read(FIXTURES / "rollout_exec_reasoning_apply_patch.jsonl")

    assert said(reading) == [
        ("prompt", "REASON\nPATCH:newfile.txt"),
        ("edit", "hello\n"),
        ("answer", "mock-reply 80"),
    ]
    assert reading.events[1].refs == ["/home/dev/src/repo/newfile.txt"]
    assert (reading.session.cwd, reading.session.branch) == ("/home/dev/src/repo", "main")


def test_interruption_and_compaction_are_noted_and_machine_text_is_not():
    kinds = [kind for kind, _ in said(read(FIXTURES / "rollout_tui_interrupt_compact_bang.jsonl"))]
    assert kinds == ["prompt", "answer", "prompt", "note", "compact", "prompt", "answer", "command"]


def test_a_resumed_session_goes_on_in_its_own_file():
    prompts = [text for kind, text in said(read(FIXTURES / "rollout_exec_hooks_and_resume.jsonl")) if kind == "prompt"]
    assert prompts == ["RUN:echo hi; pwd", "resumed"]


def test_a_fork_holds_only_what_is_its_own():
    assert said(read(FIXTURES / "rollout_exec_fork.jsonl")) == [
        ("prompt", "forked prompt arg"),
        ("answer", "mock-reply 33"),
    ]


def test_a_reviewer_s_thread_inside_a_rollout_is_no_prompt_of_the_person():
    assert [kind for kind, _ in said(read(FIXTURES / "rollout_review.jsonl"))] == ["answer"]


def test_an_api_error_is_a_failure():
    [prompt, failure] = said(read(FIXTURES / "rollout_exec_error.jsonl"))
    assert prompt == ("prompt", "FAIL500")
    assert failure[0] == "failure"


@pytest.mark.parametrize("source", [{"source": {"subagent": "review"}}, {"thread_source": "subagent"}])
def test_sub_agents_are_no_sessions(tmp_path: Path, source: dict[str, Any]):
    path = rollout(tmp_path, meta(**source), event("user_message", message="do this"))
    assert said(read(path)) == []


def test_events_of_2025_are_counted_once(tmp_path: Path):
    path = rollout(
        tmp_path,
        meta(),
        item("message", role="user", content=[{"type": "input_text", "text": "Fix the tests"}]),
        event("user_message", message="Fix the tests"),
        item("function_call", name="shell", arguments='{"command": ["bash", "-lc", "false"]}', call_id="c1"),
        event("exec_command_end", command=["bash", "-lc", "false"], exit_code=1, aggregated_output="boom"),
        item("function_call_output", call_id="c1", output="boom"),
        event("patch_apply_end", success=True, changes={"/src/p/a.py": {"add": {"content": "x"}}}),
        event("agent_message", message="Done."),
        item("message", role="assistant", content=[{"type": "output_text", "text": "Done."}]),
    )

    assert said(read(path)) == [
        ("prompt", "Fix the tests"),
        ("failure", "false\nboom"),
        ("edit", ""),
        ("answer", "Done."),
    ]


def test_the_bare_items_of_the_first_versions(tmp_path: Path):
    path = rollout(
        tmp_path,
        {"id": THREAD, "timestamp": "2025-05-01T00:00:00.000Z", "instructions": None},
        {"record_type": "state"},
        {
            "type": "message",
            "role": "user",
            "content": [{"type": "input_text", "text": "<environment_context>\nCurrent working directory: /src/p\n"}],
        },
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": "Add a flag"}]},
        {"type": "function_call", "name": "shell", "arguments": '{"command":["bash","-lc","make"]}', "call_id": "1"},
        {"type": "function_call_output", "call_id": "1", "output": '{"output":"no rule","metadata":{"exit_code":2}}'},
        {
            "type": "custom_tool_call",
            "name": "apply_patch",
            "call_id": "2",
            "input": "*** Begin Patch\n*** Update File: a.c\n",
        },
        {"type": "custom_tool_call_output", "call_id": "2", "output": "Success"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "Added."}]},
    )

    reading = read(path)
    assert [kind for kind, _ in said(reading)] == ["prompt", "failure", "edit", "answer"]
    assert reading.events[2].refs == ["a.c"]
    assert ingest.folders(path) == ["/src/p"]


def test_a_plan_is_a_list_of_things_to_do(tmp_path: Path):
    plan = json.dumps({"plan": [{"step": "one", "status": "completed"}, {"step": "two", "status": "pending"}]})
    path = rollout(tmp_path, meta(), item("function_call", name="update_plan", arguments=plan, call_id="1"))
    assert said(read(path)) == [("todo", "[x] one\n[ ] two")]


def test_only_new_lines_are_read(tmp_path: Path):
    path = rollout(tmp_path, meta(), event("user_message", message="one"))
    cursor = Cursor()
    assert said(read(path, cursor)) == [("prompt", "one")]
    with path.open("a") as file:
        file.write(json.dumps(event("user_message", message="two")) + "\n" + '{"timestamp": "2026-')

    reading = read(path, cursor)
    assert not reading.whole
    assert said(reading) == [("prompt", "two")]


def test_one_that_is_read_before_its_first_item_is_there_says_nothing_twice(tmp_path: Path):
    said_so = item("message", role="user", content=[{"type": "input_text", "text": "one"}])
    path = tmp_path / f"rollout-2026-01-02T03-04-05-{THREAD}.jsonl"
    first = json.dumps(meta(history_mode="paginated"), separators=(",", ":"))
    path.write_text(f"{first}\n{json.dumps(said_so)}\n")
    cursor = Cursor()
    assert said(read(path, cursor)) == []
    with path.open("a") as file:
        message = {"type": "UserMessage", "content": [{"type": "text", "text": "one"}]}
        file.write(json.dumps(event("item_completed", thread_id=THREAD, item=message)) + "\n")
    assert said(read(path, cursor)) == [("prompt", "one")]


def test_a_session_that_a_newer_version_went_on_with_is_read_to_its_end(tmp_path: Path):
    answer = {"type": "AgentMessage", "content": [{"type": "Text", "text": "two"}]}
    path = rollout(tmp_path, meta(), item("message", role="user", content=[{"type": "input_text", "text": "one"}]))
    cursor = Cursor()
    assert said(read(path, cursor)) == [("prompt", "one")]
    with path.open("a") as file:
        file.write(json.dumps(event("item_completed", thread_id=THREAD, item=answer)) + "\n")
        file.write(json.dumps(item("message", role="assistant", content=[{"type": "t", "text": "two"}])) + "\n")
    assert said(read(path, cursor)) == [("answer", "two")]


def test_archived_ones_are_found(tmp_path: Path):
    for folder in ("sessions/2026/01/02", "archived_sessions"):
        (tmp_path / ".codex" / folder).mkdir(parents=True)
        rollout(tmp_path / ".codex" / folder, meta())
    assert len(ingest.transcripts({"HOME": str(tmp_path)}, None)) == 2


@pytest.mark.parametrize(
    "line", ["[]", "null", '"x"', "{", '{"type": 3}', '{"type":"event_msg","payload":[]}', "\0" * 64]
)
def test_strange_lines_are_passed_over(tmp_path: Path, line: str):
    path = rollout(tmp_path, meta(), event("user_message", message="one"))
    path.write_text(path.read_text() + line + "\n" + json.dumps(event("agent_message", message="two")) + "\n")
    assert said(read(path)) == [("prompt", "one"), ("answer", "two")]
