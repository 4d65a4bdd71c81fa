"""Our functions in a real shell, with stand-ins for launcher and clients where those are not the subject."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from ctxdb_hooks.shells.base import CLIENTS, Launcher
from ctxdb_hooks.shells.detect import SHELLS
from tests.support.sandbox import Sandbox
from tests.support.shell import Shell

KINDS = ("bash", "zsh", "fish")

# In each path: what a careless quotation breaks at.
AWKWARD = 'da ta\'s "é" $(x) \\n @STUB@ &;'

# Does what the launcher does, as far as the function can see.
STAND_IN = """\
#!/bin/sh
mark=$4 client=$5
shift 5
rm -- "$mark"
LAUNCHED=yes exec "$client" "$@"
"""

# Says how it was called, then ends as told.
CLIENT = """\
#!/bin/sh
printf '%s' "${0##*/}:"
printf ' <%s>' "$@"
echo " ${LAUNCHED-raw}"
case ${1-} in
exit) exit "$2" ;;
kill) kill -s "$2" $$ ;;
esac
"""

RC = {"bash": ".bashrc", "zsh": ".zshrc", "fish": ".config/fish/conf.d/ctxdb-hooks.fish"}


class Wired:
    """One shell with our functions, rendered for paths that need quoting."""

    def __init__(self, sandbox: Sandbox, kind: str, python: str = STAND_IN) -> None:
        self.sandbox = sandbox
        self.kind = kind
        folder = sandbox.root / AWKWARD / "ctxdb-hooks"
        self.launcher = Launcher(
            python=folder / "python",
            stub=folder / "launch" / "ctxdb_hooks_launch.py",
            marks=folder / "launch" / "marks",
            generated=folder / "shell" / f"ctxdb.{kind}",
        )
        for made in (self.launcher.marks, self.launcher.generated.parent):
            made.mkdir(parents=True, exist_ok=True)
        self.launcher.stub.write_text("")
        self.launcher.generated.write_text(SHELLS[kind].render(self.launcher))
        self.set_python(python)
        for client in CLIENTS:
            sandbox.add_command(client, CLIENT)

    @property
    def line(self) -> str:
        """The line that an rc file gets."""
        return SHELLS[self.kind].source_line(self.launcher.generated, Path("rc"))

    def set_python(self, script: str) -> None:
        """Put this script where the interpreter is expected."""
        self.launcher.python.write_text(script)
        self.launcher.python.chmod(0o755)

    def marks(self) -> list[Path]:
        """The marks that are left."""
        return list(self.launcher.marks.iterdir())

    def script(
        self,
        *lines: str,
        options: Sequence[str] = (),
        before: Sequence[str] = (),
        env: dict[str, str] | None = None,
        stdin: str = "",
    ) -> subprocess.CompletedProcess[str]:
        """Run lines in this shell without a terminal and without rc files: ``before``, our functions, ``lines``."""
        quiet = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[self.kind]
        text = "\n".join([*before, self.line, *lines])
        return self.sandbox.run([self.kind, *quiet, *options, "-c", text], check=False, env=env, stdin=stdin)

    def rc(self, *, before: str = "", after: str = "") -> Path:
        """Write this home's rc file with our line in it."""
        path = self.sandbox.home / RC[self.kind]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{before}\n{self.line}\n{after}\n")
        return path

    def interactive(self, **more: str) -> Shell:
        """An interactive shell under a terminal, with our line in its rc file."""
        self.rc(**more)
        return self.sandbox.shell(self.kind)


def python_client(body: str) -> str:
    """A client written in Python, for what a shell script cannot do (handlers that do not end a read)."""
    return f"#!{sys.executable} -IS\n{body}"


def tool(name: str) -> str:
    """A checker's path. Raises AssertionError when it is missing."""
    found = shutil.which(name)
    if found is None:
        raise AssertionError(f"{name} is missing: start the tests with tests/run, which installs it")
    return found
