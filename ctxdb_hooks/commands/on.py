"""``ctxdb-hooks on``: remember a folder, or the project that it belongs to."""

import os

import click

from ctxdb_hooks import config
from ctxdb_hooks.commands.here import paths
from ctxdb_hooks.commands.screen import Screen
from ctxdb_hooks.wording import short


@click.command()
@click.argument("folder", metavar="[DIR]", default=".", type=click.Path())
def command(folder: str) -> int:
    """Remember the project of DIR, by default the one you are in.

    Needed where wrap_mode is opt-in, for a folder that is no git work tree, and to take back `ctxdb-hooks off`.

    \b
    Examples:
      ctxdb-hooks on
      ctxdb-hooks on ~/notes            a folder without git
    """
    return switch(folder, on=True)


def switch(folder: str, *, on: bool) -> int:
    """Switch the project of ``folder`` and say what that means; returns the exit code."""
    where = paths()
    try:
        place = config.switch(where, folder, on)
    except config.Refused as error:
        raise click.ClickException(str(error)) from None
    screen = Screen()
    project, values = config.project_of(where, place, os.environ)
    if not on:
        screen.line(f"{short(place)}: off. Nothing is added to a start here, and nothing new is remembered.")
        screen.line("What is remembered already stays; `ctxdb-hooks on` takes this back.", "dim")
    elif project:
        screen.line(f"{short(place)}: on. The next start here knows what is remembered.")
    else:
        screen.line(f"{short(place)}: on, yet nothing will be added: {_hindrance(values)}.", "yellow")
    return 0


def _hindrance(values: dict[str, object]) -> str:
    if values["wrap_mode"] == "off":
        return "wrap_mode is off (`ctxdb-hooks config set wrap_mode repo-only`)"
    if values["exclude"]:
        return "the setting exclude names it (`ctxdb-hooks config get exclude`)"
    return "the home directory and / are no projects"
