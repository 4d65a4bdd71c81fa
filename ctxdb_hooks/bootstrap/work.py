"""The work itself: new transcript lines into the store, then packets, heads and facade."""

import errno
import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ctxdb_hooks import config, telemetry
from ctxdb_hooks.bootstrap import breaker, moves, repair, space, ties
from ctxdb_hooks.bootstrap.cursors import Cursors, cursors
from ctxdb_hooks.bootstrap.describe import Describer
from ctxdb_hooks.bootstrap.forks import Forks
from ctxdb_hooks.bootstrap.intake import Intake
from ctxdb_hooks.bootstrap.lock import WRITER, Lock
from ctxdb_hooks.bootstrap.private import Private
from ctxdb_hooks.bootstrap.publish import Publication
from ctxdb_hooks.bootstrap.seen import Seen, homes
from ctxdb_hooks.bootstrap.starts import Starts
from ctxdb_hooks.bootstrap.sweep import sweep
from ctxdb_hooks.bootstrap.unfinished import Unfinished
from ctxdb_hooks.bootstrap.whose import Whose
from ctxdb_hooks.clients import versions
from ctxdb_hooks.clients.ingest import Ingest, clients
from ctxdb_hooks.clients.jsonl import Listed
from ctxdb_hooks.contextdb import aios, files, forgetting, heads, index, placement
from ctxdb_hooks.contextdb.store import Store, now, stamp
from ctxdb_hooks.launch import project, settings, trust
from ctxdb_hooks.learning import afterwards, learn
from ctxdb_hooks.paths import Paths

FIRST = 3  # sessions after which heads and facade are written for the first time, where there are many
PATIENCE = 30.0  # s for another run over the same project to end
NO_SPACE = (errno.ENOSPC, errno.EDQUOT, errno.EROFS)
Progress = Callable[[int, int], None]


class Busy(Exception):
    """Another run over this project does not end."""


@dataclass
class Report:
    """What one run did, for the log and for people."""

    looked: int = 0
    read: int = 0
    bytes: int = 0
    left_out: int = 0
    events: int = 0
    sessions: int = 0
    mended: int = 0
    pruned: int = 0
    later: int = 0
    skipped: list[str] = field(default_factory=list)
    broken_off: str = ""  # what the run before had read last, when it was killed
    reading: float = 0.0  # s, as the two below
    writing: float = 0.0
    seconds: float = 0.0


class Work:
    """One run over one project.

    ``seconds`` after which nothing new is begun (0: never), nor once ``stop`` says so; ``wall`` seconds after which a
    watchdog ends the process (0: none); transcripts that were last written before ``since`` (s since the epoch) are
    left to another run.
    """

    def __init__(
        self,
        store: Store,
        root: str,
        env: Mapping[str, str],
        *,
        seconds: float = 0.0,
        wall: int = 0,
        since: float = 0.0,
        stop: Callable[[], bool] | None = None,
    ) -> None:
        self.store = store
        self.root = root
        found = project.find(root, env.get("HOME", ""))
        self.git = found.common if found else ""
        self.env = env
        self.seconds = seconds
        self.wall = wall
        self.since = since
        self.stop = stop
        self.report = Report()
        self.clients = clients()
        self.settings = settings.load(settings.compiled(str(store.state)), dict(env), store.folder.name)
        self.describer = Describer(store, root, self.settings)
        self.publication = Publication(store, root, env, self.settings, self.describer.rules)
        self.real: dict[str, str] = {}  # folders of transcripts to where they really are

    def run(self, progress: Progress | None = None) -> Report:
        """Do all of it. Raises OSError or sqlite3.Error when the store cannot be written, Busy when it is not free."""
        begun = time.monotonic()
        self.deadline = begun + self.seconds if self.seconds else float("inf")
        self.store.make_folders()
        with self._alone(), self.store.alone(), Unfinished(self.store.folder, self.wall) as mark:
            self.store.write_manifest()
            self.report.broken_off = mark.ended_in
            seen, intake = self._take_in(mark, progress)
            self.report.reading = round(time.monotonic() - begun, 3)
            self.describer.settle(self._records())
            self.describer.renew(self._is_late)
            self._retire()
            if self.describer.described:
                self.report.pruned = space.prune(self.store)
                space.note(self.store, self.report.pruned)
            self._keep_up()
            self._give_out(anew=mark.found)
            self.report.writing = round(time.monotonic() - begun - self.report.reading, 3)
            with self._passing_over("figures"):
                self._count(intake)
            seen.write(self.store.folder, whole=not self.report.later)
        self.report.sessions = self.describer.count
        self.report.seconds = round(time.monotonic() - begun, 3)
        return self.report

    def _take_in(self, mark: Unfinished, progress: Progress | None) -> tuple[Seen, Intake]:
        """The new lines of all transcripts, behind what a run that did not end has left to be mended."""
        moved = moves.adopt(self.store, self.git)  # perhaps from a run that was killed
        with cursors(self.store.folder / "cursors.db", doubtful=mark.found) as known:
            damaged = self._mend(known) if mark.found or moved else []
            if not self.publication.is_of_these_sessions():
                known.keep(set(self.store.ids()))
            self.roots = self._roots()
            seen = Seen(self._list(), self.env)
            known.prune(one.path for listed in self.transcripts for one in listed)
            self._refresh()
            private = Private(self.store, ties.listed(self.store.folder), self._records())
            whose = Whose(self.store, self.roots, self.env, self.settings["exclude"])
            intake = Intake(self.store, self.roots, known, mark, private, whose)
            self._read(intake, known, mark.ended_in, progress)
        self._describe_project()
        repair.rebuild(self.store, damaged, self.describer.derive)
        return seen, intake

    def _keep_up(self) -> None:
        """What starts have to know beside the memory, and what they have left behind."""
        with self._passing_over("the settings"):
            where = Paths.of(self.env)
            if where.state.is_dir() and not trust.misled(dict(self.env), self.root):
                config.compile_config(where, make=False)
        with self._passing_over("the starts"):
            starts = Starts(self.store, self.clients, self.env, self.roots)
            starts.settle([meta for meta in self.store.metas() if meta.get("source")], self._records())
        with self._passing_over("a store of AIOS"):
            self._notice()
        sweep(self.store.folder, dict(self.env))

    def _give_out(self, *, anew: bool) -> None:
        """Packets, heads and facade, ``anew`` in any case or where they are not as they should be; index and copies."""
        news = anew or bool(self.describer.described)
        if news or not self.publication.is_as_written():
            self.publication.write()
        else:
            heads.refresh(self.store)
        if news:  # a search looks itself whether the index is current
            with self._passing_over("the index"):
                index.use(self.store, lambda found: self._sync(found, doubtful=anew))
        shared = not self.publication.apart  # every client reads the work tree
        if shared and self.settings["placement"] == "project":
            with self._passing_over("the copies in the work tree"):
                placement.copy(self.store, Path(self.root))

    def _sync(self, found: index.Index, *, doubtful: bool) -> None:
        """Bring the index up to date; a ``doubtful`` one, left by a run that did not end, is looked through first."""
        if doubtful:
            found.check()
        found.sync(self.deadline)

    def forget(self, ids: list[str]) -> None:
        """Take sessions away for good, from every file, index and copy. Raises OSError, sqlite3.Error, Busy."""
        with self._alone():
            self._forget(ids)
            self.publication.write()

    def _forget(self, ids: list[str]) -> None:
        forgetting.forget(self.store, self.root, ids, self.env)
        with cursors(self.store.folder / "cursors.db") as known:
            known.forget(set(ids))
            forks = Forks(known.db, self.store)
            for name in ids:
                forks.forget(name)
            known.db.execute("vacuum")  # what was deleted would else stay in the file's free pages
        index.use(self.store, _drop_the_gone)
        telemetry.forget_receipts(self.store.state, self.store.folder.name, ids)

    def write(self) -> None:
        """Packets, heads and facade anew, from what the store holds. Raises OSError."""
        self.publication.write()

    def _count(self, intake: Intake) -> None:
        """Note what came of the sessions of this run, where figures are wanted."""
        if self.settings["telemetry"]:
            afterwards.note(self.store, self.describer.described, intake.fetched)
            telemetry.turn_over(self.store.state)
            learn.learn(self.store.state)

    def _notice(self) -> None:
        """Leave word for the next start on a terminal that the checkout holds a store of AIOS; once per content."""
        state = self.store.state
        for found in aios.find(Path(self.root)):
            if not aios.decision(state, found):
                text = (
                    f"This checkout holds an AIOS store ({len(found.names)} sessions): `ctxdb-hooks trust` shows it.\n"
                )
                files.write(self.store.folder / "notice", text)
                aios.decide(state, found, aios.SHOWN)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """One writer at a time: a person's ``pack`` beside the bootstrap, or an import."""
        lock = Lock(str(self.store.folder / WRITER))
        if not lock.take(PATIENCE):
            raise Busy("another run over this project does not end")
        try:
            yield
        finally:
            lock.release()

    def _mend(self, known: Cursors) -> list[str]:
        """What a run that did not end left behind; sessions that are not whole are read again."""
        damaged = repair.damaged(self.store)
        known.forget(set(damaged))
        self.report.mended = len(damaged) + files.sweep(self.store.folder)
        return damaged

    def _roots(self) -> list[str]:
        """The folders in which the project was seen, now this one among them."""
        roots = self.store.roots()
        return roots if self.root in roots else [*roots, self.root]

    def _describe_project(self) -> None:
        known = files.read_json(self.store.project_file)
        name = self.store.folder.name.rpartition("-")[0]
        value = {"name": name, "root": self.root, "roots": self.roots, "git": moves.mark(self.git)}
        if known | value != known:
            files.write_json(self.store.project_file, {"firstSeen": now()} | known | value)

    def _refresh(self) -> None:
        for client in self.clients:
            with self._passing_over(f"{client.CLIENT}'s own files"):
                client.refresh(self.store.state, self.env, self.roots)
                old = versions.too_old(client.CLIENT, self.env)
                if old:
                    breaker.retire(self.store.state, client.CLIENT, old)

    def _read(self, intake: Intake, known: Cursors, ended_in: str, progress: Progress | None) -> None:
        """Every transcript with something new, newest first, then the chats that were kept from deletion.

        The one that the run before ``ended_in`` may end this one too: it comes last, when all else has been told.
        """
        todo = sorted(self._changed(known), key=lambda each: str(each[1]) == ended_in)
        for number, (client, path, kept) in enumerate(todo):
            if number and self._is_late():
                self.report.later += len(todo) - number
                break
            with self._passing_over(str(path)), suppress(FileNotFoundError):  # deleted since it was listed
                if not intake.read(client, path, self.describer.derive, self._is_late, kept=kept):
                    self.report.later += len(todo) - number
                    break
                self.report.read += 1
                if kept:
                    path.unlink(missing_ok=True)
            first = self.describer.count == FIRST < len(todo) and self.report.read == number + 1
            if first or (number + 2 == len(todo) and str(todo[-1][1]) == ended_in):
                self.describer.settle(self._records())
                self.publication.write()
            if progress:
                progress(number + 1, len(todo))
        self.report.bytes, self.report.events, self.report.left_out = intake.bytes, intake.events, intake.left_out

    def _changed(self, known: Cursors) -> Iterator[tuple[Ingest, Path, bool]]:
        found = []
        for client, listed in zip(self.clients, self.transcripts, strict=True):
            self.report.looked += len(listed)
            changed = [one for one in listed if not known.is_unchanged(one.path, one.seen)]
            wanted = [one for one in changed if one.seen.st_mtime >= self.since]
            self.report.later += len(changed) - len(wanted)
            found += [(one, client) for one in wanted if not self._is_in_checkout(one.path)]
        found.sort(key=lambda each: (each[0].near, each[0].seen.st_mtime_ns), reverse=True)
        for one, client in found:
            yield client, Path(one.path), False
        for client in self.clients:
            for path in client.kept(self.store.folder, self.env):
                yield client, path, True

    def _list(self) -> list[list[Listed]]:
        """Each client's transcripts, the newest first, as they are at the beginning of the run."""
        self.transcripts: list[list[Listed]] = [[] for _ in self.clients]
        for client, listed in zip(self.clients, self.transcripts, strict=True):
            with self._passing_over(f"{client.CLIENT}'s transcripts"):
                listed += client.transcripts(self.env, self.roots)
        return self.transcripts

    def _is_in_checkout(self, path: str) -> bool:
        """Whether a transcript came with the project: its environment files can point a client's home into it."""
        folder = os.path.dirname(path)
        if folder not in self.real:
            self.real[folder] = os.path.realpath(folder)
        return any(trust.inside(self.real[folder], root) for root in self.roots)

    @contextmanager
    def _passing_over(self, what: str) -> Iterator[None]:
        """Note what cannot be read and go on; a full or read-only disk and broken cursors end the run."""
        try:
            yield
        except sqlite3.Error:
            raise
        except Exception as error:  # whatever a client wrote, the other transcripts are still to be read
            if isinstance(error, OSError) and error.errno in NO_SPACE:
                raise
            reason = error.strerror if isinstance(error, OSError) and error.strerror else repr(error)
            self.report.skipped.append(f"{what}: {reason}")

    def _is_late(self) -> bool:
        return time.monotonic() > self.deadline or bool(self.stop and self.stop())

    def _retire(self) -> None:
        """Forget what is past the time that the user has set, or what its client has deleted."""
        gone: set[str] = set()
        days = self.settings["retention_days"]
        if days > 0:
            limit = stamp(time.time() - days * 86400)
            gone |= {meta["sessionId"] for meta in self.store.metas() if str(meta.get("updatedAt")) < limit}
        if self.settings["retention"] == "client":
            with cursors(self.store.folder / "cursors.db") as known:
                gone |= known.orphans(homes(self.env))
        if gone & set(self.store.ids()):
            self._forget(sorted(gone))

    def _records(self) -> dict[str, tuple[int, float]]:
        """What the clients' own records say is open: native id to pid and when that was written (s)."""
        found: dict[str, Any] = {}
        for client in self.clients:
            with self._passing_over(f"{client.CLIENT}'s records"):
                found |= client.running(self.env)
        return found


def _drop_the_gone(found: index.Index) -> None:
    """Leave nothing in an index of the sessions that are no longer in the store."""
    found.sync()
    found.shrink()
