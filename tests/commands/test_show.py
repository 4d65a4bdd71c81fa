"""Reading a session back."""

from __future__ import annotations

import sys
from datetime import UTC, datetime, timedelta

import pytest

from ctxdb_hooks.rehearsal import replay
from tests.commands.conftest import Commands


def test_the_newest_session_is_read_in_order(remembering: Commands) -> None:
    told = remembering("show").stdout
    wanted = (
        "> Links must expire",
        "failed  python -m pytest -q tests/test_expiry.py",
        "> Use a migration",
        "migrations/002_expiry.sql",
        "$ python -m pytest",
        "Still open: the daily purge",
    )
    places = [told.index(text) for text in wanted]
    assert places == sorted(places)


def test_any_unique_part_of_an_id_will_do(remembering: Commands) -> None:
    session = remembering.json("status")["latest"]["id"]
    assert remembering.json("show", session[-6:])["meta"]["sessionId"] == session


def test_json_has_every_event(remembering: Commands) -> None:
    seen = remembering.json("show")
    assert [event["seq"] for event in seen["events"]] == list(range(1, len(seen["events"]) + 1))
    assert sum(event["kind"] == "prompt" for event in seen["events"]) == 2


def test_an_ambiguous_part_lists_what_it_could_be(remembering: Commands) -> None:
    home = remembering.sandbox.home / ".claude"
    other = replay(home, f"{remembering.sandbox.project}/sub", ended=datetime.now(UTC) - timedelta(days=2))
    other.rename(other.with_name("00000000-0000-4000-8000-000000000000.jsonl"))
    (remembering.sandbox.project / "sub").mkdir()
    remembering("pack")
    done = remembering("show", "claude-code", check=False)
    assert done.returncode == 1
    assert done.stderr.count("claude-code-2") == 2


def test_an_unknown_session_is_an_error(remembering: Commands) -> None:
    done = remembering("show", "no-such", check=False)
    assert (done.returncode, done.stdout) == (1, "")


def test_without_any_session_it_says_what_to_do(commands: Commands) -> None:
    done = commands("show", check=False)
    assert done.returncode == 1
    assert "ctxdb-hooks pack" in done.stderr


@pytest.mark.parametrize("command", [["show"], ["timeline"], ["sessions"], ["search", "links"]])
def test_what_reads_loads_nothing_that_only_writing_needs(remembering: Commands, command: list[str]) -> None:
    script = "import sys; from ctxdb_hooks import cli; cli.run(); print(*sys.modules, file=sys.stderr)"
    loaded = set(remembering.sandbox.run([sys.executable, "-c", script, *command]).stderr.split())
    assert "ctxdb_hooks.contextdb.store" in loaded
    assert not loaded & {"hashlib", "shutil", "tomllib", "tomli_w", "subprocess", "tempfile", "rich.progress"}


def test_a_pipe_gets_a_line_as_it_is(remembering: Commands) -> None:
    """Neither broken at an edge nor with its tabs spread out."""
    told = "\t".join(f"column {number}" for number in range(30))
    remembering("checkpoint", told)
    assert f"{told}\n" in remembering("show").stdout
