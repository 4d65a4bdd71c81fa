"""``ctxdb-hooks install``: the functions for claude, codex and gemini, put into the user's shell."""

import shutil
from pathlib import Path

import click

from ctxdb_hooks.clients.claude import hooks as claude
from ctxdb_hooks.clients.claude import ingest as claude_ingest
from ctxdb_hooks.clients.codex import config as codex_config
from ctxdb_hooks.clients.codex import hooks as codex
from ctxdb_hooks.clients.gemini import extension
from ctxdb_hooks.clients.hookfile import Unreadable
from ctxdb_hooks.commands import told
from ctxdb_hooks.commands.here import NeedsYou, misled
from ctxdb_hooks.commands.screen import Screen
from ctxdb_hooks.commands.welcome import welcome
from ctxdb_hooks.doctor.finding import OK, Subject
from ctxdb_hooks.doctor.shells import proofs
from ctxdb_hooks.launch.install import install_launcher, launch_paths
from ctxdb_hooks.paths import NoHome, Paths
from ctxdb_hooks.shells import rc, registry, wiring
from ctxdb_hooks.shells.base import Around, Shell
from ctxdb_hooks.shells.detect import SHELLS, UnknownShell, detect, named, present


def install(
    *,
    shell: str | None = None,
    rc_file: Path | None = None,
    all_shells: bool = False,
    dry_run: bool = False,
    from_script: bool = False,
    claude_hooks: bool = False,
    codex_hooks: bool = False,
) -> int:
    """Write launcher, functions and rc block; returns the exit code. Raises NeedsYou where it must not write.

    ``from_script``: install.sh runs this, so the shell nearest above us is not the user's.
    """
    around = Around.here()
    try:
        paths = Paths.of(around.env)
        shells = _shells(around, shell, rc_file, all_shells, from_script)
        if reason := told.foreign_home(around) or misled(around.env):
            raise NeedsYou(reason)
        generated = [wiring.generate(paths, one, launch_paths(paths.data)) for one in shells]
    except UnknownShell as error:
        return told.fail(str(error), told.USAGE)
    except (NoHome, ValueError, OSError) as error:
        return told.fail(str(error), told.FAILED)
    plans = [(one, plan) for one in shells for plan in wiring.plan_install(paths, around, one, rc_file)]
    if dry_run:
        _show(around, generated, [plan for _, plan in plans])
        return told.code_of(plan.outcome for _, plan in plans)
    try:
        install_launcher(paths.data)
        for file in generated:
            file.write()
        _gemini(around, paths)
        _opt_in(around, paths, claude_hooks=claude_hooks, codex_hooks=codex_hooks)
        results = [(one, rc.apply(plan, paths.state / "backups")) for one, plan in plans]
        registry.remember(paths.state, [result.path for _, result in results if result.done])
    except Unreadable as error:
        return told.fail(str(error), told.NEEDS_YOU)
    except OSError as error:
        return told.fail(f"{error.filename or paths.data}: {error.strerror}; nothing is switched on", told.FAILED)
    for one, result in results:
        told.result(result, around)
        if not result.done:
            click.echo("  put these lines there yourself, or name another file with --rc-file:\n")
            click.echo(rc.block_text(one.source_line(wiring.generated_file(paths, one), result.path)))
    _prove(around, paths, list(dict.fromkeys(one for one, result in results if result.done)))
    way = codex.in_force(codex.file(launch_paths(paths.data).hook, paths.state, around.env), around.env)
    if way:
        click.echo("\n  ".join(way))
    return told.code_of(result.outcome for _, result in results)


def _prove(around: Around, paths: Paths, shells: list[Shell]) -> None:
    """Start the shells, and say whether the clients' names lead to us there or what stands in the way."""
    here = [one for one in shells if one in present(around)]
    with Screen().waiting(f"starting {' and '.join(one.name for one in here)} to see that it works" if here else ""):
        found = proofs(Subject(paths, around, around.env, None, switched_on=False), here)
    for one in shells:
        findings = found.get(one.name, [])
        for finding in findings:
            click.echo(told.tilde(finding.what, around))
            if finding.fix:
                click.echo(f"  {told.tilde(finding.fix, around)}")
        if not findings or any(finding.level == OK for finding in findings):
            click.echo(f"New {one.name} terminals have it; in one that is open, type: {one.activate}")


def _gemini(around: Around, paths: Paths) -> None:
    """Gemini takes its memory through an extension; it is put in place where Gemini is or was."""
    if extension.home(around.env).is_dir() or shutil.which("gemini", path=around.env.get("PATH", "")):
        launcher = launch_paths(paths.data)
        if extension.install(launcher.hook, around.env):
            click.echo(f"{told.short(extension.folder(around.env), around)}: extension for gemini put in place")


def _opt_in(around: Around, paths: Paths, *, claude_hooks: bool, codex_hooks: bool) -> None:
    """The hooks that a user asked for by name, beside their own; what is in force is said. Raises Unreadable."""
    hook = launch_paths(paths.data).hook
    if claude_hooks and claude.file(hook, paths.state, around.env).install():
        click.echo("claude: SessionStart and UserPromptSubmit hooks added to its settings.json")
    if codex_hooks and codex.file(hook, paths.state, around.env).install():
        click.echo("codex: SessionStart and UserPromptSubmit hooks added to its hooks.json")
    if claude_hooks or codex_hooks:
        claude_ingest.refresh(paths.state, around.env, ())
        codex_config.refresh(paths.state, around.env, ())


def _shells(around: Around, shell: str | None, rc_file: Path | None, every: bool, from_script: bool) -> list[Shell]:
    """The shells that are meant. Raises UnknownShell."""
    if every:
        if shell or rc_file:
            raise UnknownShell("--all goes with neither --shell nor --rc-file")
        found = present(around)
        if not found:
            raise UnknownShell(f"none of {', '.join(SHELLS)} is on PATH")
        return found
    if shell:
        return [named(shell)]
    by_name = told.shell_of(rc_file) if rc_file else None
    return [by_name or detect(around, from_script=from_script)]


def _show(around: Around, generated: list[wiring.Generated], plans: list[rc.Plan]) -> None:
    """What an install would do, rc files as a diff."""
    for file in generated:
        click.echo(f"{told.short(file.path, around)}: {'unchanged' if file.current else 'would be written'}")
    for plan in plans:
        told.plan(plan, around)


@click.command()
@click.option("--shell", metavar="NAME", help="bash, zsh or fish; without it, the one you are in.")
@click.option("--rc-file", type=click.Path(path_type=Path, dir_okay=False), help="Put the block into this file.")
@click.option("--all", "all_shells", is_flag=True, help="Every shell of this machine.")
@click.option("--dry-run", is_flag=True, help="Show the changes as a diff and write nothing.")
@click.option("--claude-hooks", is_flag=True, help="Also put hooks into Claude's settings: editors, managed machines.")
@click.option(
    "--codex-hooks", is_flag=True, help="Also put hooks into Codex's hooks file: resumed sessions, its server."
)
@click.option("--from-script", is_flag=True, hidden=True)
def command(
    shell: str | None,
    rc_file: Path | None,
    all_shells: bool,
    dry_run: bool,
    from_script: bool,
    claude_hooks: bool,
    codex_hooks: bool,
) -> int:
    """Make claude, codex and gemini start with this project's memory.

    Writes the functions into the data folder and a marked block of one line, which reads them, into the file that
    your shell reads at its start, then starts that shell to see that the names lead there. `ctxdb-hooks uninstall`
    takes both out again, byte for byte.

    \b
    Example: ctxdb-hooks install --shell zsh --dry-run
    """
    code = install(
        shell=shell,
        rc_file=rc_file,
        all_shells=all_shells,
        dry_run=dry_run,
        from_script=from_script,
        claude_hooks=claude_hooks,
        codex_hooks=codex_hooks,
    )
    if code in (0, told.NEEDS_YOU) and not dry_run:
        welcome("./install.sh --uninstall" if from_script else "ctxdb-hooks uninstall", ready=code == 0)
    return code
