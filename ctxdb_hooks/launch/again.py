"""What a session that goes on was given when it began: the same again, or its cache would be lost; hot path.

``resumes`` in the store, written by the background: ``given`` (key: what was added), ``sessions`` (native id: key) and
``newest`` (folder: what ``--continue`` would take there).
"""

import posix

from ctxdb_hooks.clients.call import Call
from ctxdb_hooks.contextdb import facade

MAX_FILES = 1000  # transcripts of one folder that are looked at


def find(call: Call) -> dict:
    """What the session of this call was given at its first start; empty where that is not known, or was nothing."""
    if not call.session:
        return {}
    known = facade.parse(facade.read_bytes(call.store + "/resumes")) or {}
    sessions, given, newest = known.get("sessions"), known.get("given"), known.get("newest")
    if not isinstance(sessions, dict) or not isinstance(given, dict) or not isinstance(newest, dict):
        return {}
    wanted = call.session
    if wanted == "newest":
        wanted = continued(newest.get(call.cwd), call.printing)
    found = given.get(sessions.get(wanted, ""))
    if not isinstance(found, dict) or not all(isinstance(found.get(key), str) for key in ("text", "file", "dir")):
        return {}
    return found


def continued(entry: object, printing: bool) -> str:
    """The session that ``--continue`` takes, while what the background knows of the folder still holds.

    ``entry`` is ``[folder, newest, newest of a person's own, [ids of those that scripts began]]``; at a terminal the
    client passes over the latter.
    """
    if not isinstance(entry, list) or len(entry) != 4 or not isinstance(entry[3], list):
        return ""
    folder, newest, own, scripted = entry
    wanted = newest if printing else own
    try:
        names = posix.listdir(folder)
        at = posix.stat(f"{folder}/{wanted}.jsonl").st_mtime_ns
        if len(names) > MAX_FILES:
            return ""
        for name in names:
            if not name.endswith(".jsonl") or name[:-6] == wanted:
                continue
            if posix.stat(f"{folder}/{name}").st_mtime_ns >= at and (printing or name[:-6] not in scripted):
                return ""
    except (OSError, TypeError, ValueError):
        return ""
    return wanted
