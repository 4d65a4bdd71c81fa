"""When a line of a transcript was written, in whatever form it says so."""

from datetime import UTC, datetime
from typing import Any

from ctxdb_hooks.contextdb.store import stamp

MILLISECONDS = 1e11  # a number above it counts those since the epoch: as seconds it would be the year 5138


def time_of(value: Any) -> str:
    """A line's time as the clients of today write it, ISO 8601 in UTC with a Z; empty where ``value`` is none.

    Other versions and importers leave the zone out (then it is UTC), give another zone, or count from the epoch.
    """
    if isinstance(value, str) and len(value) >= 20 and value[10] == "T" and value[-1] == "Z":
        return value
    try:
        if isinstance(value, str):
            moment = datetime.fromisoformat(value.upper())
            return stamp((moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp())
        if isinstance(value, int | float) and not isinstance(value, bool) and value > 0:
            return stamp(value / 1000 if value > MILLISECONDS else value)
    except (ValueError, OverflowError, OSError):
        pass
    return ""
