"""Which sessions are open, and in which process: a client's own record, what was known before, or the only fit."""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil

from ctxdb_hooks.bootstrap import roster
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.facade import alive, epoch, started

SLACK = 60.0  # s between a process's start and what its client writes down about it, clocks being what they are
GROWING = 60  # s: a transcript written to this lately is being written to
LATE = 2  # s after its client's end in which the last lines may still arrive
SOON = 10  # s after an end
LATE_ONES = 64  # sessions among which a client's own is looked for
KEEP = 120  # s for which an ended client stays on the list


@dataclass(frozen=True)
class Client:
    """A client on the project's list; ``ended`` is 0 while it lives, ``private`` when such a one began (s, epoch)."""

    name: str
    pid: int
    start: int
    ended: int = 0
    private: int = 0


def listed(store: Path) -> list[Client]:
    """The clients on the list, those that have ended too; entries of the latter older than two minutes are removed."""
    found = []
    for path in sorted((store / "clients").glob("*")):
        name = path.name.removesuffix(roster.GONE)
        key = roster.parse(name)
        if key is None:
            continue
        try:
            words = files.read_bytes(path)[:4096].decode("utf-8", "replace").split()
        except OSError:
            continue
        ended = int(words[-1]) if len(words) > 1 and words[-2] == "ended" and words[-1].isdigit() else 0
        if ended and not 0 <= time.time() - ended < KEEP:
            path.unlink(missing_ok=True)
        if name != path.name or started(key[0]) == key[1]:
            found.append(Client(words[2] if len(words) > 2 else "", key[0], key[1], ended, _private(words)))
    return found


def _private(words: list[str]) -> int:
    marks = [word.partition(":")[2] for word in words[3:] if word.startswith("private:")]
    return int(marks[0]) if marks and marks[0].isdigit() else 0


def candidates(metas: list[dict[str, Any]], records: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Of sessions, the newest first, those that may be open: the late ones, and those that somebody says are open."""
    for number, meta in enumerate(metas):
        source, head = meta.get("source"), meta.get("head")
        if not isinstance(source, dict) or not isinstance(head, dict):
            continue
        if (
            number < LATE_ONES
            or head.get("client")
            or head.get("status") == "running"
            or source.get("native_id") in records
        ):
            yield meta


def is_process(pid: int, since: float) -> bool:
    """Whether the process that a client wrote down at ``since`` (s since the epoch) still runs under its number."""
    try:
        process = psutil.Process(pid)
        return process.status() != psutil.STATUS_ZOMBIE and process.create_time() <= since + SLACK
    except (psutil.Error, ValueError, OverflowError):
        return False


def open_sessions(
    metas: list[dict[str, Any]], clients: list[Client], records: dict[str, tuple[int, float]]
) -> dict[str, list[int]]:
    """Session id to ``[pid, start]`` of the process it is open in, for the sessions that are.

    ``records`` is what the clients say themselves: native id to pid and when it was written (s since the epoch).
    """
    found: dict[str, list[int]] = {}
    for meta in metas:
        pid, since = records.get(meta["source"].get("native_id"), (0, 0.0))
        before = meta["head"]["client"]
        if pid and is_process(pid, since):
            found[meta["sessionId"]] = [pid, started(pid)]
        elif alive(before):
            found[meta["sessionId"]] = before
    taken = {pid for pid, _ in found.values()}
    rest = [meta for meta in metas if meta["sessionId"] not in found]
    for client in clients:
        alike = [other for other in clients if other.name == client.name and not other.ended and other.pid not in taken]
        if alike == [client]:
            found |= _only_fit(client, rest)
    return found


def _only_fit(client: Client, metas: list[dict[str, Any]]) -> dict[str, list[int]]:
    """The session of this kind of client that grew since its process began, where there is just one."""
    try:
        since = int(psutil.Process(client.pid).create_time())
    except psutil.Error:
        return {}
    grown = [meta for meta in metas if _is_of(meta, client) and (epoch(meta.get("updatedAt")) or 0) >= since]
    return {grown[0]["sessionId"]: [client.pid, client.start]} if len(grown) == 1 else {}


def grows_alone(meta: dict[str, Any], clients: list[Client]) -> bool:
    """Whether a turn of this session goes on in a process that is none of the listed clients."""
    written = epoch(meta.get("updatedAt")) or 0
    ends = [client.ended for client in clients if client.ended and _is_of(meta, client)]
    return (
        meta.get("derived", {}).get("status") == "interrupted"
        and 0 <= time.time() - written < GROWING
        and (not ends or written > max(ends) + LATE)
    )


def may_go_on(meta: dict[str, Any], clients: list[Client]) -> bool:
    """Whether a client of this session has just ended in the middle of a turn."""
    written = epoch(meta.get("updatedAt")) or 0
    return meta.get("derived", {}).get("status") == "interrupted" and any(
        _is_of(meta, client) and client.ended - GROWING < written and time.time() - client.ended < SOON
        for client in clients
    )


def _is_of(meta: dict[str, Any], client: Client) -> bool:
    return str(meta.get("agent")).startswith(f"{client.name}-")
