"""The package, as a wheel and in place: what it carries, and that each installer makes a working command of it."""

from __future__ import annotations

import keyword
import sys
import zipfile
from pathlib import Path

from ctxdb_hooks.cli import COMMANDS
from tests.install.conftest import MINUTES
from tests.support.sandbox import CHECKOUT, Sandbox


def works(home: Sandbox, command: Path) -> None:
    """Assert that a command can do what needs its data files."""
    assert "function claude" in home.run([command, "init", "bash"]).stdout
    assert "Links must expire" in home.run([command, "demo"]).stdout


def test_the_wheel_carries_what_is_needed_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("shell/ctxdb.bash", "shell/ctxdb.zsh", "shell/ctxdb.fish", "rehearsal.jsonl"):
        assert f"ctxdb_hooks/{name}" in names
    for name in COMMANDS:
        module = f"{name}_" if keyword.iskeyword(name) else name
        assert f"ctxdb_hooks/commands/{module}.py" in names
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"ctxdb_hooks"}


def test_pip(home: Sandbox, wheel: Path) -> None:
    home.run([sys.executable, "-m", "venv", home.root / "venv"], seconds=MINUTES)
    home.run([home.root / "venv" / "bin" / "pip", "install", "-q", wheel], seconds=MINUTES)
    works(home, home.root / "venv" / "bin" / "ctxdb-hooks")


def test_pipx(home: Sandbox, wheel: Path) -> None:
    home.run([sys.executable, "-m", "pipx", "install", "--python", sys.executable, wheel], seconds=MINUTES)
    works(home, home.home / ".local" / "bin" / "ctxdb-hooks")


def test_uv(home: Sandbox, wheel: Path) -> None:
    uv = Path(sys.executable).with_name("uv")
    home.run([uv, "tool", "install", "--python", sys.executable, wheel], seconds=MINUTES)
    works(home, home.home / ".local" / "bin" / "ctxdb-hooks")


def test_in_place_the_shell_functions_are_those_of_the_checkout(home: Sandbox) -> None:
    script = "import ctxdb_hooks, pathlib; print(pathlib.Path(ctxdb_hooks.__file__).parent)"
    package = Path(home.run([sys.executable, "-c", script]).stdout.strip())
    assert package == CHECKOUT / "ctxdb_hooks"
    assert not (package / "shell").exists()
    works(home, Path(sys.executable).with_name("ctxdb-hooks"))
