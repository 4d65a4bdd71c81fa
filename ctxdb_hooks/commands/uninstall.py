"""``ctxdb-hooks uninstall``: what install put into the shells, taken out again, byte for byte."""

import sys
from pathlib import Path

import click

from ctxdb_hooks import removal
from ctxdb_hooks.clients.claude import hooks as claude
from ctxdb_hooks.clients.codex import hooks as codex
from ctxdb_hooks.clients.gemini import extension
from ctxdb_hooks.clients.hookfile import Unreadable
from ctxdb_hooks.commands import here, told
from ctxdb_hooks.commands.screen import Screen
from ctxdb_hooks.launch.install import launch_paths
from ctxdb_hooks.paths import NoHome, Paths
from ctxdb_hooks.shells import rc, registry, wiring
from ctxdb_hooks.shells.base import Around
from ctxdb_hooks.shells.detect import SHELLS, UnknownShell, named
from ctxdb_hooks.wording import count, short, size


def uninstall(*, shell: str | None = None, rc_file: Path | None = None, dry_run: bool = False) -> int:
    """Take our blocks and generated files out; returns the exit code.

    Without ``shell`` those of every shell. With ``rc_file`` that file only; the functions go with the last file
    that reads them.
    """
    around = Around.here()
    try:
        paths = Paths.of(around.env)
        shells = [named(shell)] if shell else list(SHELLS.values())
    except UnknownShell as error:
        return told.fail(str(error), told.USAGE)
    except NoHome as error:
        return told.fail(str(error), told.FAILED)
    plans = wiring.plan_uninstall(paths, around, shells, rc_file)
    everything = not shell and not rc_file
    if dry_run:
        for plan in plans:
            told.plan(plan, around)
        return told.code_of(plan.outcome for plan in plans)
    try:
        results = [rc.apply(plan, paths.state / "backups") for plan in plans]
        registry.forget(paths.state, [result.path for result in results if result.done])
        wiring.remove_generated(
            paths, [one for one in shells if not rc_file or not wiring.holding(paths, around, [one])]
        )
        if everything:
            _opted_in(around, paths)
        if everything and extension.uninstall(around.env):
            click.echo(f"{told.short(extension.folder(around.env), around)}: extension for gemini taken away")
    except OSError as error:
        return told.fail(f"{error.filename or paths.data}: {error.strerror}; run this again", told.FAILED)
    for result in results:
        told.result(result, around)
        if not result.done:
            click.echo("  it still holds our block, which now does nothing; take it out there yourself")
    click.echo("Open terminals start the clients without memory now." if results else "no rc file holds our block")
    return told.code_of(result.outcome for result in results)


def _opted_in(around: Around, paths: Paths) -> None:
    """Take the hooks out that a user once asked for. Raises OSError."""
    hook = launch_paths(paths.data).hook
    for name, one in (("claude", claude.file), ("codex", codex.file)):
        try:
            if one(hook, paths.state, around.env).uninstall():
                click.echo(f"{name}: hooks taken out of {told.short(one(hook, paths.state, around.env).path, around)}")
        except Unreadable as error:
            click.echo(str(error), err=True)


def purge(*, memory: bool, dry_run: bool) -> int:
    """Name what is left of us and take it away; the memory only after its list was shown. Returns the exit code."""
    paths, screen = here.paths(), Screen()
    left, projects = list(removal.own(paths)), removal.remembered(paths)
    for path, what in left:
        screen.whole(f"  {what:<14}{short(path)}")
    for one in projects if memory else ():
        screen.whole(f"  {'memory':<14}{short(one.root)}, {count(one.sessions, 'session')}, {size(one.size)}")
    if projects and not memory:
        screen.line(f"The memory of {count(len(projects), 'project')} stays in {short(paths.state)} (--memory).")
    if dry_run:
        return 0
    if memory and projects and sys.stdin.isatty() and not click.confirm("Delete all of this for good?"):
        return told.NEEDS_YOU
    removal.remove(paths, memory=memory)
    click.echo("Deleted." if left or memory else "Nothing of ours is left.")
    return 0


@click.command()
@click.option("--shell", metavar="NAME", help="bash, zsh or fish; without it, all of them.")
@click.option("--rc-file", type=click.Path(path_type=Path, dir_okay=False), help="This file only.")
@click.option("--purge", "purging", is_flag=True, help="Then delete settings, program and state, and name them.")
@click.option("--memory", is_flag=True, help="With --purge: also what is remembered of your projects; lists them.")
@click.option("--dry-run", is_flag=True, help="Show the changes as a diff and write nothing.")
def command(shell: str | None, rc_file: Path | None, purging: bool, memory: bool, dry_run: bool) -> int:
    """Take the functions out of your shell again; rc files become what they were, byte for byte.

    What is remembered of your projects stays, unless --purge --memory is given.

    \b
    Examples:
      ctxdb-hooks uninstall --dry-run
      ctxdb-hooks uninstall --purge --memory
    """
    if memory and not purging:
        raise click.UsageError("--memory goes with --purge.")
    if purging and (shell or rc_file):
        raise click.UsageError("--purge takes everything away; it goes with neither --shell nor --rc-file.")
    code = uninstall(shell=shell, rc_file=rc_file, dry_run=dry_run)
    if not purging:
        return code
    if code and not dry_run:
        return told.fail("nothing was deleted, for what is said above has to be done first", code)
    return purge(memory=memory, dry_run=dry_run)
