"""``ctxdb-hooks completion``: what completes our own command in a shell, and the answer when it is asked for words."""

import os

import click
from click.shell_completion import ShellComplete, split_arg_string

from ctxdb_hooks.shells.base import Around
from ctxdb_hooks.shells.detect import UnknownShell, detect, named


@click.command(context_settings={"ignore_unknown_options": True})
@click.option("--line", is_flag=True, hidden=True)
@click.argument("given", metavar="[SHELL]", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, line: bool, given: tuple[str, ...]) -> int:
    """Print what completes `ctxdb-hooks` in SHELL, by default the one you are in.

    `ctxdb-hooks install` puts it beside the functions; this is for those who keep their rc files themselves.

    \b
    Example: ctxdb-hooks completion bash >> ~/.bashrc
    """
    if line:  # asked by a shell; bash says which words it is about, which COMP_LINE says as well
        for word in words(ctx.find_root().command):
            click.echo(word)
        return 0
    try:
        kind = named(given[0]) if given else detect(Around.here())
    except UnknownShell as error:
        raise click.UsageError(str(error)) from None
    click.echo(kind.completion(), nl=False)
    return 0


def words(cli: click.Command) -> list[str]:
    """The words that could stand at COMP_POINT of COMP_LINE, as bash sets them."""
    text = os.environ.get("COMP_LINE", "")
    point = os.environ.get("COMP_POINT", "")
    typed = split_arg_string(text[: int(point)] if point.isdigit() else text)[1:]
    incomplete = typed.pop() if typed and not text[: int(point or len(text))].endswith(" ") else ""
    found = ShellComplete(cli, {}, "ctxdb-hooks", "_CTXDB_HOOKS_COMPLETE").get_completions(typed, incomplete)
    return [item.value for item in found if item.type == "plain"]
