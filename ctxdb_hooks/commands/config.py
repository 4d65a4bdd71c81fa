"""``ctxdb-hooks config``: read and change settings."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click
from rich.text import Text

from ctxdb_hooks import config
from ctxdb_hooks.commands.here import NeedsYou, find, paths, why_none
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.launch.project import Project
from ctxdb_hooks.paths import Paths
from ctxdb_hooks.wording import short

NAME = 17  # columns
HERE = click.option("--project", "here", is_flag=True, help="For the project of this folder only.")


@click.group(invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.pass_context
def command(ctx: click.Context) -> int:
    """Read and change settings; without a subcommand, list them.

    What counts is, in this order: the environment (CTXDB_ and the name in capitals), the project's entry,
    config.toml, the default.

    \b
    Examples:
      ctxdb-hooks config list
      ctxdb-hooks config set packet_tokens 4000
      CTXDB_LAZY_LOAD=0 claude          for one start
    """
    return 0 if ctx.invoked_subcommand else int(ctx.invoke(list_) or 0)


@command.command("list")
@click.option("--json", "as_json", is_flag=True, help="For scripts: value and source of each setting.")
def list_(as_json: bool) -> int:
    """Show every setting, its value and where that comes from.

    \b
    Example: ctxdb-hooks config list
    """
    where, project = paths(), _project()
    with told():
        found = config.listing(where, project, os.environ)
    if as_json:
        emit({each.key.name: {"value": each.value, "source": each.source} for each in found})
        return 0
    screen = Screen()
    for each in found:
        source = "" if each.source == "default" else f"  from {_source(each.source, where)}"
        value = (_text(each.value), "" if each.source == "default" else "bold")
        screen.whole(Text.assemble(f"{each.key.name:<{NAME}}", value, (source, "cyan")))
        choices = f" ({', '.join(each.key.choices)})" if each.key.choices else ""
        screen.line(f"  {each.key.help}{choices}", "dim")
    return 0


@command.command()
@click.argument("key")
@click.option("--json", "as_json", is_flag=True, help="For scripts: value and source.")
def get(key: str, as_json: bool) -> int:
    """Print the value of KEY as it counts in this folder; a list has a line for each of its parts.

    \b
    Example: ctxdb-hooks config get wrap_mode
    """
    known(key)
    with told():
        found = config.get(paths(), key, _project(), os.environ)
    if as_json:
        emit({"key": found.key.name, "value": found.value, "source": found.source})
    else:
        click.echo(_text(found.value, between="\n"))
    return 0


@command.command("set")
@click.argument("key")
@click.argument("values", nargs=-1, required=True)
@HERE
def set_(key: str, values: tuple[str, ...], here: bool) -> int:
    """Set KEY; exclude takes any number of values, model_tiers takes PATTERN=TIER.

    A config.toml with comments of yours is left as it is: then this says which line to add.

    \b
    Examples:
      ctxdb-hooks config set wrap_mode opt-in
      ctxdb-hooks config set --project share same-client
      ctxdb-hooks config set exclude '~/clients/**' secrets
    """
    try:
        config.parse(known(key), list(values))
    except config.Refused as error:
        raise click.UsageError(str(error)) from None
    where, project = paths(), _wanted(here)
    with told():
        config.set_value(where, key, list(values), project)
        found = config.get(where, key, project or _project(), os.environ)
    click.echo(f"{found.key.name} = {_text(found.value)}")
    if found.source not in ("file", "project") or (found.source == "project" and not here):
        click.echo(f"written, but {_source(found.source, where)} says otherwise and counts here", err=True)
    return 0


@command.command()
@click.argument("key")
@HERE
def unset(key: str, here: bool) -> int:
    """Take KEY out of config.toml, so that the default counts again.

    \b
    Example: ctxdb-hooks config unset wrap_mode
    """
    known(key)
    where, project = paths(), _wanted(here)
    with told():
        was = config.unset_value(where, key, project)
        found = config.get(where, key, project or _project(), os.environ)
    click.echo(f"{found.key.name} = {_text(found.value)}" + ("" if was else "  (it was not set)"))
    return 0


@command.command()
def edit() -> int:
    """Open config.toml in $VISUAL or $EDITOR, and check it afterwards.

    \b
    Example: EDITOR=nano ctxdb-hooks config edit
    """
    where = paths()
    where.config.mkdir(parents=True, exist_ok=True)
    click.edit(filename=str(where.config_file))
    problems = config.compile_config(where)
    for problem in problems:
        click.echo(problem, err=True)
    return 1 if problems else 0


@command.command()
def path() -> int:
    """Print where config.toml is, whether it exists or not.

    \b
    Example: cat "$(ctxdb-hooks config path)"
    """
    click.echo(paths().config_file)
    return 0


def known(name: str) -> config.Key:
    """The key of this name. Raises UsageError, with a guess."""
    try:
        return config.key_of(name)
    except config.Refused as error:
        from difflib import get_close_matches

        close = get_close_matches(name.replace("-", "_"), config.KEYS, 1)
        raise click.UsageError(f"{error}.{f' Did you mean {close[0]}?' if close else ''}") from None


@contextmanager
def told() -> Iterator[None]:
    """What can go wrong with config.toml, said with its exit code."""
    try:
        yield
    except config.HandWritten as error:
        raise NeedsYou(str(error)) from None
    except config.Refused as error:
        raise click.ClickException(f"{error}; `ctxdb-hooks config edit` opens it") from None


def _project() -> Project | None:
    return find(paths())


def _wanted(here: bool) -> Project | None:
    """The project that --project means. Raises ClickException where there is none."""
    if not here:
        return None
    project = _project()
    if project is None:
        raise click.ClickException(why_none(os.getcwd()))
    return project


def _source(source: str, where: Paths) -> str:
    names = {"environment": "the environment", "project": "the project's entry", "file": short(where.config_file)}
    return names.get(source, source)


def _text(value: Any, between: str = ", ") -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, list):
        return between.join(value)
    return json.dumps(value, ensure_ascii=False) if isinstance(value, dict) else str(value)
