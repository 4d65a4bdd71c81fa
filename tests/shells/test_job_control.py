"""At a terminal: keys, signals, jobs and what is left behind are as for the client itself."""

from __future__ import annotations

import re

import psutil
import pytest

from tests.shells.wired import KINDS, Wired, python_client
from tests.support.sandbox import Sandbox
from tests.support.shell import Shell
from tests.support.wait import wait_for

# Tells of its terminal and of each signal, and ends as it is told.
ATTENTIVE = python_client(
    """\
import os, signal, sys, time
def got(number, _):
    os.write(1, f"got {signal.Signals(number).name}\\n".encode())
for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGWINCH, signal.SIGCONT, signal.SIGTERM):
    signal.signal(number, got)
def hangup(*_):
    open(os.environ["HOME"] + "/hung up", "w").close()
    os._exit(0)
signal.signal(signal.SIGHUP, hangup)
while os.tcgetpgrp(0) != os.getpgrp():
    time.sleep(0.01)
print("ready", *map(os.isatty, (0, 1, 2)), flush=True)
for line in sys.stdin:
    if line.startswith("end"):
        sys.exit(int(line.split()[1]))
    print("heard", line, end="", flush=True)
"""
)


@pytest.fixture(params=KINDS)
def shell(sandbox: Sandbox, request: pytest.FixtureRequest) -> Shell:
    wired = Wired(sandbox, request.param)
    sandbox.add_command("claude", ATTENTIVE)
    return wired.interactive()


def begin(shell: Shell, line: str = "claude") -> None:
    shell.enter(line)
    shell.terminal.wait_for("ready")


def answer(shell: Shell, line: str) -> None:
    shell.terminal.type(line)
    shell.terminal.press("enter")


def end(shell: Shell, status: int) -> int:
    answer(shell, f"end {status}")
    return shell.wait_for_prompt().status


def test_the_terminal_is_the_clients(shell: Shell):
    begin(shell)

    assert "ready True True True" in shell.terminal.screen
    assert end(shell, 7) == 7


def test_R103_ctrl_c_is_the_clients(shell: Shell):
    begin(shell)
    for _ in range(2):
        shell.terminal.press("ctrl-c")
    shell.terminal.wait_for("got SIGINT")

    answer(shell, "still here")
    shell.terminal.wait_for("heard still here")
    assert end(shell, 5) == 5


def test_R103_ctrl_backslash_is_the_clients(shell: Shell):
    begin(shell)
    shell.terminal.type("\x1c")
    shell.terminal.wait_for("got SIGQUIT")

    assert end(shell, 0) == 0


def test_R103_stopped_and_back(shell: Shell):
    begin(shell)
    for turn in range(2):
        shell.terminal.press("ctrl-z")
        shell.wait_for_prompt()
        assert shell.run("echo meanwhile").output == "meanwhile\n"
        shell.enter("fg")
        shell.terminal.wait_for(lambda screen, n=turn + 1: screen.count("got SIGCONT") == n)
    # After `fg`, fish's status is 0 for any program, and zsh's for any function.
    assert end(shell, 9) == (9 if shell.kind == "bash" else 0)


def test_stopped_is_said(shell: Shell):
    begin(shell)
    shell.terminal.press("ctrl-z")
    shell.wait_for_prompt()

    assert re.search("stopped|suspended", shell.run("jobs").output, re.I)
    shell.enter("fg")
    shell.terminal.wait_for("got SIGCONT")
    assert end(shell, 0) == 0


def test_bash_says_at_once_that_it_stopped(sandbox: Sandbox):
    wired = Wired(sandbox, "bash")
    sandbox.add_command("claude", ATTENTIVE)
    shell = wired.interactive()
    begin(shell)

    shell.terminal.press("ctrl-z")
    stopped = shell.wait_for_prompt()

    assert stopped.status == 148
    assert "Stopped" in stopped.output
    shell.enter("fg")
    shell.terminal.wait_for("got SIGCONT")
    assert end(shell, 0) == 0


def test_a_changed_window_is_told(shell: Shell):
    begin(shell)
    shell.terminal._child.setwinsize(30, 90)
    shell.terminal.wait_for("got SIGWINCH")

    assert end(shell, 0) == 0


def test_the_terminal_closes(shell: Shell, sandbox: Sandbox):
    begin(shell)
    shell.terminal.close()

    wait_for((sandbox.home / "hung up").exists, 10, "the client to be told")


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_in_the_background(sandbox: Sandbox, kind: str):
    shell = Wired(sandbox, kind).interactive()

    shell.run("claude exit 6 >out 2>&1 &")

    assert shell.run("wait $!").status == 6
    assert (sandbox.project / "out").read_text() == "claude: <exit> <6> yes\n"


@pytest.mark.parametrize("kind", ["bash", "zsh"])
def test_a_job_is_killed_client_and_all(sandbox: Sandbox, kind: str):
    """Not by `$!`, which is the subshell that a function runs in."""
    shell = Wired(sandbox, kind).interactive()
    sandbox.add_command("claude", "#!/bin/sh\nexec sleep 300\n")

    def clients() -> list[psutil.Process]:
        return [process for process in sandbox.processes() if process.name() == "sleep"]

    shell.run("claude &")
    wait_for(clients)
    shell.run("kill %1")
    wait_for(lambda: not clients())


@pytest.mark.parametrize("kind", KINDS)
def test_status_at_the_prompt(sandbox: Sandbox, kind: str):
    shell = Wired(sandbox, kind).interactive()

    for status in (0, 1, 2, 77, 126, 127, 130, 148, 255):
        assert shell.run(f"claude exit {status}").status == status
    for name, status in (("TERM", 143), ("KILL", 137)):
        assert shell.run(f"claude kill {name}").status == status


# What dumps core, fish tells of whatever one does.
@pytest.mark.parametrize(
    ("kind", "name"),
    [(kind, name) for kind in KINDS for name in ("KILL", "TERM", "SEGV") if (kind, name) != ("fish", "SEGV")],
)
def test_a_launcher_that_dies_is_not_mentioned(sandbox: Sandbox, kind: str, name: str):
    wired = Wired(sandbox, kind, f"#!/bin/sh\nkill -s {name} $$\n")
    shell = wired.interactive()

    done = shell.run("claude hi")

    assert (done.output, done.status, wired.marks()) == ("claude: <hi> raw\n", 0, [])


def test_bash_says_that_the_client_was_killed(sandbox: Sandbox):
    shell = Wired(sandbox, "bash").interactive()

    assert shell.run("claude kill KILL").output == "claude: <kill> <KILL> yes\nKilled\n"


# A launcher that takes its time. A shell may give it the terminal only when it runs already.
SLOW = python_client(
    """\
import os, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_DFL)
while os.tcgetpgrp(0) != os.getpgrp():
    time.sleep(0.01)
print("launching", flush=True)
while not os.path.exists(os.environ["HOME"] + "/go"):
    time.sleep(0.01)
os.unlink(sys.argv[4])
os.execvp(sys.argv[5], sys.argv[5:])
"""
)


@pytest.mark.parametrize("kind", KINDS)
def test_ctrl_c_before_the_client(sandbox: Sandbox, kind: str):
    shell = Wired(sandbox, kind, SLOW).interactive()

    shell.enter("claude hi")
    shell.terminal.wait_for("launching")
    shell.terminal.press("ctrl-c")
    done = shell.wait_for_prompt()

    assert "claude:" not in done.output
    assert done.status == 130


@pytest.mark.parametrize("kind", KINDS)
def test_stopped_before_the_client(sandbox: Sandbox, kind: str):
    # The mark is still there, but nothing failed: the client must not be started twice.
    shell = Wired(sandbox, kind, SLOW).interactive()

    shell.enter("claude hi")
    shell.terminal.wait_for("launching")
    shell.terminal.press("ctrl-z")
    shell.wait_for_prompt()
    assert "claude:" not in shell.terminal.screen
    shell.enter("fg")
    (sandbox.home / "go").touch()
    shell.wait_for_prompt()

    assert shell.terminal.screen.count("claude: <hi>") == 1


@pytest.mark.parametrize("kind", KINDS)
def test_in_a_pipeline(sandbox: Sandbox, kind: str):
    shell = Wired(sandbox, kind).interactive()
    status = {"bash": '"${PIPESTATUS[@]}"', "zsh": "$pipestatus", "fish": "$pipestatus"}[kind]

    done = shell.run(f"echo x | claude exit 4 | cat; echo {status}")

    assert done.output == "claude: <exit> <4> yes\n0 4 0\n"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_of_a_start(sandbox: Sandbox, kind: str):
    shell = Wired(sandbox, kind).interactive()
    process = psutil.Process(shell.terminal.pid)
    shell.run("claude first")
    before = process.num_fds()

    for _ in range(3):
        shell.run("claude again")

    wait_for(lambda: process.num_fds() <= before)  # the prompt stands while the shell still writes its history
    assert [child for child in process.children(recursive=True) if "ctxdb" in " ".join(child.cmdline())] == []


@pytest.mark.parametrize("kind", KINDS)
def test_a_missing_launcher_is_told_once_a_day(sandbox: Sandbox, kind: str):
    wired = Wired(sandbox, kind)
    wired.launcher.stub.unlink()
    shell = wired.interactive()

    first, second = shell.run("claude a"), shell.run("codex b")

    assert re.fullmatch(
        r"\x1b\[2mctxdb-hooks: the memory is off.*run: ctxdb-hooks install\x1b\[0m\nclaude: <a> raw\n", first.output
    )
    assert second.output == "codex: <b> raw\n"
    wired.launcher.generated.with_name("told").write_text("2020-01-01\n")
    assert shell.run("claude a 2>/dev/null").output == "claude: <a> raw\n"
    assert shell.run("CTXDB_QUIET=1 claude a").output == "claude: <a> raw\n"
    assert "memory is off" in shell.run("claude a").output


@pytest.mark.parametrize("kind", KINDS)
def test_after_uninstall_nothing_is_told(sandbox: Sandbox, kind: str):
    wired = Wired(sandbox, kind)
    shell = wired.interactive()
    wired.launcher.stub.unlink()
    wired.launcher.generated.unlink()
    wired.launcher.generated.parent.rmdir()

    done = shell.run("claude a")

    assert (done.output, done.status) == ("claude: <a> raw\n", 0)
