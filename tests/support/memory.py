"""What a test looks for: the facade on disk, and what of ours reached a model."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.support.mock_server import Request
from tests.support.sandbox import Sandbox
from tests.support.wait import wait_for

USES = ("This project uses ContextDB", "本项目使用 ContextDB")
PACKET = "# Project memory"
END = ("\n\n", "</hook_context>")
NUDGE = re.compile(r"(?:This request draws on earlier work|Earlier work matters here|Read first: )[^\n<&]*")


def store_of(sandbox: Sandbox, name: str = "") -> Path:
    """The one store whose project folder has this name."""
    found = [path for path in (sandbox.state / "projects").glob(f"{name}*") if path.is_dir()]
    assert len(found) == 1, found
    return found[0]


def facade_of(sandbox: Sandbox) -> dict[str, Any]:
    """The facade as it stands; empty before there is one."""
    for path in sandbox.state.glob("projects/*/memory/context-db/.facade.json"):
        facade: dict[str, Any] = json.loads(path.read_text())
        return facade
    return {}


def wait_for_facade(sandbox: Sandbox, goal: str, status: str = "done", seconds: float = 30) -> dict[str, Any]:
    """The facade once it names this goal and status."""

    def named() -> bool:
        facade = facade_of(sandbox)
        return goal in facade.get("goal", "") and facade["status"] == status

    wait_for(named, seconds, lambda: f"a facade with {goal!r}, {status}: {facade_of(sandbox)}")
    return facade_of(sandbox)


def added(request: Request) -> str:
    """The facade prompt that a request holds, else the packet, whichever client sent it; empty when neither."""
    for text in _texts(request.body):
        starts = [text.find(start) for start in USES if start in text]
        if starts:
            text = text[min(starts) :]
            for end in END:
                text = text.partition(end)[0]
            return text
        if PACKET in text:
            return text[text.index(PACKET) :].partition(END[1])[0]
    return ""


def leave_nothing_to_chance(sandbox: Sandbox) -> None:
    """Keep the policy from the few loads by which it learns."""
    sandbox.run([sys.executable, "-m", "ctxdb_hooks", "policy", "explore", "off"])


def nudges(request: Request) -> list[str]:
    """The texts in a request that point to the memory in the middle of a session, oldest first."""
    return [found for text in _texts(request.body) for found in NUDGE.findall(text)]


def packet_named(text: str) -> Path:
    """The packet that a facade prompt names."""
    return Path(next(word for word in text.replace("：", " ").split() if word.startswith("/") and word.endswith(".md")))


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in value.values():
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)
