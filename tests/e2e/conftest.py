"""Fixtures for the tests on the real clients: a mock API and a driver for each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.claude_api import ClaudeApi
from tests.support.claude_client import Claude
from tests.support.codex_api import CodexApi
from tests.support.codex_client import Codex
from tests.support.gemini_api import GeminiApi
from tests.support.gemini_client import Gemini
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


@pytest.fixture
def codex_api() -> Iterator[CodexApi]:
    """A mock of the Responses API."""
    with serving(CodexApi) as api:
        yield api


@pytest.fixture
def codex(sandbox: Sandbox, codex_api: CodexApi) -> Codex:
    """The real Codex, set up in the sandbox."""
    return Codex(sandbox, codex_api)


@pytest.fixture
def gemini_api() -> Iterator[GeminiApi]:
    """A mock of the Gemini API."""
    with serving(GeminiApi) as api:
        yield api


@pytest.fixture
def gemini(sandbox: Sandbox, gemini_api: GeminiApi, request: pytest.FixtureRequest) -> Gemini:
    """The real Gemini CLI, set up in the sandbox."""
    if not request.node.get_closest_marker("relaunch"):
        sandbox.env["GEMINI_CLI_NO_RELAUNCH"] = "true"
    return Gemini(sandbox, gemini_api)
