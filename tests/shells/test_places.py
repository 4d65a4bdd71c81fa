"""Which file a shell reads, shown by starting it; and which shell is the user's."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest

from ctxdb_hooks.shells import detect as detection
from ctxdb_hooks.shells.base import Around
from ctxdb_hooks.shells.bash import Bash
from ctxdb_hooks.shells.detect import SHELLS, UnknownShell, detect, named
from ctxdb_hooks.shells.fish import Fish
from ctxdb_hooks.shells.zsh import Zsh
from tests.shells.wired import KINDS, Wired
from tests.support.sandbox import Sandbox

SOURCES_BASHRC = 'if [ -n "$BASH_VERSION" ]; then\n    . "$HOME/.bashrc"\nfi\n'
BASH_FILES = {
    ".bashrc": ["# bashrc\n"],
    ".bash_profile": [
        "# .bashrc is not read here\nalias reload='. ~/.bashrc'\n",
        "[[ -f ~/.bashrc ]] && source ~/.bashrc\n",
    ],
    ".bash_login": ["export A=1\n"],
    ".profile": ["export A=1\n", SOURCES_BASHRC],
}


@pytest.fixture
def home(tmp_path: Path) -> Path:
    path = tmp_path / "home"
    path.mkdir()
    return path


def around(home: Path, *, macos: bool = False, **env: str) -> Around:
    return Around({"HOME": str(home), "PATH": os.environ["PATH"], **env}, home, macos)


def every_bash_home() -> list[dict[str, str]]:
    choices = [[None, *contents] for contents in BASH_FILES.values()]
    return [
        {name: text for name, text in zip(BASH_FILES, chosen, strict=True) if text is not None}
        for chosen in itertools.product(*choices)
    ]


@pytest.mark.parametrize("macos", [False, True], ids=["linux", "macos"])
@pytest.mark.parametrize("files", every_bash_home(), ids=lambda files: " ".join(files) or "none")
def test_bash_reads_our_line(home: Path, files: dict[str, str], macos: bool):
    for name, text in files.items():
        (home / name).write_text(text)
    where = around(home, macos=macos)

    chosen = Bash().rc_files(where)
    for path in chosen:
        with path.open("a") as opened:
            opened.write('OURS="${OURS}x"\n')

    # macOS terminals open login shells; a shell started inside one may be another kind.
    kinds = [["-l", "-i"]] if macos and not (home / ".bashrc").exists() else [["-i"], ["-l", "-i"]]
    for options in kinds:
        done = subprocess.run(
            ["bash", *options, "-c", 'echo "OURS=$OURS"'], env=dict(where.env), capture_output=True, text=True
        )
        assert done.stdout.endswith("OURS=x\n"), options
    assert home / ".bash_profile" not in chosen or ".bash_profile" in files


def test_bash_profile_is_never_made(home: Path):
    assert [path.name for path in Bash().rc_files(around(home))] == [".bashrc", ".profile"]


def test_profile_is_read_by_sh_too(sandbox: Sandbox):
    wired = Wired(sandbox, "bash")
    profile = sandbox.home / ".profile"
    profile.write_text(Bash().source_line(wired.launcher.generated, profile) + "\necho read\n")

    for shell in ("sh", "dash"):
        done = sandbox.run([shell, "-lc", ":"])
        assert (done.stdout, done.stderr) == ("read\n", "")
    assert sandbox.run(["bash", "-lc", "type -t claude"]).stdout == "read\nfunction\n"


def zsh_reads(where: Around, path: Path) -> bool:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as opened:
        opened.write("print OURS\n")
    done = subprocess.run(["zsh", "-i", "-c", ":"], env=dict(where.env), capture_output=True, text=True)
    return "OURS" in done.stdout


@pytest.mark.parametrize("named_in", ["nowhere", ".zshenv", ".zshenv exported", "the environment", "both"])
def test_zsh_reads_our_line(home: Path, tmp_path: Path, named_in: str):
    elsewhere, other = tmp_path / "z dot", tmp_path / "other"
    elsewhere.mkdir()
    other.mkdir()
    env = {}
    match named_in:
        case ".zshenv":
            (home / ".zshenv").write_text(f"print noise\nZDOTDIR='{elsewhere}'\n")
        case ".zshenv exported":
            (home / ".zshenv").write_text(f"export ZDOTDIR='{elsewhere}'\nprint -n noise\n")
        case "the environment":
            env["ZDOTDIR"] = str(elsewhere)
        case "both":
            env["ZDOTDIR"] = str(other)
            (other / ".zshenv").write_text(f"ZDOTDIR='{elsewhere}'\n")
    where = around(home, **env)

    [path] = Zsh().rc_files(where)

    assert path == (home if named_in == "nowhere" else elsewhere) / ".zshrc"
    assert zsh_reads(where, path)


def test_an_empty_zdotdir_is_none(home: Path):
    assert Zsh().rc_files(around(home, ZDOTDIR="")) == [home / ".zshrc"]


def test_zdotdir_of_an_editors_terminal_is_not_the_users(home: Path, tmp_path: Path):
    where = around(home, ZDOTDIR=str(tmp_path), USER_ZDOTDIR=str(home / "mine"))

    assert Zsh().rc_files(where) == [home / "mine" / ".zshrc"]


def test_a_zshenv_that_fails_is_not_asked_further(home: Path):
    (home / ".zshenv").write_text("exit 3\n")

    assert Zsh().rc_files(around(home)) == [home / ".zshrc"]


@pytest.mark.parametrize("value", [None, "", "relative", "absolute"])
def test_fish_reads_our_line(home: Path, tmp_path: Path, value: str | None):
    elsewhere = tmp_path / "x config"
    env = {} if value is None else {"XDG_CONFIG_HOME": str(elsewhere) if value == "absolute" else value}

    [path] = Fish().rc_files(around(home, **env))

    config = elsewhere if value == "absolute" else home / ".config"
    assert path == config / "fish" / "conf.d" / "ctxdb-hooks.fish"
    path.parent.mkdir(parents=True)
    path.write_text("echo OURS\n")
    if value == "relative":
        return  # there fish looks below the folder it is started in
    for options in ["-i"], ["-l", "-i"], []:
        done = subprocess.run(
            ["fish", *options, "-c", "true"], env=dict(around(home, **env).env), capture_output=True, text=True
        )
        assert done.stdout == "OURS\n"


def test_without_home_the_user_database_tells(monkeypatch: pytest.MonkeyPatch):
    for value in ("", "relative"):
        found = Around.here({"HOME": value})
        assert found.home.is_absolute()
        assert found.env["HOME"] == str(found.home)
    assert Around.here({}).home == found.home


@pytest.mark.parametrize("kind", KINDS)
def test_the_shell_that_runs_us_is_detected(sandbox: Sandbox, kind: str):
    code = "from ctxdb_hooks.shells.detect import *; print(detect(Around.here()).name)"
    shell = sandbox.shell(kind, env={"SHELL": "/bin/elsewhere"})

    assert shell.run(f"{sys.executable} -c '{code}'").output == f"{kind}\n"


@pytest.mark.parametrize("script", ["sh", "bash"])
@pytest.mark.parametrize("kind", KINDS)
def test_a_scripts_shell_is_not_the_users(sandbox: Sandbox, kind: str, script: str):
    code = "from ctxdb_hooks.shells.detect import *; print(detect(Around.here(), from_script=True).name)"
    (sandbox.project / "install.sh").write_text(f"{sys.executable} -c '{code}'\ntrue\n")
    shell = sandbox.shell(kind, env={"SHELL": "/bin/elsewhere"})

    assert shell.run(f"{script} install.sh").output == f"{kind}\n"
    assert shell.run(f"cat install.sh | {script}").output == f"{kind}\n"


@pytest.mark.parametrize("value", ["/usr/bin/zsh", "/opt/fish/bin/fish", "bash"])
def test_else_the_variable_tells(monkeypatch: pytest.MonkeyPatch, value: str):
    monkeypatch.setattr(detection, "_running", lambda from_script: iter(()))

    assert detect(Around({"SHELL": value})).name == Path(value).name


def test_a_shell_that_is_none_of_ours(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(detection, "_running", lambda from_script: iter(["tcsh"]))
    monkeypatch.setattr(detection.pwd, "getpwuid", lambda uid: _Nobody)

    with pytest.raises(UnknownShell, match="--shell bash"):
        detect(Around({"SHELL": "/bin/tcsh"}))


class _Nobody:
    pw_shell = "/usr/sbin/nologin"


def test_a_shell_by_name_or_path():
    assert named("zsh") is named("/usr/bin/zsh") is named("-zsh") is SHELLS["zsh"]
    with pytest.raises(UnknownShell, match="tcsh: not a shell"):
        named("tcsh")
