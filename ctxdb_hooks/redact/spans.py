"""The one thing that every finder yields, and how the overlapping ones are put together."""

from collections.abc import Iterable
from typing import NamedTuple


class Span(NamedTuple):
    """Bytes ``start`` to ``end`` are a secret; ``kind`` is what the placeholder calls it."""

    start: int
    end: int
    kind: str


MARK = b"[redacted:"
"""How a placeholder begins."""


def replace(data: bytes, spans: Iterable[Span]) -> bytes:
    """Return ``data`` with a placeholder for each span; overlapping spans become one, named by the first."""
    parts: list[bytes] = []
    done = 0
    start = end = 0
    kind = ""
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if span.start < end:
            end = max(end, span.end)
            continue
        if kind:
            parts += (data[done:start], MARK, kind.encode(), b"]")
            done = end
        start, end, kind = span
    if not kind:
        return data
    parts += (data[done:start], MARK, kind.encode(), b"]", data[end:])
    return b"".join(parts)
