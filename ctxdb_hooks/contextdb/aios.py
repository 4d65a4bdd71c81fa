"""Stores that AIOS left in a checkout: read by content, without following links, only after the user's word.

A checkout may come from anybody, so nothing of it is memory before ``ctxdb-hooks trust`` has shown it and copied its
sessions into the state folder. What was decided stands in trust.json with the digest of what was shown.
"""

import json
import os
import re
import stat
from collections.abc import Iterator
from dataclasses import dataclass, replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb import derive, files, heads, model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import Store, now
from ctxdb_hooks.redact import redact

PLACES = (".aios/context-db", "memory/context-db")
PARTS = ("meta.json", "state.json", "l1-checkpoints.jsonl", "l2-events.jsonl")
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}")
SPACES = "workspace-memory--"  # AIOS keeps memos in sessions of this name; they are no sessions
MAX_FILE = 16 << 20
MAX_SESSIONS = 2000
MAX_TEXT = 6000
KINDS = {"user": model.PROMPT, "assistant": model.ANSWER, "tool": model.NOTE, "system": model.NOTE}
TRUSTED, DISTRUSTED, SHOWN = "trusted", "distrusted", "shown"


@dataclass(frozen=True)
class Found:
    """A store in a checkout: where, its sessions' names, and the digest of their content."""

    folder: Path
    names: list[str]
    digest: str


def find(root: Path) -> list[Found]:
    """The AIOS stores of a checkout that hold sessions."""
    found = []
    for place in PLACES:
        folder = root / place
        names = _names(folder)
        if names:
            found.append(Found(folder, names, _digest(folder, names)))
    return found


def decision(state: Path, found: Found) -> str:
    """What was decided about this very content: trusted, distrusted, shown, or empty."""
    entry = files.read_json(state / "trust.json").get(str(found.folder))
    if not isinstance(entry, dict):
        return ""
    if entry.get("state") == DISTRUSTED:  # quiet for good, whatever it becomes
        return DISTRUSTED
    return str(entry.get("state")) if entry.get("digest") == found.digest else ""


def decide(state: Path, found: Found, what: str) -> None:
    """Remember a decision. Raises OSError."""
    known = files.read_json(state / "trust.json")
    known[str(found.folder)] = {"digest": found.digest, "state": what, "at": now()}
    files.make_folder(state)
    files.write_json(state / "trust.json", known)


def take_over(store: Store, found: Found, root: str) -> int:
    """Copy the sessions into our store, under their own names; returns how many. Raises OSError."""
    store.prepare()
    taken = 0
    for name in found.names:
        session, events, derived = read(found.folder, name)
        if not events and not derived["summary"]:
            continue  # AIOS makes an empty session at every start
        ours = store.meta(name).get("source")
        if isinstance(ours, dict) and not ours.get("given_id"):
            continue  # a session that a client's own transcript gave us says more
        count, _ = store.replace(name, events)
        store.describe(session, heads.head_of(store, session, derived, [], root), derived, count)
        taken += 1
    return taken


def read(folder: Path, name: str) -> tuple[Session, list[Event], dict[str, Any]]:
    """One session of a store: tolerant as AIOS's own reader, redacted and cut as everything we keep."""
    base = folder / "sessions" / name
    meta, state = _object(_read(base / "meta.json")), _object(_read(base / "state.json"))
    events = [_event(row) for row in _rows(_read(base / "l2-events.jsonl"))]
    checkpoints = list(_rows(_read(base / "l1-checkpoints.jsonl")))
    session = Session(
        agent=_text(meta.get("agent"), 40) or "aios",
        native_id=name,
        started=_text(meta.get("createdAt"), 40) or (events[0].ts if events else ""),
        updated=_text(meta.get("updatedAt") or meta.get("updated_at"), 40) or (events[-1].ts if events else ""),
        given_id=name,
    )
    derived = derive.derive(events)
    derived["goal"] = _text(meta.get("goal"), 300) or derived["goal"]
    derived["status"] = {"done": "done", "blocked": "blocked"}.get(str(meta.get("status")), "interrupted")
    if checkpoints:
        last = checkpoints[-1]
        derived["summary"] = _text(last.get("summary"), 600) or derived["summary"]
        derived["files"] = list(dict.fromkeys([*_texts(last.get("artifacts")), *derived["files"]]))
    derived["next"] = _texts(state.get("nextActions")) or derived["next"]
    refs = [ref for event in events for ref in event.refs]
    derived["files"] = list(dict.fromkeys([*derived["files"], *refs]))[:40]
    derived["prompts"] = max(1, int(derived["prompts"]))
    return session, events, derived


def export(store: Store, target: Path) -> int:
    """Write a store that AIOS reads below ``target``; returns the number of sessions. Raises OSError."""
    base = target / "memory" / "context-db"
    copy = Store(target)
    copy.prepare()
    count = 0
    for meta in store.metas():
        name = meta["sessionId"]
        for part in (*PARTS, "l0-summary.md"):
            data = _read(store.sessions_folder / name / part)
            if part == "meta.json":
                plain = {key: value for key, value in meta.items() if key not in ("source", "derived", "head")}
                data = (json.dumps(plain, ensure_ascii=False, indent=2) + "\n").encode()
            files.make_folder(base / "sessions" / name)
            files.write(base / "sessions" / name / part, data or b"")
        count += 1
    for agent in heads.AGENTS:
        for path in (store.packet(agent, apart=apart) for apart in (False, True)):
            if path.is_file():
                files.write(copy.packet(agent, apart=False), path.read_bytes())
    facade = files.read_json(store.facade_file)
    head = facade.get("head")
    if isinstance(head, dict):
        plain = {key: facade[key] for key in facade if key not in ("head", "packets")}
        place = copy.packet(str(head.get("agent")), apart=False).relative_to(target)
        files.write_json(base / ".facade.json", plain | {"contextPacketPath": str(place)})
    return count


def _names(folder: Path) -> list[str]:
    try:
        with os.scandir(folder / "sessions") as entries:
            names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    except OSError:
        return []
    if _linked(folder):
        return []
    kept = [name for name in sorted(names) if NAME.fullmatch(name) and not name.startswith(SPACES)]
    return [name for name in kept if _object(_read(folder / "sessions" / name / "meta.json"))][:MAX_SESSIONS]


def _linked(folder: Path) -> bool:
    return any(path.is_symlink() for path in (folder, folder.parent, folder / "sessions"))


def _digest(folder: Path, names: list[str]) -> str:
    digest = blake2b(digest_size=16)
    for name in names:
        for part in PARTS:
            data = _read(folder / "sessions" / name / part) or b""
            digest.update(f"{name}/{part} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def _read(path: Path) -> bytes | None:
    """A regular file of at most MAX_FILE bytes, not through a link; None otherwise."""
    try:
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(fd, "rb") as file:
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode) or found.st_size > MAX_FILE:
            return None
        return file.read(MAX_FILE)


def _rows(data: bytes | None) -> Iterator[dict[str, Any]]:
    for line in (data or b"").splitlines():
        row = _object(line)
        if row:
            yield row


def _object(data: bytes | None) -> dict[str, Any]:
    try:
        value = json.loads(data or b"")
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}


def _event(row: dict[str, Any]) -> Event:
    event = Event.of(row)
    kind = KINDS.get(str(row.get("role")), model.NOTE)
    if row.get("kind") == "error":
        kind = model.FAILURE
    if isinstance(row.get("refs"), str):
        event.refs = [ref.strip() for ref in str(row["refs"]).split(",") if ref.strip()]
    refs = [redact(ref)[:400] for ref in event.refs[:40]]
    return replace(event, kind=kind, text=redact(event.text)[:MAX_TEXT], refs=refs, extra={})


def _text(value: Any, limit: int) -> str:
    return redact(value)[:limit] if isinstance(value, str) else ""


def _texts(value: Any) -> list[str]:
    return [_text(item, 400) for item in value[:20] if isinstance(item, str)] if isinstance(value, list) else []
