"""install, uninstall and init: what they write, what they say, and that nothing of it stays."""

from __future__ import annotations

import os
import re
import shutil
import stat
import sys
from pathlib import Path

import pytest

from ctxdb_hooks.shells.block import BEGIN, END
from tests.commands.conftest import Commands
from tests.shells.wired import CLIENT, KINDS
from tests.support.sandbox import Sandbox

READ_BY = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/conf.d/ctxdb-hooks.fish"}


def everything(folder: Path) -> dict[str, tuple[int, bytes]]:
    """All that is in a folder: modes, contents, where links lead."""
    found = {}
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        content = os.fsencode(os.readlink(path)) if path.is_symlink() else b"" if path.is_dir() else path.read_bytes()
        found[str(path.relative_to(folder))] = (mode, content)
    return found


def blocks(path: Path) -> int:
    return path.read_bytes().count(BEGIN)


def defines(sandbox: Sandbox, kind: str, *options: str) -> bool:
    test = "functions -q claude; and echo OURS" if kind == "fish" else "typeset -f claude >/dev/null && echo OURS"
    return "OURS" in sandbox.run([kind, *options, "-i", "-c", test], check=False).stdout


@pytest.mark.parametrize("kind", KINDS)
def test_a_new_terminal_has_it(commands: Commands, kind: str):
    done = commands("install", "--shell", kind)

    for options in [], ["-l"]:
        assert defines(commands.sandbox, kind, *options)
    assert f"~/{READ_BY[kind]}: modified\n" in done.stdout
    assert f"type: exec {kind}\n" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize("kind", KINDS)
def test_the_shell_is_started_to_prove_it(commands: Commands, kind: str):
    done = commands("install", "--shell", kind)

    assert f"\n{kind}: claude, codex, gemini start through us\n" in done.stdout


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_a_line_that_leads_past_us_is_named(commands: Commands, kind: str):
    rc_file = commands.sandbox.home / READ_BY[kind]
    rc_file.write_text("# mine\nalias claude='/opt/claude --x'\n")

    done = commands("install", "--shell", kind)

    where = f"(~/{READ_BY[kind]}, line 2)"
    assert f"{kind}: claude does not start through us; an alias leads past us {where}" in done.stdout
    assert f"\n{kind}: codex, gemini start through us\n" in done.stdout


def test_a_login_file_that_does_not_read_the_other_one_is_named(commands: Commands):
    (commands.sandbox.home / ".bash_profile").write_text("edit() {\n    vi ~/.bashrc\n}\n")

    told = commands("install", "--shell", "bash").stdout
    assert "bash as a login shell: claude does not start through us; ~/.bash_profile does not read" in told
    assert "\n  ctxdb-hooks install --rc-file ~/.bash_profile\n" in told
    commands("install", "--rc-file", commands.sandbox.home / ".bash_profile")

    assert defines(commands.sandbox, "bash", "-l")


def test_a_chosen_file_that_the_shell_does_not_read_is_named(commands: Commands):
    told = commands("install", "--rc-file", commands.sandbox.home / "mine.zsh").stdout

    assert "zsh: claude does not start through us; zsh itself does not read ~/mine.zsh\n" in told
    assert "\n  . ~/mine.zsh  # in ~/.zshrc\n" in told
    assert "New zsh terminals" not in told


def test_what_an_rc_file_leaves_running_is_not_waited_for(commands: Commands):
    (commands.sandbox.home / ".bashrc").write_text("sleep 60 &\n")

    done = commands("install", "--shell", "bash", seconds=30)

    assert "\nbash: claude, codex, gemini start through us\n" in done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_uninstall_restores_the_home(commands: Commands, kind: str):
    home = commands.sandbox.home
    (home / ".bashrc").write_bytes(b"# latin-1: \xe9\nalias a=b\n\n# end of file")
    (home / ".zshrc").write_bytes(b"a\r\nb\r\n")
    for folder in ".local/share", ".local/state":
        (home / folder).mkdir(parents=True, exist_ok=True)
    before = everything(home)

    commands("install", "--shell", kind)
    assert everything(home) != before
    commands("uninstall", "--shell", kind)

    after = everything(home)
    assert {name: value for name, value in after.items() if not name.startswith(".local/state/ctxdb-hooks")} == before


def test_uninstall_takes_what_the_clients_were_given(commands: Commands):
    home = commands.sandbox.home
    for folder in ".local/share", ".local/state":
        (home / folder).mkdir(parents=True, exist_ok=True)
    for name in "claude", "codex", "gemini":
        commands.sandbox.add_command(name, CLIENT)
    before = everything(home)

    commands("install", "--shell", "bash", "--claude-hooks", "--codex-hooks")
    for given in ".claude/settings.json", ".codex/hooks.json", ".gemini/extensions/ctxdb-hooks":
        assert (home / given).exists()
    commands("uninstall")

    after = everything(home)
    assert {name: value for name, value in after.items() if not name.startswith(".local/state/ctxdb-hooks")} == before


def test_install_again_changes_nothing(commands: Commands):
    commands("install", "--all")
    before = everything(commands.sandbox.home)

    done = commands("install", "--all")

    assert everything(commands.sandbox.home) == before
    assert "modified" not in done.stdout
    assert done.stdout.count("unchanged") == 4


def test_every_shell_of_the_machine(commands: Commands):
    done = commands("install", "--all")

    for kind in KINDS:
        assert defines(commands.sandbox, kind)
        assert f"New {kind} terminals" in done.stdout


@pytest.mark.parametrize("kind", KINDS)
def test_dry_run_writes_nothing(commands: Commands, kind: str):
    before = everything(commands.sandbox.home)

    done = commands("install", "--shell", kind, "--dry-run")

    assert everything(commands.sandbox.home) == before
    assert "\n+# >>> ctxdb-hooks >>>\n" in done.stdout
    assert f"~/{READ_BY[kind]}: would be modified\n" in done.stdout
    assert f"ctxdb.{kind}: would be written\n" in done.stdout


def test_uninstall_dry_run_writes_nothing(commands: Commands):
    commands("install", "--shell", "zsh")
    before = everything(commands.sandbox.home)

    done = commands("uninstall", "--dry-run")

    assert everything(commands.sandbox.home) == before
    assert "\n-# >>> ctxdb-hooks >>>\n" in done.stdout


def test_an_rc_file_of_the_users_choice(commands: Commands):
    chosen = commands.sandbox.home / "dotfiles" / "my.zsh"

    commands("install", "--rc-file", chosen)
    assert blocks(chosen) == 1
    assert "ctxdb.zsh" in chosen.read_text()
    assert blocks(commands.sandbox.home / ".zshrc") == 0

    commands("uninstall")
    assert not chosen.exists()


def test_uninstall_of_one_file_leaves_the_others(commands: Commands):
    sandbox = commands.sandbox
    other = sandbox.home / "other.zsh"
    commands("install", "--shell", "zsh")
    commands("install", "--shell", "zsh", "--rc-file", other)

    commands("uninstall", "--shell", "zsh", "--rc-file", other)
    assert defines(sandbox, "zsh")

    commands("uninstall", "--shell", "zsh", "--rc-file", sandbox.home / ".zshrc")
    assert not (sandbox.data / "shell").exists()


def test_uninstall_of_one_shell_leaves_the_others(commands: Commands):
    commands("install", "--all")

    commands("uninstall", "--shell", "zsh")

    assert defines(commands.sandbox, "bash")
    assert not defines(commands.sandbox, "zsh")
    assert (commands.sandbox.data / "launch").exists()
    commands("uninstall")
    assert not (commands.sandbox.data / "launch").exists()


def test_uninstall_without_install(commands: Commands):
    before = everything(commands.sandbox.home)

    assert commands("uninstall").stdout == "no rc file holds our block\n"
    assert everything(commands.sandbox.home) == before


@pytest.mark.parametrize("cause", ["read-only", "dangling", "generated"])
def test_what_we_may_not_write_is_shown_to_paste(commands: Commands, cause: str):
    zshrc = commands.sandbox.home / ".zshrc"
    match cause:
        case "read-only":
            zshrc.chmod(0o444)
        case "dangling":
            zshrc.unlink()
            zshrc.symlink_to("nowhere")
        case "generated":
            zshrc.write_text("# DO NOT EDIT\n")
    before = None if cause == "dangling" else zshrc.read_bytes()

    done = commands("install", "--shell", "zsh", check=False)

    assert done.returncode == 3
    assert re.search(r"~/.zshrc: needs you: it (is|says)", done.stdout)
    assert "exec zsh" not in done.stdout
    assert "\nNext: put the lines above in place, then open a terminal" in done.stdout
    if before is not None:
        assert zshrc.read_bytes() == before
    pasted = done.stdout[done.stdout.index(BEGIN.decode()) : done.stdout.index(END.decode())]
    script = f"{pasted}\ntypeset -f claude >/dev/null && echo OURS"
    assert commands.sandbox.run(["zsh", "-f", "-c", script]).stdout == "OURS\n"


def test_needs_you_for_one_shell_does_the_others(commands: Commands):
    (commands.sandbox.home / ".zshrc").chmod(0o444)

    assert commands("install", "--all", check=False).returncode == 3
    assert defines(commands.sandbox, "bash")
    assert defines(commands.sandbox, "fish")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--shell", "tcsh"], "tcsh: not a shell that ctxdb-hooks knows; it knows bash, zsh, fish"),
        (["--all", "--shell", "zsh"], "--all goes with neither"),
    ],
)
def test_wrong_usage(commands: Commands, arguments: list[str], said: str):
    before = everything(commands.sandbox.home)

    done = commands("install", *arguments, check=False)

    assert done.returncode == 2
    assert said in done.stderr
    assert everything(commands.sandbox.home) == before


def test_a_data_folder_that_cannot_be(commands: Commands):
    shutil.rmtree(commands.sandbox.home / ".local", ignore_errors=True)
    (commands.sandbox.home / ".local").write_text("a file\n")

    done = commands("install", "--shell", "zsh", check=False)

    assert done.returncode == 1
    assert ".local" in done.stderr
    assert "Traceback" not in done.stderr
    assert blocks(commands.sandbox.home / ".zshrc") == 0


def test_another_users_home(commands: Commands):
    if os.geteuid() != 0:
        return  # nobody else can write into another's home at all
    os.chown(commands.sandbox.home, 1234, 1234)

    done = commands("install", "--shell", "zsh", check=False)

    assert done.returncode == 3
    assert "belongs to another user" in done.stderr
    assert blocks(commands.sandbox.home / ".zshrc") == 0


def test_an_older_block_is_replaced_where_it_stands(commands: Commands):
    zshrc = commands.sandbox.home / ".zshrc"
    old = "[ -r '/old/ctxdb-hooks/shell/ctxdb.zsh' ] && . '/old/ctxdb-hooks/shell/ctxdb.zsh'"
    zshrc.write_text(f"first\n{BEGIN.decode()}\n{old}\n{END.decode()}\nlast\n")

    for _ in range(3):
        commands("install", "--shell", "zsh")

    lines = zshrc.read_text().splitlines()
    assert (lines[0], lines[1], lines[3], lines[4]) == ("first", BEGIN.decode(), END.decode(), "last")
    assert str(commands.sandbox.data) in lines[2]
    assert len(lines) == 5


def test_files_are_the_users_alone(commands: Commands):
    commands("install", "--all")

    for path in (commands.sandbox.data, *commands.sandbox.data.rglob("*")):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_the_package_is_gone(commands: Commands):
    """What pip leaves behind must stay silent, and the clients must start."""
    sandbox = commands.sandbox
    commands("install", "--all")
    sandbox.add_command("claude", CLIENT)
    shutil.rmtree(sandbox.data)

    for kind in KINDS:
        done = sandbox.run([kind, "-i", "-c", "claude hi"], check=False)
        assert done.stdout == "claude: <hi> raw\n"
        assert "ctxdb" not in done.stderr


@pytest.mark.parametrize("kind", KINDS)
def test_init_prints_what_a_shell_can_evaluate(commands: Commands, kind: str):
    sandbox = commands.sandbox
    sandbox.add_command("claude", CLIENT)
    code = sandbox.root / "functions"

    done = commands("init", kind)
    code.write_text(done.stdout)

    assert done.stderr == ""
    assert (sandbox.data / "launch" / "ctxdb_hooks_launch.py").exists()
    evaluate = f"source '{code}'" if kind == "fish" else f"eval \"$(cat '{code}')\""
    strict = {"bash": ["--norc", "-eu"], "zsh": ["-f", "-eu"], "fish": ["--no-config"]}[kind]
    ran = sandbox.run([kind, *strict, "-c", f"{evaluate}; claude hi"])
    assert (ran.stdout, ran.stderr) == ("claude: <hi> raw\n", "")
    assert list((sandbox.data / "launch" / "marks").iterdir()) == []


def test_init_survives_an_alias(commands: Commands):
    code = commands("init", "zsh").stdout

    script = (
        "setopt aliases; alias claude='claude --flag'\neval \"$CODE\"\nwhence -w claude; typeset -f claude | head -1"
    )
    done = commands.sandbox.run(["zsh", "-f", "-c", script], env={"CODE": code})

    assert done.stderr == ""
    assert "claude () {" in done.stdout


def test_uninstall_after_a_hand_edited_block(commands: Commands):
    zshrc = commands.sandbox.home / ".zshrc"
    before = zshrc.read_text()
    commands("install", "--shell", "zsh")
    zshrc.write_text(zshrc.read_text().replace(END.decode() + "\n", ""))

    commands("uninstall")

    assert zshrc.read_text() == before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("damage", ["launcher", "functions", "stale", "block", "interpreter"])
def test_install_again_puts_it_right(commands: Commands, kind: str, damage: str):
    sandbox = commands.sandbox
    commands("install", "--shell", kind)
    sandbox.add_command("claude", CLIENT)
    generated, rc_file = sandbox.data / "shell" / f"ctxdb.{kind}", sandbox.home / READ_BY[kind]
    right = everything(sandbox.data)
    match damage:
        case "launcher":
            shutil.rmtree(sandbox.data / "launch")
        case "functions":
            generated.unlink()
        case "stale":
            generated.write_text("# of another version\n")
        case "block":
            rc_file.write_text("")
        case "interpreter":
            generated.write_text(generated.read_text().replace(os.path.realpath(sys.base_prefix), "/gone"))
    assert sandbox.run([kind, "-i", "-c", "claude hi"]).stdout == "claude: <hi> raw\n"

    commands("install", "--shell", kind)

    assert everything(sandbox.data) == right
    assert defines(sandbox, kind)


def test_the_last_lines_say_how_codex_is_told_and_what_the_other_way_would_bring(commands: Commands):
    assert "codex is told" not in commands("install", "--shell", "bash").stdout
    (commands.sandbox.home / ".codex").mkdir()
    said = commands("install", "--shell", "bash").stdout
    assert "codex is told by the launcher (-c)\n  its own hooks would also" in said
    said = commands("install", "--shell", "bash", "--codex-hooks").stdout
    assert "you have not trusted them yet\n  codex asks you at its next start" in said
