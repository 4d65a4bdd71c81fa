"""A healthy installation for each test to damage, and doctor to look at it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ctxdb_hooks.rehearsal import replay
from tests.commands.conftest import Commands
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

VERSIONS = {"claude": "2.1.197 (Claude Code)", "codex": "codex-cli 0.171.0", "gemini": "0.61.0"}


class Doctor(Commands):
    """The command line, with what doctor says taken apart."""

    def levels(self, *levels: str, **how: Any) -> dict[str, dict[str, Any]]:
        """The findings of these levels (all but ok and note without any), by what they say."""
        done = self("doctor", "--json", check=False, **how)
        found = json.loads(done.stdout)
        assert done.returncode == (1 if found["errors"] else 0)
        wanted = levels or ("warning", "error")
        return {one["what"]: one for one in found["findings"] if one["level"] in wanted}

    def fix(self) -> str:
        """What `--fix` says."""
        return self("doctor", "--fix", check=False).stdout


@pytest.fixture
def doctor(sandbox: Sandbox) -> Doctor:
    """Doctor in a home where all is well: bash is set up, the clients are there, the project is remembered."""
    for name, version in VERSIONS.items():
        sandbox.add_command(name, f"#!/bin/sh\n[ \"$1\" != --version ] || echo '{version}'\n")
    (sandbox.home / ".gemini").mkdir()
    replay(sandbox.home / ".claude", str(sandbox.project))
    made = Doctor(sandbox)
    made("install", "--shell", "bash")
    wait_for(lambda: not sandbox.processes(), 30)  # the first reading
    return made


def one(found: dict[str, dict[str, Any]], *parts: str) -> dict[str, Any]:
    """The only finding that says all of these."""
    matching = [finding for what, finding in found.items() if all(part in what for part in parts)]
    assert len(matching) == 1, found
    return matching[0]


@pytest.fixture
def sandbox_commands(sandbox: Sandbox) -> Doctor:
    """Doctor in a home where nothing is set up."""
    return Doctor(sandbox)
