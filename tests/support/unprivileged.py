"""A launcher run by an ordinary user: root, as whom tests often run, ignores permissions and limits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.launcher import Launcher
from tests.support.sandbox import Sandbox

NOBODY = 65534
# The right to read everything stays: the interpreter may lie in root's own home.
AS_NOBODY = (
    f"setpriv --reuid {NOBODY} --regid {NOBODY} --clear-groups --inh-caps +dac_read_search "
    "--ambient-caps +dac_read_search --"
).split()


class User:
    """Whom to start programs as: ``under`` is the command in front of theirs."""

    def __init__(self) -> None:
        self.under = AS_NOBODY if os.geteuid() == 0 else []

    def own(self, folder: Path) -> None:
        """Give a folder and all that is in it to this user."""
        if self.under:
            for path in (folder, *folder.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def run(self, code: str, *args: Path) -> int:
        """Run a piece of Python as this user; its exit status."""
        return subprocess.run([*self.under, sys.executable, "-I", "-S", "-c", code, *args], cwd="/").returncode


@contextmanager
def unprivileged(user: User) -> Iterator[Launcher]:
    """A launcher that runs as ``user``, in a sandbox that anybody can reach."""
    place = Path(tempfile.mkdtemp(prefix="ctxdb-user-"))
    place.chmod(0o755)
    sandbox = Sandbox(place / "sandbox")
    try:
        launcher = Launcher(sandbox)
        launcher.under = user.under
        yield launcher
    finally:
        sandbox.close()
        shutil.rmtree(place)


def lock(user: User, folder: Path) -> None:
    """Take away the right to write in a folder. Raises AssertionError where the user can write all the same."""
    folder.chmod(0o500)
    assert user.run("import sys; open(sys.argv[1] + '/x', 'w')", folder) != 0, "permissions stop nothing here"
