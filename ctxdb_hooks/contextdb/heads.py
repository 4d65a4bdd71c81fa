"""Writing what the hot path reads: ``heads`` (the newest 16 sessions) and ``.facade.json``, cut to the budget."""

import json
import os
import re
import time
from collections.abc import Container
from contextlib import suppress
from typing import Any

from ctxdb_hooks import clients
from ctxdb_hooks.contextdb import facade, files, packet, pointers, tokens
from ctxdb_hooks.contextdb.clean import clean
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import Store, now

BUDGET = 147  # tokens, of the 150 that a prompt must stay under
WORTH = 5  # tokens: less of a summary says nothing
GOAL, SUMMARY = 30, 24  # tokens that a headline may have when it is of several sentences
SHORT = 16  # tokens of a summary that would leave no room for any file
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\sa-z])|(?<=[。！？])\s*")
AGENTS = tuple(clients.AGENTS.values())
MAX_DIRS = 12
MAX_TEXT = 300  # characters; only the head inside the facade is cut to what a prompt may hold
KEY_REFS = 8
EMPTY: dict[str, Any] = {"agent": "claude-code", "goal": "", "summary": "", "refs": [], "branch": "", "client": []}


def head_of(store: Store, session: Session, derived: dict[str, Any], client: list[int], root: str) -> dict[str, Any]:
    """The head of one session: strings that the launcher only has to join."""
    head = {
        "id": session.id,
        "agent": clean(session.agent),
        "goal": headline(clean(derived["goal"]), GOAL),
        "status": "running" if client else derived["status"],
        "summary": headline(clean(derived["summary"]), SUMMARY),
        "refs": [clean(ref) for ref in derived["files"][:3] or derived["reads"][:2]],
        "branch": branch_of(session.branch),
        "dirs": _dirs(session.cwd, derived, root),
        "updated": facade.epoch(session.updated) or 0,
        "client": client,
        "lang": derived["lang"],
    }
    path = _longest_path(store)
    fitted = fit(head, path)
    if head["refs"] and not fitted["refs"]:
        fitted = fit(head | {"summary": tokens.cut(head["summary"], SHORT)}, path)
    return fitted


def headline(text: str, budget: int) -> str:
    """The first sentences of a text that are within ``budget`` tokens together; the first one in any case."""
    found, *rest = SENTENCE.split(text)
    for sentence in rest:
        if tokens.estimate(f"{found} {sentence}") > budget:
            break
        found = f"{found} {sentence}"
    return found


def fit(head: dict[str, Any], path: str) -> dict[str, Any]:
    """Cut to the budget whatever the launcher may add: files give way first, then the summary, then the goal."""
    head = dict(head, refs=list(head["refs"]))
    while head["refs"] and over(head, path) > 0:
        head["refs"].pop()
    for name, worth in (("summary", WORTH), ("goal", 1)):
        budget = tokens.estimate(head[name])
        while head[name] and (excess := over(head, path)) > 0:
            budget -= excess
            head[name] = tokens.cut(head[name], budget) if budget >= worth else ""
    return head


def over(head: dict[str, Any], path: str) -> int:
    """By how many tokens the longest prompt that the launcher can make of a head is over the budget."""
    state = facade.TEXT[head["lang"]]["running"]
    return tokens.estimate(facade.render(head | {"status": state, "updated": 0}, path, "\0", 0)) - BUDGET


def branch_of(name: str) -> str:
    """A branch as the prompt may name it."""
    return tokens.cut(clean(name), 8)


def fits(path: str) -> bool:
    """Whether path and sentence alone are within the budget; if not, nothing is added."""
    return all(over(EMPTY | {"lang": lang}, path) <= 0 for lang in facade.TEXT)


def write(
    store: Store,
    root: str,
    coming: dict[str, list[int]] | None = None,
    going: Container[str] = (),
    *,
    apart: bool = False,
    budget: int = packet.TOKENS,
    home: str = "",
    gemini_tmp: str = "",
) -> dict[str, Any] | None:
    """Write ``heads`` and the facade from the sessions' headers; returns the facade. Raises OSError.

    ``coming`` are the seals of packets that will be put in place next; those they replace stay named behind them, so
    that at any moment the packet that is there is one that is named. Those of the agents in ``going`` are not named.
    ``apart``, ``budget``, ``home`` and ``gemini_tmp`` are those of `pointers.write`.
    """
    metas = [meta for meta in store.metas() if facade.valid_head(meta.get("head"))]
    sessions = facade.latest_first([meta["head"] for meta in metas], int(time.time()))
    packets = seals(store, coming or {}, going, apart=apart)
    manifest = files.read_json(store.manifest_file)
    with suppress(FileNotFoundError):  # by the folder's mtime a start knows that no session was added since
        at = store.sessions_folder.stat().st_mtime_ns
        known = {"packets": packets, "recent": [head["id"] for head in sessions[: facade.NEWEST]], "recentAt": at}
        if manifest != manifest | known:
            files.write_json(store.manifest_file, manifest | known)
    by_id = {meta["head"]["id"]: meta for meta in metas if isinstance(meta.get("derived"), dict)}
    newest = [by_id[head["id"]] for head in sessions[: facade.NEWEST] if head["id"] in by_id]
    if apart:  # what none of our clients said is told to none of them
        newest = [meta for meta in newest if meta["agent"] in AGENTS]
    heads = {"version": 1, "root": root, "sessions": sessions[: facade.NEWEST], "packets": packets}
    heads |= pointers.write(store, newest, budget, home, gemini_tmp, apart=apart)
    files.write_if_changed(store.heads_file, json.dumps(heads, ensure_ascii=False) + "\n")
    head = facade.choose(sessions, "")
    if head is None:
        return None
    derived = next(meta for meta in metas if meta["head"] is head).get("derived") or {}
    value = {
        "version": 1,
        "generatedAt": now(),
        "ttlSeconds": facade.TTL,
        "sessionId": head["id"],
        "goal": clean(str(derived.get("goal") or ""))[:MAX_TEXT],
        "status": facade.status(head),
        "lastCheckpointSummary": clean(str(derived.get("summary") or ""))[:MAX_TEXT],
        "keyRefs": [clean(ref) for ref in [*derived.get("files", []), *derived.get("reads", [])][:KEY_REFS]],
        "contextPacketPath": str(store.packet(head["agent"], apart=apart).relative_to(store.folder)),
        "hasStalePack": head["agent"] not in packets,
        "packets": packets,
        "head": head,
    }
    files.write_json(store.facade_file, value)
    return value


def refresh(store: Store) -> None:
    """Date the facade anew where nothing that it says has changed. Raises OSError."""
    value = files.read_json(store.facade_file)
    head = value.get("head")
    if isinstance(head, dict):
        files.write_json(store.facade_file, value | {"generatedAt": now(), "status": facade.status(head)})


def undated(told: dict[str, Any]) -> dict[str, Any]:
    """What a facade says, without what :func:`refresh` changes."""
    return {name: value for name, value in told.items() if name not in ("generatedAt", "status")}


def are_sealed(store: Store) -> bool:
    """Whether facade, packets and the files of single sessions are there as they were written."""
    heads = files.read_json(store.heads_file)
    exports, apart = heads.get("exports"), heads.get("apart") is True
    if not facade.valid_heads(heads) or not isinstance(exports, dict) or not store.facade_file.is_file():
        return False
    for agent in heads["packets"]:
        if not facade.packet_path(str(store.folder), heads["packets"], agent):
            return False
    agents = {head["id"]: head["agent"] for head in heads["sessions"]}
    return all(
        facade.is_sealed(str(pointers.path_of(store, name, agents.get(name, ""), apart=apart)), (seal,))
        for name, seal in exports.items()
    )


def seals(store: Store, coming: dict[str, list[int]], going: Container[str], *, apart: bool) -> dict[str, list[int]]:
    """What each agent's packet is known by: size, mtime (ns) and inode of the one to come, then of the one there."""
    found = {}
    for agent in AGENTS:
        if agent in going:
            continue
        path = store.packet(agent, apart=apart)
        known = list(coming.get(agent, []))
        with suppress(OSError):
            known += files.seal(os.lstat(path))
        if known and fits(str(path)):
            found[agent] = known
    return found


def age(head: dict[str, Any]) -> str:
    """How long ago a session was, for people: ``5 min``, ``3 h``, ``2 d``."""
    seconds = max(0, int(time.time()) - int(head["updated"]))
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _longest_path(store: Store) -> str:
    return str(store.packet("claude-code", apart=False))  # apart it has as many tokens


def _dirs(cwd: str, derived: dict[str, Any], root: str) -> list[str]:
    """Where a session was: its folder and those of its files, relative to the project's root."""
    found = {os.path.relpath(cwd, root) if cwd and os.path.isabs(cwd) else "."}
    found |= {os.path.dirname(ref) for ref in derived["files"] if not os.path.isabs(ref)}
    kept = sorted(place for place in found if place and place != "." and not place.startswith(".."))
    return kept[:MAX_DIRS]
