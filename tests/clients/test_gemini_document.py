"""A chat that is one JSON document is taken apart as it comes, and says what it would say as a whole."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from ctxdb_hooks.clients.gemini import document
from ctxdb_hooks.clients.gemini.document import Document
from ctxdb_hooks.clients.jsonl import objects

TEXT = st.text(st.characters(codec="utf-8"), max_size=8) | st.sampled_from(['"', "\\", '\\"', "}", "],{", "\n", "😀"])
VALUE = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
MESSAGE = st.dictionaries(TEXT, VALUE, max_size=4)
MEMBERS = st.dictionaries(TEXT.filter(lambda name: name != "messages"), VALUE, max_size=3)
INDENT = st.sampled_from([None, 2])


def in_chunks(data: bytes, sizes: list[int]) -> Iterator[bytes]:
    """The data in pieces of these sizes, again and again."""
    at = number = 0
    while at < len(data):
        size = sizes[number % len(sizes)]
        yield data[at : at + size]
        at, number = at + size, number + 1


def taken_apart(data: bytes, sizes: list[int]) -> tuple[Document, list[dict[str, Any]]]:
    found = Document(in_chunks(data, sizes))
    return found, [message for part in found.messages() for message in objects(part)]


@given(MEMBERS, st.lists(MESSAGE | VALUE, max_size=5), MEMBERS, INDENT, st.booleans(), st.lists(st.integers(1, 9)))
@example({"a": '{"messages": ['}, [{"b": "\\"}, {"c": '"'}], {"d": {"messages": [1]}}, None, False, [1])
@example({}, [{"b": [[{"c": {}}]]}, {"d": "}"}, {}], {}, 2, False, [])
@example({}, [{"b": [[{"c": {}}]]}, {"d": "}"}, {}], {}, 2, False, [50])
def test_in_any_pieces_it_says_what_it_says_as_a_whole(
    before: dict[str, Any],
    messages: list[Any],
    behind: dict[str, Any],
    indent: int | None,
    plain: bool,
    sizes: list[int],
):
    whole = {**before, "messages": messages, **behind}
    data = json.dumps(whole, indent=indent, ensure_ascii=plain).encode()
    expected = json.loads(data)
    found, said = taken_apart(data, sizes or [1 << 20])
    assert found.is_whole
    assert said == [message for message in expected.pop("messages") if isinstance(message, dict)]
    assert found.header == expected


@given(st.lists(MESSAGE, max_size=5), INDENT, st.data())
def test_a_torn_one_says_what_is_whole_so_far(messages: list[dict[str, Any]], indent: int | None, draw: st.DataObject):
    data = json.dumps({"sessionId": "x", "messages": messages}, indent=indent, ensure_ascii=False).encode()
    end = draw.draw(st.integers(0, len(data) - 1))
    found, said = taken_apart(data[:end], [7])
    assert not found.is_whole
    assert said == messages[: _closed(data[:end].decode("utf-8", "ignore"))]


def _closed(text: str) -> int:
    """How many objects stand whole in the list at the end of a text, as the standard decoder sees it."""
    _, begun, text = text.partition('"messages": [')
    number = 0
    while begun:
        text = text.lstrip(", \n")
        try:
            value, at = json.JSONDecoder().raw_decode(text)
        except ValueError:
            break
        number, text = number + isinstance(value, dict), text[at:]
    return number


@given(st.binary(max_size=200), st.lists(st.integers(1, 9), min_size=1))
def test_what_is_no_document_says_nothing_and_raises_nothing(data: bytes, sizes: list[int]):
    taken_apart(data, sizes)
    taken_apart(b'{"messages": [' + data, sizes)


def test_a_message_that_is_too_long_is_left_out_and_counted(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(document, "MOST", 100)
    long = {"text": 'a "quoted" word and {brackets]' * 50, "more": [["x"] * 50] * 3}
    data = json.dumps({"messages": [{"id": 1}, long, {"id": 2}], "kind": "main"}).encode()
    for sizes in ([1], [7], [30, 200], [1 << 20]):
        found, said = taken_apart(data, sizes)
        assert said == [{"id": 1}, {"id": 2}]
        assert found.header == {"kind": "main"}
        assert found.left_out == len(json.dumps(long)) + 1


def test_a_message_that_is_no_json_costs_no_more_than_itself():
    data = b'\xef\xbb\xbf{"messages": [{"id": 1}, {"id": nothing}, {"text": "\xff\xfe"}, {"id": 2}]}'
    found, said = taken_apart(data, [5])
    assert found.is_whole
    assert said == [{"id": 1}, {"text": "\ufffd\ufffd"}, {"id": 2}]


def test_where_a_message_seems_to_end_it_need_not():
    """Laid out as nobody does it: an inner object's end stands where a message's would."""
    data = b'{"messages": [{\n      "a": {\n    }, "b": 1}, {\n      "a": [\n    }, {"id": 2}]}'
    for sizes in ([1], [20], [1 << 20]):
        assert taken_apart(data, sizes)[1][0] == {"a": {}, "b": 1}
