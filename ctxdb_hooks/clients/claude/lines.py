"""Claude Code's transcript lines, without taking apart what no memory needs.

Most of a transcript's bytes are what tools printed (twice: once for the model, once for the client's own screen),
snapshots and progress notes. The decoder passes over the fields that are not named here; what a message and an
attachment hold is decoded only when it is asked for.
"""

import json
from collections.abc import Iterable
from typing import Any

import msgspec

from ctxdb_hooks.clients.jsonl import objects

NOTHING = msgspec.Raw(b"null")


class Row(msgspec.Struct):
    """One line. The client promises no types: each field may hold anything, or be missing."""

    type: Any = None
    subtype: Any = None
    uuid: Any = None
    parentUuid: Any = None
    timestamp: Any = None
    cwd: Any = None
    gitBranch: Any = None
    entrypoint: Any = None
    isSidechain: Any = None
    isMeta: Any = None
    isCompactSummary: Any = None
    isVisibleInTranscriptOnly: Any = None
    isApiErrorMessage: Any = None
    origin: Any = None
    planContent: Any = None
    operation: Any = None
    content: Any = None
    summary: Any = None
    leafUuid: Any = None
    customTitle: Any = None
    aiTitle: Any = None
    title: Any = None
    prUrl: Any = None
    message: msgspec.Raw = NOTHING
    attachment: msgspec.Raw = NOTHING
    toolUseResult: msgspec.Raw = NOTHING


class Message(msgspec.Struct):
    """What stands below ``message``."""

    content: Any = None
    model: Any = None


_rows = msgspec.json.Decoder(Row)
_messages = msgspec.json.Decoder(Message)


def rows(line: bytes) -> Iterable[Row]:
    """The records on a line: usually one, two where a client glued them, what is whole where it is torn."""
    try:
        return (_rows.decode(line),)
    except (ValueError, RecursionError):
        return [_rows.decode(_encoded(found)) for found in objects(line)]


def message(row: Row) -> Message:
    """What the message of a line says; an empty one where there is none."""
    try:
        return _messages.decode(row.message)
    except (ValueError, RecursionError):
        return next((_messages.decode(_encoded(found)) for found in objects(bytes(row.message))), Message())


def value(raw: msgspec.Raw) -> dict[str, Any]:
    """An object that was passed over; an empty one where there is none."""
    return next(objects(bytes(raw)), {})


def _encoded(found: dict[str, Any]) -> bytes:
    return json.dumps(found).encode("ascii")
