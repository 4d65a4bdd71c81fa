"""What is noted of the real client: the start word for word, the turn that fired, the read and how long it took."""

from __future__ import annotations

from typing import Any

import pytest

from ctxdb_hooks import telemetry
from ctxdb_hooks.learning import model
from tests.support.claude_client import Claude
from tests.support.memory import added, packet_named, wait_for_facade
from tests.support.replies import Reply, ToolCall
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

pytestmark = pytest.mark.lazy  # what is told at a turn is told where the packet was not


def test_a_start_a_turn_and_the_read_that_followed(installed: Sandbox, claude: Claude) -> None:
    def rows(what: str) -> list[dict[str, Any]]:
        return [row for row in telemetry.receipts(installed.state) if row["what"] == what]

    first = claude.start_in(installed.shell("bash"))
    first.say("Make the parser accept empty input")
    assert first.exit() == 0
    wait_for_facade(installed, "Make the parser accept empty input", "done")
    before = len(claude.api.turns)

    def read_it(request: Any) -> Reply:
        packet = packet_named(added(claude.api.turns[before]))
        return Reply("I look it up.", tools=(ToolCall("Read", {"file_path": str(packet)}),))

    claude.api.script(read_it, "Going on with the parser.")
    session = claude.start_in(installed.shell("bash"))
    session.say("what did we do in the last session?")
    assert session.exit() == 0
    wait_for(lambda: rows("outcome"), 30, lambda: str(telemetry.receipts(installed.state)))

    start = rows("start")[-1]
    assert start["text"] == added(claude.api.turns[before])
    assert start["shell"] == "bash"
    (turn,) = rows("turn")[-1:]
    assert (turn["fired"], turn["load"]) == ("intent:recall", True)
    assert turn["text"] in claude.api.turns[before].text
    (read,) = rows("read")
    assert read["nudged"] is True
    assert 0 < read["wait"] < 30
    assert rows("outcome")[-1]["good"] is True
    assert rows("session")[-1]["memory"] == "read"
    assert model.read(installed.state) is not None
