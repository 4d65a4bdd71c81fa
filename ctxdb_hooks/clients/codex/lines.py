"""The lines of Codex's rollouts, without taking apart what no memory needs.

That is what commands printed, as long as they go well, and what is said in more than one form.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from ctxdb_hooks.clients.jsonl import encoded, objects

ITEMS, EVENTS, BARE = "items", "events", "bare"  # the forms of a rollout
NOTHING = msgspec.Raw(b"null")
BEGIN = re.compile(
    rb'\{"timestamp":"[^"]*",(?:"ordinal":\d+,)?"type":"((?:event_msg|response_item)","payload":\{"type":"\w+)"'
)
RECORD = b'{"timestamp":"2'  # to its rarest character, by which it is sought fastest
CALL = b'response_item","payload":{"type":"function_call'
EVENT_KINDS = "turn_aborted task_complete item_completed user_message agent_message exec_command_end patch_apply_end"
ITEM_KINDS = "message function_call custom_tool_call local_shell_call function_call_output custom_tool_call_output"
TOLD = frozenset(b'event_msg","payload":{"type":"' + kind.encode() for kind in EVENT_KINDS.split())
SAID = frozenset(b'response_item","payload":{"type":"' + kind.encode() for kind in ITEM_KINDS.split())
WANTED = {ITEMS: TOLD, EVENTS: TOLD, BARE: TOLD | SAID}


class Item(msgspec.Struct, gc=False):
    """A part of a turn, in newer versions."""

    type: Any = None
    command: Any = None
    status: Any = None
    aggregated_output: msgspec.Raw = NOTHING
    exit_code: Any = None
    stderr: msgspec.Raw = NOTHING
    content: Any = None
    changes: Any = None


class Payload(msgspec.Struct, gc=False):
    """What a line says. The client promises no types: each field may hold anything; what was printed stays encoded."""

    type: Any = None
    id: Any = None
    timestamp: Any = None
    cwd: Any = None
    source: Any = None
    thread_source: Any = None
    git: Any = None
    model: Any = None
    thread_id: Any = None
    item: Item | None = None
    message: Any = None
    role: Any = None
    content: Any = None
    name: Any = None
    arguments: Any = None
    action: Any = None
    input: Any = None
    call_id: Any = None
    output: msgspec.Raw = NOTHING
    command: Any = None
    stderr: msgspec.Raw = NOTHING
    aggregated_output: msgspec.Raw = NOTHING
    exit_code: Any = None
    formatted_output: msgspec.Raw = NOTHING
    changes: Any = None
    success: Any = None
    error: Any = None


class Row(msgspec.Struct, gc=False):
    """One line."""

    timestamp: Any = None
    type: Any = None
    payload: Payload | None = None


_rows = msgspec.json.Decoder(Row)
_payloads = msgspec.json.Decoder(Payload)
_any = msgspec.json.Decoder()


def rows(lines: Iterable[bytes]) -> Iterator[tuple[Row, Payload]]:
    """The records on each line: usually one, two where they were glued, what is whole where it is torn."""
    for line in lines:
        try:
            yield _read(line)
        except (ValueError, RecursionError):
            for found in objects(line):
                with suppress(ValueError, RecursionError):
                    yield _read(encoded(_usual(found)))


def _read(line: bytes) -> tuple[Row, Payload]:
    row = _rows.decode(line)
    if row.payload is not None:
        return row, row.payload
    row.type = "session_meta" if row.type is None else "response_item"  # of the first versions: nothing is around it
    return row, _payloads.decode(line)


def _usual(found: dict[str, Any]) -> dict[str, Any]:
    """A record with a part of another type than usual: what of it is as usual."""
    payload = found.get("payload")
    if isinstance(payload, dict):
        if not isinstance(payload.get("item"), dict):
            payload.pop("item", None)
    else:
        found.pop("payload", None)
        if not isinstance(found.get("item"), dict):
            found.pop("item", None)
    return found


def says_nothing(line: bytes, form: str) -> bool:
    """Whether the line is one record, of nothing that is wanted or of what a rollout of this form says in another way.

    A plan stands in a call alone.
    """
    begin = BEGIN.match(line)
    if not begin or begin[1] in WANTED[form]:
        return False
    return not (begin[1] == CALL and b"update_plan" in line) and line.find(RECORD, 1) < 0


def value(found: msgspec.Raw | str) -> Any:
    """What is encoded; None where it cannot be read."""
    try:
        return _any.decode(found)
    except (ValueError, RecursionError):
        text = found.encode("utf-8", "replace") if isinstance(found, str) else bytes(found)
        return next(objects(b'{"value":' + text + b"}"), {}).get("value")


def text(raw: msgspec.Raw) -> str:
    """A text that is encoded; empty where it is none."""
    found = value(raw)
    return found if isinstance(found, str) else ""
