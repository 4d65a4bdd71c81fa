"""The time of a line, in every form that a client, an importer or a person's script may write."""

from __future__ import annotations

from typing import Any

import pytest

from ctxdb_hooks.clients.times import time_of
from ctxdb_hooks.contextdb.facade import epoch

NOON = 1_795_176_000  # 2026-11-20T12:00:00Z


@pytest.mark.parametrize(
    "value",
    [
        "2026-11-20T12:00:00Z",
        "2026-11-20T12:00:00.000Z",
        "2026-11-20T12:00:00.000000001Z",
        "2026-11-20t12:00:00z",
        "2026-11-20T12:00:00",
        "2026-11-20 12:00:00",
        "2026-11-20T12:00:00+00:00",
        "2026-11-21T02:00:00+14:00",
        "2026-11-20T00:30:00.000-11:30",
        "20261120T120000Z",
        NOON,
        float(NOON),
        NOON * 1000,
    ],
)
def test_every_form_is_the_same_moment(value: Any):
    assert epoch(time_of(value)) == NOON


@pytest.mark.parametrize("value", [None, "", "yesterday", True, 0, -5, float("nan"), 10**400, [1], {}, "2026-99-99"])
def test_what_is_no_time_is_none(value: Any):
    assert time_of(value) == ""
