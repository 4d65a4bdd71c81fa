"""The functions: whether each shell reads them, and whether the clients' names lead to them there."""

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from ctxdb_hooks.clients import INSIDE
from ctxdb_hooks.doctor import probe
from ctxdb_hooks.doctor.finding import ERROR, NOTE, OK, WARNING, Finding, Subject
from ctxdb_hooks.launch.install import launch_paths
from ctxdb_hooks.shells import wiring
from ctxdb_hooks.shells.base import CLIENTS, Shell
from ctxdb_hooks.shells.detect import UnknownShell, detect, present

MORE = (".bash_aliases", ".zprofile", ".zshenv", ".profile", ".bash_profile", ".bashrc")


def check(subject: Subject) -> Iterator[Finding]:
    """The findings about every shell of this machine."""
    yield from _terminal(subject)
    shells = present(subject.around)
    held = {shell.name: wiring.holding(subject.paths, subject.around, [shell]) for shell in shells}
    found = proofs(subject, [shell for shell in shells if held[shell.name]])
    for shell in shells:
        if not held[shell.name]:
            yield _without(subject, shell)
            continue
        yield from _generated(subject, shell)
        yield from found[shell.name]


def proofs(subject: Subject, shells: list[Shell]) -> dict[str, list[Finding]]:
    """What the clients' names lead to in each of these shells, by its name; all are started at once, to ask them."""
    asked: dict[tuple[str, bool], Future[dict[str, probe.Meaning] | None]] = {}
    with ThreadPoolExecutor() as pool:
        for shell in shells:
            for login in (False, True) if shell.login_file(subject.around) else (False,):
                asked[shell.name, login] = pool.submit(probe.ask, shell, subject.around, login=login)
    found = {}
    for shell in shells:
        plain = asked[shell.name, False].result()
        found[shell.name] = list(_live(subject, shell, plain, login=False))
        if (shell.name, True) in asked and (other := asked[shell.name, True].result()) != plain:
            found[shell.name] += _live(subject, shell, other, login=True)
    return found


def _terminal(subject: Subject) -> Iterator[Finding]:
    """What this terminal's variables switch off."""
    for name, client in INSIDE.items():
        if subject.env.get(name):
            yield Finding(
                "shells",
                WARNING,
                f"{name} is set here: in this terminal the functions pass straight through",
                f"it says that {client} runs this shell; where that is not so, it stayed from an earlier start",
                f"unset {name}",
            )
    if subject.env.get("CTXDB_HOOKS", "").strip().lower() in ("0", "false", "no", "off"):
        yield Finding(
            "shells", WARNING, "CTXDB_HOOKS is off here: nothing is added in this terminal", "", "unset CTXDB_HOOKS"
        )


def _without(subject: Subject, shell: Shell) -> Finding:
    """A shell whose rc files do not read the functions."""
    if shell.name == _users(subject):
        return Finding(
            "shells",
            ERROR,
            f"{shell.name}, your shell, does not read the functions",
            "the clients start without memory; what they do is remembered only when `ctxdb-hooks pack` is run",
            f"ctxdb-hooks install --shell {shell.name}",
        )
    return Finding(
        "shells", NOTE, f"{shell.name}: not set up, and not your shell", "", f"ctxdb-hooks install --shell {shell.name}"
    )


def _users(subject: Subject) -> str:
    try:
        return detect(subject.around).name
    except UnknownShell:
        return ""


def _generated(subject: Subject, shell: Shell) -> Iterator[Finding]:
    """Whether the functions are those of this version and this interpreter."""
    file = wiring.generate(subject.paths, shell, launch_paths(subject.paths.data))
    if file.current:
        return

    def mend() -> str:
        file.write()
        return f"wrote {shell.name}'s functions anew"

    yield Finding(
        "shells",
        WARNING,
        f"{shell.name}'s functions are missing or another version's",
        "they may name an interpreter or a launcher that is gone; then the clients start without memory",
        f"ctxdb-hooks install --shell {shell.name}",
        mend,
    )


def _live(subject: Subject, shell: Shell, asked: dict[str, probe.Meaning] | None, *, login: bool) -> Iterator[Finding]:
    """What the names of the clients lead to."""
    how = f"{shell.name} as a login shell" if login else shell.name
    if asked is None:
        yield Finding(
            "shells",
            WARNING,
            f"{how} could not be asked: it did not get to the end of its rc files within {probe.PATIENCE} s",
            "it may start another program, or wait for something, so that it is not known whether we are reached",
            f"{shell.name} -{'l' if login else ''}ic 'type claude'",
        )
        return
    ours = [client for client in CLIENTS if asked[client].ours]
    if ours:
        yield Finding("shells", OK, f"{how}: {', '.join(ours)} start{'' if ours[1:] else 's'} through us")
    for client in CLIENTS:
        if not asked[client].ours:
            what, fix = _bypass(subject, shell, client, asked[client], login=login)
            yield Finding(
                "shells",
                ERROR,
                f"{how}: {client} does not start through us; {what}",
                f"{client} starts without memory there",
                fix,
            )


def _bypass(subject: Subject, shell: Shell, client: str, meaning: probe.Meaning, *, login: bool) -> tuple[str, str]:
    """Why a client's name does not lead to us, and what mends that."""
    held = wiring.holding(subject.paths, subject.around, [shell])
    files = [*held, *shell.known_files(subject.around), *(subject.around.home / name for name in MORE)]
    place = (Path(meaning.file), meaning.line) if meaning.file else None
    if meaning.alias or place is None:
        place = probe.line_of(client, list(dict.fromkeys(files)), subject.env) or place
    where = f" ({place[0]}{f', line {place[1]}' if place[1] else ''})" if place else ""
    if meaning.alias:
        fix = f"alias {client}={client}  # in that line: the name, with your options, instead of a path"
        return f"an alias leads past us{where}", fix
    if meaning.past:
        return (
            f"your function of that name calls it by a path{where}",
            f"command {client}  # in it, instead of the path",
        )
    if meaning.function:
        again = " && ".join(f"ctxdb-hooks {command} --rc-file {held[0]}" for command in ("uninstall", "install"))
        fix = f"{again}  # puts our block behind it"
        return f"a function of that name comes after ours{where}", fix
    file = shell.login_file(subject.around) if login else None
    if file and file not in held:
        return f"{file} does not read what holds our block", f"ctxdb-hooks install --rc-file {file}"
    if not set(held) & set(shell.known_files(subject.around)):
        return f"{shell.name} itself does not read {held[0]}", f". {held[0]}  # in {shell.rc_files(subject.around)[0]}"
    first = file or held[0]
    return f"{first} ends before our block", f"move our block in {first} to its beginning"
