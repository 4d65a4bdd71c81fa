"""A start takes no longer than it may, and settings that were written by hand count from the one after the next."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.launcher import Launcher

pytestmark = pytest.mark.lazy  # nothing of it depends on what is told


@pytest.fixture
def slow(told: Launcher) -> Path:
    """A folder on whose name the globs in the settings, such as a person may have, take long to be tried."""
    folder = told.sandbox.project.joinpath(*["a" * 200] * 10)
    folder.mkdir(parents=True)
    told.env["CTXDB_BREAKER"] = "0"
    assert told.added("hi there", cwd=folder)
    told.sandbox.rest()
    form = json.loads(told.paths.compiled.read_bytes())
    form["values"]["exclude"] = ["/**/" + "a*" * 24 + "b" + str(number) for number in range(900)]
    told.paths.compiled.write_text(json.dumps(form))
    return folder


def test_past_the_deadline_the_client_starts_without_us(told: Launcher, slow: Path):
    assert told.added("hi there", cwd=slow) == []


def test_a_private_start_is_known_as_one_however_long_that_takes(told: Launcher, slow: Path):
    assert told.added("hi there", cwd=slow, env={"CTXDB_PRIVATE": "1"}) == []
    assert any("private:" in path.read_text() for path in (told.store().folder / "clients").iterdir())


def test_what_is_written_by_hand_counts_from_the_start_after_the_next(told: Launcher):
    told.env["CTXDB_BREAKER"] = "0"
    assert told.added("hi there")
    told.sandbox.rest()
    told.paths.config.mkdir(parents=True, exist_ok=True)
    told.paths.config_file.write_text('wrap_mode = "off"  # not here\n')
    told.start("hi there")
    told.sandbox.rest()
    assert told.added("hi there") == []
