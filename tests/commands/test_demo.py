"""The demo shows the real thing and leaves nothing."""

from __future__ import annotations

from tests.commands.conftest import Commands


def test_it_shows_prompt_and_packet_and_leaves_nothing(commands: Commands) -> None:
    before = sorted(commands.sandbox.root.rglob("*"))
    told = commands("demo").stdout
    assert "latest-claude-code-context.md" in told
    assert "# Project memory" in told
    assert sorted(commands.sandbox.root.rglob("*")) == before


def test_it_needs_no_home_and_no_project(commands: Commands) -> None:
    assert "Links must expire" in commands("demo", cwd=commands.sandbox.root, env={"HOME": ""}).stdout
