"""Finds hashes of passwords, as ``/etc/shadow`` and databases hold them: who has one can try at leisure."""

from collections.abc import Iterator

from ctxdb_hooks.redact.spans import Span
from ctxdb_hooks.redact.text import Text, stem

_SALTED = rb"(?:rounds=\d{1,9}\$|j\w{1,16}\$)?[./a-z0-9]{1,32}\$[./a-z0-9]{20,}"
_HASH = stem(
    b"$",
    rb"\$(?:2[aby]\$\d\d\$[./a-z0-9]{50,}|(?:1|5|6|7|y|apr1)\$" + _SALTED + rb"|argon2i?d?\$v=\d+\$[mtp\d=,]{1,64}\$"
    rb"[a-z0-9+/]{1,128}\$[a-z0-9+/]{20,})",
)


def find_hashes(text: Text) -> Iterator[Span]:
    """Yield the hashes in crypt's form (``$kind$salt$hash``)."""
    for hit in text.hits(_HASH):
        yield Span(hit.start(), hit.end(), "password-hash")
