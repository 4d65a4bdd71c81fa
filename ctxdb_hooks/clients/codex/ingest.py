"""Codex's rollouts: where they are, and what of them is memory.

Facts (0.171.0 and files since 2025): one file per thread below ``sessions/Y/M/D`` or ``archived_sessions``; the first
line names thread, folder and parent. Three forms: items (``item_completed``), events (``user_message`` and its like),
and bare response items; a text stands in more than one of them, so one form is chosen per file. Sub-agents' and
reviewers' threads are no conversations of a person. A fork does not copy its parent's items.
"""

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec import Raw

from ctxdb_hooks.clients.codex.argv import codex_home
from ctxdb_hooks.clients.codex.config import refresh
from ctxdb_hooks.clients.codex.lines import (
    BARE,
    EVENTS,
    ITEMS,
    Item,
    Payload,
    Row,
    rows,
    says_nothing,
    text,
    value,
)
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import SLICE, Cursor, Listed, ends, folders_in, lines, newest, objects, resume
from ctxdb_hooks.clients.packed import JSON_LINES
from ctxdb_hooks.clients.times import time_of
from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.model import Event, Session

__all__ = ["AGENT", "CLIENT", "REPLAYS", "folders", "kept", "read", "refresh", "running", "transcripts"]

AGENT = "codex-cli"
CLIENT = "codex"
REPLAYS = False

PASSED = frozenset(("world_state", "token_usage_record", "ghost_commit"))  # types of lines that say nothing
MAX_UNKNOWN = 32
PAGINATED = b'"history_mode":"paginated"'  # in the first line, before there are any items
STEP = 1 << 17  # bytes in which the form is nearly always told
LINE = 200  # bytes of a line's beginning, in which its kind is named
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
WENT_WELL = b'\\"exit_code\\":0'  # at the end of an output that is JSON inside JSON


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
    wanted = (line for line in lines(fd, cursor, SLICE) if not says_nothing(line, reader.state["form"]))
    events = [event for row, payload in rows(wanted) for event in reader.feed(row, payload)]
    reader.close()
    return Reading(reader.session, [] if cursor.state.get("skip") else events, whole)


def _form(fd: int) -> str:
    """The form of a rollout, by the kinds of its first lines; an older form's kinds may stand before those of newer."""
    form = BARE
    for start in range(0, 16 * HEAD, STEP):
        head = os.pread(fd, STEP, start)
        if _is_named(b'"item_completed"', head) or PAGINATED in head[: 0 if start else STEP]:
            return ITEMS
        if form == EVENTS:
            break
        if _is_named(b'"user_message"', head):
            form = EVENTS
        if len(head) < STEP:
            break
    return form


def _is_named(kind: bytes, part: bytes) -> bool:
    """Whether a line of this kind begins in a part of a rollout."""
    at = 0
    while part.find(kind, at, at + LINE) < 0:
        at = part.find(b"\n", at) + 1
        if not at:
            return False
    return True


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

    def feed(self, row: Row, payload: Payload) -> Iterator[Event]:
        """The events of one line."""
        kind = row.type
        if stamp := time_of(row.timestamp):
            self.session.started = self.session.started or stamp
            self.session.updated = max(self.session.updated, stamp)
        if kind == "event_msg":
            yield from self._event_msg(payload)
        elif kind == "response_item":
            yield from self._response_item(payload)
        elif kind == "session_meta":
            self._meta(payload)
        elif kind == "turn_context":
            self.session.cwd = _text(payload.cwd) or self.session.cwd
            self.session.model = _text(payload.model) or self.session.model
        elif kind == "compacted":
            yield self._event(model.COMPACT, "the conversation was compacted here")
        elif (name := str(kind)[:40]) not in PASSED and len(self.unknown) < MAX_UNKNOWN:
            self.unknown[name] = self.unknown.get(name, 0) + 1

    def _event(self, kind: str, text: str, refs: list[str] | None = None, at: str = "", **extra: Any) -> Event:
        return Event(at or self.session.updated, kind, text, refs or [], extra, self.session.cwd)

    def _meta(self, payload: Payload) -> None:
        if self.state.get("meta"):  # a legacy fork copies its parent's header behind its own
            return
        self.state["meta"] = True
        source = payload.source
        if payload.thread_source == "subagent" or (isinstance(source, dict) and "subagent" in source):
            self.state["skip"] = True
        self.session.cwd = _text(payload.cwd) or self.session.cwd
        self.session.entrypoint = source if isinstance(source, str) else ""
        self.session.started = time_of(payload.timestamp) or self.session.started
        git = payload.git
        if isinstance(git, dict):
            self.session.branch = _text(git.get("branch"))
        self.state["thread"] = _text(payload.id)

    def _event_msg(self, payload: Payload) -> Iterator[Event]:
        kind = payload.type
        if kind == "turn_aborted":
            yield self._event(model.NOTE, "interrupted by the user")
        elif kind == "task_complete" and isinstance(payload.error, dict):
            yield self._event(model.FAILURE, _text(payload.error.get("message")), tool="api")
        elif kind == "item_completed" and payload.item:
            if self.state["form"] == BARE:  # looked at before its first item was there
                self.state["form"] = ITEMS
            if payload.thread_id in (None, self.state.get("thread")):
                yield from self._item(payload.item)
        elif self.state["form"] != EVENTS:
            return
        elif kind == "user_message":
            yield from self._prompt(_text(payload.message))
        elif kind == "agent_message":
            yield from self._answer(_text(payload.message))
        elif kind == "exec_command_end":
            printed = (payload.aggregated_output, payload.formatted_output, payload.stderr)
            yield self._command(payload.command, payload.exit_code, *printed)
        elif kind == "patch_apply_end" and isinstance(payload.changes, dict):
            yield from self._changes(payload.changes, payload.success is not False, payload.stderr)

    def _item(self, item: Item) -> Iterator[Event]:
        kind = item.type
        if kind == "UserMessage":
            yield from self._prompt(_joined(item.content))
        elif kind == "AgentMessage":
            yield from self._answer(_joined(item.content))
        elif kind == "CommandExecution":
            yield self._command(item.command, item.exit_code, item.aggregated_output)
        elif kind == "FileChange" and isinstance(item.changes, dict):
            yield from self._changes(item.changes, item.status != "failed", item.stderr)

    def _response_item(self, payload: Payload) -> Iterator[Event]:
        kind, name = payload.type, payload.name
        if kind == "function_call" and name == "update_plan":
            yield from self._plan(_json(payload.arguments))
        if self.state["form"] == ITEMS:
            return
        if kind == "message" and self.state["form"] == BARE:
            yield from self._message(payload)
        elif kind in ("function_call", "custom_tool_call", "local_shell_call") and self.state["form"] == BARE:
            self._call(payload)
        elif kind in ("function_call_output", "custom_tool_call_output") and self.state["form"] == BARE:
            yield from self._output(payload)

    def _message(self, payload: Payload) -> Iterator[Event]:
        text = _joined(payload.content)
        if payload.role == "user":
            found = CWD.search(text)
            if found and not self.session.cwd:
                self.session.cwd = found[1] or found[2]
            yield from self._prompt(text)
        elif payload.role == "assistant":
            yield from self._answer(text)

    def _prompt(self, text: str) -> Iterator[Event]:
        text = text.strip()
        if text and not text.startswith(MACHINE):
            yield self._event(model.PROMPT, text)

    def _answer(self, text: str) -> Iterator[Event]:
        if text.strip():
            yield self._event(model.ANSWER, text.strip())

    def _command(self, command: Any, code: Any, *printed: Raw) -> Event:
        ran = _command_text(command)
        if code in (0, None):
            return self._event(model.COMMAND, ran)
        output = next(filter(None, map(text, printed)), "")
        return self._event(model.FAILURE, f"{ran}\n{output}".strip(), was=model.COMMAND, code=code)

    def _changes(self, changes: dict[str, Any], done: bool, error: Raw) -> Iterator[Event]:
        for path, change in changes.items():
            if done:
                detail = change if isinstance(change, dict) else {}
                yield self._event(model.EDIT, _text(detail.get("content") or detail.get("unified_diff")), [path])
            else:
                yield self._event(model.FAILURE, f"edit {path}\n{text(error)}".strip(), [path], was=model.EDIT)

    def _plan(self, arguments: dict[str, Any]) -> Iterator[Event]:
        steps = arguments.get("plan")
        lines = [
            f"[{'x' if step.get('status') == 'completed' else ' '}] {_text(step.get('step'))}"
            for step in (steps if isinstance(steps, list) else [])
            if isinstance(step, dict)
        ]
        if lines:
            yield self._event(model.TODO, "\n".join(lines))

    def _call(self, payload: Payload) -> None:
        name = _text(payload.name)
        if name == "update_plan":
            return
        given = _json(payload.arguments)
        action = payload.action
        command = (
            given.get("command") or given.get("cmd") or (action.get("command") if isinstance(action, dict) else None)
        )
        text = _text(payload.input) or _command_text(command)
        if text:
            self.pending[_text(payload.call_id)] = [self.session.updated, name, text[:4000]]

    def _output(self, payload: Payload) -> Iterator[Event]:
        stamp, name, given = self.pending.pop(_text(payload.call_id), (None, "", ""))
        if stamp is None:
            return
        output = "" if WENT_WELL in bytes(payload.output)[-99:] else _output_text(value(payload.output))
        patch = PATCH.findall(given) if "*** Begin Patch" in given else []
        if FAILED.search(output[:400]) or output.startswith("execution error"):
            yield self._event(model.FAILURE, f"{given if not patch else 'edit'}\n{output}", patch, stamp, was=name)
        elif patch:
            for path in patch:
                yield self._event(model.EDIT, given, [path.strip()], stamp)
        else:
            yield self._event(model.COMMAND, given, at=stamp)


def _below(folder: Path) -> Iterator[tuple[str, bool]]:
    for base, _, names in os.walk(folder):
        for name in names:
            if name.startswith("rollout-") and name.endswith(JSON_LINES):
                yield os.path.join(base, name), True


def _text(value: Any) -> str:
    return value if isinstance(value, str) else ""


def _json(given: Any) -> dict[str, Any]:
    found = value(given) if isinstance(given, str) else given
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
