"""The command line: each subcommand is imported only when it is called."""

import importlib
import sys

import click

from ctxdb_hooks import __version__

COMMANDS = {
    "install": "put the functions for claude, codex and gemini into your shell",
    "uninstall": "take them out again, byte for byte",
    "init": "print the functions for a shell",
    "status": "this project's memory at a glance",
    "prompt": "what would be added to a start here, word for word",
    "show": "read a session, or the latest one",
    "pack": "bring the memory up to date now",
    "on": "remember this project (wrap_mode = opt-in)",
    "off": "leave this project alone",
    "config": "read and change settings",
    "doctor": "find out what is wrong, and mend it",
    "why": "would this prompt make the agent load the history?",
}


class Lazy(click.Group):
    """A group whose commands are modules of ``ctxdb_hooks.commands``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a person meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"ctxdb_hooks.commands.{name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Lazy, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version")
@click.pass_context
def cli(ctx: click.Context) -> int:
    """A project memory for claude, codex and gemini that needs nothing from you.

    Start them as always. `ctxdb-hooks` alone shows what is remembered here.
    """
    if ctx.invoked_subcommand:
        return 0
    status = cli.get_command(ctx, "status")
    return int(ctx.invoke(status) or 0) if status else 0


def main() -> None:
    """Run the command line; the exit codes are those of the README."""
    try:
        code = cli.main(standalone_mode=False, prog_name="ctxdb-hooks")
    except click.Abort:
        code = 130
    except click.ClickException as error:
        error.show()
        code = error.exit_code
    except KeyboardInterrupt:
        code = 130
    except BrokenPipeError:
        code = 0
    sys.exit(code if isinstance(code, int) else 0)
