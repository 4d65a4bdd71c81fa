"""Gemini's chats: where they are, and what of them is memory.

Facts (0.61.0): ``tmp/<slug>/chats/session-*.jsonl`` is a log to be replayed, not a list: a message's later line
replaces the earlier, ``$rewindTo`` takes messages back, ``$set.messages`` rewrites them (after a resume without
their tool calls, after a compression without the early ones). Until 0.40 one ``.json`` document. The folder's
``.project_root`` names the working directory. Sub-agents' chats lie in folders of their own.
"""

import hashlib
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.gemini import rescue
from ctxdb_hooks.clients.gemini.document import Document
from ctxdb_hooks.clients.gemini.lines import Call, Message, rows, value
from ctxdb_hooks.clients.gemini.replay import Chat, Turn
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import CHUNK, Cursor, Listed, lines, newest, resume
from ctxdb_hooks.clients.times import time_of
from ctxdb_hooks.contextdb import files, model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.launch import project

AGENT = "gemini-cli"
CLIENT = "gemini"
REPLAYS = True

KNOWN = ("user", "gemini", "model", "info", "error", "warning")  # types of messages
MAX_UNKNOWN = 32
COUNT = "messages"  # in a cursor's state: how many a document had
MACHINE = ("<session_context>", "<hook_context>", "- **Workspace Directories:**")
LEADING_HOOK = re.compile(r"^<hook_context>.*?</hook_context>\s*", re.S)
EXIT_CODE = b"Exit Code: "
FAILED = re.compile(r"Exit Code: (?!0\b)\d+")
LONGEST_PATH = 4096
EDITS = {"write_file", "replace", "edit"}
READS = {"read_file", "read_many_files"}
SEARCHES = {"grep_search", "search_file_content", "glob", "list_directory"}
FETCHES = {"web_fetch", "google_web_search"}


def transcripts(env: Mapping[str, str], roots: Iterable[str] | None) -> list[Listed]:
    """Chats of folders under ``roots`` (all when None), newest first: a folder's root holds for all of its chats."""
    base = Path(rescue.gemini_home(dict(env)), "tmp")
    wanted = None if roots is None else list(roots)
    folders = (
        folder
        for folder in base.glob("*")
        if wanted is None or any(rescue.under(project_root(folder), root) for root in wanted)
    )
    return newest(
        (str(path), True)
        for folder in folders
        for path in folder.glob("chats/session-*")
        if path.suffix in (".json", ".jsonl")
    )


def kept(store: Path, env: Mapping[str, str]) -> Iterator[Path]:
    """Chats that were linked into the store and that Gemini has deleted since, or begun anew under the same name."""
    base = Path(rescue.gemini_home(dict(env)), "tmp")
    for path in sorted((store / rescue.FOLDER).glob("*@*@session-*")):
        slug, inode, name = path.name.split("@", 2)
        try:
            there = str(os.lstat(base / slug / "chats" / name).st_ino)
        except OSError:
            there = ""
        if there != inode:
            yield path


def project_root(folder: Path) -> str:
    """The working directory of one of Gemini's project folders; empty when it cannot be told."""
    written = project.read_text(str(folder / ".project_root"))
    if written:
        return written
    known = files.read_json(folder.parent.parent / "projects.json").get("projects")
    for cwd, slug in known.items() if isinstance(known, dict) else ():
        if folder.name in (slug, hashlib.sha256(str(cwd).encode()).hexdigest()):
            return str(cwd)
    return ""


def folders(path: Path, *, late: bool = False) -> list[str]:
    """The working directory of a chat; it has only one."""
    return [cwd] if (cwd := _folder_of(path)) else []


def _folder_of(path: Path) -> str:
    """The working directory of a chat's folder, also of a chat that was kept from deletion."""
    slug, kept_one, _ = path.name.partition("@")
    if kept_one:
        return project_root(Path(rescue.gemini_home(dict(os.environ)), "tmp", slug))
    return project_root(path.parent.parent)


def running(env: Mapping[str, str]) -> dict[str, tuple[int, float]]:
    """Gemini keeps no record that names a session's process."""
    return {}


def refresh(state: Path, env: Mapping[str, str], roots: Iterable[str]) -> None:
    """Gemini's hot half needs nothing that the background would have to find out."""


def read(fd: int, path: Path, cursor: Cursor) -> Reading:
    """Replay a chat from its beginning. Raises OSError, also for a document that is half written and was longer."""
    resume(fd, cursor)
    cursor.offset, cursor.before = 0, ""
    chat = Chat(_turn)
    count = 0
    if path.suffix == ".json":
        count = _take_document(fd, path, cursor, chat)
    else:
        for row in rows(lines(fd, cursor)):
            chat.take(row)
    header, turns = chat.header, list(chat.turns.values())
    events = list(chat.events())
    name = path.name.rpartition("@")[2]
    native = str(header.get("sessionId") or name.rpartition(".")[0].rpartition("-")[2])
    session = Session(AGENT, native, started=time_of(header.get("startTime")), cwd=_folder_of(path))
    session.title = str(header.get("summary") or "")[:300]
    stamps = [event.ts for event in events if event.ts]
    session.started = session.started or (stamps[0] if stamps else "")
    session.updated = max([session.started, *stamps])
    session.model = next((turn.model for turn in reversed(turns) if turn.model), "")
    unknown = Counter(turn.kind[:40] for turn in turns if turn.kind not in KNOWN)
    cursor.state = {"unknown": dict(unknown.most_common(MAX_UNKNOWN)), COUNT: count}
    if header.get("kind") == "subagent":
        events = []
    return Reading(session, events, whole=True)


def _take_document(fd: int, path: Path, cursor: Cursor, chat: Chat) -> int:
    """Take in a chat that is one document, of a torn one what is whole so far; returns how many messages it has.

    Gemini writes it anew each time, so that a torn one which says less than before is left for the next time.
    Raises OSError.
    """
    os.lseek(fd, 0, os.SEEK_SET)
    document = Document(iter(lambda: os.read(fd, CHUNK), b""))
    number = 0
    for number, message in enumerate(rows(document.messages()), 1):
        chat.put((str(number), ""), message)
    if not document.is_whole and number < max(1, cursor.state.get(COUNT, 0)):
        raise OSError(f"{path}: half written")
    chat.header = document.header
    cursor.left_out += document.left_out
    cursor.offset = cursor.size
    return number


def _turn(message: Message) -> Turn:
    says = message.content or message.toolCalls or message.displayContent  # a log has it first without its calls
    return Turn(str(message.type), str(message.model or ""), list(_events(message)) if says else [])


def _events(message: Message) -> Iterator[Event]:
    kind = message.type
    if kind == "user":
        text = _said(message.displayContent or message.content)
        if text:
            yield Event(time_of(message.timestamp), model.PROMPT, text)
    elif kind in ("gemini", "model"):
        for call in message.toolCalls or ():
            yield from _tool(call, message)
        text = _said(message.content) if message.content else ""
        if text:
            yield Event(time_of(message.timestamp), model.ANSWER, text)
    elif kind == "error":
        yield Event(time_of(message.timestamp), model.FAILURE, _said(message.content), extra={"tool": "api"})


def _said(content: Any) -> str:
    parts = [{"text": content}] if isinstance(content, str) else content
    texts = [part["text"] for part in _objects(parts) if isinstance(part.get("text"), str) and not part.get("thought")]
    texts = [LEADING_HOOK.sub("", text) for text in texts]
    return "\n".join(text for text in texts if not text.startswith(MACHINE)).strip()[: model.TOO_LONG]


def _tool(call: Call, message: Message) -> Iterator[Event]:
    name = str(call.name or "")
    given = call.args if isinstance(call.args, dict) else {}
    stamp = time_of(call.timestamp) or time_of(message.timestamp)
    path = next((given[key] for key in ("file_path", "absolute_path", "path") if isinstance(given.get(key), str)), "")
    event = _used(name, given, path[:LONGEST_PATH], stamp)
    if event is None:
        return
    event.text = event.text[: model.TOO_LONG]
    failed = call.status == "error" or (event.kind == model.COMMAND and EXIT_CODE in bytes(call.result))
    output = _output(value(call.result)) if failed else ""
    failed = call.status == "error" or FAILED.search(output) is not None
    if call.status == "cancelled":
        yield Event(stamp, model.NOTE, "interrupted by the user")
    elif failed:
        text = f"{event.text or name}\n{output}".strip()[: model.TOO_LONG]
        yield Event(stamp, model.FAILURE, text, event.refs, {"was": event.kind})
    else:
        yield event


def _used(name: str, given: dict[str, Any], path: str, stamp: str) -> Event | None:
    refs = [path] if path else []
    if name in EDITS:
        return Event(stamp, model.EDIT, str(given.get("new_string") or given.get("content") or ""), refs)
    if name in READS:
        return Event(stamp, model.READ, "", refs)
    if name == "run_shell_command":
        return Event(stamp, model.COMMAND, str(given.get("command") or ""))
    if name in SEARCHES:
        return Event(stamp, model.SEARCH, str(given.get("pattern") or given.get("query") or path), refs)
    if name in FETCHES:
        return Event(stamp, model.FETCH, str(given.get("url") or given.get("query") or given.get("prompt") or ""))
    if name == "write_todos":
        return Event(stamp, model.TODO, _todos(given.get("todos")))
    return None


def _objects(value: Any) -> list[dict[str, Any]]:
    """The objects in a list; none where there is no list."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _todos(value: Any) -> str:
    return "\n".join(
        f"[{'x' if item.get('status') == 'completed' else ' '}] {item.get('description')}" for item in _objects(value)
    )


def _output(result: Any) -> str:
    found = []
    for part in result if isinstance(result, list) else []:
        answer = part.get("functionResponse") if isinstance(part, dict) else None
        response = answer.get("response") if isinstance(answer, dict) else None
        if isinstance(response, dict):
            found.append(str(response.get("error") or response.get("output") or ""))
    return "\n".join(found)
