"""What every finder yields, and how it is put into the text."""

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
    """Return ``data`` with a placeholder for each span; overlapping ones become one, named by the first and longest."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if merged and span.start < merged[-1].end:
            merged[-1] = merged[-1]._replace(end=max(merged[-1].end, span.end))
        else:
            merged.append(span)
    parts: list[bytes] = []
    done = 0
    for start, end, kind in merged:
        parts += (data[done:start], MARK, kind.encode(), b"]")
        done = end
    parts.append(data[done:])
    return b"".join(parts)
