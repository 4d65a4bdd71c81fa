"""Claude Code's transcript lines, without taking apart what no memory needs.

Most of a transcript's bytes are what tools printed (twice: once for the model, once for the client's own screen),
snapshots and progress notes. The decoder passes over the fields that are not named here; what a message and an
attachment hold is decoded only when it is asked for.
"""

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from ctxdb_hooks.clients.jsonl import objects

HALF = re.compile("[\ud800-\udfff]")
NOTHING = msgspec.Raw(b"null")
PASSED = frozenset(
    "file-history-snapshot file-history-delta progress mode permission-mode last-prompt agent-name agent-setting "
    "worktree-state".split()
)


class Block(msgspec.Struct, gc=False):
    """A part of a message; what a tool gave back stays encoded."""

    type: Any = None
    text: Any = None
    name: Any = None
    id: Any = None
    input: Any = None
    tool_use_id: Any = None
    is_error: Any = None
    content: msgspec.Raw = NOTHING


class Message(msgspec.Struct, gc=False):
    """What stands below ``message``."""

    content: str | list[Block] | None = None
    model: Any = None


class Row(msgspec.Struct, gc=False):
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
    message: Message | None = None
    attachment: msgspec.Raw = NOTHING
    toolUseResult: msgspec.Raw = NOTHING


_rows = msgspec.json.Decoder(Row)


def rows(line: bytes) -> Iterable[Row]:
    """The records on a line: usually one, two where a client glued them, what is whole where it is torn."""
    try:
        return (_rows.decode(line),)
    except (ValueError, RecursionError):
        return [_tolerant(json.loads(_encoded(found))) for found in objects(line)]


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
    row = _rows.decode(_encoded(found))
    if isinstance(said, dict):
        content = said.get("content")
        if isinstance(content, list):
            content = [msgspec.json.decode(_encoded(part), type=Block) for part in content if isinstance(part, dict)]
        row.message = Message(content if isinstance(content, str | list) else None, said.get("model"))
    return row


def _by_python(text: str) -> Any:
    try:
        return json.loads(_encoded(json.loads(text)))
    except (ValueError, RecursionError):
        return text


def _encoded(found: Any) -> bytes:
    """As JSON; JavaScript writes halves of surrogate pairs, which the decoder takes for no text."""
    return HALF.sub("\ufffd", json.dumps(found, ensure_ascii=False)).encode()
