"""TAB behind `ctxdb-hooks`, in each real shell."""

from __future__ import annotations

import pytest

from tests.commands.conftest import Commands

ZSH = "autoload -Uz compinit && compinit -u\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_command_is_completed(commands: Commands, shell: str) -> None:
    sandbox = commands.sandbox
    (sandbox.home / ".zshrc").write_text(ZSH)
    sandbox.install(shell)
    terminal = sandbox.shell(shell).terminal
    terminal.type("ctxdb-hooks unins\t")
    terminal.wait_for("ctxdb-hooks uninstall")
    terminal.type("--dry-r\t")
    terminal.wait_for("ctxdb-hooks uninstall --dry-run")
    terminal.press("enter")
    terminal.wait_for("would be modified")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("ctxdb-hooks config uns", ["unset"]),
        ("ctxdb-hooks prompt ", ["claude", "codex", "gemini"]),
        ("ctxdb-hooks config set --pro", ["--project"]),
        ("ctxdb-hooks 'unclosed", []),
    ],
)
def test_what_could_come_next(commands: Commands, line: str, words: list[str]) -> None:
    env = {"COMP_LINE": line, "COMP_POINT": str(len(line))}
    assert commands("completion", "--line", "ctxdb-hooks", "-x", "y", env=env).stdout.split() == words


def test_only_what_stands_before_the_cursor_counts(commands: Commands) -> None:
    env = {"COMP_LINE": "ctxdb-hooks stat --json", "COMP_POINT": str(len("ctxdb-hooks stat"))}
    assert commands("completion", "--line", env=env).stdout == "status\nstats\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_is_printed_for_those_who_put_it_there_themselves(commands: Commands, shell: str) -> None:
    told = commands("completion", shell).stdout
    assert "ctxdb-hooks" in told
    assert told in commands("init", shell).stdout


def test_an_unknown_shell_is_a_usage_error(commands: Commands) -> None:
    assert commands("completion", "tcsh", check=False).returncode == 2
