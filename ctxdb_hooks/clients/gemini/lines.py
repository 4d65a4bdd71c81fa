"""The lines of Gemini's chats, without taking apart what no memory needs: what tools gave back, thoughts, counts."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from ctxdb_hooks.clients.jsonl import encoded, objects

NOTHING = msgspec.Raw(b"null")


# Fields stand in the order in which the client writes them: the decoder looks for each key behind the one before it.
class Call(msgspec.Struct, gc=False):
    """A tool's call; what the tool gave back stays encoded."""

    name: Any = None
    args: Any = None
    result: msgspec.Raw = NOTHING
    status: Any = None
    timestamp: Any = None


class Message(msgspec.Struct, gc=False):
    """What was said at once. The client promises no types: each field may hold anything, or be missing."""

    id: Any = None
    timestamp: Any = None
    type: Any = None
    content: Any = None
    displayContent: Any = None
    model: Any = None
    toolCalls: list[Call] | None = None


class Change(msgspec.Struct, gc=False):
    """What a log's line sets: facts of the chat, or all of its messages."""

    messages: list[Message] | None = None
    sessionId: Any = None
    startTime: Any = None
    kind: Any = None
    summary: Any = None


class Row(Message, gc=False):
    """One line: a message, a change (``$set``), a message to go back to (``$rewindTo``), or the chat's header."""

    change: Change | None = msgspec.field(default=None, name="$set")
    rewind: Any = msgspec.field(default=None, name="$rewindTo")
    sessionId: Any = None
    startTime: Any = None
    kind: Any = None
    summary: Any = None


_rows = msgspec.json.Decoder(Row)
_any = msgspec.json.Decoder()


def rows(lines: Iterable[bytes]) -> Iterator[Row]:
    """The records on each line: usually one, two where a client glued them, what is whole where it is torn."""
    decode = _rows.decode
    for line in lines:
        try:
            yield decode(line)
        except (ValueError, RecursionError):
            for found in objects(line):
                with suppress(ValueError, RecursionError):
                    yield _rows.decode(encoded(_usual(found)))


def value(raw: msgspec.Raw) -> Any:
    """What was left encoded; None where it cannot be read."""
    try:
        return _any.decode(raw)
    except (ValueError, RecursionError):
        return next(objects(b'{"value":' + bytes(raw) + b"}"), {}).get("value")


def _usual(found: dict[str, Any]) -> dict[str, Any]:
    """A record with a part of another type than usual: what of it is as usual."""
    change = found.get("$set")
    if isinstance(change, dict):
        found["$set"] = change | {"messages": [_usual(one) for one in _objects(change.get("messages"))]}
    else:
        found.pop("$set", None)
    return found | {"toolCalls": _objects(found.get("toolCalls"))}


def _objects(value: Any) -> list[dict[str, Any]]:
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []
