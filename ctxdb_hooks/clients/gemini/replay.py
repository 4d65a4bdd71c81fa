"""Replaying a chat of Gemini's: of each message what it said, however often the log rewrites it or takes it back."""

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from ctxdb_hooks.clients.gemini.lines import Change, Message, Row
from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.model import Event

MOST = 14 << 20  # bytes that a chat's events take in memory; of more the middle is given up
FIRST = 4 << 20
EVENT = 800  # bytes of an event, and of a turn, beside the text
FACTS = ("sessionId", "startTime", "kind", "summary")  # of a chat
Key = tuple[str, str]  # id and type of a message


@dataclass(slots=True)
class Turn:
    """What is kept of a message; ``model`` said it."""

    kind: str
    model: str
    events: list[Event]
    size: int = 0


class Chat:
    """What a log's lines come to. ``turn_of`` makes of a message what is kept of it."""

    def __init__(self, turn_of: Callable[[Message], Turn]) -> None:
        self.turn_of = turn_of
        self.header: dict[str, Any] = {}
        self.turns: dict[Key, Turn] = {}
        self.size = 0
        self.given_up = 0  # events
        self.gap: Key | None = None  # behind which they stood

    def take(self, row: Row) -> None:
        """Take in a line of the log."""
        if row.change:
            for message in row.change.messages or ():
                if _key(message) not in self.turns:
                    self.put(_key(message), message)
            self.header |= _facts(row.change)
        elif row.rewind is not None:
            self._rewind(str(row.rewind))
        elif row.id is not None and row.type is not None:
            self.put(_key(row), row)
        elif row.sessionId is not None:
            self.header = _facts(row) | self.header

    def put(self, key: Key, message: Message) -> None:
        """Let a message stand at its key's place, or at the end."""
        turn = self.turn_of(message)
        turn.size = EVENT + sum([EVENT + sys.getsizeof(event.text) for event in turn.events])
        if before := self.turns.get(key):
            self.size -= before.size
        self.size += turn.size
        self.turns[key] = turn
        if self.size > MOST:
            self._thin()

    def events(self) -> Iterator[Event]:
        """What was said, in the log's order; a note stands where something was given up."""
        for key, turn in self.turns.items():
            yield from turn.events
            if key == self.gap:
                at = turn.events[-1].ts if turn.events else ""
                yield Event(at, model.NOTE, f"{self.given_up} events are left out here")

    def _rewind(self, target: str) -> None:
        """Take back all from a message on: an unknown one clears all, or what is there of it that may be later."""
        keys = list(self.turns)
        unknown = keys.index(self.gap) + 1 if self.gap in self.turns else 0
        start = next((number for number, key in enumerate(keys) if key[0] == target), unknown)
        for key in keys[start:]:
            self.size -= self.turns.pop(key).size

    def _thin(self) -> None:
        """Give up the middle, down to three quarters of what may be kept."""
        first = 0
        for key in list(self.turns):
            if first < FIRST:
                first += self.turns[key].size
                self.gap = key
            elif self.size > MOST * 3 // 4:
                turn = self.turns.pop(key)
                self.size -= turn.size
                self.given_up += len(turn.events)
            else:
                return


def _facts(found: Row | Change) -> dict[str, Any]:
    return {name: fact for name in FACTS if (fact := getattr(found, name)) is not None}


def _key(message: Message) -> Key:
    return str(message.id), str(message.type)
