"""The project that a command is about: that of the folder it runs in."""

import os
from pathlib import Path

import click

from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.paths import NoHome, Paths


class NoProject(click.ClickException):
    """The folder belongs to no project."""

    exit_code = 1


def paths() -> Paths:
    """The product's folders. Raises click.ClickException when they cannot be told."""
    try:
        return Paths.of()
    except NoHome as error:
        raise click.ClickException(str(error)) from None


def here() -> tuple[Paths, projects.Project, Store]:
    """Paths, project and store of the current folder. Raises NoProject."""
    found = projects.find(os.path.realpath(Path.cwd()), os.environ.get("HOME", ""))
    if found is None:
        raise NoProject(
            f"{Path.cwd()}: not inside a git work tree, so there is no project to remember; run `git init` here, "
            'or set wrap_mode = "all" to remember any folder'
        )
    where = paths()
    return where, found, Store(where.store(found))
