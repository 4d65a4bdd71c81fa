"""The clients' transcripts of this project: how many there are, how many were understood, and what of them was not."""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.ingest import Ingest, clients
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.doctor.finding import NOTE, OK, WARNING, Finding, Subject
from ctxdb_hooks.wording import count

AREA = "transcripts"
APART = ("foreign", "private")  # in a cursor's state: another project's, or not to be remembered
NAMED = 5  # unknown types


def check(subject: Subject) -> Iterator[Finding]:
    """The findings about what was read; a client that changes its format must not go unnoticed."""
    if subject.project is None:
        return
    store = Store(subject.paths.store(subject.project))
    known = _cursors(store.folder / "cursors.db")
    for client in clients() if known else ():
        listed = client.transcripts(subject.env, store.roots() or [subject.project.root])
        found = [known[one.path] for one in listed if one.near and one.path in known]
        yield from _client(client, [cursor for cursor in found if not any(key in cursor["state"] for key in APART)])


def _client(client: Ingest, found: list[dict[str, Any]]) -> Iterator[Finding]:
    understood = sum(bool(cursor.get("session_id")) for cursor in found)
    told = f"{client.CLIENT}: {understood} of {count(len(found), 'transcript')} hold a session"
    if found and not understood:
        why = "it may write them in a new form, and then nothing of it is remembered"
        yield Finding(AREA, WARNING, told, why, "ctxdb-hooks import  # after an upgrade of ctxdb-hooks")
    elif found:
        yield Finding(AREA, OK, told)
    unknown: Counter[str] = Counter()
    for cursor in found:
        unknown.update(cursor["state"].get("unknown") or {})
    if unknown:
        named = ", ".join(f"{kind} ({number})" for kind, number in unknown.most_common(NAMED))
        yield Finding(AREA, NOTE, f"{client.CLIENT} writes lines of types that are passed over: {named}")


def _cursors(path: Path) -> dict[str, dict[str, Any]]:
    """What is kept of each transcript; empty where there is nothing, or it is broken."""
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            rows = db.execute("select path, cursor from transcripts").fetchall()
        found = {name: json.loads(text) for name, text in rows}
    except (sqlite3.Error, ValueError):
        return {}
    return {name: cursor for name, cursor in found.items() if isinstance(cursor.get("state"), dict)}
