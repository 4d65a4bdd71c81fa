"""The project that a command is about: that of the folder it runs in."""

import os
from collections.abc import Mapping
from pathlib import Path

import click

from ctxdb_hooks import config
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.launch import trust
from ctxdb_hooks.paths import NoHome, Paths


class NoProject(click.ClickException):
    """The folder belongs to no project."""

    exit_code = 1


class NeedsYou(click.ClickException):
    """Nothing was written: a person has to decide or do something first."""

    exit_code = 3


def paths(*, to_examine: bool = False) -> Paths:
    """The product's folders. Raises click.ClickException when they cannot be told or are not this user's own.

    ``to_examine``: doctor looks at folders inside a project too, to say so.
    """
    try:
        found = Paths.of()
    except NoHome as error:
        raise click.ClickException(str(error)) from None
    if not to_examine and (told := misled(os.environ)):
        raise NeedsYou(told)
    try:
        owner = found.home.stat().st_uid
    except OSError:
        return found
    if owner != os.geteuid():
        raise NeedsYou(
            f"{found.home}: HOME belongs to another user (sudo?), whose memory is left alone; "
            "run this as that user, or with HOME set to your own"
        )
    return found


def misled(env: Mapping[str, str]) -> str:
    """What to tell somebody whose environment puts our folders into the project they stand in; empty if it does not."""
    home = env.get("HOME", "")
    found = projects.find(os.path.realpath(os.getcwd()), home)
    name = trust.misled(dict(env), found.root) if found else ""
    if not name:
        return ""
    return f"{name} leads into this project, and what came with a project is not believed; run `unset {name}` first"


def find(where: Paths, folder: Path | str = "") -> projects.Project | None:
    """The project of ``folder`` (default: the current one), switched on or not; None where there is none."""
    real = os.path.realpath(folder or os.getcwd())
    return config.project_of(where, real, os.environ)[0] or projects.find(real, str(where.home))


def why_none(folder: Path | str) -> str:
    """What to tell somebody who stands where no project is."""
    return (
        f"{folder}: not inside a git work tree, so there is no project to remember; run `git init` here, "
        'or set wrap_mode = "all" to remember any folder'
    )


def here() -> tuple[Paths, projects.Project, Store]:
    """Paths, project and store of the current folder. Raises NoProject."""
    where = paths()
    found = find(where)
    if found is None:
        raise NoProject(why_none(Path.cwd()))
    return where, found, Store(where.store(found))
