"""Takes secrets out of text before it is written anywhere.

Own patterns, after measuring libraries. Kinds of tokens found of 86, in a prompt and in JSON in JSON: ours 86 and 86 at
50 MB/s; betterleaks 57 and 20 at 2.5, and 54 MB large; classifinder 43 and 43 at 1; detect-secrets 24 and 60 at 0.1.
"""

from collections.abc import Iterator
from functools import lru_cache

from ctxdb_hooks.redact import broken, commands, hashes, keyblocks, named, tokens, urls
from ctxdb_hooks.redact.spans import Span, replace
from ctxdb_hooks.redact.text import Text

__all__ = ["redact", "redact_json"]

_SHORT = 200
_PASSES = 16
_DEPTH = 2
"""How often base64 is looked for in what base64 held."""


def redact(text: str) -> str:
    """Return ``text`` with each secret replaced by ``[redacted:KIND]``.

    Never raises; what cannot be examined is left out whole. Applying it again changes nothing.
    """
    return _redact_short(text) if len(text) <= _SHORT else _redact(text)


def _redact(text: str) -> str:
    try:
        data = text.encode("utf-8", "surrogatepass")
        clean = _clean(data)
        return text if clean is data else clean.decode("utf-8", "surrogatepass")
    except Exception:
        return "[redacted:unreadable]"


# The same paths and commands come again and again.
_redact_short = lru_cache(8192)(_redact)


def _clean(data: bytes) -> bytes:
    """Replace until nothing is found: what one replacement lays bare is seen by the next look."""
    for _ in range(_PASSES):
        text = Text(data)
        found = [_without_blanks(span, text.data) for span in _find(text, _DEPTH)]
        if not found:
            break
        data = replace(data, found)
    return data


def _without_blanks(span: Span, data: bytes) -> Span:
    """Return ``span`` without the blanks at its end: in the original they may be the escape of a line end."""
    start, end, kind = span
    return Span(start, start + len(data[start:end].rstrip()), kind)


def _find(text: Text, depth: int) -> Iterator[Span]:
    """Yield the secrets of ``text``; base64 is looked into ``depth`` deep."""
    inner = (lambda decoded: any(True for _ in _find(Text(decoded), depth - 1))) if depth else None
    yield from keyblocks.find_blocks(text)
    for span in tokens.find_tokens(text.data, inner):
        yield broken.lengthen(text.data, span)
    yield from broken.find_wrapped(text)
    yield from broken.find_cut(text)
    yield from urls.find_url_secrets(text)
    yield from named.find_named(text)
    yield from commands.find_command_secrets(text)
    yield from hashes.find_hashes(text)


def redact_json(value: object) -> object:
    """Return a copy of a JSON value with the secrets taken out of its strings, by content and by key."""
    return _redact_json(value, 0)


def _redact_json(value: object, depth: int) -> object:
    if isinstance(value, str):
        return redact(value)
    if depth > 200:
        return "[redacted:too-deep]"
    if isinstance(value, list):
        return [_redact_json(item, depth + 1) for item in value]
    if isinstance(value, dict):
        return {
            redact(key) if isinstance(key, str) else key: _redact_field(key, item, depth) for key, item in value.items()
        }
    return value


def _redact_field(key: object, value: object, depth: int) -> object:
    if isinstance(key, str) and isinstance(value, str):
        kind = named.kind_of_field(key, value)
        if kind:
            return f"[redacted:{kind}]"
    return _redact_json(value, depth + 1)
