"""Codex's rollouts: where they are, and what of them is memory.

Facts (0.171.0 and files since 2025): one file per thread below ``sessions/Y/M/D`` or ``archived_sessions``; the first
line names thread, folder and parent. Three forms: items (``item_completed``), events (``user_message`` and its like),
and bare response items; a text stands in more than one of them, so one form is chosen per file. Sub-agents' and
reviewers' threads are no conversations of a person. A fork does not copy its parent's items.
"""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.codex.argv import codex_home
from ctxdb_hooks.clients.codex.config import refresh
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import SLICE, Cursor, Listed, ends, folders_in, lines, newest, objects, resume
from ctxdb_hooks.clients.packed import JSON_LINES
from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.model import Event, Session

__all__ = ["AGENT", "CLIENT", "REPLAYS", "folders", "kept", "read", "refresh", "running", "transcripts"]

AGENT = "codex-cli"
CLIENT = "codex"
REPLAYS = False

ITEMS, EVENTS, BARE = "items", "events", "bare"
PASSED = frozenset(("world_state", "token_usage_record", "ghost_commit"))  # types of lines that say nothing
MAX_UNKNOWN = 32
PAGINATED = b'"history_mode":"paginated"'  # in the first line, before there are any items
RECORD, RESPONSE = b'{"timestamp"', b'"type":"response_item"'
FIRST, HEAD = 1 << 16, 1 << 20  # bytes: the first line alone holds some 25 kB of base instructions
LAST = 1 << 18  # bytes in which the last turn is told, where it began in another folder than the first
MACHINE = (
    "<environment_context>",
    "<user_instructions>",
    "<permissions",
    "<turn_aborted>",
    "<user_shell_command>",
    "<user_action>",
    "<skills_instructions>",
    "<subagent_notification",
    "# AGENTS.md instructions",
    "Another language model started to solve this problem",
)
CWD = re.compile(r"<cwd>(/[^<]*)</cwd>|Current working directory: (/[^\n]*)")
PATCH = re.compile(r"^\*\*\* (?:Add|Update|Delete) File: (.+)$", re.M)
NATIVE = re.compile(r"([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})")
FAILED = re.compile(r"(?:Process exited with code|Exit code:) (?!0\b)-?\d+")


def transcripts(env: Mapping[str, str], roots: Iterable[str] | None) -> list[Listed]:
    """Every rollout, newest first: their folders are dates, so that only what stands in them tells the project."""
    base = Path(codex_home(dict(env)))
    return newest(found for folder in ("sessions", "archived_sessions") for found in _below(base / folder))


def kept(store: Path, env: Mapping[str, str]) -> Iterable[Path]:
    """Nothing: this client deletes no transcript that is still unread."""
    return ()


def folders(path: Path, *, late: bool = False) -> list[str]:
    """The folders that a rollout's first lines and its end name, or its end alone. Raises OSError."""
    head, tail = ends(path, 0 if late else FIRST, LAST)
    first = "" if late else _first_folder(head) or _first_folder(ends(path, HEAD, 0)[0])
    return list(dict.fromkeys([*([first] if first else []), *folders_in(tail)]))


def _first_folder(head: bytes) -> str:
    for line in head.split(b"\n")[:8]:
        for row in objects(line):
            payload = row.get("payload")
            payload = payload if isinstance(payload, dict) else row
            cwd = payload.get("cwd")
            if isinstance(cwd, str) and cwd.startswith("/"):
                return cwd
            found = CWD.search(_joined(payload.get("content")))
            if found:
                return found[1] or found[2]
    return ""


def running(env: Mapping[str, str]) -> dict[str, tuple[int, float]]:
    """Codex keeps no record that names a session's process."""
    return {}


def read(fd: int, path: Path, cursor: Cursor) -> Reading:
    """Read on from the cursor and move it. Raises OSError."""
    whole = not resume(fd, cursor)
    if whole:
        cursor.state = {}
    if "form" not in cursor.state:
        cursor.state["form"] = _form(fd)
    reader = Reader(path, cursor.state)
    said_twice = cursor.state["form"] == ITEMS
    wanted = (line for line in lines(fd, cursor, SLICE) if not (said_twice and _is_copy(line)))
    events = [event for line in wanted for row in objects(line) for event in reader.feed(row)]
    reader.close()
    return Reading(reader.session, [] if cursor.state.get("skip") else events, whole)


def _is_copy(line: bytes) -> bool:
    """Whether the line is one record, of what an item says as well; a plan is said by no item."""
    at = line.find(RESPONSE, 0, 120)
    return at > 0 and line.find(RECORD, 1) < 0 and line.find(b"update_plan") < 0


def _form(fd: int) -> str:
    head = os.pread(fd, 16 * HEAD, 0)
    if b'"item_completed"' in head or PAGINATED in head:
        return ITEMS
    return EVENTS if b'"user_message"' in head else BARE


class Reader:
    """Turns the lines of one rollout into events; ``state`` survives between runs as JSON."""

    def __init__(self, path: Path, state: dict[str, Any]) -> None:
        self.state = state
        native = NATIVE.search(path.name)
        self.session = Session(AGENT, native[1] if native else path.stem, **state.get("session", {}))
        self.unknown: dict[str, int] = state.setdefault("unknown", {})
        self.pending: dict[str, list[Any]] = state.setdefault("pending", {})

    def close(self) -> None:
        """Put what the next run needs into ``state``."""
        kept = ("started", "updated", "cwd", "branch", "model", "title", "entrypoint")
        self.state["session"] = {name: getattr(self.session, name) for name in kept}
        while len(self.pending) > 64:
            self.pending.pop(next(iter(self.pending)))

    def feed(self, row: dict[str, Any]) -> Iterator[Event]:
        """The events of one line."""
        kind, payload = row.get("type"), row.get("payload")
        stamp = row.get("timestamp")
        if isinstance(stamp, str) and len(stamp) >= 20:
            self.session.started = self.session.started or stamp
            self.session.updated = max(self.session.updated, stamp)
        if not isinstance(payload, dict):
            payload, kind = row, "response_item" if "type" in row else "session_meta"
        if kind == "session_meta":
            self._meta(payload)
        elif kind == "turn_context":
            self.session.cwd = _text(payload.get("cwd")) or self.session.cwd
            self.session.model = _text(payload.get("model")) or self.session.model
        elif kind == "compacted":
            yield self._event(model.COMPACT, "the conversation was compacted here")
        elif kind == "event_msg":
            yield from self._event_msg(payload)
        elif kind == "response_item":
            yield from self._response_item(payload)
        elif (name := str(kind)[:40]) not in PASSED and len(self.unknown) < MAX_UNKNOWN:
            self.unknown[name] = self.unknown.get(name, 0) + 1

    def _event(self, kind: str, text: str, refs: list[str] | None = None, at: str = "", **extra: Any) -> Event:
        return Event(at or self.session.updated, kind, text, refs or [], extra, self.session.cwd)

    def _meta(self, payload: dict[str, Any]) -> None:
        if self.state.get("meta"):  # a legacy fork copies its parent's header behind its own
            return
        self.state["meta"] = True
        source = payload.get("source")
        if payload.get("thread_source") == "subagent" or (isinstance(source, dict) and "subagent" in source):
            self.state["skip"] = True
        self.session.cwd = _text(payload.get("cwd")) or self.session.cwd
        self.session.entrypoint = source if isinstance(source, str) else ""
        self.session.started = _text(payload.get("timestamp")) or self.session.started
        git = payload.get("git")
        if isinstance(git, dict):
            self.session.branch = _text(git.get("branch"))
        self.state["thread"] = _text(payload.get("id"))

    def _event_msg(self, payload: dict[str, Any]) -> Iterator[Event]:
        kind = payload.get("type")
        if kind == "turn_aborted":
            yield self._event(model.NOTE, "interrupted by the user")
        elif kind == "task_complete" and isinstance(payload.get("error"), dict):
            yield self._event(model.FAILURE, _text(payload["error"].get("message")), tool="api")
        elif kind == "item_completed" and isinstance(payload.get("item"), dict):
            if self.state["form"] == BARE:  # looked at before its first item was there
                self.state["form"] = ITEMS
            if payload.get("thread_id") in (None, self.state.get("thread")):
                yield from self._item(payload["item"])
        elif self.state["form"] != EVENTS:
            return
        elif kind == "user_message":
            yield from self._prompt(_text(payload.get("message")))
        elif kind == "agent_message":
            yield from self._answer(_text(payload.get("message")))
        elif kind == "exec_command_end":
            output = payload.get("aggregated_output") or payload.get("formatted_output") or payload.get("stderr")
            yield self._command(payload.get("command"), payload.get("exit_code"), _text(output))
        elif kind == "patch_apply_end" and isinstance(payload.get("changes"), dict):
            yield from self._changes(
                payload["changes"], payload.get("success") is not False, _text(payload.get("stderr"))
            )

    def _item(self, item: dict[str, Any]) -> Iterator[Event]:
        kind = item.get("type")
        if kind == "UserMessage":
            yield from self._prompt(_joined(item.get("content")))
        elif kind == "AgentMessage":
            yield from self._answer(_joined(item.get("content")))
        elif kind == "CommandExecution":
            yield self._command(item.get("command"), item.get("exit_code"), _text(item.get("aggregated_output")))
        elif kind == "FileChange" and isinstance(item.get("changes"), dict):
            yield from self._changes(item["changes"], item.get("status") != "failed", _text(item.get("stderr")))

    def _response_item(self, payload: dict[str, Any]) -> Iterator[Event]:
        kind, name = payload.get("type"), payload.get("name")
        if kind == "function_call" and name == "update_plan":
            yield from self._plan(_json(payload.get("arguments")))
        if self.state["form"] == ITEMS:
            return
        if kind == "message" and self.state["form"] == BARE:
            yield from self._message(payload)
        elif kind in ("function_call", "custom_tool_call", "local_shell_call") and self.state["form"] == BARE:
            self._call(payload)
        elif kind in ("function_call_output", "custom_tool_call_output") and self.state["form"] == BARE:
            yield from self._output(payload)

    def _message(self, payload: dict[str, Any]) -> Iterator[Event]:
        text = _joined(payload.get("content"))
        if payload.get("role") == "user":
            found = CWD.search(text)
            if found and not self.session.cwd:
                self.session.cwd = found[1] or found[2]
            yield from self._prompt(text)
        elif payload.get("role") == "assistant":
            yield from self._answer(text)

    def _prompt(self, text: str) -> Iterator[Event]:
        text = text.strip()
        if text and not text.startswith(MACHINE):
            yield self._event(model.PROMPT, text)

    def _answer(self, text: str) -> Iterator[Event]:
        if text.strip():
            yield self._event(model.ANSWER, text.strip())

    def _command(self, command: Any, code: Any, output: str) -> Event:
        text = _command_text(command)
        if code in (0, None):
            return self._event(model.COMMAND, text)
        return self._event(model.FAILURE, f"{text}\n{output}".strip(), was=model.COMMAND, code=code)

    def _changes(self, changes: dict[str, Any], done: bool, error: str) -> Iterator[Event]:
        for path, change in changes.items():
            if done:
                detail = change if isinstance(change, dict) else {}
                yield self._event(model.EDIT, _text(detail.get("content") or detail.get("unified_diff")), [path])
            else:
                yield self._event(model.FAILURE, f"edit {path}\n{error}".strip(), [path], was=model.EDIT)

    def _plan(self, arguments: dict[str, Any]) -> Iterator[Event]:
        steps = arguments.get("plan")
        lines = [
            f"[{'x' if step.get('status') == 'completed' else ' '}] {_text(step.get('step'))}"
            for step in (steps if isinstance(steps, list) else [])
            if isinstance(step, dict)
        ]
        if lines:
            yield self._event(model.TODO, "\n".join(lines))

    def _call(self, payload: dict[str, Any]) -> None:
        name = _text(payload.get("name"))
        if name == "update_plan":
            return
        given = _json(payload.get("arguments"))
        action = payload.get("action")
        command = (
            given.get("command") or given.get("cmd") or (action.get("command") if isinstance(action, dict) else None)
        )
        text = _text(payload.get("input")) or _command_text(command)
        if text:
            self.pending[_text(payload.get("call_id"))] = [self.session.updated, name, text[:4000]]

    def _output(self, payload: dict[str, Any]) -> Iterator[Event]:
        stamp, name, text = self.pending.pop(_text(payload.get("call_id")), (None, "", ""))
        if stamp is None:
            return
        output = _output_text(payload.get("output"))
        patch = PATCH.findall(text) if "*** Begin Patch" in text else []
        if FAILED.search(output[:400]) or output.startswith("execution error"):
            yield self._event(model.FAILURE, f"{text if not patch else 'edit'}\n{output}", patch, stamp, was=name)
        elif patch:
            for path in patch:
                yield self._event(model.EDIT, text, [path.strip()], stamp)
        else:
            yield self._event(model.COMMAND, text, at=stamp)


def _below(folder: Path) -> Iterator[tuple[str, bool]]:
    for base, _, names in os.walk(folder):
        for name in names:
            if name.startswith("rollout-") and name.endswith(JSON_LINES):
                yield os.path.join(base, name), True


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _json(value: Any) -> dict[str, Any]:
    try:
        found = json.loads(value) if isinstance(value, str) else value
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _joined(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(_text(part.get("text")) for part in parts if isinstance(part, dict) and part.get("text"))


def _command_text(command: Any) -> str:
    """A command line as a person would type it: the shell that wraps it is left out."""
    if isinstance(command, str):
        return command
    words = [word for word in command if isinstance(word, str)] if isinstance(command, list) else []
    if len(words) == 3 and words[1] in ("-lc", "-c"):
        return words[2]
    return " ".join(words)


def _output_text(output: Any) -> str:
    if isinstance(output, dict):
        output = output.get("content") or output.get("output") or ""
    if isinstance(output, list):
        return _joined(output)
    text = _text(output)
    inner = _json(text) if text.startswith("{") else {}
    metadata = inner.get("metadata")
    if isinstance(metadata, dict) and metadata.get("exit_code"):
        return f"Exit code: {metadata['exit_code']}\n{_text(inner.get('output'))}"
    return _text(inner.get("output")) or text
