"""Putting right what a killed run, a full disk or a power failure left: temporary files, torn or nameless sessions."""

import json
from collections.abc import Callable, Iterable

from ctxdb_hooks.contextdb import files, model
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import Store

Derive = Callable[[Session, int], None]


class Kept(Session):
    """A session of which only the events are left, under the id it had."""

    __slots__ = ("kept",)

    def __init__(self, session_id: str, started: str, updated: str) -> None:
        super().__init__(session_id.rsplit("-", 2)[0], "", started, updated)
        self.kept = session_id

    @property
    def id(self) -> str:
        """The id that its folder has."""
        return self.kept


def damaged(store: Store) -> list[str]:
    """The sessions whose files are not whole; every session's are opened. To be asked after a run that did not end."""
    return [session_id for session_id in store.ids() if not is_whole(store, session_id)]


def is_whole(store: Store, session_id: str) -> bool:
    """Whether all events of a session can be read and, where somebody said something, it has been described."""
    said = False
    try:
        with open(files.open_regular(store.events_file(session_id)), "rb") as file:
            for line in file:
                row = json.loads(line)
                said = said or row["kind"] == model.PROMPT
    except FileNotFoundError:
        pass
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return False
    return not said or bool(store.meta(session_id))


def rebuild(store: Store, session_ids: Iterable[str], derive: Derive) -> int:
    """Describe sessions whose transcripts could not be read again from the events that are kept. Returns how many."""
    rebuilt = 0
    for session_id in session_ids:
        if is_whole(store, session_id):
            continue
        events = list(store.events(session_id))
        count, _ = store.replace(session_id, events)
        if events:
            derive(Kept(session_id, events[0].ts, events[-1].ts), count)
        rebuilt += 1
    return rebuilt
