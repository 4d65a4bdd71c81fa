"""The shells under test, each with our functions."""

from __future__ import annotations

import pytest

from tests.shells.wired import KINDS, Wired
from tests.support.sandbox import Sandbox


@pytest.fixture(params=KINDS)
def wired(sandbox: Sandbox, request: pytest.FixtureRequest) -> Wired:
    """Each of the shells, one after the other."""
    return Wired(sandbox, request.param)


@pytest.fixture(params=[kind for kind in KINDS if kind != "fish"])
def posix(sandbox: Sandbox, request: pytest.FixtureRequest) -> Wired:
    """bash and zsh, where one script serves both."""
    return Wired(sandbox, request.param)
