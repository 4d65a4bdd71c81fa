"""Gemini's chats until 0.40: one JSON document, taken apart message by message as it is read.

Only where a part begins and ends is looked for, so that a document of any size, or one that is torn, costs no more
memory than its longest message.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Any

import msgspec

from ctxdb_hooks.clients.jsonl import MB, objects

MOST = 4 * MB  # bytes of one message; a longer one holds images or whole files
NAME = 64  # bytes in which a member's name stands
LIST = "messages"
INNER, OUTER = b"\n      ", b"\n    }"  # within a message, and at its end
_TEXT = rb'(?:[^"\\]++|\\.)*+'
IN_TEXT = re.compile(_TEXT, re.S)
TO_SIGN = re.compile(rb'(?:[^"\[\]{},]++|"' + _TEXT + rb'")*+', re.S)
TO_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|"' + _TEXT + rb'")*+', re.S)

_whole = msgspec.json.Decoder(msgspec.Raw)


class Document:
    """A document that comes in ``chunks``: its other members are in ``header`` once its messages were asked for.

    ``is_whole`` when its end was seen; ``left_out``: bytes of messages that were too long.
    """

    def __init__(self, chunks: Iterable[bytes]) -> None:
        self.chunks = iter(chunks)
        self.header: dict[str, Any] = {}
        self.is_whole = False
        self.left_out = 0
        self._data = b""
        self._start = 0  # in the data: where the part begins that is read now
        self._at = 0  # there: how far it was looked at
        self._passed = 0  # bytes of this part that were let go, since it is too long
        self._depth = 0
        self._level = 1  # at which the parts lie: members of the document, or its messages

    def messages(self) -> Iterator[bytes]:
        """Each message that is whole, as it is written."""
        while sign := self._sign():
            if sign in b"[{":
                self._open(sign)
            elif sign == b",":
                yield from self._part()
            else:
                self._depth -= 1
                if self._depth < self._level:
                    yield from self._part()
                    if self._level == 1:
                        self.is_whole = self._depth == 0
                        return
                    self._level = 1
        if self._level == self._depth == 2 and self._data[self._start :].rstrip().endswith(b"}"):
            self._at = len(self._data) + 1
            yield from self._part()

    def _open(self, sign: bytes) -> None:
        self._depth += 1
        if self._depth == 1:
            self._start = self._at
        elif self._depth == 2 and self._level == 1 and sign == b"[" and self._is_list():
            self._level = 2
            self._start = self._at
        elif self._depth == 3 and self._level == 2 and self._data.startswith(INNER, self._at):
            self._leap()

    def _leap(self) -> None:
        """Pass over a message that is laid out as Gemini does it, at once: what is one value has its end there."""
        end = self._data.find(OUTER, self._at) + len(OUTER)
        if end < len(OUTER):
            return
        with suppress(ValueError, RecursionError):
            _whole.decode(memoryview(self._data)[self._at - 1 : end])
            self._at = end
            self._depth -= 1

    def _is_list(self) -> bool:
        """Whether the member that is read is the list of messages."""
        name = self._data[self._start : self._at - 1]
        return len(name) <= NAME and next(objects(b"{" + name + b"0}"), None) == {LIST: 0}

    def _part(self) -> Iterator[bytes]:
        """What stands before the sign: a message, or a member for the header."""
        part = self._data[self._start : self._at - 1]
        self._start, passed, self._passed = self._at, self._passed, 0
        if passed or len(part) > MOST:
            self.left_out += passed + len(part)
        elif self._level == 2:
            yield part
        else:
            for member in objects(b"{" + part + b"}"):
                self.header.update(member)

    def _sign(self) -> bytes:
        """The next bracket, or the next comma between parts; empty where the data ends."""
        while True:
            pattern = TO_SIGN if self._depth == self._level else TO_BRACKET
            self._at = _end(pattern, self._data, self._at)
            sign = self._data[self._at : self._at + 1]
            if sign and sign != b'"':
                self._at += 1
                return sign
            if not (self._rest_of_text() if sign else self._more()):
                return b""

    def _rest_of_text(self) -> bool:
        """Pass over a text that goes on in the next chunk, perhaps in many; False where the data ends before it."""
        self._at += 1
        while True:
            self._at = _end(IN_TEXT, self._data, self._at)
            if self._data[self._at : self._at + 1] == b'"':
                self._at += 1
                return True
            if not self._more():
                return False

    def _more(self) -> bool:
        """Take the next chunk, and let go of what was read; False where there is none."""
        if self._at - self._start > MOST:
            self._passed += self._at - self._start
            self._start = self._at
        chunk = next(self.chunks, b"")
        self._data = self._data[self._start :] + chunk
        self._at -= self._start
        self._start = 0
        return bool(chunk)


def _end(pattern: re.Pattern[bytes], data: bytes, at: int) -> int:
    found = pattern.match(data, at)
    return found.end() if found else at
