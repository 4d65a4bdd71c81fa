"""Putting the launcher in place: the bundle of hot modules and the stub that runs it, in the data folder.

There no pip, pipx, uv or interpreter upgrade moves it, and nothing is compiled at start.
"""

import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.clients.claude import plugin
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch import bundle

HOOK = """\
#!/bin/sh
# ctxdb_hooks: what the clients' hooks call; whatever happens it is silent and succeeds. Written by install.
exec 2>/dev/null
[ -x {python} ] && [ -r {stub} ] && {python} -I -S {stub} --turn "$1" "$PPID"
exit 0
"""


@dataclass(frozen=True)
class LaunchPaths:
    """What shell functions and hooks need: interpreter, stub, where marks go, the hooks' script, Claude's plugin."""

    python: Path
    stub: Path
    marks: Path
    hook: Path
    plugin: Path


def base_python() -> Path:
    """The interpreter itself: not the environment's link, not a version manager's shim."""
    return Path(getattr(sys, "_base_executable", "") or sys.executable)


def worker() -> list[str]:
    """The command that does the background work, with this environment's interpreter."""
    return [sys.executable, "-I", "-m", "ctxdb_hooks.bootstrap"]


def bundles() -> tuple[bytes, bytes]:
    """The bundle of a start and that of the hooks, as this version and interpreter make them."""
    return bundle.bundles(worker())


def launch_paths(data: Path) -> LaunchPaths:
    """Where the launcher lies below the data folder."""
    folder = data / "launch"
    stub = folder / "ctxdb_hooks_launch.py"
    return LaunchPaths(base_python(), stub, folder / "marks", folder / "ctxdb_hooks_hook", data / "plugin")


def install_launcher(data: Path) -> LaunchPaths:
    """Write stub, bundles, the hooks' script and Claude's plugin below ``data``; equal files are left alone.

    Raises OSError.
    """
    paths = launch_paths(data)
    files.make_folder(paths.marks)
    target = paths.stub.with_suffix(bundle.suffix())
    hooks = target.with_name(target.name + ".turn")
    for path, content in zip((target, hooks), bundles(), strict=True):
        if not path.exists() or path.read_bytes() != content:
            files.write(path, content)
    python, stub = shlex.quote(str(paths.python)), shlex.quote(str(paths.stub))
    files.write_if_changed(paths.hook, HOOK.format(python=python, stub=stub))
    paths.hook.chmod(0o700)
    plugin.install(paths.plugin, paths.hook)
    files.write_if_changed(paths.stub, bundle.STUB)
    return paths
