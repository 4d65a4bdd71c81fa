"""Scripts of a client's own name on PATH, which call the function that was to call the client: no loop comes of it."""

from __future__ import annotations

import shlex

import pytest

from ctxdb_hooks.shells import wiring
from ctxdb_hooks.shells.detect import SHELLS
from tests.support.launcher import Launcher
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # nothing of it depends on what is told

REAL = '#!/bin/sh\nprintf "<%s>" "$@"\n'
FORMS = {
    "sources it": ("bash", ". {file}"),
    "zsh sources it": ("zsh", ". {file}"),
    "fish sources it": ("fish", "source {file}"),
    "reads the rc file": ("bash -i", ":"),
}


@pytest.fixture
def launcher(sandbox: Sandbox) -> Launcher:
    launcher = Launcher(sandbox)
    launcher.remember()
    sandbox.env |= {"CTXDB_BREAKER": "0", "CTXDB_ONESHOT": "facade"}
    return launcher


def wrapper(launcher: Launcher, form: str) -> str:
    """Put a wrapper script named claude first on PATH; returns that PATH."""
    interpreter, line = FORMS[form]
    shell, _, option = interpreter.partition(" ")
    generated = wiring.generate(launcher.paths, SHELLS[shell], launcher.installed)
    generated.write()
    (launcher.sandbox.home / ".bashrc").write_text(f". '{generated.path}'\n")
    folder = launcher.sandbox.root / "wrappers"
    folder.mkdir()
    script = folder / "claude"
    path = launcher.sandbox.run(["which", shell]).stdout.strip()
    args = "$argv" if shell == "fish" else '"$@"'
    script.write_text(f"#!{path} {option}\n{line.format(file=shlex.quote(str(generated.path)))}\nclaude {args}\n")
    script.chmod(0o755)
    return f"{folder}:{launcher.env['PATH']}"


@pytest.mark.parametrize("form", FORMS)
def test_a_wrapper_that_calls_the_function_reaches_the_client(launcher: Launcher, form: str):
    launcher.sandbox.add_command("claude", REAL)
    path = wrapper(launcher, form)
    done = launcher.sandbox.run(["claude", "what now?"], env={"PATH": path}, seconds=20)
    assert done.stdout.count("ContextDB") == 1
    assert done.stdout.endswith("<what now?>")
    assert launcher.sandbox.run(["claude", "mcp", "list"], env={"PATH": path}, seconds=20).stdout == "<mcp><list>"


def test_a_wrapper_with_no_client_behind_it_ends(launcher: Launcher):
    (launcher.sandbox.bin / "claude").unlink()
    path = wrapper(launcher, "sources it")
    done = launcher.sandbox.run(["claude", "x"], env={"PATH": path}, seconds=20, check=False)
    assert done.returncode == 127
    assert "command not found" in done.stderr
    assert launcher.left() == []


def test_a_wrapper_around_a_wrapper_is_told_once(launcher: Launcher):
    """The outer one's shell has our functions by BASH_ENV, and its call finds the real client on a PATH of its own."""
    launcher.sandbox.add_command("claude", REAL)
    path = wrapper(launcher, "sources it")
    script = launcher.sandbox.root / "wrappers" / "claude"
    generated = script.read_text().splitlines()[1].removeprefix(". ")
    script.write_text(f'#!/bin/bash\nPATH={shlex.quote(launcher.env["PATH"])}\nclaude --verbose "$@"\n')
    env = {"PATH": path, "BASH_ENV": shlex.split(generated)[0]}
    done = launcher.sandbox.run(["bash", "-c", "claude 'what now?'"], env=env, seconds=20)
    assert done.stdout.count("ContextDB") == 1
    assert done.stdout.endswith("<what now?>")
