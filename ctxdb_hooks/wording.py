"""Figures, ages and paths as people write them."""

import os
import time
from pathlib import Path


def short(path: Path | str) -> str:
    """A path as people write it, with ~ for the home directory."""
    text, home = str(path), os.environ.get("HOME", "")
    if home.startswith("/") and len(home) > 1 and (text == home or text.startswith(home + "/")):
        return "~" + text[len(home) :]
    return text


def span(seconds: float) -> str:
    """A length of time in one unit: ``5 s``, ``5 min``, ``3 h``, ``2 d``."""
    whole = max(0, int(seconds))
    for unit, length, least in (("d", 86400, 172800), ("h", 3600, 3600), ("min", 60, 60)):
        if whole >= least:
            return f"{whole // length} {unit}"
    return f"{whole} s"


def ago(stamp: float) -> str:
    """How long ago a moment (seconds since 1970) was."""
    return f"{span(time.time() - stamp)} ago"


def count(number: int, one: str, many: str = "") -> str:
    """``1 session``, ``2 sessions``, ``12,345 sessions``."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def size(number: float) -> str:
    """Bytes for people: ``812 B``, ``4.1 KB``, ``23 MB``."""
    units = ["B", "KB", "MB", "GB"]
    while number >= 1024 and len(units) > 1:
        number /= 1024
        del units[0]
    return f"{number:.0f} {units[0]}" if number >= 10 or units[0] == "B" else f"{number:.1f} {units[0]}"
