"""Taking everything away: what is named, what is deleted, and that memory goes only when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from ctxdb_hooks.bootstrap import spawn
from tests.commands.conftest import Commands
from tests.support.wait import wait_for


def installed(commands: Commands) -> Commands:
    commands("install", "--shell", "bash")
    commands("config", "set", "quiet", "on")
    wait_for(lambda: not commands.sandbox.processes(), 30)  # the first reading
    return commands


def ours(commands: Commands) -> list[Path]:
    sandbox = commands.sandbox
    return [path for path in (sandbox.data, sandbox.config.parent, sandbox.state) if path.exists()]


def test_purge_deletes_settings_and_program_and_keeps_the_memory(remembering: Commands) -> None:
    commands = installed(remembering)
    told = commands("uninstall", "--purge").stdout
    for named in ("~/.config/ctxdb-hooks", "~/.local/state/ctxdb-hooks/log", "The memory of 1 project stays"):
        assert named in told or not (commands.sandbox.home / named[2:]).exists()
    assert ours(commands) == [commands.sandbox.state]
    assert [path.name for path in commands.sandbox.state.iterdir()] == ["projects"]
    assert commands.json("status")["sessions"] == 1


def test_memory_goes_when_it_is_asked_for_and_is_listed(remembering: Commands) -> None:
    commands = installed(remembering)
    told = commands("uninstall", "--purge", "--memory").stdout
    assert f"~/work/{commands.sandbox.project.name}, 1 session" in told
    assert ours(commands) == []


def test_copies_in_the_work_tree_go_with_it(remembering: Commands) -> None:
    commands = installed(remembering)
    commands.sandbox.rest()
    before = sorted(commands.sandbox.project.rglob("*"))
    commands("config", "set", "placement", "project")
    commands("pack")
    assert (commands.sandbox.project / "memory" / "context-db" / ".facade.json").exists()
    commands("uninstall", "--purge", "--memory")
    assert sorted(commands.sandbox.project.rglob("*")) == before


def test_a_dry_run_deletes_nothing(remembering: Commands) -> None:
    commands = installed(remembering)
    commands.sandbox.rest()
    before = sorted(commands.sandbox.home.rglob("*"))
    assert "1 session" in commands("uninstall", "--purge", "--memory", "--dry-run").stdout
    assert sorted(commands.sandbox.home.rglob("*")) == before


def test_on_a_terminal_it_asks_before_memory_goes(remembering: Commands) -> None:
    commands = installed(remembering)
    terminal = commands.sandbox.terminal([*commands.argv, "uninstall", "--purge", "--memory"])
    terminal.wait_for("for good")
    terminal.type("n")
    terminal.press("enter")
    assert terminal.wait_for_exit(20) == 3
    assert commands.json("status")["sessions"] == 1


def test_what_a_person_has_to_do_first_stops_it(remembering: Commands) -> None:
    commands = installed(remembering)
    rc = commands.sandbox.home / ".bashrc"
    rc.chmod(0o400)
    done = commands("uninstall", "--purge", check=False)
    assert done.returncode == 3
    assert "nothing was deleted" in done.stderr
    assert commands.sandbox.config.exists()


def test_memory_alone_and_purge_of_one_shell_make_no_sense(commands: Commands) -> None:
    assert commands("uninstall", "--memory", check=False).returncode == 2
    assert commands("uninstall", "--purge", "--shell", "bash", check=False).returncode == 2


def test_the_background_ends_with_it(remembering: Commands) -> None:
    commands = installed(remembering)
    store = Path(remembering.json("status")["store"]).parents[1]
    client = subprocess.Popen(["sleep", "60"], env=commands.sandbox.env)
    try:
        began = Path(f"/proc/{client.pid}/stat").read_text().rpartition(")")[2].split()[19]
        (store / "clients").mkdir(exist_ok=True)
        assert spawn.register(str(store), f"{client.pid} {began} claude\n".encode())
        stub = str(commands.sandbox.data / "launch" / "ctxdb_hooks_launch.py")
        worker = [sys.executable, "-I", "-m", "ctxdb_hooks.bootstrap"]
        argv = [sys.executable, "-I", "-S", stub, "--background", "start", str(store), "/root", "-1", "-1", *worker]
        commands.sandbox.run(["sh", "-c", '"$@" >/dev/null 2>&1 &', "sh", *argv])
        wait_for((store / "bell").exists, 20)
        commands("uninstall", "--purge", "--memory")
        assert [process for process in commands.sandbox.processes() if process.pid != client.pid] == []
        assert not commands.sandbox.state.exists()
    finally:
        client.kill()
        client.wait()
