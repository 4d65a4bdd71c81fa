"""Decodes base64 that holds text, so that what is in it can be looked at."""

import binascii
import re

TEXT = re.compile(
    # Four groups of which each byte is below 128: two of three random groups fail at the first letter.
    rb"(?:[ACI-Za-f][A-HQ-Xg-nw-z0-3+\-/_4-9][ABEFIJMNQRUVYZcdghklopstwx014589][A-Za-z0-9+/_\-]){4}"
)
_BREAK = re.compile(rb"\\?[ \t\r]{0,8}\n[ \t]*+(?=[A-Za-z0-9+/])")
_CHARS = re.compile(rb"[A-Za-z0-9+/_-]++={0,2}+")
_URL_SAFE = bytes.maketrans(b"-_", b"+/")


def decode(data: bytes, start: int, end: int) -> tuple[int, bytes | None]:
    """Return where the base64 blob ends whose first line is ``start`` to ``end``, and the text in it or None."""
    parts = [data[start:end]]
    while step := _BREAK.match(data, end):
        line = _CHARS.match(data, step.end())
        if not line or len(line[0]) > len(parts[0]) + 2 or len(line[0]) % 4:
            break
        parts.append(line[0])
        end = line.end()
        if len(line[0]) < len(parts[0]):
            break
    end += len(data[end : end + 2]) - len(data[end : end + 2].lstrip(b"="))
    return end, _text(b"".join(parts))


def _text(blob: bytes) -> bytes | None:
    """Return the text in ``blob``, or None if it is none."""
    blob = blob.rstrip(b"=").translate(_URL_SAFE)
    if len(blob) % 4 == 1:
        blob = blob[:-1]
    try:
        decoded = binascii.a2b_base64(blob + b"=" * (-len(blob) % 4))
    except binascii.Error:
        return None
    if decoded[1::2].count(0) * 4 > len(decoded):
        decoded = decoded[::2]
    if decoded.isascii():
        return decoded
    try:
        decoded.decode()
    except UnicodeDecodeError:
        return None
    return decoded
