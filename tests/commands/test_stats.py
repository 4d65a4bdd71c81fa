"""What `stats` makes of receipts: in JSON, on a terminal, on a page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from typing import Any

import pytest

from ctxdb_hooks.figures import plots, summary
from tests.commands.conftest import Commands
from tests.commands.test_log import FIRED, READ, SILENT, START, leave

ESCAPE = re.compile(r"\x1b\[[0-?]*[ -/]*[@-~]")
OUTCOME = {"what": "outcome", "session": "aaaaaaaa"}
SESSION = {"what": "session", "turns": 4, "asked": 1, "again": 2}


@pytest.fixture
def used(commands: Commands) -> Commands:
    """A command line with a small past."""
    sessions = [
        {**SESSION, "id": f"{memory}{number}", "memory": memory, "edit_turn": 1, "edit_tokens": size}
        for memory, size in (("read", 100), ("none", 400))
        for number in range(5)
    ]
    outcomes = [{**OUTCOME, "id": "aaaaaaaa:1", "good": False}, {**OUTCOME, "id": "aaaaaaaa:2", "good": True}]
    starts = [START, {**START, "client": "codex", "facade": "expired", "us": 4345, "shell": "zsh"}]
    leave(commands, *starts, SILENT, FIRED, READ, *outcomes, *sessions)
    line = {"ts": "2026-01-01T00:00:00.000Z", "what": "bootstrap", "seconds": 0.5, "bytes": 1000}
    (commands.sandbox.state / "log").write_text(json.dumps(line) + "\n")
    return commands


def test_the_figures(used: Commands) -> None:
    found = used.json("stats")
    starts, turns = found["starts"], found["turns"]
    assert (starts["count"], starts["added"], starts["failed"]) == (2, 2, 0)
    assert starts["clients"] == {"claude": 1, "codex": 1}
    assert starts["facade"] == {"hit": 1, "expired": 1}
    assert starts["shells"] == {"zsh": 1}
    assert starts["ms"] == {"median": 3.345, "p90": 4.145, "max": 4.345}
    assert sum(each["count"] for each in starts["histogram"]) == 2
    assert turns["loaded"] == 1
    assert turns["fired"] == {
        "none": {"count": 1, "judged": 1, "right": 0},
        "intent:recall": {"count": 1, "judged": 1, "right": 1},
    }
    assert found["reads"] == {"count": 1, "nudged": 1, "wait_s": {"median": 1.25, "p90": 1.25, "max": 1.25}}
    assert found["tokens"]["spent"] == sum(found["tokens"][name] for name in ("prompts", "nudges", "reads"))
    assert found["tokens"]["saved"] == 5 * 300
    assert found["sessions"]["none"]["edit_tokens"] == 400


def test_too_few_sessions_say_nothing_about_what_was_saved(commands: Commands) -> None:
    leave(commands, START, *[{**SESSION, "id": f"{n}", "memory": "read", "edit_tokens": 1} for n in range(9)])
    assert commands.json("stats")["tokens"]["saved"] is None
    assert "too few sessions" in commands("stats").stdout


def test_runs_of_the_background_count_within_the_period(used: Commands) -> None:
    assert used.json("stats", "--since", "2026-01-01")["bootstraps"]["seconds"]["max"] == 0.5
    assert used.json("stats", "--since", "1h")["bootstraps"]["count"] == 0


def test_of_one_project(used: Commands) -> None:
    leave(used, START, project="other-0123456789abcdef")
    assert used.json("stats")["starts"]["count"] == 3
    found = used.json("stats", "--project")
    assert found["project"] == str(used.sandbox.project)
    assert found["starts"]["count"] == 2


def test_a_person_sees_plots_within_the_terminal(used: Commands) -> None:
    for columns in (80, 140):
        told = ESCAPE.sub("", used.screen("stats", columns=columns))
        assert "█" in told
        assert "right 1 of 1" in told
        assert max(map(len, told.splitlines())) <= columns


def test_nothing_yet(commands: Commands) -> None:
    assert "Nothing yet" in commands("stats").stdout
    assert commands.json("stats")["starts"]["count"] == 0
    told = commands("stats", env={"CTXDB_TELEMETRY": "off"}).stdout
    assert "No figures are kept" in told


class Page(HTMLParser):
    """The tags that are open, those that load something, and the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.loads: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = {name for name, _ in attrs}
        if tag in ("script", "link", "img", "iframe", "object") or names & {"src", "href", "onload", "onclick"}:
            self.loads.append(tag)
        if tag not in ("meta", "html"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag != "html":
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_needs_nothing_else(used: Commands) -> None:
    path = used.sandbox.root / "out" / "stats.html"
    path.parent.mkdir()
    assert used("stats", "--html", path).stdout == ""
    page = Page()
    page.feed(path.read_text("utf-8"))
    assert (page.open, page.loads) == ([], [])
    assert "http" not in path.read_text("utf-8").replace("http-equiv", "")
    assert "intent:recall" in page.text
    assert "right 1 of 1" in page.text


def test_what_others_wrote_is_no_markup_on_the_page(commands: Commands) -> None:
    leave(commands, {**FIRED, "fired": "<script>alert(1)</script>"}, {**START, "facade": "<b>"})
    path = commands.sandbox.root / "stats.html"
    commands("stats", "--html", path)
    assert "<script" not in path.read_text()
    assert "<b>" not in path.read_text()


def test_bars_are_as_long_as_their_values() -> None:
    rows = [("a", 8, "8"), ("bb", 4, "4"), ("c", 0, "0"), ("d", 0.01, "x")]
    lines = [line.plain for line in plots.bars(rows, 21)]
    assert {len(line) for line in lines} == {21}
    assert [line.count("█") for line in lines] == [14, 7, 0, 0]
    assert ["▏" in line for line in lines] == [False, False, False, True]


def test_a_spark_shows_the_newest() -> None:
    assert plots.spark([1, 0, 8, 4], 3) == " █▄"
    assert plots.spark([0, 0], 5) == "  "


@pytest.mark.parametrize("values", [[], [0.0], [1.5], [0.1] * 50 + [100.0], list(range(100))])
def test_a_histogram_counts_every_value(values: list[Any]) -> None:
    found = summary.histogram(values)
    assert sum(each["count"] for each in found) == len(values)
    assert len(found) <= 12
    assert [each["from"] for each in found] == sorted({each["from"] for each in found})
