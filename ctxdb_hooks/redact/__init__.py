"""Takes secrets out of text before it is written anywhere."""

from collections.abc import Iterator

from ctxdb_hooks.redact import blocks, named, tokens
from ctxdb_hooks.redact.spans import Span, replace

__all__ = ["redact", "redact_json"]

_PASSES = 16
_DEPTH = 2
"""How often base64 is looked for in what base64 held."""


def redact(text: str) -> str:
    """Return ``text`` with each secret replaced by ``[redacted:KIND]``.

    Never raises; what cannot be examined is left out whole. Applying it again changes nothing.
    """
    try:
        data = text.encode("utf-8", "surrogatepass")
        clean = _clean(data)
        return text if clean is data else clean.decode("utf-8", "surrogatepass")
    except Exception:
        return "[redacted:unreadable]"


def _clean(data: bytes) -> bytes:
    """Replace until nothing is found: what one replacement lays bare is seen by the next look."""
    for _ in range(_PASSES):
        found = list(_find(data, _DEPTH))
        if not found:
            break
        data = replace(data, found)
    return data


def _find(data: bytes, depth: int) -> Iterator[Span]:
    low = data.lower()
    yield from blocks.find_private_parts(data, low)
    yield from blocks.find_private_keys(data)
    inner = (lambda text: any(True for _ in _find(text, depth - 1))) if depth else None
    yield from tokens.find_tokens(data, inner)
    yield from tokens.find_wrapped(data)
    yield from tokens.find_cut(data)
    yield from blocks.find_url_secrets(data, low)
    yield from named.find_named(data, low)
    yield from blocks.find_command_secrets(data)


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
