"""A period as people type it: ``7d``, ``36h``, ``2w``, or a date to begin at."""

import time
from datetime import UTC, date, datetime

import click

UNITS = {"h": 3600, "d": 86400, "w": 7 * 86400}
HELP = "36h, 7d, 2w, or a date."


def beginning(ctx: click.Context, param: click.Parameter, value: str | None) -> float:
    """Where a period begins, in s since the epoch: ``7d`` and its like back from now, else a date (UTC); 0 for none.

    For the callback of an option. Raises BadParameter.
    """
    text = (value or "").strip().lower()
    number, unit = text[:-1], text[-1:]
    if not text:
        return 0.0
    if unit in UNITS and number.isascii() and number.isdigit() and len(number) < 6:
        return time.time() - int(number) * UNITS[unit]
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise click.BadParameter(
            f"{value!r}: give hours, days, weeks or a date, as in 36h, 7d, 2w, 2026-01-31"
        ) from None
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()
