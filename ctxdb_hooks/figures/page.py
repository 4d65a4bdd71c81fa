"""The figures as one page of HTML that loads nothing: drawn with SVG, light or dark as the reader has it."""

import time
from collections.abc import Sequence
from html import escape
from string import Template
from typing import Any

from ctxdb_hooks.figures.summary import KINDS

WIDTH, ROW, LABEL, TOLD = 640, 22, 150, 170
MEANING = {"read": "memory read", "told": "told of memory", "none": "without memory"}
PAGE = Template("""\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>ctxdb-hooks: figures</title>
<style>
:root { color-scheme: light dark; --ink: #1b1f24; --dim: #667; --back: #fff; --line: #ddd; --bar: #3b82b8; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --dim: #99a; --back: #15181c; --line: #333; } }
body { font: 15px/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem;
  color: var(--ink); background: var(--back); }
h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; border-bottom: 1px solid var(--line); }
p, figcaption { color: var(--dim); } figure { margin: 1rem 0; }
svg { width: 100%; height: auto; } svg text { font-size: 13px; fill: var(--ink); } svg rect { fill: var(--bar); }
table { border-collapse: collapse; width: 100%; } th, td { text-align: right; padding: .2rem .5rem; }
th:first-child, td:first-child { text-align: left; } th { color: var(--dim); font-weight: normal; }
tr { border-bottom: 1px solid var(--line); }
</style>
<h1>What ctxdb-hooks did</h1>
<p>$period. These figures are from this machine and have not left it.</p>
$parts
</html>
""")


def page(found: dict[str, Any]) -> str:
    """The page for the figures of a period."""
    ends = [time.strftime("%Y-%m-%d", time.gmtime(found[name])) for name in ("since", "until")]
    of = found.get("project") or "all projects"
    parts = [_starts(found), _turns(found), _sessions(found["sessions"]), _cost(found)]
    return PAGE.substitute(period=escape(f"From {ends[0]} to {ends[1]}, {of}"), parts="\n".join(filter(None, parts)))


def _starts(found: dict[str, Any]) -> str:
    starts = found["starts"]
    if not starts["count"]:
        return "<h2>Starts</h2>\n<p>None yet.</p>"
    told = f"{starts['count']} starts, {starts['added']} with memory added, {starts['failed']} failed."
    days = [(day["day"], day["starts"], str(day["starts"])) for day in found["days"][-30:]]
    times = [(f"{each['from']:g} ms", each["count"], str(each["count"])) for each in starts["histogram"]]
    return "\n".join(
        [
            f"<h2>Starts</h2>\n<p>{told}</p>",
            _figure("Starts per day", days),
            _figure("Our own time at a start", times) + _spread(starts["ms"], "ms"),
            _figure("The facade was", _counts(starts["facade"])),
        ]
    )


def _turns(found: dict[str, Any]) -> str:
    turns, reads = found["turns"], found["reads"]
    if not turns["count"]:
        return ""
    rows = [
        (name, one["count"], f"{one['count']}, right {one['right']} of {one['judged']}")
        for name, one in turns["fired"].items()
    ]
    told = f"{turns['count']} judged, memory offered on {turns['loaded']}; memory was read {reads['count']} times."
    return f"<h2>Turns</h2>\n<p>{told}</p>\n" + _figure("What fired, and how often it was right", rows)


def _sessions(sessions: dict[str, Any]) -> str:
    names = ("count", "turns", "asked", "again", "edit_turn", "edit_tokens")
    heads = ("", "sessions", "turns", "asked back", "found again", "turn of first edit", "tokens to it")
    rows = [
        [MEANING[kind], *("–" if sessions[kind][n] is None else f"{sessions[kind][n]:.4g}" for n in names)]
        for kind in KINDS
    ]
    return "<h2>Sessions, in means</h2>\n" + _table(heads, rows)


def _cost(found: dict[str, Any]) -> str:
    spent, runs = found["tokens"], found["bootstraps"]
    rows = [(name, spent[name], f"{spent[name]:,}") for name in ("prompts", "nudges", "reads")]
    saved = "too few sessions to say" if spent["saved"] is None else f"about {spent['saved']:,}"
    told = f"Saved before the first edit: {saved}. Background runs: {runs['count']}, {runs['failed']} failed."
    return f"<h2>Tokens</h2>\n<p>{told}</p>\n" + _figure("Tokens spent on", rows)


def _counts(counted: dict[str, int]) -> list[tuple[str, float, str]]:
    return [(name, number, str(number)) for name, number in counted.items()]


def _figure(caption: str, rows: Sequence[tuple[str, float, str]]) -> str:
    """A bar per ``(label, value, told)``, with the numbers beside them for those who cannot see bars."""
    if not rows:
        return ""
    most = max(value for _, value, _ in rows) or 1
    lines = []
    for number, (label, value, told) in enumerate(rows):
        y = number * ROW
        length = round(value / most * (WIDTH - LABEL - TOLD), 1)
        lines.append(
            f'<text x="{LABEL - 8}" y="{y + 15}" text-anchor="end">{escape(label)}</text>'
            f'<rect x="{LABEL}" y="{y + 3}" width="{length}" height="{ROW - 6}" rx="2"></rect>'
            f'<text x="{LABEL + length + 6}" y="{y + 15}">{escape(told)}</text>'
        )
    svg = (
        f'<svg viewBox="0 0 {WIDTH} {len(rows) * ROW}" role="img" aria-label="{escape(caption)}">{"".join(lines)}</svg>'
    )
    return f"<figure>\n<figcaption>{escape(caption)}</figcaption>\n{svg}\n</figure>"


def _spread(spread: dict[str, float] | None, unit: str) -> str:
    if not spread:
        return ""
    return f"\n<p>Median {spread['median']:g} {unit}, 90 % within {spread['p90']:g} {unit}.</p>"


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in heads)
    body = "\n".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"
