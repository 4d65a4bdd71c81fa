"""Fixtures for the tests of the launcher."""

from __future__ import annotations

import pytest

from tests.support.launcher import Launcher
from tests.support.sandbox import Sandbox


@pytest.fixture
def launcher(sandbox: Sandbox) -> Launcher:
    """The launcher with a fake claude, no memory yet."""
    return Launcher(sandbox)


@pytest.fixture
def told(launcher: Launcher) -> Launcher:
    """The launcher in a project with a memory."""
    launcher.remember()
    return launcher
