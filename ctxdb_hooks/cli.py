"""The command line: each subcommand is imported only when it is called."""

import importlib
import io
import keyword
import os
import sys
from typing import Any, TextIO

import click

from ctxdb_hooks import __version__

# In the order in which a person meets them; a command is the module of its name in ctxdb_hooks.commands.
SECTIONS = {
    "Look": {
        "status": "this project's memory at a glance",
        "prompt": "what would be added to a start here, word for word",
        "show": "read a session, or the latest one",
        "sessions": "what is remembered, a line per session",
        "search": "find what was said and done",
        "timeline": "what happened here, event by event",
        "why": "would this prompt make the agent load the history?",
        "stats": "what it did and what that cost, drawn",
        "policy": "the signal that learns: what it has shown",
        "log": "receipts: each start with what was added, each read",
    },
    "Do": {
        "pack": "bring the memory up to date now",
        "import": "read what the clients have kept, of one project or all",
        "on": "remember this project",
        "off": "leave this project alone",
        "config": "read and change settings",
        "checkpoint": "leave a note that the next session is told of",
        "forget": "take sessions out of the memory for good",
        "handoff": "go on in another client with what this one knew",
        "trust": "take over the AIOS store of this checkout",
        "distrust": "leave that store alone for good",
    },
    "Set up": {
        "doctor": "find out what is wrong, and mend it",
        "demo": "what an agent is told, shown on a recorded session",
        "install": "put the functions for claude, codex and gemini into your shell",
        "uninstall": "take them out again, byte for byte",
        "init": "print the functions for a shell",
        "completion": "print what completes this command in a shell",
    },
}
COMMANDS = {name: told for section in SECTIONS.values() for name, told in section.items()}


class Lazy(click.Group):
    """A group whose commands are modules of ``ctxdb_hooks.commands``."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order a person meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """The command of this name, imported now."""
        if name not in COMMANDS:
            return None
        module = f"{name}_" if keyword.iskeyword(name) else name
        command: click.Command = importlib.import_module(f"ctxdb_hooks.commands.{module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does it, with a guess at what a mistyped name was meant to be."""
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            from difflib import get_close_matches

            close = get_close_matches(name, COMMANDS, 1)
            guess = f" Did you mean '{close[0]}'?" if close else ""
            ctx.fail(f"No such command '{name}'.{guess}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        for title, names in SECTIONS.items():
            with formatter.section(title):
                formatter.write_dl(list(names.items()))


@click.group(
    cls=Lazy,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 80},
)
@click.version_option(__version__, "-V", "--version", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context) -> int:
    """A project memory for claude, codex and gemini that needs nothing from you.

    Start them as always. `ctxdb-hooks` alone shows what is remembered about the project you are in;
    `ctxdb-hooks COMMAND --help` explains a command, with an example.
    """
    if ctx.invoked_subcommand:
        return 0
    status = cli.get_command(ctx, "status")
    return int(ctx.invoke(status) or 0) if status else 0


def main() -> None:
    """Run the command line; the exit codes are those of the README."""
    sys.stdout, sys.stderr = told_to(1, sys.stdout), told_to(2, sys.stderr)
    sys.exit(run())


class Outlet(io.FileIO):
    """A descriptor that is written to for as long as somebody reads: what was begun is brought to its end."""

    def write(self, data: Any) -> int:
        """All of the data is taken; what nobody reads is lost. Raises OSError once where it cannot be written."""
        try:
            return super().write(data) or 0
        except OSError as error:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.fileno())
            if isinstance(error, BrokenPipeError):
                return len(data)
            raise


def told_to(fd: int, stream: TextIO | None) -> TextIO:
    """What is written to instead of ``stream``, which is None where the descriptor is closed.

    A file name may hold bytes, and a goal characters, that the terminal's encoding does not know.
    """
    if stream is None:
        return open(os.devnull, "w")
    raw = io.BufferedWriter(Outlet(fd, "wb", closefd=False))
    return io.TextIOWrapper(raw, stream.encoding, "backslashreplace", line_buffering=fd == 2 or stream.isatty())


def run() -> int:
    """The command line's exit code; whatever a person could run into is told in a line."""
    try:
        code = cli.main(standalone_mode=False, prog_name="ctxdb-hooks")
        sys.stdout.flush()
    except (click.Abort, KeyboardInterrupt):
        return 130
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except OSError as error:
        place = f"{error.filename}: " if error.filename else ""
        what = f"{place}{error.strerror or error}; `ctxdb-hooks doctor` looks for the cause"
        if isinstance(error, FileNotFoundError) and not place:  # so os.getcwd says it
            what = "the folder you are in is not there any more; go to one that is (`cd`)"
        click.echo(f"Error: {what}", err=True)
        return 1
    except Exception as error:
        if type(error).__module__ != "sqlite3":  # which the commands that need it import, and no other
            raise
        click.echo(f"Error: the project's store: {error}; `ctxdb-hooks doctor` looks for the cause", err=True)
        return 1
    return code if isinstance(code, int) else 0
