"""The functions themselves: what reaches the client, what comes back, and what happens when the launcher fails."""

from __future__ import annotations

import re

import pytest

from ctxdb_hooks.shells.base import CLIENTS
from tests.shells.wired import Wired

STATUS = {"bash": "$?", "zsh": "$?", "fish": "$status"}

# What an interpreter can come to. Each leaves the mark, so the shell has to start the client itself.
BROKEN = {
    "fails": "#!/bin/sh\nexit 1\n",
    "ends well, having done nothing": "#!/bin/sh\nexit 0\n",
    "kills itself": "#!/bin/sh\nkill -s KILL $$\n",
    "aborts": "#!/bin/sh\nkill -s ABRT $$\n",
    "segfaults": "#!/bin/sh\nkill -s SEGV $$\n",
    "exits as if killed": "#!/bin/sh\nexit 137\n",
    "is empty": "",
    "is another program": "#!/bin/sh\nexec false\n",
}

# Tells the name of its mark, without the folder.
SAY_MARK = '#!/bin/sh\nprintf "%s\\n" "${4##*/}"\nexit 130\n'


@pytest.mark.parametrize("client", CLIENTS)
def test_arguments_arrive_as_typed(wired: Wired, client: str):
    done = wired.script(f"{client} 'a b' '' '*' '$x' 'é 项目' -- '\"'")

    assert done.stdout == f'{client}: <a b> <> <*> <$x> <é 项目> <--> <"> yes\n'
    assert (done.stderr, done.returncode, wired.marks()) == ("", 0, [])


def test_no_arguments(wired: Wired):
    assert wired.script("claude").stdout == "claude: <> yes\n"


@pytest.mark.parametrize("status", [0, 1, 2, 3, 42, 126, 127, 128, 129, 130, 137, 146, 150, 200, 255])
def test_exit_status(wired: Wired, status: int):
    done = wired.script(f"claude exit {status}")

    assert (done.returncode, done.stderr) == (status, "")
    assert done.stdout.count("claude:") == 1


@pytest.mark.parametrize(("signal", "status"), [("TERM", 143), ("KILL", 137), ("HUP", 129), ("SEGV", 139)])
def test_death_by_signal(wired: Wired, signal: str, status: int):
    done = wired.script(f"claude kill {signal}", f"echo {STATUS[wired.kind]}")

    assert done.stdout == f"claude: <kill> <{signal}> yes\n{status}\n"


def test_bash_still_says_that_the_client_was_killed(sandbox):
    done = Wired(sandbox, "bash").script("claude kill KILL", "true")

    assert re.search(r"line \d+: +\d+ Killed", done.stderr)


@pytest.mark.parametrize("failure", BROKEN)
def test_a_broken_interpreter_starts_the_client(wired: Wired, failure: str):
    wired.set_python(BROKEN[failure])

    done = wired.script("claude 'a b' x", f"echo {STATUS[wired.kind]}", "codex exit 5")

    assert done.stdout == "claude: <a b> <x> raw\n0\ncodex: <exit> <5> raw\n"
    assert (done.stderr, done.returncode, wired.marks()) == ("", 5, [])


@pytest.mark.parametrize(
    "missing",
    ["interpreter", "interpreter's x bit", "stub", "marks", "everything"],
)
def test_a_missing_part_starts_the_client(wired: Wired, missing: str):
    launcher = wired.launcher
    match missing:
        case "interpreter":
            launcher.python.unlink()
        case "interpreter's x bit":
            launcher.python.chmod(0o644)
        case "stub":
            launcher.stub.unlink()
        case "marks":
            launcher.marks.rmdir()
        case "everything":
            launcher.marks.rmdir()
            launcher.stub.unlink()
            launcher.python.unlink()

    done = wired.script("claude 'a b' exit", f"echo {STATUS[wired.kind]}", "claude exit 4")

    assert done.stdout == "claude: <a b> <exit> raw\n0\nclaude: <exit> <4> raw\n"
    assert (done.stderr, done.returncode) == ("", 4)


def test_an_interrupted_launcher_does_not_start_the_client(wired: Wired):
    wired.set_python("#!/bin/sh\nexit 130\n")

    done = wired.script("claude a")

    assert (done.stdout, done.returncode) == ("", 130)


@pytest.mark.parametrize("variable", ["CLAUDECODE", "CODEX_THREAD_ID", "GEMINI_CLI"])
def test_inside_an_agent_the_client_is_plain(wired: Wired, variable: str):
    done = wired.script("claude a", "codex b", env={variable: "1"})

    assert (done.stdout, done.stderr) == ("claude: <a> raw\ncodex: <b> raw\n", "")


@pytest.mark.parametrize("value", ["0", "no", "off", "false", "No", "OFF", "False"])
def test_switched_off(wired: Wired, value: str):
    assert wired.script("claude a", env={"CTXDB_HOOKS": value}).stdout == "claude: <a> raw\n"


@pytest.mark.parametrize("value", ["1", "", "yes", "on"])
def test_not_switched_off(wired: Wired, value: str):
    assert wired.script("claude a", env={"CTXDB_HOOKS": value}).stdout == "claude: <a> yes\n"


def test_a_client_that_is_not_there(wired: Wired):
    (wired.sandbox.bin / "gemini").unlink()
    wired.set_python("#!/bin/sh\nexit 1\n")  # as the launcher does then

    done = wired.script("gemini")
    plain = wired.script("command gemini")

    assert done.returncode == plain.returncode == 127
    assert "gemini" in done.stderr


def test_nothing_of_ours_reaches_the_client(wired: Wired):
    wired.sandbox.add_command("claude", "#!/bin/sh\nenv; ls -l /dev/fd/ | wc -l; cat\n")
    allexport = {"bash": ["set -a"], "zsh": ["setopt allexport"], "fish": []}[wired.kind]

    # Not as the last command, which a shell may run in its own place.
    ours = wired.script(*allexport, "claude", "true", stdin="input\n")
    raw = wired.script(*allexport, "command claude", "true", stdin="input\n")

    def kept(text: str) -> list[str]:
        # The stand-in's own variable and shell; the launcher itself is tested with the launcher.
        return [line for line in text.splitlines() if not re.match(r"LAUNCHED=|_=|PWD=|OLDPWD=", line)]

    assert kept(ours.stdout) == kept(raw.stdout)
    assert ours.stderr == ""


def test_no_variable_is_left(posix: Wired):
    names = "set | sed -n 's/^\\([A-Za-z0-9_]*\\)=.*/\\1/p' | sort"
    shown_once_used = {"BASHPID", "FUNCNAME", "RANDOM"}
    before = posix.script(names).stdout.split()

    after = posix.script("claude a >/dev/null", names).stdout.split()

    assert set(after) - set(before) - shown_once_used == set()
    assert not [name for name in before if "ctxdb" in name]


OWN = 'claude() { command claude "$@"; }; claude_mine() { :; }; export -f claude_mine'


@pytest.mark.parametrize("own", ["", OWN], ids=["ours", "chained"])
def test_no_function_is_exported_even_where_all_are(sandbox, own: str):
    done = Wired(sandbox, "bash").script("env", before=[own, "set -a"])

    assert "ctxdb_hooks_launch" not in done.stdout


def test_fish_leaves_no_variable(sandbox):
    done = Wired(sandbox, "fish").script("claude a >/dev/null", "set --names")

    assert not [name for name in done.stdout.split() if "ctxdb" in name.lower()]


def test_only_the_functions_are_defined(wired: Wired):
    names = {"bash": "compgen -A function", "zsh": "print -l ${(ok)functions}", "fish": "functions --names"}

    defined = wired.script(names[wired.kind]).stdout.replace(",", " ").split()

    assert {name for name in defined if "ctxdb" in name or name in CLIENTS} == set(CLIENTS)


def test_the_variable_of_gemini_ends_here(wired: Wired):
    wired.sandbox.add_command("gemini", '#!/bin/sh\necho "${CTXDB_GEMINI_FACADE-unset}"\n')

    for extra in ({}, {"CTXDB_HOOKS": "0"}, {"CLAUDECODE": "1"}):
        assert wired.script("gemini", env={"CTXDB_GEMINI_FACADE": "/old", **extra}).stdout == "unset\n"


def test_marks_are_distinct_in_subshells(posix: Wired):
    posix.set_python(SAY_MARK)

    done = posix.script("for i in 1 2 3 4 5 6 7 8; do (claude) & done", "wait", "claude", "(claude)", "(claude)")

    marks = done.stdout.split("\n")[:-1]
    assert len(marks) == 11
    assert len(set(marks)) == 11


def test_a_mark_begins_with_the_shell(wired: Wired):
    wired.set_python(SAY_MARK)
    assert wired.script("claude").stdout.startswith(f"{wired.kind}.")


def test_fish_marks_are_distinct(sandbox):
    wired = Wired(sandbox, "fish", SAY_MARK)

    marks = wired.script("for i in (seq 10)", "claude", "end").stdout.splitlines()

    assert len(set(marks)) == 10


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("echo in | claude a | cat", "claude: <a> yes\n"),
        ('echo "[$(claude a)]"', "[claude: <a> yes]\n"),
        ("(claude exit 3); echo $?", "claude: <exit> <3> yes\n3\n"),
        ("claude exit 3 || echo failed", "claude: <exit> <3> yes\nfailed\n"),
        ("claude a && echo well", "claude: <a> yes\nwell\n"),
        ("! claude a; echo $?", "claude: <a> yes\n1\n"),
        ("claude exit 9 & wait $!; echo $?", "claude: <exit> <9> yes\n9\n"),
        ("false; claude $?", "claude: <1> yes\n"),
        ('set -- x y; claude "$@"; echo $# $1', "claude: <x> <y> yes\n2 x\n"),
        ("for i in 1 2; do claude $i; done", "claude: <1> yes\nclaude: <2> yes\n"),
    ],
)
def test_as_part_of_a_command(posix: Wired, line: str, output: str):
    done = posix.script(line)

    assert (done.stdout, done.stderr) == (output, "")


@pytest.mark.parametrize(
    ("line", "output"),
    [
        ("echo in | claude a | cat", "claude: <a> yes\n"),
        ("echo [(claude a)]", "[claude: <a> yes]\n"),
        ("claude exit 3; or echo failed", "claude: <exit> <3> yes\nfailed\n"),
        ("claude a && echo well", "claude: <a> yes\nwell\n"),
        ("not claude a; echo $status", "claude: <a> yes\n1\n"),
        ("claude exit 3 | cat; echo $pipestatus", "claude: <exit> <3> yes\n3 0\n"),
    ],
)
def test_as_part_of_a_fish_command(sandbox, line: str, output: str):
    done = Wired(sandbox, "fish").script(line)

    assert (done.stdout, done.stderr) == (output, "")


def test_status_of_each_part_of_a_pipeline(posix: Wired):
    name = {"bash": "PIPESTATUS[*]", "zsh": "pipestatus[*]"}[posix.kind]

    assert posix.script(f"claude exit 7 | cat >/dev/null; echo ${{{name}}}").stdout == "7 0\n"


def test_the_client_reads_stdin(wired: Wired):
    wired.sandbox.add_command("codex", "#!/bin/sh\ncat\n")

    assert wired.script("codex exec -", stdin="all\nof it\n").stdout == "all\nof it\n"


def test_a_child_of_the_function_sees_the_real_command(posix: Wired):
    done = posix.script(f"{posix.kind} -c 'command -v claude'")

    assert done.stdout == f"{posix.sandbox.bin}/claude\n"
