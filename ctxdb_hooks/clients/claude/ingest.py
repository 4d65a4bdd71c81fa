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

import psutil

from ctxdb_hooks.clients.claude import hooks, plugin
from ctxdb_hooks.clients.claude.lines import rows
from ctxdb_hooks.clients.claude.reader import AGENT, Reader
from ctxdb_hooks.clients.ingest import Reading
from ctxdb_hooks.clients.jsonl import SLICE, Cursor, Listed, ends, folders_in, lines, newest, resume
from ctxdb_hooks.clients.packed import JSON_LINES, plain_name
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.install import launch_paths

__all__ = ["AGENT", "CLIENT", "REPLAYS", "folders", "kept", "read", "refresh", "running", "transcripts"]

CLIENT = "claude"
REPLAYS = False
AGENT_FILES = 200  # of one session's sub-agents, the newest
FIRST, HEAD = 1 << 16, 1 << 20  # bytes in which the working directory nearly always, and at the latest, is named
LAST = 1 << 16  # bytes of the end, where a session that went to another project names it


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


def transcripts(env: Mapping[str, str], roots: Iterable[str] | None) -> list[Listed]:
    """Every transcript, first those in folders of work under ``roots`` (all when None), newest first.

    The folder's name is only a hint: two paths can share one, linked worktrees have others, and a session may go
    from one project to another; so the caller asks ``folders``.
    """
    base = Path(places.claude_home(dict(env))) / "projects"
    wanted = None if roots is None else tuple(folder_name(root)[:200] for root in roots)
    return newest(_found(base, wanted))


def _found(base: Path, wanted: tuple[str, ...] | None) -> Iterator[tuple[str, bool]]:
    for folder in _scan(base):
        near = wanted is None or folder.name.startswith(wanted)
        for entry in _scan(folder.path):
            if entry.name.endswith(JSON_LINES) and not entry.name.startswith("agent-"):  # an old client's sub-agents
                yield entry.path, near


def _dated(folder: str | Path) -> Iterator[tuple[int, str]]:
    """When each of a folder's transcripts was changed, and its path; those that are gone meanwhile are left out."""
    for entry in _scan(folder):
        if entry.name.endswith(".jsonl"):
            with suppress(OSError):
                yield entry.stat().st_mtime_ns, entry.path


def kept(store: Path, env: Mapping[str, str]) -> Iterable[Path]:
    """Nothing: this client deletes no transcript that is still unread."""
    return ()


def folders(path: Path, *, late: bool = False) -> list[str]:
    """The working directories that a transcript's beginning and end name, or its end alone. Raises OSError."""
    head, tail = ends(path, 0 if late else FIRST, LAST)
    if not late and not folders_in(head):
        head, tail = ends(path, HEAD, LAST)
    return list(dict.fromkeys([*folders_in(head), *folders_in(tail)]))


def running(env: Mapping[str, str]) -> dict[str, tuple[int, float]]:
    """Interactive sessions that Claude itself says are open: session id to pid and the start of the session."""
    found = {}
    for entry in _scan(Path(places.claude_home(dict(env))) / "sessions"):
        pid = entry.name.removesuffix(".json")
        if pid.isdecimal() and len(pid) < 10 and psutil.pid_exists(int(pid)):  # killed clients leave theirs
            try:
                value = json.loads(files.read_bytes(Path(entry.path)))
                found[str(value["sessionId"])] = int(value["pid"]), value["startedAt"] / 1000
            except (OSError, ValueError, KeyError, TypeError, RecursionError):
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
    name = plain_name(path.name).removesuffix(".jsonl")
    reader = Reader(name, cursor.state)
    for row in rows(lines(fd, cursor, SLICE)):
        reader.feed(row)
    if not cursor.more:
        _read_subagents(path.with_name(name) / "subagents", reader)
    reader.close()
    return Reading(reader.session, reader.events, whole, reader.cut_from)


def _read_subagents(folder: Path, reader: Reader) -> None:
    """What sub-agents changed, from their own files; how far each was read stands in the session's state."""
    known: dict[str, int] = reader.state.setdefault("agents", {})
    for _, path in sorted(_dated(folder))[-AGENT_FILES:]:
        name = os.path.basename(path)
        with suppress(OSError):
            fd = files.open_regular(Path(path))
            cursor = Cursor(offset=known.get(name, 0))
            try:
                for row in rows(lines(fd, cursor)) if cursor.offset < os.fstat(fd).st_size else ():
                    reader.feed_subagent(row)
            finally:
                os.close(fd)
            known[name] = cursor.offset


def _scan(folder: str | Path) -> Iterator[os.DirEntry[str]]:
    with suppress(OSError), os.scandir(folder) as entries:
        yield from entries
