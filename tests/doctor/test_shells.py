"""What stands between a name typed and our function."""

from __future__ import annotations

import pytest

from ctxdb_hooks.doctor import probe
from tests.doctor.conftest import Doctor, one

RC = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/config.fish"}


@pytest.mark.parametrize("shell", RC)
def test_each_shell_is_started_and_proves_it(doctor: Doctor, shell: str) -> None:
    doctor("install", "--shell", shell)
    assert f"{shell}: claude, codex, gemini start through us" in doctor.levels("ok")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_an_alias_to_a_path_is_named_with_its_line(doctor: Doctor, shell: str) -> None:
    doctor("install", "--shell", shell)
    rc = doctor.sandbox.home / RC[shell]
    rc.write_text(f"# one\nalias claude='{doctor.sandbox.bin}/claude --verbose'\n" + rc.read_text())
    finding = one(doctor.levels(), f"{shell}: claude does not start through us")
    assert finding["level"] == "error"
    assert f"~/{RC[shell]}, line 2" in finding["what"]
    assert f"{shell}: codex, gemini start through us" in doctor.levels("ok")


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_an_alias_to_the_name_itself_is_in_nobodys_way(doctor: Doctor, shell: str) -> None:
    doctor("install", "--shell", shell)
    rc = doctor.sandbox.home / RC[shell]
    rc.write_text(rc.read_text() + "alias claude='FOO=1 claude --verbose'\n")
    assert f"{shell}: claude, codex, gemini start through us" in doctor.levels("ok")


def test_a_function_behind_ours_is_named_with_its_line(doctor: Doctor) -> None:
    rc = doctor.sandbox.home / ".bashrc"
    rc.write_text(rc.read_text() + "codex() { command codex --yolo; }\n")
    line = len(rc.read_text().splitlines())
    finding = one(doctor.levels(), "codex does not start through us", "function")
    assert f"~/.bashrc, line {line}" in finding["what"]

    doctor.sandbox.run(["bash", "-c", finding["fix"].replace("ctxdb-hooks", " ".join(doctor.argv))])
    assert "bash: claude, codex, gemini start through us" in doctor.levels("ok")


@pytest.mark.parametrize(
    ("shell", "own"),
    [
        ("fish", "alias claude /opt/claude\n"),
        ("bash", 'claude() { /opt/claude "$@"; }\n'),
        ("zsh", 'claude() { /opt/claude "$@"; }\n'),
    ],
)
def test_a_function_that_calls_a_path_is_named(doctor: Doctor, shell: str, own: str) -> None:
    rc = doctor.sandbox.home / RC[shell]
    rc.write_text(own)
    told = doctor("install", "--shell", shell).stdout
    assert f"{shell}: claude does not start through us; your function of that name calls it by a path" in told
    assert one(doctor.levels(), f"{shell}: claude does not start through us", "by a path")


def test_a_function_before_ours_is_chained_and_so_all_is_well(doctor: Doctor) -> None:
    rc = doctor.sandbox.home / ".bashrc"
    rc.write_text("codex() { command codex --yolo; }\n" + rc.read_text())
    assert "bash: claude, codex, gemini start through us" in doctor.levels("ok")


def test_a_line_in_a_file_that_the_rc_file_reads_is_found(doctor: Doctor) -> None:
    rc = doctor.sandbox.home / ".bashrc"
    (rc.parent / "mine.sh").write_text("\nalias gemini=/opt/gemini\n")
    rc.write_text(rc.read_text() + '. "$HOME/mine.sh"\n')
    assert "~/mine.sh, line 2" in one(doctor.levels(), "gemini does not start through us")["what"]


def test_an_rc_file_that_ends_early(doctor: Doctor) -> None:
    rc = doctor.sandbox.home / ".bashrc"
    rc.write_text("return\n" + rc.read_text())
    finding = one(doctor.levels(), "bash: claude does not start through us")
    assert "ends before our block" in finding["what"]


def test_a_shell_that_never_answers(doctor: Doctor) -> None:
    rc = doctor.sandbox.home / ".bashrc"
    rc.write_text("exec cat\n" + rc.read_text())
    assert "did not get to the end" in one(doctor.levels(), "bash could not be asked")["what"]


def test_functions_of_another_version_are_mended(doctor: Doctor) -> None:
    file = doctor.sandbox.data / "shell" / "ctxdb.bash"
    good = file.read_text()
    file.write_text(good.replace("197", "196"))
    assert one(doctor.levels(), "bash's functions")["fixable"]
    doctor.fix()
    assert file.read_text() == good


@pytest.mark.parametrize("variable", ["CLAUDECODE", "CODEX_THREAD_ID", "GEMINI_CLI"])
def test_an_agents_variable_that_stayed(doctor: Doctor, variable: str) -> None:
    assert one(doctor.levels(env={variable: "1"}), variable)["fix"] == f"unset {variable}"


def test_the_users_own_shell_without_our_block_is_an_error(doctor: Doctor) -> None:
    shell = doctor.sandbox.shell("zsh")
    command = " ".join(f"'{part}'" for part in doctor.argv)
    assert shell.run(f"{command} doctor >told; tail -2 told", 60).status == 0
    told = (doctor.sandbox.project / "told").read_text()
    assert "zsh, your shell, does not read the functions" in told
    assert "ctxdb-hooks install --shell zsh" in told


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("alias claude='claude --x'", ""),
        ("alias claude='/opt/claude --x'", "/opt/claude"),
        ('alias claude="A=1 B=2 happy"', "happy"),
        ("alias claude='noglob claude'", ""),
        ("alias claude='cd /tmp && claude'", ""),
        ("alias claude='\\claude --x'", ""),
        ("alias claude='command claude'", "command"),
        ("alias claude='/opt/claude; echo claude'", "/opt/claude;"),
        ("alias claude='claude-next'", "claude-next"),
        ("claude=~/.claude/local/claude", "~/.claude/local/claude"),
        ("", ""),
    ],
)
def test_where_an_alias_leads(text: str, target: str) -> None:
    ours = "claude 3 /rc\nclaude () { ctxdb_hooks_launch.py }"
    parts = [
        f"{name}\n{text if name == 'claude' else ''}\n{probe.MARK}\n{ours}" for name in ("claude", "codex", "gemini")
    ]
    output = "noise\n" + "".join(f"\n{probe.MARK}{part}" for part in parts) + f"\n{probe.MARK}end\n"
    meanings = probe.parse(output)
    assert meanings is not None
    assert (meanings["claude"].alias, meanings["claude"].ours) == (target, not target)
