"""``ctxdb-hooks doctor``: what is wrong, why that matters, and the command that mends it."""

import os
import platform
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import click
from rich.text import Text

from ctxdb_hooks import __version__, config
from ctxdb_hooks.commands.here import find, paths
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.doctor import clients, launcher, machine, memory, shells, transcripts
from ctxdb_hooks.doctor.finding import ERROR, NOTE, OK, WARNING, Finding, Subject
from ctxdb_hooks.shells.base import Around
from ctxdb_hooks.wording import count

CHECKS = {
    "shells": shells.check,
    "launcher": launcher.check,
    "clients": clients.check,
    "memory": memory.check,
    "transcripts": transcripts.check,
    "machine": machine.check,
}
STYLE = {OK: "green", NOTE: "cyan", WARNING: "yellow", ERROR: "bold red"}
MARGIN = 10  # columns for the level


@click.command()
@click.option("--fix", is_flag=True, help="Do what is safe to do by itself, and say what was done.")
@click.option("--json", "as_json", is_flag=True, help="For scripts: every finding.")
def command(fix: bool, as_json: bool) -> int:
    """Look into everything that has to be right, from the shell to the memory of this project.

    Each shell is started to see that claude, codex and gemini lead to us in it. The report names neither you nor
    your projects and may be pasted into an issue. The exit code is 1 when an error was found.

    \b
    Examples:
      ctxdb-hooks doctor
      ctxdb-hooks doctor --fix
    """
    subject = look()
    found, screen = [], Screen()
    if not as_json:
        screen.line(f"ctxdb-hooks {__version__}, Python {platform.python_version()}, {_system()}", "dim")
    # All look at once, for most of them wait for programs; each is shown as soon as it is its turn.
    with ThreadPoolExecutor() as pool:
        looking = {name: pool.submit(examine, check, name, subject) for name, check in CHECKS.items()}
        for name, findings in looking.items():
            with screen.waiting(f"looking at {name}" if not as_json else ""):
                seen = findings.result()
            if fix:
                seen = [mended(one) if one.mend else one for one in seen]
            if not as_json:
                _show(screen, subject, seen)
            found += seen
    numbers = Counter(finding.level for finding in found)
    if as_json:
        public = [
            {key: subject.public(value) if isinstance(value, str) else value for key, value in one.record().items()}
            for one in found
        ]
        head = {"version": __version__, "python": platform.python_version(), "system": _system()}
        emit(head | {"errors": numbers[ERROR], "warnings": numbers[WARNING], "findings": public})
    else:
        _sum_up(screen, numbers, any(one.mend for one in found) and not fix)
    return 1 if numbers[ERROR] else 0


def look() -> Subject:
    """The installation and the project that doctor was started in."""
    where = paths(to_examine=True)
    folder = os.path.realpath(os.getcwd())
    on = config.project_of(where, folder, os.environ)[0]
    return Subject(where, Around.here(), dict(os.environ), on or find(where), on is not None)


def examine(check: Callable[[Subject], Iterator[Finding]], name: str, subject: Subject) -> list[Finding]:
    """The findings of one check; that it fails is one."""
    found: list[Finding] = []
    try:
        found.extend(check(subject))
    except Exception as error:  # a doctor that dies of what it looks at helps nobody
        found.append(Finding(name, ERROR, f"this could not be looked at: {type(error).__name__}: {error}"))
    return found


def mended(finding: Finding) -> Finding:
    """The finding after its mend."""
    mend: Callable[[], str] | None = finding.mend
    assert mend is not None
    try:
        done = mend()
    except OSError as error:
        return Finding(finding.area, finding.level, finding.what, f"and cannot be mended: {error}", finding.fix)
    return Finding(finding.area, OK, f"{finding.what}: {done}")


def _system() -> str:
    return f"{platform.system()} {platform.release()} {platform.machine()}"


def _show(screen: Screen, subject: Subject, findings: list[Finding]) -> None:
    area = ""
    for finding in findings:
        if finding.area != area:
            screen.line()
            screen.line(finding.area, "bold")
        area = finding.area
        head = (f"  {finding.level:<{MARGIN - 2}}", STYLE[finding.level])
        for text, style in ((finding.what, ""), (finding.why, "dim")):
            for part in Text(subject.public(text), style).wrap(screen.console, max(20, screen.console.width - MARGIN)):
                part.rstrip()
                if part:
                    screen.whole(Text.assemble(head, part))
                head = (" " * MARGIN, "")
        if finding.fix:
            screen.whole(Text.assemble(" " * MARGIN, (subject.public(finding.fix), "cyan")))


def _sum_up(screen: Screen, numbers: Counter[str], mendable: bool) -> None:
    screen.line()
    if not numbers[ERROR] and not numbers[WARNING]:
        screen.line("All is well.", "green")
        return
    told = [count(numbers[level], level) for level in (ERROR, WARNING) if numbers[level]]
    screen.line(" and ".join(told) + ("; `ctxdb-hooks doctor --fix` mends some of it." if mendable else "."))
