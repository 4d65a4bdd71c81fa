"""Claude Code's transcript lines, without taking apart what no memory needs.

Most of a transcript's bytes are what tools printed (twice: once for the model, once for the client's own screen),
snapshots and progress notes. The decoder passes over the fields that are not named here; what a message and an
attachment hold is decoded only when it is asked for.
"""

import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from ctxdb_hooks.clients.jsonl import encoded, objects

NOTHING = msgspec.Raw(b"null")
PASSED = frozenset(
    "file-history-snapshot file-history-delta progress mode permission-mode last-prompt agent-name agent-setting "
    "worktree-state".split()
)


# Fields stand in the order in which the client writes them: the decoder looks for each key behind the one before it.
class Block(msgspec.Struct, gc=False):
    """A part of a message; what a tool gave back stays encoded."""

    tool_use_id: Any = None
    type: Any = None
    content: msgspec.Raw = NOTHING
    is_error: Any = None
    text: Any = None
    id: Any = None
    name: Any = None
    input: Any = None


class Message(msgspec.Struct, gc=False):
    """What stands below ``message``."""

    model: Any = None
    content: str | list[Block] | None = None


class Row(msgspec.Struct, gc=False):
    """One line. The client promises no types: each field may hold anything, or be missing."""

    parentUuid: Any = None
    isSidechain: Any = None
    attachment: msgspec.Raw = NOTHING
    message: Message | None = None
    type: Any = None
    uuid: Any = None
    timestamp: Any = None
    toolUseResult: msgspec.Raw = NOTHING
    origin: Any = None
    entrypoint: Any = None
    cwd: Any = None
    gitBranch: Any = None
    subtype: Any = None
    operation: Any = None
    content: Any = None
    isMeta: Any = None
    isCompactSummary: Any = None
    isVisibleInTranscriptOnly: Any = None
    isApiErrorMessage: Any = None
    planContent: Any = None
    summary: Any = None
    leafUuid: Any = None
    customTitle: Any = None
    aiTitle: Any = None
    title: Any = None
    prUrl: Any = None


_rows = msgspec.json.Decoder(Row)


def rows(lines: Iterable[bytes]) -> Iterator[Row]:
    """The records on each line: usually one, two where a client glued them, what is whole where it is torn."""
    decode = _rows.decode
    for line in lines:
        try:
            yield decode(line)
        except (ValueError, RecursionError):
            for found in objects(line):
                with suppress(ValueError, RecursionError):
                    yield _tolerant(json.loads(encoded(found)))


def blocks_of(row: Row) -> list[Block]:
    """The parts of what a line says."""
    content = row.message.content if row.message else None
    if isinstance(content, str):
        return [Block(type="text", text=content)]
    return content or []


def text_of(raw: msgspec.Raw) -> str:
    """The text that a tool gave back: a string, or the text parts of a list."""
    try:
        found = msgspec.json.decode(raw)
    except (ValueError, RecursionError):
        found = _by_python(bytes(raw).decode("utf-8", "replace"))
    if isinstance(found, str):
        return found
    parts = [part.get("text") for part in found if isinstance(part, dict)] if isinstance(found, list) else []
    return "\n".join(part for part in parts if isinstance(part, str))


def value(raw: msgspec.Raw) -> dict[str, Any]:
    """An object that was passed over; an empty one where there is none."""
    return next(objects(bytes(raw)), {})


def _tolerant(found: dict[str, Any]) -> Row:
    """A record with a part of another type than usual, or no UTF-8: what of it is as usual."""
    said = found.pop("message", None)
    row = _rows.decode(encoded(found))
    if isinstance(said, dict):
        content = said.get("content")
        if isinstance(content, list):
            content = [msgspec.json.decode(encoded(part), type=Block) for part in content if isinstance(part, dict)]
        row.message = Message(said.get("model"), content if isinstance(content, str | list) else None)
    return row


def _by_python(text: str) -> Any:
    try:
        return json.loads(encoded(json.loads(text)))
    except (ValueError, RecursionError):
        return text
