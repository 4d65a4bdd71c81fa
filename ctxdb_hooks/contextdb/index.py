"""Finding events by their words: SQLite FTS5 over a project's sessions, derived, incremental, safe to delete."""

import errno
import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from functools import lru_cache
from types import TracebackType
from typing import Any, TypeVar
from zlib import crc32

from ctxdb_hooks.contextdb import damage, files, words
from ctxdb_hooks.contextdb.model import Event
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch.places import digest

T = TypeVar("T")

NAME = "index.db"
VERSION = 2
# Events are numbered from the oldest session on. ``facts`` are tokens that stand for agent, role and each file of an
# event: what a filter leaves out is left out before a row is looked at. ``files``: in how many events each is named.
SCHEMA = """
create table if not exists sessions (
    id text primary key, agent text, mtime integer, size integer, tail text, seq integer, first integer, last text
);
create table if not exists events (
    id integer primary key, session text, seq integer, ts text, agent text, role text, kind text, text text, refs text
);
create index if not exists events_of_session on events (session, seq);
create table if not exists files (ref text primary key, uses integer) without rowid;
create virtual table if not exists found using fts5(words, facts, content='', detail='full', tokenize='unicode61');
insert into found (found, rank) values ('rank', 'bm25(1.0, 0.0)');
"""
TAIL = 256  # bytes before the end of what is indexed, by which a rewritten file is noticed
RECENT = 30 * 86400  # s: within it, newer counts as better
BATCH = 20_000  # events in one transaction
COLUMNS = "e.session, e.seq, e.ts, e.agent, e.role, e.kind, e.text, e.refs"
WANTED = """(:agent = '' or e.agent = :agent) and (:role = '' or e.role = :role) and e.ts >= :since
    and (:ref = '' or instr(e.refs, :ref) > 0)"""
MANY = "select count(*) from (select 1 from found where found match :match and rowid >= :first limit :depth)"
BEST = f"""
    select {COLUMNS}, f.rank
    from (select rowid, rank from found where found match :match and rowid >= :first order by rank limit :depth) f
    join events e on e.id = f.rowid where {WANTED}
"""
NEWEST = f"""
    select {COLUMNS}, -1.0
    from found cross join events e on e.id = found.rowid
    where found match :match and found.rowid >= :first and {WANTED} order by found.rowid desc limit :depth
"""
COMMON = 4000  # events with a word from which on to rank them all would take too long: the newest count then
SOME = 200  # files that a filter may mean to be looked up one by one; of more every event is looked at
DEPTH = 5  # times as many as wanted are looked at, for the score has more in it than the rank
PATIENCE = 2.0  # s for another writer


class Broken(Exception):
    """The index cannot be used; it is made again by the next run of the background."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One event that was found; ``score`` is larger for better ones."""

    session: str
    seq: int
    ts: str
    agent: str
    role: str
    kind: str
    text: str
    refs: list[str]
    score: float


@dataclass(frozen=True, slots=True)
class Filter:
    """What a hit must be: agent and role as the store names them, ``since`` an ISO stamp, ``ref`` a part of a path."""

    agent: str = ""
    role: str = ""
    since: str = ""
    ref: str = ""


class Index:
    """The index of one project."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.path = store.folder / NAME
        self.is_frozen = False  # it may be read alone, as in an agent's sandbox
        self.db = self._open()

    def __enter__(self) -> "Index":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.db.close()

    def _open(self) -> sqlite3.Connection:
        try:
            damage.make_way(self.path)
            return self._connect()
        except damage.ERRORS as error:
            if damage.is_locked(error):
                raise Broken(f"{self.path}: in use by another process") from None
            if damage.is_read_only(error):
                return self._frozen()
            if not damage.is_damaged(error):
                raise
        except OSError as error:
            if error.errno not in (errno.EROFS, errno.EACCES, errno.EPERM):
                raise
            return self._frozen()
        damage.remove(self.path)
        return self._connect()

    def _frozen(self) -> sqlite3.Connection:
        """The index as the background left it, where nothing may be written. Raises Broken."""
        self.is_frozen = True
        try:
            return sqlite3.connect(f"{self.path.as_uri()}?immutable=1", uri=True)
        except sqlite3.Error as error:
            raise Broken(f"{self.path}: {error}") from None

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            self.path.chmod(0o600)
            version = db.execute("pragma user_version").fetchone()[0]
            if version not in (0, VERSION):
                raise sqlite3.DatabaseError("another version's")
            db.execute("pragma journal_mode = wal")
            db.execute("pragma synchronous = off")  # derived: what a crash loses is made again
            if not version:
                db.executescript(SCHEMA + f"pragma user_version = {VERSION};")
        except BaseException:
            db.close()
            raise
        return db

    def check(self) -> None:
        """Look through all of it. Raises sqlite3.DatabaseError where it is damaged."""
        if not damage.is_sound(self.db):
            raise sqlite3.DatabaseError("damaged")
        self.db.execute("insert into found (found) values ('integrity-check')")

    def sync(self, deadline: float = float("inf")) -> int:
        """Take in what is new in the store and drop what is gone; returns the number of events taken in.

        Stops at ``deadline`` (monotonic, s); the next call goes on. Takes nothing in where nothing may be written.
        Raises sqlite3.Error.
        """
        if self.is_frozen:
            return 0
        known = {row[0]: row[1:] for row in self.db.execute("select id, mtime, size, tail, seq from sessions")}
        present = self.store.ids()
        taken = pending = 0
        self.db.execute("begin immediate")
        try:
            for gone in known.keys() - set(present):
                self._drop(gone)
            for session in reversed(present):
                new = self._session(session, known.get(session))
                taken, pending = taken + new, pending + new
                if pending > BATCH:
                    self.db.execute("commit")
                    self.db.execute("begin immediate")
                    pending = 0
                if time.monotonic() > deadline:
                    break
            self.db.execute("commit")
        except BaseException:
            if self.db.in_transaction:  # some errors have ended it
                self.db.execute("rollback")
            raise
        return taken

    def _session(self, session: str, known: tuple[Any, ...] | None) -> int:
        try:
            found = os.stat(f"{self.store.sessions_folder}/{session}/l2-events.jsonl")
        except OSError:
            return 0
        if known and known[:2] == (found.st_mtime_ns, found.st_size):
            return 0
        path = self.store.events_file(session)
        offset, seq = (known[1], known[3]) if known else (0, 0)
        with open(files.open_regular(path), "rb") as file:
            if known and (found.st_size < offset or _tail(file, offset) != known[2]):
                self._drop(session)
                offset, seq = 0, 0
            file.seek(offset)
            data = file.read()
            end = offset + data.rfind(b"\n") + 1
            tail = _tail(file, end)
        agent = self._agent(session)
        seq, taken = self._insert(session, agent, data[: end - offset], seq)
        span = self.db.execute("select min(id), max(ts) from events where session = ?", (session,)).fetchone()
        row = (session, agent, found.st_mtime_ns, end, tail, seq, *span)
        self.db.execute("insert or replace into sessions values (?, ?, ?, ?, ?, ?, ?, ?)", row)
        return taken

    def _agent(self, session: str) -> str:
        return str(self.store.meta(session).get("agent") or session.rsplit("-", 2)[0])

    def _insert(self, session: str, agent: str, data: bytes, seq: int) -> tuple[int, int]:
        number = self.db.execute("select coalesce(max(id), 0) from events").fetchone()[0]
        rows, texts, named = [], [], Counter[str]()
        for event, at in _events(data, seq):
            seq, number = at, number + 1
            refs = "\n".join(event.refs)
            rows.append((number, session, seq, event.ts, agent, event.role, event.kind, event.text, refs))
            texts.append((number, _words(event.text, refs), _facts(agent, event.role, event.refs)))
            named.update(event.refs)
        self.db.executemany("insert into events values (?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
        self.db.executemany("insert into found (rowid, words, facts) values (?, ?, ?)", texts)
        self.db.executemany(
            "insert into files values (?, ?) on conflict (ref) do update set uses = uses + excluded.uses", named.items()
        )
        return seq, len(rows)

    def _drop(self, session: str) -> None:
        rows = self.db.execute("select id, agent, role, text, refs from events where session = ?", (session,))
        gone, named = [], Counter[str]()
        for number, agent, role, text, refs in rows.fetchall():
            each = _split(refs)
            named.update(each)
            gone.append((number, _words(text, refs), _facts(agent, role, each)))
        self.db.executemany("insert into found (found, rowid, words, facts) values ('delete', ?, ?, ?)", gone)
        fewer = [(uses, ref) for ref, uses in named.items()]
        self.db.executemany("update files set uses = uses - ? where ref = ?", fewer)
        self.db.execute("delete from files where uses <= 0")
        self.db.execute("delete from events where session = ?", (session,))
        self.db.execute("delete from sessions where id = ?", (session,))

    def shrink(self) -> None:
        """Give back the space of what was dropped, so that nothing of it stays in the file. Raises sqlite3.Error."""
        self.db.execute("insert into found (found) values ('optimize')")
        self.db.execute("vacuum")
        self.db.execute("pragma wal_checkpoint(truncate)")

    def search(self, query: str, limit: int = 20, only: Filter = Filter()) -> list[Hit]:
        """The events that match best: all words of the query, else those that hold most of them.

        Raises sqlite3.Error.
        """
        groups = words.of_query(query)
        if not groups:
            return []
        begin, facts = self._first(only.since), self._facts_of(only)
        if begin is None or facts is None:
            return []
        for match in _matches(groups):
            if found := self._matching(f"words : ({match}){facts}", begin, limit, only):
                return found
        return []

    def _first(self, since: str) -> int | None:
        """The number from which on events can be that new; None where there are none."""
        if not since:
            return 0
        found: int | None = self.db.execute("select min(first) from sessions where last >= ?", (since,)).fetchone()[0]
        return found

    def _facts_of(self, only: Filter) -> str | None:
        """What an FTS5 expression must say besides, for what it finds to pass the filter; None where nothing can."""
        wanted = [_fact(kind, value) for kind, value in (("agent", only.agent), ("role", only.role)) if value]
        if only.ref:
            sql = "select ref from files where instr(ref, ?) limit ?"
            named = [_fact("file", ref) for (ref,) in self.db.execute(sql, (only.ref, SOME + 1))]
            if not named:
                return None
            if len(named) <= SOME:
                wanted.append(f"({' OR '.join(named)})")
        return f" AND facts : ({' AND '.join(wanted)})" if wanted else ""

    def _matching(self, match: str, begin: int, limit: int, only: Filter) -> list[Hit]:
        """The best hits of an FTS5 expression; of more than can be ranked in time, the newest."""
        values = {"match": match, "first": begin, "depth": COMMON, **asdict(only)}
        many = self.db.execute(MANY, values).fetchone()[0]
        hits = self._hits(NEWEST if many == COMMON else BEST, values | {"depth": DEPTH * limit})
        if len(hits) < limit and DEPTH * limit < many < COMMON:  # the expression does not say all of a filter
            hits = self._hits(BEST, values | {"depth": -1})
        newest = sorted(hits, key=lambda hit: (hit.ts, hit.session, hit.seq), reverse=True)
        return sorted(newest, key=lambda hit: -hit.score)[:limit]

    def _hits(self, sql: str, values: dict[str, Any]) -> list[Hit]:
        return [_hit(row, _score(row[8], row[2], row[4])) for row in self.db.execute(sql, values)]

    def around(self, hit: Hit, before: int = 1, after: int = 1) -> list[Hit]:
        """The events of the same session just before and after a hit, the hit itself among them."""
        sql = """
            select session, seq, ts, agent, role, kind, text, refs from events
            where session = ? and seq between ? and ? order by seq
        """
        rows = self.db.execute(sql, (hit.session, hit.seq - before, hit.seq + after))
        return [_hit(row, 0.0) for row in rows]


def use(store: Store, body: Callable[[Index], T]) -> T:
    """What ``body`` makes of the index of a project; one that proves to be damaged is made again before.

    Raises Broken when it cannot be read or written, and OSError.
    """
    try:
        try:
            with Index(store) as index:
                return body(index)
        except damage.ERRORS as error:
            if not damage.is_damaged(error):
                raise
        damage.remove(store.folder / NAME)
        with Index(store) as index:
            return body(index)
    except damage.ERRORS as error:
        raise Broken(f"{store.folder / NAME}: {error}") from None


def _hit(row: tuple[Any, ...], score: float) -> Hit:
    session, seq, ts, agent, role, kind, text, refs = row[:8]
    return Hit(session, seq, ts, agent, role, kind, text, _split(refs), score)


def _split(refs: str) -> list[str]:
    return refs.split("\n") if refs else []


def _events(data: bytes, seq: int) -> Iterator[tuple[Event, int]]:
    for line in data.split(b"\n"):
        try:
            row = json.loads(line) if line else None
        except ValueError:
            continue
        if isinstance(row, dict):
            seq = row["seq"] if type(row.get("seq")) is int else seq + 1
            yield Event.of(row), seq


def _words(text: str, refs: str) -> str:
    return " ".join((*words.of_text(text), *words.of_text(refs)))


def _facts(agent: str, role: str, refs: Iterable[str]) -> str:
    """What filters ask for of an event, as tokens."""
    return " ".join((_fact("agent", agent), _fact("role", role), *(_fact("file", ref) for ref in refs)))


@lru_cache(4096)
def _fact(kind: str, value: str) -> str:
    """A token; two values may share one, so that what it finds is looked at again."""
    return f"{kind}{crc32(value.encode('utf-8', 'replace')):08x}"


def _matches(groups: list[list[str]]) -> Iterator[str]:
    """FTS5 expressions for a query, the strictest first: all that stands in it, some of it, pieces of its CJK runs."""
    phrases = [_phrase(group, last=group is groups[-1]) for group in groups]
    yield " AND ".join(phrases)
    if len(phrases) > 1:
        yield " OR ".join(phrases)
    if any(len(group) > 1 for group in groups):
        yield " OR ".join(f'"{word}"' for group in groups for word in group)


def _phrase(group: list[str], *, last: bool) -> str:
    """What FTS5 shall match for one group; the last word of a query may be the beginning of one."""
    phrase = '"' + " ".join(group) + '"'
    return phrase + "*" if last and len(group) == 1 and len(group[0]) > 2 else phrase


def _score(rank: float, stamp: str, role: str) -> float:
    """Better for a better match, a little for what is recent, and for what people and models said over tool calls."""
    from ctxdb_hooks.contextdb.facade import epoch

    age = max(0.0, time.time() - (epoch(stamp) or 0))
    said = 1.15 if role in ("user", "assistant") else 1.0
    return -rank * said * (1.0 + 0.25 * max(0.0, 1.0 - age / RECENT))


def _tail(file: Any, end: int) -> str:
    start = max(0, end - TAIL)
    file.seek(start)
    return digest(file.read(end - start), 8)


def passage(text: str, query: str, width: int = 240) -> str:
    """The part of a text on one line that holds the query's words, of about ``width`` characters."""
    line = " ".join(text.split())
    low = line.lower()
    places: Iterable[int] = (low.find(word) for group in words.of_query(query) for word in group)
    at = min((place for place in places if place >= 0), default=0)
    start = max(0, at - width // 3)
    cut = line[start : start + width]
    return ("…" if start else "") + cut + ("…" if start + width < len(line) else "")
