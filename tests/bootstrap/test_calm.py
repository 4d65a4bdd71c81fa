"""The background gives way to the client from its own exec on."""

from __future__ import annotations

import psutil

from tests.support.background import Background
from tests.support.wait import wait_for


def test_it_is_as_nice_as_can_be(background: Background) -> None:
    client = background.start(env={"CTXDB_ONESHOT": "facade"})  # nobody waits for it
    background.wait_until_started(client)
    waiter = wait_for(lambda: background.processes(background.store()))[0]
    assert waiter.nice() == 19
    assert psutil.Process(client.pid).nice() < 19
    background.end(client)
    background.wait_until_over()
