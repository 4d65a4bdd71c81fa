"""The memory: configuration, state folder, this project's store, its facade, and how the background did."""

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any

from ctxdb_hooks import config, telemetry
from ctxdb_hooks.bootstrap import runs
from ctxdb_hooks.contextdb import damage, facade, files, heads, tokens
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.doctor.finding import ERROR, NOTE, OK, WARNING, Finding, Subject
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.launch import trust
from ctxdb_hooks.wording import ago, count

SETTINGS, STATE, PROJECT, BACKGROUND, STARTED = "settings", "state", "project", "background", "starts"
WEEK = 7 * 86400  # s
STARTS = 100  # that are looked back at
PACK = "ctxdb-hooks pack"
LIMIT = 150  # tokens of the prompt
MOMENT = 600  # s; a temporary file older than this belongs to nobody


def check(subject: Subject) -> Iterator[Finding]:
    """The findings about what is remembered, and what is set."""
    yield from _settings(subject)
    yield from _state(subject)
    yield from _project(subject)
    yield from _background(subject)
    yield from _starts(subject)


def _settings(subject: Subject) -> Iterator[Finding]:
    path = subject.paths.config_file
    try:
        raw = config.read(path)
    except config.Refused as error:
        why = "none of what it says counts; what counted last stays in force"
        yield Finding(SETTINGS, ERROR, str(error), why, "ctxdb-hooks config edit")
        return
    tables = raw.pop("projects", {})
    _, problems = config.sift(raw, "")
    for table in tables.values() if isinstance(tables, dict) else ():
        problems += config.sift(table, "a project's ")[1] if isinstance(table, dict) else ["a project that is no table"]
    for problem in problems:
        yield Finding(SETTINGS, WARNING, f"{path}: {problem}", "the default counts instead", "ctxdb-hooks config edit")
    changed = [one for one in config.listing(subject.paths, subject.project, subject.env) if one.source != "default"]
    if changed:
        told = ", ".join(f"{one.key.name} = {_value(one)} ({one.source})" for one in changed)
        yield Finding(SETTINGS, OK, f"changed from the default: {told}")
    if not problems and not changed:
        yield Finding(SETTINGS, OK, "all at their defaults")


def _value(one: config.Setting) -> str:
    """A value; of lists and tables, which may name folders and models, the size alone."""
    return count(len(one.value), "entry", "entries") if isinstance(one.value, list | dict) else str(one.value)


def _state(subject: Subject) -> Iterator[Finding]:
    state = subject.paths.state
    root = subject.project.root if subject.project else ""
    name = trust.misled(dict(subject.env), root) if root else ""
    if name or (root and trust.inside(os.path.realpath(state), root)):
        why = "whoever writes the project's files could put words into your agents' mouths"
        what = f"the folder of {name}" if name else "the state folder"
        told = f"{what} lies inside this project, and so nothing is read from it"
        yield Finding(STATE, ERROR, told, why, f"unset {name}" if name else "")
    try:
        seen = state.stat()
    except OSError:
        yield Finding(STATE, NOTE, "there is no state folder yet; the first start makes it")
        return
    if seen.st_uid != os.geteuid():
        why = "what another user wrote is never read back"
        yield Finding(STATE, ERROR, "the state folder is not yours", why, f'sudo chown -R "$(id -un)" {state}')
        return
    if seen.st_mode & 0o077:

        def mend() -> str:
            state.chmod(0o700)
            return "made the state folder yours alone"

        why = "your sessions are in it"
        yield Finding(STATE, WARNING, "others may look into the state folder", why, f"chmod 700 {state}", mend)
    if not os.access(state, os.W_OK | os.X_OK):
        why = "nothing new is remembered"
        yield Finding(STATE, ERROR, "the state folder cannot be written", why, f"chmod u+rwx {state}")
    else:
        yield Finding(STATE, OK, f"{state} is yours, and writable")


def _project(subject: Subject) -> Iterator[Finding]:
    project = subject.project
    if project is None:
        yield Finding(PROJECT, NOTE, "doctor was not started in a project; there it also looks at its memory")
        return
    if not subject.switched_on:
        yield Finding(PROJECT, NOTE, "this project is switched off or excluded", "", "ctxdb-hooks on")
    store = Store(subject.paths.store(project))
    ids = store.ids()
    if not ids:
        yield Finding(PROJECT, NOTE, "nothing is remembered of this project yet", "", PACK)
        return
    if not trust.trusted(dict(subject.env), str(subject.paths.state), str(store.folder), project.root):
        told = "this project's store is not yours alone, or is a link; nothing is read from it"
        why = "whoever else can write there could put words into your agents' mouths"
        yield Finding(PROJECT, ERROR, told, why, f"chmod -R go-w {subject.paths.projects}")
    yield from _store(subject, store, ids)
    yield from _facade(subject, project, store)


def _store(subject: Subject, store: Store, ids: list[str]) -> Iterator[Finding]:
    """Whether what lies in the store is whole."""
    broken = [name for name in ids if not store.meta(name) and _events(store, name)]
    if broken:
        why = "they are left out of prompt and packet until their transcript is read again"
        told = f"{count(len(broken), 'session')} of {len(ids)} cannot be read"
        yield Finding(PROJECT, WARNING, told, why, PACK)
    else:
        yield Finding(PROJECT, OK, f"{count(len(ids), 'session')} remembered")
    cursors = store.folder / "cursors.db"
    if cursors.exists() and not _sound(cursors):

        def forget() -> str:
            cursors.unlink(missing_ok=True)
            return "removed the broken list of what was read; all is read once more"

        why = "transcripts are then read from their beginning each time"
        yield Finding(PROJECT, WARNING, "the list of what was read is broken", why, "ctxdb-hooks doctor --fix", forget)
    left = [path for path in store.folder.rglob(".*.tmp.*") if time.time() - path.lstat().st_mtime > MOMENT]
    if left:

        def clear() -> str:
            for path in left:
                path.unlink(missing_ok=True)
            return f"removed {count(len(left), 'temporary file')}"

        told = f"{count(len(left), 'temporary file')} of runs that were ended"
        yield Finding(PROJECT, NOTE, told, "they only take space", "ctxdb-hooks doctor --fix", clear)


def _events(store: Store, name: str) -> bool:
    return (store.sessions_folder / name / "l2-events.jsonl").exists()


def _sound(path: Path) -> bool:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
            return damage.is_sound(db)
    except damage.ERRORS as error:
        return not damage.is_damaged(error)  # it may be in use


def _facade(subject: Subject, project: projects.Project, store: Store) -> Iterator[Finding]:
    """What a start here is told."""
    now = int(time.time())
    head, packets, how = facade.load(str(store.folder), "", now)
    agent = head["agent"] if head and head["agent"] in heads.AGENTS else heads.AGENTS[0]
    packet = facade.packet_path(str(store.folder), packets, agent)
    if not packet:
        told = "the packet is missing, or is not the file that we wrote"
        why = "a start is told nothing, since it is only told of what nobody else has changed"
        yield Finding(PROJECT, WARNING, told, why, PACK, _packer(subject, store))
        return
    text = facade.render(head, packet, projects.branch(project.git), now)
    size = tokens.estimate(text)
    if not text or size > LIMIT:
        told = f"the prompt would have {size} tokens, so that a start is told nothing"
        why = f"the path of the state folder is too long for {LIMIT}"
        yield Finding(PROJECT, ERROR, told, why, "export XDG_STATE_HOME=~/.state  # a shorter one")
        return
    made = facade.epoch(files.read_json(store.facade_file).get("generatedAt"))
    if made is None or how in ("missing", "made"):
        told = "the facade is missing or broken; starts make it themselves, a little slower"
        yield Finding(PROJECT, WARNING, told, "", PACK, _packer(subject, store))
    else:
        yield Finding(PROJECT, OK, f"a start is told {size} tokens at most; facade made {ago(made)}")


def _packer(subject: Subject, store: Store) -> Callable[[], str]:
    def mend() -> str:
        from ctxdb_hooks.bootstrap.work import Work

        assert subject.project is not None
        Work(store, subject.project.root, subject.env).run()
        return "read the transcripts and wrote packet and facade anew"

    return mend


def _background(subject: Subject) -> Iterator[Finding]:
    """How the last runs went."""
    store = Store(subject.paths.store(subject.project)) if subject.project else None
    last = runs.last(subject.paths, store)
    if store and not (last or {}).get("failed") and runs.broke_off(store):
        why = "what was said since is not remembered yet; the next start of a client reads it"
        told = "the last run did not end: it was killed, or took too long"
        yield Finding(BACKGROUND, WARNING, told, why, PACK, _packer(subject, store))
        return
    if last is None:
        where = " for this project" if store else ""
        yield Finding(BACKGROUND, NOTE, f"has not run{where} yet; the next start of a client begins it")
        return
    when = ago(facade.epoch(last.get("ts")) or 0)
    if last.get("failed"):
        why = "what was said since is not remembered yet; transcripts are kept and read the next time"
        yield Finding(BACKGROUND, ERROR, f"failed {when}: {_cause(last['failed'])}", why, PACK)
        return
    yield Finding(BACKGROUND, OK, f"last ran {when}: {_report(last)}")
    skipped = last.get("skipped")
    if isinstance(skipped, list) and skipped:
        why = "what they hold is not remembered"
        told = f"passed over {count(len(skipped), 'transcript')} that it could not read: {_cause_of(skipped)}"
        yield Finding(BACKGROUND, WARNING, told, why, PACK)


def _cause_of(skipped: list[Any]) -> str:
    """Why most of what was passed over was, without the paths."""
    causes = Counter(str(one).rpartition(": ")[2][:120] for one in skipped)
    return causes.most_common(1)[0][0]


def _cause(failed: object) -> str:
    """The kind of an error and its number, without the paths and words that its text may hold."""
    kind, _, rest = str(failed).partition(":")
    reason = rest.strip().partition(": '")[0]
    return f"{kind}: {reason}"[:200] if reason else kind


def _report(last: dict[str, Any]) -> str:
    parts = []
    for key, one in (("read", "transcript"), ("events", "event"), ("sessions", "session")):
        if isinstance(last.get(key), int):
            parts.append(count(last[key], one))
    seconds = last.get("seconds")
    return ", ".join(parts) + (f", {seconds:.1f} s" if isinstance(seconds, int | float) else "")


def _starts(subject: Subject) -> Iterator[Finding]:
    """What the last starts came to, by their receipts."""
    rows = [row for row in telemetry.receipts(subject.paths.state, time.time() - WEEK) if row.get("what") == "start"]
    failed = Counter(str(row["failed"]) for row in rows[-STARTS:] if row.get("failed"))
    if failed:
        causes = ", ".join(f"{name} {number} times" for name, number in failed.most_common())
        told = f"{sum(failed.values())} of the last {count(len(rows[-STARTS:]), 'start')} got nothing: {causes}"
        why = "the client started as always; Late means that the machine was too slow for our 50 ms"
        yield Finding(STARTED, WARNING, told, why, "ctxdb-hooks log")
    elif rows:
        here = [row for row in rows[-STARTS:] if row.get("kind") != "oneshot"]  # those wait on purpose
        own = [row["us"] / 1000 for row in here if isinstance(row.get("us"), int)]
        took = f", {median(own):.1f} ms of our own for a session" if own else ""
        yield Finding(STARTED, OK, f"{count(len(rows[-STARTS:]), 'start')} in the last week{took}")
