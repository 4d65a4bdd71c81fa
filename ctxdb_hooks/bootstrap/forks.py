"""Conversations that stand in more than one transcript: a fork copies its parent's history, line by line.

Each line keeps its mark (``x.u``) in the copy. The session that had a prompt first keeps it; of two that were read in
the same run it is the original that keeps it: the one that is a copy as a whole, else the one that went on last,
since a fork goes on at once from where its parent stood.
"""

import sqlite3
from collections.abc import Iterable

from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.model import Event
from ctxdb_hooks.contextdb.store import Store

SCHEMA = "create table if not exists prompts (mark text primary key, session text) without rowid"
Stripped = tuple[int, int]  # number of the last event that is left, and size of the file (bytes)


class Forks:
    """Which session has which prompt, in the database of the cursors."""

    def __init__(self, db: sqlite3.Connection, store: Store) -> None:
        self.db = db
        self.store = store
        self.read_now: set[str] = set()
        db.execute(SCHEMA)

    def resolve(self, session_id: str) -> dict[str, Stripped]:
        """Leave each prompt of a session that was just read to one session; returns those that lost something."""
        prompts = [event.mark for event in self.store.events(session_id) if event.kind == model.PROMPT and event.mark]
        found: dict[str, Stripped] = {}
        for other in sorted(self._owners(prompts) - {session_id}):
            loser = self._loser(session_id, other)
            found[loser] = self._strip(loser, other if loser == session_id else session_id)
            if loser == other:
                self._claim(prompts, session_id)
        self.db.executemany("insert or ignore into prompts values (?, ?)", [(mark, session_id) for mark in prompts])
        self.read_now.add(session_id)
        return found

    def forget(self, session_id: str) -> None:
        """Give the prompts of a session free."""
        self.db.execute("delete from prompts where session = ?", (session_id,))

    def _owners(self, marks: list[str]) -> set[str]:
        owners = set()
        for mark in marks:
            row = self.db.execute("select session from prompts where mark = ?", (mark,)).fetchone()
            if row:
                owners.add(str(row[0]))
        return owners

    def _claim(self, marks: Iterable[str], session_id: str) -> None:
        self.db.executemany("insert or replace into prompts values (?, ?)", [(mark, session_id) for mark in marks])

    def _loser(self, session_id: str, other: str) -> str:
        """Which of the two is the fork."""
        if other not in self.read_now:
            return session_id
        mine, theirs = list(self.store.events(session_id)), list(self.store.events(other))
        my_own, their_own = _first_own(mine, theirs), _first_own(theirs, mine)
        if not my_own:
            return other
        return session_id if not their_own or my_own < their_own else other

    def _strip(self, session_id: str, owner: str) -> Stripped:
        marks = {event.mark for event in self.store.events(owner)}
        left = [event for event in self.store.events(session_id) if not event.mark or event.mark not in marks]
        return self.store.replace(session_id, left)


def _first_own(events: list[Event], others: list[Event]) -> str:
    """When the first thing happened that is in ``events`` alone; empty when nothing did."""
    known = {event.mark for event in others}
    return next((event.ts for event in events if event.mark and event.mark not in known), "")
