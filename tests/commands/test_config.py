"""Reading and changing settings."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.commands.conftest import Commands


def written(commands: Commands) -> dict[str, object]:
    return tomllib.loads(commands.sandbox.config.read_text())


def test_what_is_set_counts_until_it_is_unset(commands: Commands) -> None:
    commands("config", "set", "wrap_mode", "opt-in")
    assert commands("config", "get", "wrap_mode").stdout == "opt-in\n"
    assert written(commands) == {"wrap_mode": "opt-in"}
    commands("config", "unset", "wrap_mode")
    assert commands("config", "get", "wrap_mode").stdout == "repo-only\n"


def test_a_list_takes_several_values(commands: Commands) -> None:
    commands("config", "set", "exclude", "~/a b/**", "secrets")
    assert commands("config", "get", "exclude").stdout == "~/a b/**\nsecrets\n"


def test_environment_over_project_over_file_over_default(commands: Commands) -> None:
    commands("config", "set", "packet_tokens", "3000")
    assert commands.json("config", "get", "packet_tokens") == {"key": "packet_tokens", "value": 3000, "source": "file"}
    commands("config", "set", "--project", "packet_tokens", "4000")
    assert commands.json("config", "list")["packet_tokens"] == {"value": 4000, "source": "project"}
    assert commands.json("config", "list", cwd=commands.sandbox.home)["packet_tokens"]["value"] == 3000
    seen = commands.json("config", "list", env={"CTXDB_PACKET_TOKENS": "5000"})
    assert seen["packet_tokens"] == {"value": 5000, "source": "environment"}


def test_a_value_that_does_not_count_is_said_to_be_overruled(commands: Commands) -> None:
    done = commands("config", "set", "quiet", "on", env={"CTXDB_QUIET": "0"})
    assert "the environment says otherwise" in done.stderr
    assert written(commands) == {"quiet": True}


@pytest.mark.parametrize(
    "arguments",
    [
        ("set", "wrap_mode", "sometimes"),
        ("set", "packet_tokens", "many"),
        ("get", "nothing"),
        ("set",),
        ("set", "exclude", ""),
    ],
)
def test_what_cannot_be_is_a_usage_error_and_writes_nothing(commands: Commands, arguments: tuple[str, ...]) -> None:
    assert commands("config", *arguments, check=False).returncode == 2
    assert not commands.sandbox.config.exists()


def test_a_file_with_comments_is_left_alone(commands: Commands) -> None:
    config = commands.sandbox.config
    config.parent.mkdir(parents=True)
    config.write_text("# mine\nquiet = true\n")
    done = commands("config", "set", "wrap_mode", "opt-in", check=False)
    assert done.returncode == 3
    assert 'wrap_mode = "opt-in"' in done.stderr
    assert config.read_text() == "# mine\nquiet = true\n"


def test_a_broken_file_is_named(commands: Commands) -> None:
    config = commands.sandbox.config
    config.parent.mkdir(parents=True)
    config.write_text("wrap_mode = = off\n")
    done = commands("config", "list", check=False)
    assert done.returncode == 1
    assert str(config) in done.stderr


def test_edit_checks_what_was_written(commands: Commands, tmp_path: Path) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho \'quiet = "loud"\' >>"$1"\necho \'wrapmode = 1\' >>"$1"\n')
    editor.chmod(0o755)
    done = commands("config", "edit", env={"EDITOR": str(editor)}, check=False)
    assert done.returncode == 1
    assert "wrapmode: no such setting" in done.stderr


def test_path_is_printed_whether_it_is_there_or_not(commands: Commands) -> None:
    assert commands("config", "path").stdout == f"{commands.sandbox.config}\n"


def test_list_shows_where_a_value_comes_from(commands: Commands) -> None:
    commands("config", "set", "share", "same-client")
    told = commands("config").stdout
    assert "same-client  from ~/.config/ctxdb-hooks/config.toml" in told
    assert told == commands("config", "list").stdout


@pytest.mark.parametrize("name", ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"])
def test_folders_that_came_with_a_project_are_refused(commands: Commands, name: str) -> None:
    """An environment file of a checkout may name them: what lies there would count as settings, or be run."""
    place = commands.sandbox.project / "theirs"
    (place / "ctxdb-hooks").mkdir(parents=True)
    (place / "ctxdb-hooks" / "config.toml").write_text('wrap_mode = "all"\n')
    before = sorted(place.rglob("*"))
    for arguments in (["pack"], ["config", "set", "quiet", "on"], ["install", "--shell", "bash"], ["init", "bash"]):
        done = commands(*arguments, check=False, env={name: str(place)})
        assert (done.returncode, done.stdout) == (3, ""), arguments
        assert f"unset {name}" in done.stderr
    assert sorted(place.rglob("*")) == before
    assert commands("config", "get", "wrap_mode", cwd=commands.sandbox.home, env={name: str(place)}).returncode == 0
