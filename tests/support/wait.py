"""Waiting for a condition, instead of sleeping and hoping."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")

PAUSE = 0.02  # seconds between two looks


def wait_for(condition: Callable[[], T], seconds: float = 10, message: str | Callable[[], str] = "") -> T:
    """Return the first truthy value of `condition`, looked at until `seconds` have passed.

    Raises AssertionError with `message` (text, or a function called only then) when it never came.
    """
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() >= deadline:
            text = message() if callable(message) else message
            raise AssertionError(f"not within {seconds:g} s: {text or condition}")
        time.sleep(PAUSE)
