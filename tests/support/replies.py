"""What a mock API answers, in one shape for all clients, and the directives that ask for it in a prompt."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class ToolCall:
    """A call that the mocked model makes; `name` and `input` are the client's own."""

    name: str
    input: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Run:
    """A shell command that the mocked model runs, by whatever shell tool the client offers."""

    command: str


@dataclass(frozen=True)
class Reply:
    """One answer of the mocked model. An empty `text` is a numbered default; `status` not 200 an error."""

    text: str = ""
    tools: tuple[ToolCall | Run, ...] = ()
    thought: str = ""
    delay: float = 0  # seconds before the answer starts
    status: int = 200
    input_tokens: int = 1000


def read_directives(prompt: str) -> Reply:
    """The reply that a prompt asks for. Directives may stand anywhere in it:

    [[SAY:text]]  [[RUN:shell command]]  [[TOOL:Name:{json}]]  [[THINK:text]]
    [[SLEEP:seconds]]  [[ERR:http status]]  [[TOKENS:input tokens]]
    """
    return Reply(
        text=_first(r"\[\[SAY:(.*?)\]\]", prompt),
        tools=_tools(prompt),
        thought=_first(r"\[\[THINK:(.*?)\]\]", prompt),
        delay=float(_first(r"\[\[SLEEP:([\d.]+)\]\]", prompt) or 0),
        status=int(_first(r"\[\[ERR:(\d+)\]\]", prompt) or 200),
        input_tokens=int(_first(r"\[\[TOKENS:(\d+)\]\]", prompt) or 1000),
    )


def _first(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.DOTALL)
    return found[1] if found else ""


def _tools(prompt: str) -> tuple[ToolCall | Run, ...]:
    calls: list[ToolCall | Run] = []
    for run, name, arguments in re.findall(r"\[\[(?:RUN:(.*?)|TOOL:(\w+):(\{.*?\}))\]\]", prompt, re.DOTALL):
        calls.append(ToolCall(name, json.loads(arguments)) if name else Run(run))
    return tuple(calls)
