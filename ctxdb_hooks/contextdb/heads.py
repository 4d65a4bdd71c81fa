"""Writing what the hot path reads: ``heads`` (the newest 16 sessions) and ``.facade.json``, cut to the budget."""

import json
import os
import time
from typing import Any

from ctxdb_hooks.contextdb import facade, files, tokens
from ctxdb_hooks.contextdb.clean import clean
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import BASE, Store, now

NEWEST = 16
BUDGET = 146  # of the 150 tokens a prompt may have; the estimate errs upwards
AGENTS = ("claude-code", "codex-cli", "gemini-cli")
MAX_DIRS = 12


def head_of(store: Store, session: Session, derived: dict[str, Any], client: list[int], root: str) -> dict[str, Any]:
    """The head of one session: strings that the launcher only has to join."""
    head = {
        "id": session.id,
        "agent": session.agent,
        "goal": clean(derived["goal"]),
        "status": "running" if client else derived["status"],
        "summary": clean(derived["summary"]),
        "refs": [clean(ref) for ref in derived["files"][:3] or derived["reads"][:2]],
        "branch": clean(session.branch)[:60],
        "dirs": _dirs(session.cwd, derived, root),
        "updated": facade.epoch(session.updated) or 0,
        "client": client,
        "lang": derived["lang"],
    }
    return fit(head, _longest_path(store))


def fit(head: dict[str, Any], path: str) -> dict[str, Any]:
    """Cut summary, files and goal, in the order files, summary, goal, until the prompt is within the budget."""
    words = facade.TEXT[head["lang"]]
    longest_state = max((words[name] for name in ("done", "blocked", "interrupted", "running")), key=tokens.estimate)
    about = words["separator"].join([head["agent"], longest_state, words["branch"].format(head["branch"])])
    fixed = "\n".join([words["use"], words["path"].format(path), words["load"], words["latest"].format(about, "")])
    left = BUDGET - tokens.estimate(fixed)
    head = dict(head)
    head["goal"] = tokens.cut(head["goal"], max(0, left))
    left -= tokens.estimate(head["goal"])
    label = tokens.estimate("\n" + words["summary"].format(""))
    head["summary"] = tokens.cut(head["summary"], left - label) if left - label > 4 else ""
    if head["summary"]:
        left -= label + tokens.estimate(head["summary"])
    left -= tokens.estimate("\n" + words["files"].format(""))
    refs = []
    for ref in head["refs"]:
        left -= tokens.estimate(f'"{ref}", ')
        if left < 0:
            break
        refs.append(ref)
    head["refs"] = refs
    return head


def write(store: Store, root: str) -> dict[str, Any] | None:
    """Write ``heads`` and the facade from the sessions' headers; returns the facade. Raises OSError."""
    metas = [meta for meta in store.metas() if facade.valid_head(meta.get("head"))]
    sessions = [meta["head"] for meta in metas]
    sessions.sort(key=lambda head: (head["updated"], head["id"]), reverse=True)
    packets = seals(store)
    manifest = files.read_json(store.manifest_file)
    if manifest.get("packets") != packets:
        files.write_json(store.manifest_file, manifest | {"packets": packets})
    heads = {"version": 1, "root": root, "sessions": sessions[:NEWEST], "packets": packets}
    files.write_if_changed(store.heads_file, json.dumps(heads, ensure_ascii=False) + "\n")
    head = facade.choose(sessions, "")
    if head is None:
        return None
    value = {
        "version": 1,
        "generatedAt": now(),
        "ttlSeconds": facade.TTL,
        "sessionId": head["id"],
        "goal": head["goal"],
        "status": facade.status(head),
        "lastCheckpointSummary": head["summary"],
        "keyRefs": head["refs"],
        "contextPacketPath": f"{BASE}/exports/latest-{head['agent']}-context.md",
        "hasStalePack": head["agent"] not in packets,
        "packets": packets,
        "head": head,
    }
    files.write_json(store.facade_file, value)
    return value


def seals(store: Store) -> dict[str, list[int]]:
    """Size, mtime (ns) and inode of each agent's packet as it was just written."""
    found = {}
    for agent in AGENTS:
        try:
            seen = os.lstat(store.exports / f"latest-{agent}-context.md")
        except OSError:
            continue
        found[agent] = [seen.st_size, seen.st_mtime_ns, seen.st_ino]
    return found


def age(head: dict[str, Any]) -> str:
    """How long ago a session was, for people: ``5 min``, ``3 h``, ``2 d``."""
    seconds = max(0, int(time.time()) - int(head["updated"]))
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"


def _longest_path(store: Store) -> str:
    return str(store.exports / "latest-claude-code-context.md")


def _dirs(cwd: str, derived: dict[str, Any], root: str) -> list[str]:
    """Where a session was: its folder and those of its files, relative to the project's root."""
    found = {os.path.relpath(cwd, root) if cwd and os.path.isabs(cwd) else "."}
    found |= {os.path.dirname(ref) for ref in derived["files"] if not os.path.isabs(ref)}
    kept = sorted(place for place in found if place and place != "." and not place.startswith(".."))
    return kept[:MAX_DIRS]
