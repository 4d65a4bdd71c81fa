"""The rendered text: whole, quoted, to the taste of each shell's checkers, and silent under every option."""

from __future__ import annotations

import itertools
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxdb_hooks.shells.base import CLIENTS, Launcher, chain, on_one_line
from ctxdb_hooks.shells.detect import SHELLS
from tests.shells.wired import KINDS, Wired, tool

FOLDERS = [
    "/plain/ctxdb-hooks",
    '/da ta\'s "é" $(x) `y` \\n/ctxdb-hooks',
    "/'/''/\\'/ctxdb-hooks",
    "/@STUB@/@CLIENT@/%s",
]

# Each is tried alone and with each other one.
OPTIONS = {
    "bash": [
        "set -e",
        "set -u",
        "set -o posix",
        "set -C",
        "set -f",
        "set -a",
        "set -o pipefail",
        "set -k",
        "shopt -s nocasematch",
    ]
    + ["IFS=0123456789/", "shopt -s extglob nullglob failglob", "set -E; trap 'echo trapped' ERR"],
    "zsh": ["setopt errexit", "setopt nounset", "emulate sh", "emulate ksh", "setopt noclobber", "setopt ksharrays"]
    + ["setopt shwordsplit", "setopt allexport", "setopt errreturn", "setopt globsubst", "setopt rcquotes"]
    + [
        "setopt warncreateglobal",
        "setopt nullglob extendedglob",
        "setopt ignorebraces",
        "setopt cshjunkiequotes",
        "emulate csh",
        "IFS=0123456789/",
    ],
    "fish": ["set -g fish_features all", "set -g IFS ''"],
}


def launcher(folder: str, kind: str) -> Launcher:
    base = Path(folder)
    return Launcher(base / "python", base / "stub.py", base / "marks", base / "shell" / f"ctxdb.{kind}")


def rendered() -> Iterator[tuple[str, str]]:
    """Every combination: shell, folder, clients."""
    for kind, folder in itertools.product(KINDS, FOLDERS):
        for clients in (CLIENTS, ("claude",), ("codex", "gemini")):
            yield kind, SHELLS[kind].render(launcher(folder, kind), clients)


def check(argv: list[str], text: str) -> str:
    done = subprocess.run(argv, input=text, capture_output=True, text=True)
    return done.stdout + done.stderr if done.returncode or "-d" in argv else ""


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_shellcheck_and_shfmt_are_content(kind: str):
    # Neither knows zsh; what we write for it is in the language that both shells share.
    for shell, text in rendered():
        if shell == kind:
            # What looks like an expansion in one of the paths is meant to stand there as it is.
            assert check([tool("shellcheck"), "--shell=bash", "--exclude=SC1003,SC2016", "-"], text) == ""
            assert check([tool("shfmt"), "-ln", "bash", "-i", "4", "-d"], text) == ""


def test_fish_and_its_formatter_are_content(tmp_path: Path):
    for shell, text in rendered():
        if shell == "fish":
            file = tmp_path / "ctxdb.fish"
            file.write_text(text)
            assert check([tool("fish"), "--no-execute", str(file)], "") == ""
            assert subprocess.run([tool("fish_indent")], input=text, capture_output=True, text=True).stdout == text


@pytest.mark.parametrize("kind", KINDS)
def test_every_placeholder_is_filled(kind: str):
    text = SHELLS[kind].render(launcher("/x/ctxdb-hooks", kind))

    assert "@" not in text.replace('"$@"', "").replace('"${@:2}"', "")


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_functions_are_defined_by_the_keyword(kind: str):
    # `claude() {` with an alias of that name is a syntax error, which loses the rest of the rc file.
    for client in CLIENTS:
        text = SHELLS[kind].render(launcher("/x/ctxdb-hooks", kind))
        assert f"function {client} {{\n" in text
        assert f"{client}()" not in text


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_nothing_younger_than_bash_3_2(kind: str):
    text = SHELLS[kind].render(launcher("/x/ctxdb-hooks", kind)).replace(on_one_line(chain()), "")

    for young in (
        "&>>",
        "|&",
        "declare -g",
        "local -n",
        "mapfile",
        "${!",
        ",,}",
        "^^}",
        "coproc",
        ";;&",
        "{fd}",
        "@Q}",
    ):
        assert young not in text


@pytest.mark.parametrize("path", ["relative", "/a\nb", "/a\tb"])
def test_a_path_that_cannot_be_named(path: str):
    paths = launcher("/x", "bash")

    with pytest.raises(ValueError, match="cannot be named"):
        SHELLS["bash"].render(Launcher(Path(path), paths.stub, paths.marks, paths.generated))


@pytest.mark.parametrize("kind", KINDS)
def test_silent_under_every_pair_of_options(sandbox, kind: str):
    wired = Wired(sandbox, kind)
    for first, second in itertools.combinations_with_replacement(OPTIONS[kind], 2):
        done = wired.script("claude 'a b' '' c", "codex x", before=[first, second])

        assert (done.stdout, done.stderr, done.returncode) == (
            "claude: <a b> <> <c> yes\ncodex: <x> yes\n",
            "",
            0,
        ), (first, second)


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_a_function_is_chained_under_every_option(sandbox, kind: str):
    wired = Wired(sandbox, kind)
    for option in OPTIONS[kind]:
        done = wired.script("claude 'a b'", before=['claude() { command claude -x "$@"; }', option])

        assert (done.stdout, done.stderr, done.returncode) == ("claude: <-x> <a b> yes\n", "", 0), option


def test_errexit_ends_the_script_as_for_the_client_itself(posix: Wired):
    done = posix.script("claude exit 3", "echo not reached", before=["set -eu"])

    assert (done.stdout, done.returncode) == ("claude: <exit> <3> yes\n", 3)


def test_errexit_with_a_broken_launcher(posix: Wired):
    posix.set_python("#!/bin/sh\nexit 1\n")

    done = posix.script("claude a", "claude exit 3", "echo not reached", before=["set -eu; set -o noclobber"])

    assert (done.stdout, done.returncode, done.stderr) == ("claude: <a> raw\nclaude: <exit> <3> raw\n", 3, "")


def test_posix_mode_from_the_start(sandbox):
    done = Wired(sandbox, "bash").script("claude a", options=["--posix", "-eu"])

    assert (done.stdout, done.stderr) == ("claude: <a> yes\n", "")
