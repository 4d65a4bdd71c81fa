"""Which shell the user works in, and which shells this machine has."""

import os
import pwd
import shutil
from collections.abc import Iterator
from pathlib import Path

import psutil
import shellingham  # type: ignore[import-untyped]

from ctxdb_hooks.shells.base import Around, Shell
from ctxdb_hooks.shells.bash import Bash
from ctxdb_hooks.shells.fish import Fish
from ctxdb_hooks.shells.zsh import Zsh

SHELLS: dict[str, Shell] = {shell.name: shell for shell in (Bash(), Zsh(), Fish())}


class UnknownShell(Exception):
    """No shell of ours could be told; the message says what to pass instead."""


def named(name: str) -> Shell:
    """The shell of this name or path. Raises UnknownShell."""
    shell = SHELLS.get(Path(name).name.lstrip("-"))
    if shell is None:
        raise UnknownShell(f"{name}: not a shell that ctxdb-hooks knows; it knows {', '.join(SHELLS)}")
    return shell


def detect(around: Around, *, from_script: bool = False) -> Shell:
    """The user's shell: the one that runs us, else $SHELL, else that of the user database.

    ``from_script``: a script started us (install.sh), so the nearest shell is the script's and does not count.
    Raises UnknownShell.
    """
    names = [*_running(from_script), around.env.get("SHELL", ""), pwd.getpwuid(os.getuid()).pw_shell]
    for name in names:
        if Path(name).name in SHELLS:
            return SHELLS[Path(name).name]
    raise UnknownShell(
        f"no bash, zsh or fish runs this, and SHELL is {around.env.get('SHELL') or 'not set'}; "
        "say which with --shell bash, --shell zsh or --shell fish"
    )


def present(around: Around) -> list[Shell]:
    """The shells of ours that this machine has."""
    return [shell for name, shell in SHELLS.items() if shutil.which(name, path=around.env.get("PATH"))]


def _running(from_script: bool) -> Iterator[str]:
    """The shell among our ancestors, beyond the script's where one started us."""
    try:
        pid = _beyond_script() if from_script else None
        yield shellingham.detect_shell(pid)[0]
    except (shellingham.ShellDetectionFailure, psutil.Error, OSError):
        return


def _beyond_script() -> int:
    """The pid of the process that started the nearest shell above us. Raises psutil.Error."""
    shells = {*SHELLS, "sh", "dash", "ash", "ksh", "busybox"}
    above = psutil.Process().parents()
    script = next((process for process in above if process.name().lstrip("-") in shells), None)
    return (script or psutil.Process()).ppid()
