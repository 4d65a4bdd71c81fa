"""The figures of a period, worked out of receipts and log, as plain values that are also the JSON."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from statistics import mean, median, quantiles
from typing import Any

from ctxdb_hooks.contextdb import facade, packet, tokens

Row = dict[str, Any]
LEAST = 5  # sessions of a kind under which nothing is said about what memory saved
KINDS = ("read", "told", "none")  # memory was read; only its place was told; neither


def summary(
    receipts: list[Row], log: Iterable[Row], since: float, until: float, packet_tokens: int = packet.TOKENS
) -> dict[str, Any]:
    """All figures from ``since`` to ``until`` (s since the epoch); a read costs ``packet_tokens``."""
    by: defaultdict[str, list[Row]] = defaultdict(list)
    for row in receipts:
        if since <= row["ts"] <= until:
            by[row["what"]].append(row)
    runs = [row for row in log if row.get("what") == "bootstrap" and since <= (facade.epoch(row.get("ts")) or 0)]
    sessions = {kind: _sessions([row for row in by["session"] if row.get("memory") == kind]) for kind in KINDS}
    return {
        "since": int(since),
        "until": int(until),
        "starts": _starts(by["start"]),
        "turns": _turns(by["turn"], by["outcome"]),
        "reads": _reads(by["read"]),
        "sessions": sessions,
        "bootstraps": _runs(runs),
        "tokens": _tokens(by, sessions, packet_tokens),
        "days": _days(by, since, until),
    }


def _starts(rows: list[Row]) -> dict[str, Any]:
    return {
        "count": len(rows),
        "added": sum(bool(row.get("text") or row.get("given")) for row in rows),
        "failed": sum("failed" in row for row in rows),
        "clients": _counted(rows, "client"),
        "kinds": _counted(rows, "kind"),
        "shells": _counted([row for row in rows if row.get("shell")], "shell"),
        "facade": _counted([row for row in rows if row.get("facade")], "facade"),
        "ms": spread(row["us"] / 1000 for row in rows if _number(row.get("us"))),
        "histogram": histogram([row["us"] / 1000 for row in rows if _number(row.get("us"))]),
    }


def _turns(rows: list[Row], outcomes: list[Row]) -> dict[str, Any]:
    """What fired, and of those whose outcome is known how many were right."""
    known = {row["id"]: bool(row.get("good")) for row in outcomes if isinstance(row.get("id"), str)}
    fired: dict[str, dict[str, int]] = {}
    for row in rows:
        one = fired.setdefault(str(row.get("fired")), {"count": 0, "judged": 0, "right": 0})
        good = known.get(f"{row.get('session')}:{row.get('turn')}")
        one["count"] += 1
        one["judged"] += good is not None
        one["right"] += bool(good)
    return {
        "count": len(rows),
        "loaded": sum(bool(row.get("load")) for row in rows),
        "fired": dict(sorted(fired.items(), key=lambda item: -item[1]["count"])),
        "ms": spread(row["us"] / 1000 for row in rows if _number(row.get("us"))),
    }


def _reads(rows: list[Row]) -> dict[str, Any]:
    return {
        "count": len(rows),
        "nudged": sum(bool(row.get("nudged")) for row in rows),
        "wait_s": spread(row["wait"] for row in rows if _number(row.get("wait"))),
    }


def _sessions(rows: list[Row]) -> dict[str, Any]:
    """How sessions went, in means; of files found again and questions asked back per session."""
    means: dict[str, Any] = {"count": len(rows)}
    for name in ("turns", "asked", "again", "edit_turn", "edit_tokens"):
        values = [row[name] for row in rows if _number(row.get(name))]
        means[name] = round(mean(values), 2) if values else None
    return means


def _runs(rows: list[Row]) -> dict[str, Any]:
    return {
        "count": len(rows),
        "failed": sum(bool(row.get("failed")) for row in rows),
        "bytes": sum(row["bytes"] for row in rows if _number(row.get("bytes"))),
        "seconds": spread(row["seconds"] for row in rows if _number(row.get("seconds"))),
        "reading_s": spread(row["reading"] for row in rows if _number(row.get("reading"))),
        "writing_s": spread(row["writing"] for row in rows if _number(row.get("writing"))),
    }


def _tokens(by: dict[str, list[Row]], sessions: dict[str, Any], packet_tokens: int) -> dict[str, Any]:
    """Tokens spent on prompts, nudges and reads; saved where there are enough sessions of both kinds to say so."""
    prompts = sum(packet_tokens if row.get("given") else estimate(row.get("text")) for row in by["start"])
    nudges = sum(estimate(row.get("text")) for row in by["turn"])
    read, none = sessions["read"], sessions["none"]
    saved = None
    if min(read["count"], none["count"]) >= LEAST and read["edit_tokens"] is not None is not none["edit_tokens"]:
        saved = round((none["edit_tokens"] - read["edit_tokens"]) * read["count"])
    reads = len(by["read"]) * packet_tokens
    return {"prompts": prompts, "nudges": nudges, "reads": reads, "spent": prompts + nudges + reads, "saved": saved}


def _days(by: dict[str, list[Row]], since: float, until: float) -> list[dict[str, Any]]:
    """Starts, loads and reads per day (UTC), also of days without any from the first on."""
    counts: dict[str, Counter[str]] = {
        "starts": Counter(map(_day, by["start"])),
        "loads": Counter(_day(row) for row in by["turn"] if row.get("load")),
        "reads": Counter(map(_day, by["read"])),
    }
    first = min((row["ts"] for rows in by.values() for row in rows), default=until)
    stamps = range(int(max(since, first)) // 86400, int(until) // 86400 + 1)
    names = [time.strftime("%Y-%m-%d", time.gmtime(day * 86400)) for day in stamps]
    return [{"day": name} | {what: count[name] for what, count in counts.items()} for name in names]


def _day(row: Row) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(row["ts"]))


def _counted(rows: list[Row], key: str) -> dict[str, int]:
    return dict(Counter(str(row.get(key)) for row in rows).most_common())


def _number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def spread(values: Iterable[float]) -> dict[str, float] | None:
    """Median, 90th percentile and greatest of some values; None without any."""
    found = sorted(values)
    if not found:
        return None
    high = quantiles(found, n=10, method="inclusive")[-1] if len(found) > 1 else found[0]
    return {"median": round(median(found), 3), "p90": round(high, 3), "max": round(found[-1], 3)}


def histogram(values: list[float], bins: int = 12) -> list[dict[str, float]]:
    """How many values lie from one bound to the next; what is beyond the 98th percentile is in the last bin."""
    if not values:
        return []
    high = quantiles(values, n=50, method="inclusive")[-1] if len(values) > 1 else values[0]
    step = _round_up(high / bins) if high > 0 else 1.0
    counts = Counter(min(int(value / step), bins - 1) for value in values)
    used = max(counts) + 1
    return [{"from": round(number * step, 6), "count": counts[number]} for number in range(used)]


def _round_up(step: float) -> float:
    size: float = 10.0 ** int(f"{step:e}".partition("e")[2])
    return next((size * nice for nice in (1, 2, 2.5, 5) if step <= size * nice), size * 10)


@lru_cache(4096)
def _estimate(text: str) -> int:
    return tokens.estimate(text)


def estimate(text: object) -> int:
    """Tokens of a receipt's text, by an upper estimate; the same texts come again and again."""
    return _estimate(text) if isinstance(text, str) and text else 0
