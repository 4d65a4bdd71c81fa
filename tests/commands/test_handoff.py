"""handoff: another client goes on with what was said a moment ago."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Commands

CODEX = '#!/bin/sh\nprintf "%s\\n" "$@"; echo "[${CLAUDECODE-}${CTXDB_GEMINI_FACADE-}]"\n'


@pytest.fixture
def installed(remembering: Commands) -> Commands:
    """A memory of one session of claude's, and a codex that shows what it is given."""
    remembering("install", "--shell", "bash")
    remembering.sandbox.add_command("codex", CODEX)
    return remembering


def test_the_other_client_gets_the_packet_and_the_arguments(installed: Commands):
    done = installed("handoff", "codex", "--model", "m", "go on")
    assert "developer_instructions=" in done.stdout and "# Project memory" in done.stdout
    assert done.stdout.endswith("\n--model\nm\ngo on\n[]\n")


def test_from_inside_another_agent_too(installed: Commands):
    done = installed("handoff", "codex", env={"CLAUDECODE": "1", "CTXDB_GEMINI_FACADE": "/nowhere"})
    assert "# Project memory" in done.stdout
    assert done.stdout.endswith("\n[]\n")


def test_where_clients_are_kept_apart_it_is_asked_for_outright(installed: Commands):
    installed("config", "set", "share", "same-client")
    done = installed("handoff", "codex", check=False)
    assert done.returncode == 3
    assert "CTXDB_SHARE=all ctxdb-hooks handoff codex" in done.stderr
    assert "# Project memory" in installed("handoff", "codex", env={"CTXDB_SHARE": "all"}).stdout


def test_what_is_missing_is_named(remembering: Commands):
    done = remembering("handoff", "codex", check=False)
    assert done.returncode == 1 and "codex: not on PATH" in done.stderr
    remembering.sandbox.add_command("codex", CODEX)
    done = remembering("handoff", "codex", check=False)
    assert done.returncode == 1 and "ctxdb-hooks install" in done.stderr
