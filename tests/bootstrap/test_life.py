"""One process per project: it waits for all clients, does the work after them, and is gone."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable

import psutil

from ctxdb_hooks.bootstrap import ties
from ctxdb_hooks.bootstrap.lock import Lock
from tests.support import whole
from tests.support.background import Background
from tests.support.wait import wait_for


def test_after_the_client_the_memory_is_right_and_nobody_is_left(background: Background) -> None:
    client = background.start()
    background.transcript().talk("Teach the parser comments", "parser.py")
    background.end(client)
    background.wait_for_goal("Teach the parser comments")
    background.wait_until_over()
    assert background.facade()["status"] == "done"
    assert background.facade()["keyRefs"] == ["parser.py"]
    assert whole.wrong(background.store()) == []
    assert os.listdir(background.launcher.marks) == []


def test_R110_R112_a_hundred_starts_at_once_have_one_bootstrap_and_leave_no_process(background: Background) -> None:
    clients = [background.start() for _ in range(100)]
    listed = background.store() / "clients"
    wait_for(lambda: listed.exists() and len(list(listed.iterdir())) == 100, 60, "a hundred clients on the list")
    background.wait_until_waiting(seconds=60)
    background.transcript().talk("The last of a hundred")
    for client in clients:
        background.end(client)
    background.wait_for_goal("The last of a hundred")
    background.wait_until_over()
    assert whole.wrong(background.store()) == []


def test_a_start_beside_a_bootstrap_only_rings(background: Background) -> None:
    first = background.start()
    waiting = background.wait_until_waiting()
    second = background.start()
    background.transcript().talk("Said in the second client")
    background.end(second)
    background.wait_for_goal("Said in the second client")
    assert background.wait_until_waiting().pid == waiting.pid
    background.end(first)
    background.wait_until_over()


def test_a_session_that_came_and_went_while_work_was_done_is_read(background: Background) -> None:
    """Its client is dead before anybody looks, so that only the list can tell of it."""
    first = background.start()
    background.wait_until_waiting()
    writer = Lock(str(background.store() / "writer"))
    assert writer.take(10)  # the work waits for it
    background.end(first)
    wait_for(lambda: background.sandbox.processes_with(lambda line: "ctxdb_hooks.bootstrap" in line), 10)
    short = background.start()
    background.transcript().talk("Asked in passing")
    background.end(short)
    writer.release()
    background.wait_for_goal("Asked in passing")
    background.wait_until_over()


def test_the_end_of_one_bootstrap_and_the_start_of_the_next_lose_nothing(background: Background) -> None:
    """Clients that come and go as fast as they can meet every moment of a bootstrap's end."""
    for number in range(30):
        client = background.start()
        background.transcript().talk(f"Round {number}")
        background.end(client)
        if number % 3 == 0:
            background.wait_until_over()
    background.wait_until_over()
    assert {event["text"] for event in whole.events(background.store()) if event["kind"] == "prompt"} == {
        f"Round {number}" for number in range(30)
    }
    assert whole.wrong(background.store()) == []


def test_a_killed_client_has_ended(background: Background) -> None:
    client = background.start()
    background.wait_until_waiting()
    background.transcript().talk("First").prompt("Never answered")
    background.kill(client)
    client.wait()
    background.wait_for_goal("First")
    assert background.facade()["status"] == "interrupted"
    background.wait_until_over(40)


def test_a_zombie_has_ended(background: Background) -> None:
    """A parent that does not reap leaves pid and start time in the process table."""
    client = background.start()
    background.wait_until_waiting()
    background.transcript().talk("Said before the end")
    background.kill(client)
    wait_for(lambda: psutil.Process(client.pid).status() == psutil.STATUS_ZOMBIE)
    background.wait_for_goal("Said before the end")
    background.wait_until_over()
    client.wait()


def test_a_recycled_pid_is_not_the_client(background: Background) -> None:
    """A living process with the number of a client that started at another time."""
    other = background.start("codex")
    background.wait_until_waiting()
    clients = background.store() / "clients"
    (clients / f"{os.getpid()}-1").write_text(f"{os.getpid()} 1 claude\n")
    (clients / "999999999999-5").write_text("999999999999 5 claude\n")
    (clients / "not a client").write_text("")
    background.end(other)
    background.wait_until_over()


def test_a_session_that_goes_on_without_its_client_is_running_elsewhere(
    make_background: Callable[..., Background],
) -> None:
    """Codex's server, `claude --bg`, the child of Gemini's launcher that was killed: looked at again at a start."""
    background = make_background(START_DELAY=0.3, GAP=0.5, LINGER=4.0)
    client = background.start("claude", "--bg", "Port the parser")
    background.wait_until_waiting()
    goes_on = background.transcript().talk("Port the parser").prompt("And its tests")
    background.kill(client)
    client.wait()
    ended = time.time()
    background.wait_for_goal("Port the parser")
    assert background.facade()["status"] == "interrupted"
    wait_for(lambda: time.time() > ended + ties.LATE + 1.5, 5)  # lines this late are not its client's last ones
    goes_on.prompt("And the documents")
    wait_for(lambda: background.facade()["status"] == "running", 20, background.log)
    background.wait_until_over()

    goes_on.answer("All of it is ported.")
    background.end(background.start())
    wait_for(lambda: background.facade()["status"] == "done", 20, background.log)
    background.wait_until_over()


def test_a_bootstrap_that_slept_hears_of_all_that_happened(background: Background) -> None:
    """As when the machine sleeps: nothing of it runs for a while. A start meanwhile does not wait for it."""
    first = background.start()
    asleep = background.wait_until_waiting()
    asleep.send_signal(signal.SIGSTOP)
    background.transcript().talk("Said before the lid was closed")
    background.end(first)
    second = background.start()
    background.wait_until_started(second)
    background.transcript().talk("Said in a session that saw none of it")
    background.end(second)
    asleep.send_signal(signal.SIGCONT)
    background.wait_for_goal("Said in a session that saw none of it")
    background.wait_until_over()
    assert whole.wrong(background.store()) == []


def test_what_a_logout_ended_is_made_up_for_at_the_next_start(background: Background) -> None:
    """As with KillUserProcesses=yes: everything gets a SIGTERM, what is in a session of its own too."""
    client = background.start()
    ended = background.wait_until_waiting()
    background.transcript().talk("Said before the logout")
    for process in (ended, client):
        os.kill(process.pid, signal.SIGTERM)
    client.wait()
    wait_for(lambda: not background.processes(), 10)
    assert whole.goal(background.store()) == ""

    background.end(background.start())
    background.wait_for_goal("Said before the logout")
    background.wait_until_over()
    assert whole.wrong(background.store()) == []


def test_a_long_session_is_looked_at_now_and_then(make_background: Callable[..., Background]) -> None:
    background = make_background(REFRESH=0.5, GAP=0.1)
    client = background.start()
    background.wait_until_waiting()
    background.transcript().talk("Said while the client lives on")
    background.wait_for_goal("Said while the client lives on")
    assert client.poll() is None
    background.end(client)
    background.wait_until_over()


def test_a_home_that_is_gone_is_not_made_again(background: Background) -> None:
    """As a script's that lives in a home of its own and clears it away behind the client."""
    home = background.sandbox.root / "short-lived"
    home.mkdir()
    background.sandbox.add_command("claude", '#!/bin/sh\nexec rm -rf "$HOME"\n')
    client = background.start(env={"HOME": str(home), "CTXDB_ONESHOT": "facade"})
    assert client.wait(10) == 0
    background.wait_until_over()
    assert not home.exists()


def test_the_kernel_tells_of_a_clients_end(background: Background) -> None:
    """Long before the waiter would look by itself."""
    client = background.start()
    background.wait_until_waiting()
    (name,) = os.listdir(background.store() / "clients")
    background.kill(client)
    client.wait()
    wait_for(lambda: os.listdir(background.store() / "clients") == [f"{name}.gone"], 30)
