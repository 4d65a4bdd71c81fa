"""The command line as a whole: help that teaches, errors that say what to do, exit codes."""

from __future__ import annotations

import os
import subprocess

import pytest

from ctxdb_hooks import __version__
from ctxdb_hooks.cli import COMMANDS
from tests.commands.conftest import Commands


def test_help_lists_every_command(commands: Commands) -> None:
    told = commands("--help").stdout
    assert [name for name in COMMANDS if f"\n  {name} " not in told] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_explains_itself_with_an_example(commands: Commands, name: str) -> None:
    told = commands(name, "--help").stdout
    assert "Example" in told
    assert f"ctxdb-hooks {name}" in told or name == "status"
    assert [line for line in told.splitlines() if len(line) > 80] == []


def test_version(commands: Commands) -> None:
    assert commands("--version").stdout == f"ctxdb-hooks {__version__}\n"


def test_a_mistyped_command_is_a_usage_error_with_a_guess(commands: Commands) -> None:
    done = commands("statsus", check=False)
    assert done.returncode == 2
    assert "'status'" in done.stderr


def test_without_a_home_it_says_what_to_set(commands: Commands) -> None:
    done = commands("status", check=False, env={"HOME": ""})
    assert done.returncode == 1
    assert "HOME" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_unwritable_folder_is_named(commands: Commands) -> None:
    (commands.sandbox.home / "file").write_text("")
    done = commands("pack", check=False, env={"XDG_STATE_HOME": str(commands.sandbox.home / "file")})
    assert done.returncode == 1
    assert "/file" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_early_is_no_error(remembering: Commands) -> None:
    command = " ".join(remembering.argv)
    line = f"{command} show --json | true; echo ${{PIPESTATUS[0]}}"
    told = remembering.sandbox.run(["bash", "-c", line])
    assert (told.stdout, told.stderr) == ("0\n", "")


@pytest.mark.parametrize("reader", ["| true", ">&-"])
def test_what_was_begun_is_brought_to_its_end_whoever_reads(commands: Commands, reader: str) -> None:
    told = commands.sandbox.run(["bash", "-c", f"{' '.join(commands.argv)} install --shell bash {reader}"])
    assert told.stderr == ""
    assert "ctxdb.bash" in (commands.sandbox.home / ".profile").read_text()


@pytest.mark.parametrize("command", ["status", "pack --stdout", "--help"])
def test_what_cannot_be_written_is_told_in_one_line(remembering: Commands, command: str) -> None:
    line = f"{' '.join(remembering.argv)} {command} >/dev/full"
    told = remembering.sandbox.run(["bash", "-c", line], check=False)
    assert told.returncode == 1
    assert "No space left" in told.stderr
    assert told.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["status", "doctor", "on"])
def test_a_folder_that_is_gone_is_named(commands: Commands, command: str) -> None:
    line = f"mkdir gone && cd gone && rmdir ../gone && {' '.join(commands.argv)} {command}"
    told = commands.sandbox.run(["bash", "-c", line], check=False)
    assert told.returncode == 1
    assert "the folder you are in is not there any more" in told.stderr


def test_a_path_that_no_encoding_knows_is_printed_all_the_same(commands: Commands) -> None:
    root = os.fsencode(commands.sandbox.home / "work") + b"/caf\xe9"
    os.makedirs(root + b"/.git")
    with open(root + b"/.git/HEAD", "w") as head:
        head.write("ref: refs/heads/main\n")
    done = subprocess.run([*commands.argv, "status"], cwd=root, env=commands.sandbox.env, capture_output=True)
    assert done.returncode == 0
    assert b"caf" in done.stdout
