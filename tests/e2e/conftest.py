"""Fixtures for the tests on the real clients: a mock API and a driver for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.claude_api import ClaudeApi
from tests.support.claude_client import Claude
from tests.support.mock_server import serving
from tests.support.sandbox import Sandbox


@pytest.fixture
def claude_api() -> Iterator[ClaudeApi]:
    """A mock of the Messages API."""
    with serving(ClaudeApi) as api:
        yield api


@pytest.fixture
def claude(sandbox: Sandbox, claude_api: ClaudeApi) -> Claude:
    """The real Claude Code, set up in the sandbox."""
    return Claude(sandbox, claude_api)
