"""``ctxdb-hooks init``: the functions for a shell, printed, for those who keep their rc files themselves."""

import sys

import click

from ctxdb_hooks.commands import told
from ctxdb_hooks.commands.here import misled
from ctxdb_hooks.launch.install import install_launcher
from ctxdb_hooks.paths import NoHome, Paths
from ctxdb_hooks.shells import wiring
from ctxdb_hooks.shells.base import Around
from ctxdb_hooks.shells.detect import UnknownShell, detect, named


def init(shell: str | None = None) -> int:
    """Put the launcher in place and print the functions, and nothing else, on stdout; returns the exit code."""
    around = Around.here()
    try:
        if reason := misled(around.env):
            return told.fail(reason, told.NEEDS_YOU)
        paths = Paths.of(around.env)
        kind = named(shell) if shell else detect(around)
        generated = wiring.generate(paths, kind, install_launcher(paths.data))
    except UnknownShell as error:
        return told.fail(str(error), told.USAGE)
    except (NoHome, ValueError) as error:
        return told.fail(str(error), told.FAILED)
    except OSError as error:
        return told.fail(f"{error.filename}: {error.strerror}; the launcher cannot be put in place", told.FAILED)
    sys.stdout.buffer.write(generated.text)
    sys.stdout.flush()
    return 0


@click.command()
@click.argument("shell", required=False)
def command(shell: str | None) -> int:
    """Print the functions for SHELL (bash, zsh or fish).

    `ctxdb-hooks install` is faster: this starts Python at each start of the shell.

    \b
    Examples:
      eval "$(ctxdb-hooks init zsh)"        in ~/.zshrc
      ctxdb-hooks init bash > ctxdb.bash    for a file of your own to source
    """
    return init(shell)
