"""Claude Code's transcripts: where they are, and what of them is memory.

Facts: one folder per working directory below ``projects/``, its name a lossy encoding of the path, so that only
the recorded ``cwd`` tells the project; one assistant line per content block; a person's prompts are user lines
without tool results that no machine wrote (observed on 2.1.197 and older transcripts).
"""

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.claude import hooks, plugin
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import SLICE, Cursor, newest, open_regular, resume, rows
from ctxdb_hooks.contextdb import files, model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.install import launch_paths

AGENT = "claude-code"
CLIENT = "claude"

MACHINE = (
    "<command-name>",
    "<command-message>",
    "<local-command-",
    "<bash-",
    "<task-notification>",
    "<teammate-message",
    "<system-reminder>",
    "[Request interrupted",
    "Base directory for this skill",
    "Caveat: The messages below",
    "This session is being continued from a previous conversation",
    "Stop hook feedback",
)
EDITS = {"Edit", "Write", "MultiEdit", "NotebookEdit"}
SEARCHES = {"Grep", "Glob", "LS"}
NOTHING_SAID = ("No response requested.", "(no content)")
MAX_PENDING = 64
FIRST, HEAD = 1 << 16, 1 << 20  # bytes in which the working directory nearly always, and at the latest, is named


def folder_name(path: str) -> str:
    """The name Claude gives the folder of a working directory; longer than 200 characters it gets a hash."""
    plain = "".join(char if char.isascii() and char.isalnum() else "-" for char in path)
    if len(plain) <= 200:
        return plain
    value = 0
    for unit in memoryview(path.encode("utf-16-le")).cast("H"):
        value = (value * 31 + unit) & 0xFFFFFFFF
    value = abs(value - (1 << 32) if value & 0x80000000 else value)
    digits = ""
    while value:
        value, digit = divmod(value, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return f"{plain[:200]}-{digits or '0'}"


def transcripts(env: Mapping[str, str], roots: Iterable[str] | None) -> Iterator[Path]:
    """Transcripts that may belong to work under ``roots`` (every one when None), newest first.

    The folder's name is only a hint: two paths can share one, so the caller asks ``first_cwd``.
    """
    base = Path(places.claude_home(dict(env))) / "projects"
    wanted = None if roots is None else tuple(folder_name(root)[:200] for root in roots)
    return newest(_found(base, wanted))


def _found(base: Path, wanted: tuple[str, ...] | None) -> Iterator[tuple[int, str]]:
    for folder in _scan(base):
        if wanted is not None and not folder.name.startswith(wanted):
            continue
        for entry in _scan(folder.path):
            if entry.name.endswith(".jsonl"):
                with suppress(OSError):
                    yield entry.stat().st_mtime_ns, entry.path


def kept(store: Path, env: Mapping[str, str]) -> Iterable[Path]:
    """Nothing: this client deletes no transcript that is still unread."""
    return ()


def first_cwd(path: Path) -> str:
    """The first working directory that a transcript records; empty when its first megabyte has none."""
    try:
        fd = open_regular(path)
    except OSError:
        return ""
    with open(fd, "rb") as file:
        head = file.read(FIRST)
        return _cwd_in(head) or _cwd_in(head + file.read(HEAD - FIRST))


def _cwd_in(head: bytes) -> str:
    at = 0
    while (at := head.find(b'"cwd":', at)) >= 0:
        end = head.find(b"\n", at)
        value = head[at + 6 : end if end >= 0 else len(head)].lstrip()
        at += 6
        try:
            cwd, _ = json.JSONDecoder().raw_decode(value.decode("utf-8", "replace"))
        except ValueError:
            continue
        if isinstance(cwd, str) and cwd.startswith("/"):
            return cwd
    return ""


def running(env: Mapping[str, str]) -> dict[str, tuple[int, float]]:
    """Interactive sessions that Claude itself says are open: session id to pid and the start of the session."""
    found = {}
    for entry in _scan(Path(places.claude_home(dict(env))) / "sessions"):
        if entry.name.endswith(".json"):
            try:
                value = json.loads(Path(entry.path).read_bytes())
                found[str(value["sessionId"])] = int(value["pid"]), value["startedAt"] / 1000
            except (OSError, ValueError, KeyError, TypeError):
                continue
    return found


def refresh(state: Path, env: Mapping[str, str], roots: Iterable[str]) -> None:
    """Note whether a policy stands against our plugin: the launcher gives it only after this look."""
    cache = state / "claude.cache"
    ours = hooks.file(launch_paths(Path(places.data_dir(dict(env)))).hook, state, env)
    value = {"plugin": plugin.allowed(), "hooks": ours.present()}
    if files.read_json(cache) != value:
        files.write_json(cache, value, pretty=False)


def read(fd: int, path: Path, cursor: Cursor) -> Reading:
    """Read on from the cursor and move it. Raises OSError."""
    whole = not resume(fd, cursor)
    if whole:
        cursor.state = {}
    reader = Reader(path, cursor.state)
    events = [event for row in rows(fd, cursor, SLICE) for event in reader.feed(row)]
    reader.close()
    return Reading(reader.session, events, whole)


class Reader:
    """Turns the lines of one transcript into events; ``state`` survives between runs as JSON."""

    def __init__(self, path: Path, state: dict[str, Any]) -> None:
        self.state = state
        self.session = Session(AGENT, path.stem, **state.get("session", {}))
        self.pending: dict[str, dict[str, Any]] = state.setdefault("pending", {})

    def close(self) -> None:
        """Put what the next run needs into ``state``."""
        kept = ("started", "updated", "cwd", "branch", "model", "title", "entrypoint")
        self.state["session"] = {name: getattr(self.session, name) for name in kept}
        while len(self.pending) > MAX_PENDING:
            self.pending.pop(next(iter(self.pending)))

    def feed(self, row: dict[str, Any]) -> Iterator[Event]:
        """The events of one line."""
        kind = row.get("type")
        if kind in ("custom-title", "ai-title"):
            self.session.title = str(row.get("customTitle") or row.get("aiTitle") or row.get("title") or "")[:300]
        if row.get("isSidechain") is True:
            return
        self._note(row)
        if kind == "user":
            yield from self._user(row)
        elif kind == "assistant":
            yield from self._assistant(row)
        elif kind == "system" and row.get("subtype") == "compact_boundary":
            yield Event(self.session.updated, model.COMPACT, "the conversation was compacted here")

    def _note(self, row: dict[str, Any]) -> None:
        session = self.session
        stamp = row.get("timestamp")
        if isinstance(stamp, str) and len(stamp) >= 20 and row.get("type") in ("user", "assistant", "system"):
            session.started = session.started or stamp
            session.updated = max(session.updated, stamp)
        for name, key in (("cwd", "cwd"), ("branch", "gitBranch"), ("entrypoint", "entrypoint")):
            value = row.get(key)
            if isinstance(value, str) and value:
                setattr(session, name, value)

    def _user(self, row: dict[str, Any]) -> Iterator[Event]:
        message = row.get("message")
        content = message.get("content") if isinstance(message, dict) else None
        blocks = [{"type": "text", "text": content}] if isinstance(content, str) else content
        if not isinstance(blocks, list):
            return
        blocks = [block for block in blocks if isinstance(block, dict)]
        results = [block for block in blocks if block.get("type") == "tool_result"]
        for block in results:
            yield from self._result(block)
        if results or any(row.get(key) for key in ("isMeta", "isCompactSummary", "isVisibleInTranscriptOnly")):
            return
        origin = row.get("origin")
        if isinstance(origin, dict) and origin.get("kind") not in (None, "human"):
            return
        text = "\n".join(str(block.get("text") or "") for block in blocks if block.get("type") == "text").strip()
        if text.startswith("[Request interrupted"):
            self.pending.clear()
            yield Event(self.session.updated, model.NOTE, "interrupted by the user")
        elif text and not text.startswith(MACHINE):
            yield Event(self.session.updated, model.PROMPT, text)

    def _assistant(self, row: dict[str, Any]) -> Iterator[Event]:
        message = row.get("message")
        if not isinstance(message, dict) or not isinstance(message.get("content"), list):
            return
        if row.get("isApiErrorMessage"):
            yield Event(self.session.updated, model.FAILURE, _text_of(message["content"])[:600], extra={"tool": "api"})
            return
        if message.get("model") == "<synthetic>":
            return
        self.session.model = str(message.get("model") or self.session.model)
        for block in message["content"]:
            if not isinstance(block, dict):
                continue
            text = block.get("text")
            if block.get("type") == "text" and isinstance(text, str) and text.strip() not in ("", *NOTHING_SAID):
                yield Event(self.session.updated, model.ANSWER, text.strip())
            elif block.get("type") == "tool_use":
                yield from self._use(block)

    def _use(self, block: dict[str, Any]) -> Iterator[Event]:
        name = str(block.get("name") or "")
        given = block.get("input")
        given = given if isinstance(given, dict) else {}
        event = _tool(name, given, self.session.updated)
        if event is None:
            return
        if event.kind in (model.TODO, model.PLAN):
            yield event
        elif isinstance(block.get("id"), str):
            self.pending[block["id"]] = {
                "ts": event.ts,
                "kind": event.kind,
                "text": event.text,
                "refs": event.refs,
            }

    def _result(self, block: dict[str, Any]) -> Iterator[Event]:
        row = self.pending.pop(str(block.get("tool_use_id")), None)
        if row is None:
            return
        event = Event.of(row)
        if block.get("is_error") is True:
            output = _text_of(block.get("content"))
            yield Event(
                self.session.updated,
                model.FAILURE,
                f"{event.text}\n{output}".strip(),
                event.refs,
                {"was": event.kind},
            )
        else:
            yield event


def _tool(name: str, given: dict[str, Any], stamp: str) -> Event | None:
    path = next((given[key] for key in ("file_path", "notebook_path", "path") if isinstance(given.get(key), str)), "")
    if name in EDITS:
        return Event(stamp, model.EDIT, _changed(given), [path] if path else [])
    if name == "Read":
        return Event(stamp, model.READ, "", [path] if path else [])
    if name == "Bash":
        return Event(stamp, model.COMMAND, str(given.get("command") or ""), [], {})
    if name in SEARCHES:
        return Event(stamp, model.SEARCH, str(given.get("pattern") or ""), [path] if path else [])
    if name in ("WebFetch", "WebSearch"):
        return Event(stamp, model.FETCH, str(given.get("url") or given.get("query") or ""))
    if name == "TodoWrite":
        return Event(stamp, model.TODO, _todos(given.get("todos")))
    if name in ("TaskCreate", "TaskUpdate"):
        return Event(stamp, model.TODO, str(given.get("subject") or given.get("description") or ""), [], dict(given))
    if name == "ExitPlanMode":
        return Event(stamp, model.PLAN, str(given.get("plan") or ""))
    return None


def _changed(given: dict[str, Any]) -> str:
    """What an edit put there, shortened: the names in it are what a later session looks for."""
    edits = given.get("edits")
    parts = [given] if not isinstance(edits, list) else [edit for edit in edits if isinstance(edit, dict)]
    texts = [str(part.get("new_string") or part.get("content") or part.get("new_source") or "") for part in parts]
    return "\n".join(texts)


def _todos(value: Any) -> str:
    lines = []
    for item in value if isinstance(value, list) else []:
        if isinstance(item, dict) and isinstance(item.get("content"), str):
            lines.append(f"[{'x' if item.get('status') == 'completed' else ' '}] {item['content']}")
    return "\n".join(lines)


def _text_of(content: Any) -> str:
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    return "\n".join(str(part.get("text") or "") for part in content if isinstance(part, dict))


def _scan(folder: str | Path) -> Iterator[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from entries
