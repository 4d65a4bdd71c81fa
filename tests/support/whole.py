"""Whether a store is whole: what must hold at any moment, and what must hold once a run has ended."""

from __future__ import annotations

import json
import sqlite3
import stat
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.gemini import rescue
from ctxdb_hooks.contextdb import facade

BASE = Path("memory", "context-db")


def wrong(store: Path, *, settled: bool = True) -> list[str]:
    """What is not as it must be in a project's store.

    At any moment: every file can be read to its end, and the packet that is named is there. ``settled``, when no run
    is under way and none was killed since the last: all files agree, and nothing temporary is left.
    """
    return [*_parts(store), *_named(store), *_places(store), *(_unsettled(store) if settled else ())]


def goal(store: Path) -> str:
    """The goal that the facade tells of; empty without a facade."""
    return str((_json(store / BASE / ".facade.json") or {}).get("goal", ""))


def events(store: Path) -> list[dict[str, Any]]:
    """The events of all sessions, session by session."""
    paths = sorted((store / BASE / "sessions").glob("*/l2-events.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def _parts(store: Path) -> Iterator[str]:
    for path in sorted(store.rglob("*.json")):
        if _json(path) is None:
            yield f"{path}: no JSON object"
    heads = store / "heads"
    if heads.exists() and _json(heads) is None:
        yield f"{heads}: no JSON object"
    for path in sorted((store / BASE / "sessions").glob("*/*.jsonl")):
        yield from _lines(path)
    database = store / "cursors.db"
    if database.exists():
        with closing(sqlite3.connect(database)) as db:
            found = db.execute("pragma integrity_check").fetchone()[0]
        if found != "ok":
            yield f"{database}: {found}"


def _lines(path: Path) -> Iterator[str]:
    text = path.read_bytes()
    if text and not text.endswith(b"\n"):
        yield f"{path}: a torn last line"
    for number, line in enumerate(text.splitlines(), 1):
        try:
            row = json.loads(line)
        except ValueError:
            yield f"{path}:{number}: no JSON"
            continue
        if row.get("seq") != number:
            yield f"{path}:{number}: has number {row.get('seq')}"


def _named(store: Path) -> Iterator[str]:
    """What the launcher would name must be there: from the facade, from heads, and from the manifest alone."""
    for name, value in (("facade", store / BASE / ".facade.json"), ("heads", store / "heads")):
        told = _json(value)
        if told is None:
            if value.exists():
                yield f"{name} is broken"
            continue
        for agent in told.get("packets", {}):
            if not facade.packet_path(str(store), told["packets"], agent):
                yield f"{name} names a packet for {agent} that is not the one there"
        if not told.get("packets") and (name == "facade" or told["sessions"]):
            yield f"{name} names no packet"
    told = _json(store / BASE / ".facade.json")
    if told and not (store / BASE / "sessions" / told["sessionId"] / "meta.json").exists():
        yield f"the facade names {told['sessionId']}, which is not there"


def _places(store: Path) -> Iterator[str]:
    for path in [store, *store.rglob("*")]:
        found = path.lstat()
        if path.parent == store / rescue.FOLDER:
            continue  # Gemini's own file, under another name
        allowed = 0o700 if stat.S_ISDIR(found.st_mode) else 0o600
        if stat.S_IMODE(found.st_mode) & ~allowed:
            yield f"{path}: mode {stat.S_IMODE(found.st_mode):o}"


def _unsettled(store: Path) -> Iterator[str]:
    for path in store.rglob("*.tmp.*"):
        yield f"{path}: left behind"
    if (store / "unfinished").exists():
        yield "a run is marked as unfinished"
    metas = {}
    for folder in sorted((store / BASE / "sessions").iterdir()):
        meta = _json(folder / "meta.json")
        if meta is None:
            continue
        metas[folder.name] = meta
        last = len((folder / "l2-events.jsonl").read_bytes().splitlines())
        state = _json(folder / "state.json") or {}
        if state.get("lastEventSeq") != last:
            yield f"{folder.name}: state.json counts {state.get('lastEventSeq')} events, there are {last}"
        for name in ("l0-summary.md", "l1-checkpoints.jsonl"):
            if not (folder / name).exists():
                yield f"{folder.name}: {name} is missing"
    told = _json(store / "heads") or {"sessions": []}
    newest = facade.latest_first([meta["head"] for meta in metas.values()], int(time.time()))
    if told["sessions"] != newest[:16]:
        yield "heads and the sessions' own do not agree"
    facade_head = (_json(store / BASE / ".facade.json") or {}).get("head")
    if newest and facade_head != newest[0]:
        yield "the facade is not about the newest session"


def _json(path: Path) -> dict[str, Any] | None:
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None
