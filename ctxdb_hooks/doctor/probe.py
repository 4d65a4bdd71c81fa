"""Asking a real shell what the clients' names mean in it, after it has read its rc files."""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.shells.base import CLIENTS, Around, Shell

PATIENCE = 10  # s
MARK = "@ctxdb-hooks-doctor@"
STUB = "ctxdb_hooks_launch.py"
SCRIPTS = {
    "bash": """\
shopt -s extdebug
for ctxdb_c in {clients}; do
    printf '\\n{mark}%s\\n' "$ctxdb_c"
    alias "$ctxdb_c" 2>/dev/null
    printf '\\n{mark}\\n'
    declare -F "$ctxdb_c"
    declare -f "$ctxdb_c"
    declare -f "ctxdb_$ctxdb_c"
done
printf '\\n{mark}end\\n'""",
    "zsh": """\
for ctxdb_c in {clients}; do
    printf '\\n{mark}%s\\n' "$ctxdb_c"
    alias "$ctxdb_c" 2>/dev/null
    printf '\\n{mark}\\n'
    printf '%s ? %s\\n' "$ctxdb_c" "${{functions_source[$ctxdb_c]-}}"
    functions "$ctxdb_c"
    functions "ctxdb_$ctxdb_c"
done
printf '\\n{mark}end\\n'""",
    # What we put behind the user's own aliases is done at the first prompt, which -c never shows.
    "fish": """\
functions -q ctxdb_late; and ctxdb_late
for ctxdb_c in {clients}
    printf '\\n{mark}%s\\n\\n{mark}\\n' $ctxdb_c
    echo
    functions $ctxdb_c
    functions ctxdb_$ctxdb_c
end
printf '\\n{mark}end\\n'""",
}


@dataclass(frozen=True)
class Meaning:
    """What a client's name is in one shell: ours, and if not, what stands in the way and where that comes from.

    ``function``: one of that name is there; ``past``: we have seen it, but it calls the client in a way of its own.
    """

    ours: bool
    alias: str = ""
    function: bool = False
    past: bool = False
    file: str = ""
    line: int = 0


def ask(shell: Shell, around: Around, *, login: bool = False) -> dict[str, Meaning] | None:
    """What each client's name means to an interactive ``shell``; None when it cannot be made to say so."""
    binary = shutil.which(shell.name, path=around.env.get("PATH"))
    if not binary:
        return None
    script = SCRIPTS[shell.name].format(clients=" ".join(CLIENTS), mark=MARK)
    made = [folder for folder in shell.leaves(around) if not folder.exists()]
    # Into a file: what an rc file starts in the background would hold a pipe open.
    with tempfile.TemporaryFile() as output:
        try:
            process = subprocess.Popen(
                shell.probe_argv(binary, script, login=login),
                env=dict(around.env),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
        except OSError:
            return None
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        output.seek(0)
        return parse(output.read().decode("utf-8", "replace"))


def parse(output: str) -> dict[str, Meaning] | None:
    """The meanings in what a probe printed; None when it did not get to its end."""
    parts = output.split(f"\n{MARK}")
    if not parts[-1].startswith("end") or len(parts) != 2 + 2 * len(CLIENTS):
        return None
    found = {}
    for named, function in zip(parts[1:-1:2], parts[2:-1:2], strict=True):
        client, _, alias = named.partition("\n")
        found[client.strip()] = _meaning(client.strip(), alias.strip(), function.partition("\n")[2])
    return found


def _meaning(client: str, alias: str, function: str) -> Meaning:
    where, _, body = function.partition("\n")
    ours = STUB in body and (STUB in _body(client, body) or f"ctxdb_{client}" in _body(client, body))
    target = _alias_target(alias)
    file, line = _place(where, body)
    # An alias that leads back to the name is expanded once, and then our function is called.
    reached = ours and (not target or _calls(client, alias))
    return Meaning(reached, "" if reached else target, bool(body.strip()), STUB in body and not ours, file, line)


def _calls(client: str, alias: str) -> bool:
    """Whether an alias calls ``client`` where a command begins, behind words that only change how it is called."""
    before = r"(?:^|[;&|({])\s*(?:(?:noglob|nocorrect|time|!)\s+|\w+=\S*\s+)*"
    value = alias.partition("=")[2].strip("'\" ")
    return re.search(rf"{before}\\?{client}(?![\w./-])", value.replace("'\\''", "'")) is not None


def _place(where: str, body: str) -> tuple[str, int]:
    """File and line of a function: bash says ``name line file``, zsh only the file, fish puts it into a comment."""
    comment = re.match(r"# Defined in (/.*) @ line (\d+)", body)
    if comment:
        return comment[1], int(comment[2])
    parts = where.split(" ", 2)
    file = parts[2].strip() if len(parts) > 2 else ""
    return (file, int(parts[1]) if parts[1].isdigit() else 0) if file.startswith("/") else ("", 0)


def _body(client: str, text: str) -> str:
    """The text of the function ``client`` itself, where that of ``ctxdb_<client>`` stands behind it."""
    return re.split(rf"^(?:function )?ctxdb_{client}\b", text, maxsplit=1, flags=re.M)[0]


def _alias_target(alias: str) -> str:
    """The command that an alias leads to: its first word that is no variable assignment."""
    value = alias.partition("=")[2].strip("'\" ")
    words = [word for word in value.split() if not re.match(r"\w+=", word)]
    return words[0].strip("'\"\\") if words else ""


def line_of(client: str, files: list[Path], env: Mapping[str, str]) -> tuple[Path, int] | None:
    """The last line in these files, or in files that they read, that makes ``client`` an alias or a function."""
    pattern = re.compile(rf"^\s*(?:alias\s+(?:-\w+\s+)*{client}[=\s]|function\s+{client}\b|{client}\s*\(\))")
    found = None
    for path in [*files, *(read for file in files for read in _read_by(file, env))]:
        for number, line in enumerate(_lines(path), 1):
            if pattern.match(line) and "ctxdb" not in line:
                found = (path, number)
    return found


def _read_by(path: Path, env: Mapping[str, str]) -> list[Path]:
    """The files that an rc file reads by a name that can be told."""
    found = []
    for line in _lines(path):
        match = re.match(r"""\s*(?:\[.*&&\s*)?(?:\.|source)\s+["']?([^"'\s;]+)""", line)
        if match and "ctxdb" not in line:
            named = match[1].replace("${HOME}", "~").replace("$HOME", "~")
            path = Path(named.replace("~", env.get("HOME", "~"), 1) if named.startswith("~") else named)
            if path.is_absolute() and path.is_file():
                found.append(path)
    return found


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text("utf-8", "replace").splitlines() if os.path.isfile(path) else []
    except OSError:
        return []
