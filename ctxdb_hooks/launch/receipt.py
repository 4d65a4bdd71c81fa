"""Receipts: one line of JSON for what a start or a turn came to, on this machine only; hot path, after the decision.

The background turns the file over (telemetry.turn_over) and the commands log and stats read it.
"""

import posix

NAME = "receipts.jsonl"
MAX_BYTES = 8 << 20  # where no background turns the file over, nothing more is written


def write(state: str, facts: dict) -> None:
    """Append ``facts`` (values: str, bool, int, float, list of numbers) to the receipts, in one write.

    Where the state folder is missing, full or not ours there is no receipt.
    """
    try:
        from _json import encode_basestring_ascii as quote
    except ImportError:
        from json import dumps as quote
    parts = []
    for key in facts:
        value = facts[key]
        if isinstance(value, str):
            value = quote(value)
        elif value is True or value is False:
            value = "true" if value else "false"
        parts.append(f'"{key}":{value}')
    flags = posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK
    try:
        fd = posix.open(f"{state}/{NAME}", flags, 0o600)
    except (OSError, ValueError):
        return
    try:
        if posix.fstat(fd).st_size < MAX_BYTES:
            posix.write(fd, ("{" + ",".join(parts) + "}\n").encode("ascii"))
    except OSError:
        pass
    finally:
        posix.close(fd)
