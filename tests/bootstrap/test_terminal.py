"""The background holds nothing of the place where its client was started, and outlives it."""

from __future__ import annotations

import fcntl
import os
import select
import shlex
import subprocess
from pathlib import Path

import psutil
import pytest

from ctxdb_hooks.bootstrap import spawn
from tests.support import whole
from tests.support.background import Background
from tests.support.wait import wait_for


def test_R115_R118_R119_every_pipe_reads_as_closed_once_its_client_has_gone(
    background: Background,
) -> None:
    """While the background that this client let go lives on for another; stdout, and one beyond the three."""
    reading, writing = os.pipe()
    first = background.start(fds=[writing])
    os.close(writing)
    background.wait_until_waiting()
    second = background.start()
    background.wait_until_started(second)
    background.end(first)
    assert os.read(reading, 1) == b""
    os.close(reading)
    assert first.stdout and first.stdout.read() == b""
    background.end(second)


def test_R108_it_has_no_descriptor_of_its_client(background: Background) -> None:
    client = background.start(fds=[os.open(os.devnull, os.O_RDONLY)])
    process = background.wait_until_waiting()
    store = str(background.store())

    def own() -> bool:
        try:
            links = [os.readlink(fd) for fd in Path(f"/proc/{process.pid}/fd").iterdir()]
        except FileNotFoundError:  # closed meanwhile
            return False
        return all(link == "/dev/null" or link.startswith((store, "anon_inode:[pidfd]")) for link in links)

    wait_for(own, 5, lambda: f"{list(Path(f'/proc/{process.pid}/fd').iterdir())}")
    assert process.cwd() == "/"
    assert process.terminal() is None
    assert os.getsid(process.pid) != os.getsid(client.pid)
    background.end(client)


def test_R116_a_command_substitution_returns_when_its_client_ends(background: Background) -> None:
    """`x=$(claude -p hi)` reads until nobody holds the pipe; another client keeps the background alive."""
    other = background.start()
    background.wait_until_waiting()
    line = shlex.join(background.command("claude", "-p", "hi"))
    done = background.sandbox.run(["bash", "-c", f"x=$({line} </dev/null); echo back"], seconds=20)
    assert done.stdout == "back\n"
    assert background.processes()
    background.end(other)


def test_R120_a_terminal_that_is_closed_takes_the_client_and_not_the_background(background: Background) -> None:
    terminal = background.sandbox.terminal(background.command())
    process = background.wait_until_waiting()
    background.transcript().talk("Said before the window was closed")
    terminal.close()
    background.wait_for_goal("Said before the window was closed")
    background.wait_until_over()
    wait_for(lambda: not process.is_running() or process.status() == psutil.STATUS_ZOMBIE)
    assert whole.wrong(background.store()) == []


def test_a_terminal_reads_as_hung_up_though_a_descriptor_was_leaked(background: Background) -> None:
    """The kernel tells its master so only when nobody has it open any more, under whatever number."""
    other = background.start()
    background.wait_until_waiting()
    line = shlex.join(background.command())
    master, slave = os.openpty()
    argv = ["bash", "-c", f"exec 9>&1; {line} </dev/null; echo over"]
    shell = subprocess.Popen(
        argv, cwd=background.sandbox.project, env=background.sandbox.env, stdin=slave, stdout=slave, stderr=slave
    )
    os.close(slave)
    written = b""
    with pytest.raises(OSError, match="Input/output error"):
        while select.select([master], [], [], 20)[0]:
            written += os.read(master, 4096)
        raise AssertionError(f"still open somewhere: {written!r}")
    assert b"over" in written
    assert shell.wait() == 0
    os.close(master)
    background.end(other)


def test_R115_descriptors_of_any_number_are_let_go_where_they_cannot_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a jail without /proc."""
    monkeypatch.setattr(spawn.posix, "listdir", lambda path: os.listdir("/nowhere"))
    fd = fcntl.fcntl(0, fcntl.F_DUPFD, 700)
    assert fd in spawn.open_descriptors()
    os.close(fd)
