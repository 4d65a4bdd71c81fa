"""Putting the functions into shells and taking them out: generated files, rc files, and what to tell the user."""

import contextlib
import os
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch.install import LaunchPaths, launch_paths
from ctxdb_hooks.paths import Paths
from ctxdb_hooks.shells import rc, registry
from ctxdb_hooks.shells.base import Around, Launcher, Shell
from ctxdb_hooks.shells.detect import SHELLS


@dataclass(frozen=True)
class Generated:
    """The generated file of one shell: where it goes and what it will hold."""

    path: Path
    text: bytes

    @property
    def current(self) -> bool:
        """Whether exactly this is there already."""
        with contextlib.suppress(OSError):
            return self.path.read_bytes() == self.text
        return False

    def write(self) -> None:
        """Put it there. Raises OSError."""
        files.make_folder(self.path.parent)
        if not self.current:
            files.write(self.path, self.text)


def generated_file(paths: Paths, shell: Shell) -> Path:
    """Where the functions of a shell go."""
    return paths.shell / f"ctxdb.{shell.name}"


def generate(paths: Paths, shell: Shell, launch: LaunchPaths) -> Generated:
    """The functions of a shell, with this machine's paths. Raises ValueError where a path cannot be written."""
    path = generated_file(paths, shell)
    text = shell.render(Launcher(launch.python, launch.stub, launch.marks, path))
    return Generated(path, os.fsencode(text))


def plan_install(paths: Paths, around: Around, shell: Shell, rc_file: Path | None) -> list[rc.Plan]:
    """The changes of rc files that make ``shell`` read its functions."""
    targets = [rc_file] if rc_file else shell.rc_files(around)
    generated = generated_file(paths, shell)
    return [rc.plan_add(target, shell.source_line(generated, target), chosen=rc_file is not None) for target in targets]


def plan_uninstall(paths: Paths, around: Around, shells: Iterable[Shell], rc_file: Path | None) -> list[rc.Plan]:
    """The changes that take our blocks out again; files without one are not among them."""
    return [rc.plan_remove(path) for path in holding(paths, around, shells, rc_file)]


def holding(paths: Paths, around: Around, shells: Iterable[Shell], rc_file: Path | None = None) -> list[Path]:
    """The rc files of these shells that hold a line of ours, each once even where links lead to it twice."""
    shells = list(shells)
    if rc_file:
        candidates = [rc_file]
    else:
        candidates = [path for shell in shells for path in shell.known_files(around)]
        candidates += [path for path in registry.known(paths.state) if _is_for(path, shells)]
    distinct = {os.path.realpath(path): path for path in reversed(candidates)}
    return [path for path in reversed(distinct.values()) if rc.has_block(path)]


def remove_generated(paths: Paths, shells: Iterable[Shell]) -> None:
    """Remove the functions of these shells and, with the last ones, launcher and plugin. Raises OSError."""
    for shell in shells:
        generated_file(paths, shell).unlink(missing_ok=True)
    if any(generated_file(paths, shell).exists() for shell in SHELLS.values()):
        return
    for folder in (paths.shell, paths.launch, launch_paths(paths.data).plugin):
        _remove_tree(folder)
    with contextlib.suppress(OSError):
        paths.data.rmdir()


def _remove_tree(folder: Path) -> None:
    if folder.is_symlink() or not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            _remove_tree(entry)
        else:
            entry.unlink()
    folder.rmdir()


def _is_for(path: Path, shells: list[Shell]) -> bool:
    """Whether the block in ``path`` is one of these shells'."""
    with contextlib.suppress(OSError):
        data = path.read_bytes()
        return any(b"ctxdb-hooks/shell/ctxdb.%s" % shell.name.encode() in data for shell in shells)
    return False
