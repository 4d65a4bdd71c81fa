"""A mock of the OpenAI Responses API for Codex. By hand: python -m tests.support.codex_api"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.support.mock_server import Exchange, MockApi, Request, serve_until_interrupted
from tests.support.replies import Reply, Run, ToolCall

TITLE_REQUEST = "Generate a concise, single-line task title"

USAGE: dict[str, Any] = {
    "input_tokens_details": {"cached_tokens": 0},
    "output_tokens": 10,
    "output_tokens_details": {"reasoning_tokens": 0},
}


class CodexApi(MockApi):
    """Streams replies as the Responses API does; enough of it for 0.171.0."""

    name = "codex api"

    def is_turn(self, request: Request) -> bool:
        """Anything that asks for a reply, except for the title that a new session gets."""
        if request.method != "POST" or not request.path.endswith("/responses"):
            return False
        last = _last_user_message(request)
        return last is None or not _text(_items(request)[last]).startswith(TITLE_REQUEST)

    def prompt(self, request: Request) -> str:
        """What the user typed last; empty where the request brings a tool's result instead."""
        last = _last_user_message(request)
        if last is None or any(_is_output(item) for item in _items(request)[last + 1 :]):
            return ""
        return _text(_items(request)[last])

    def developer(self, request: Request) -> list[str]:
        """The parts of the developer messages, the client's own instructions first."""
        return [
            part.get("text", "")
            for item in _items(request)
            if item.get("role") == "developer"
            for part in item.get("content") or []
        ]

    def tool_results(self, request: Request) -> list[str]:
        """The outputs of the tool calls since the user's last message."""
        last = _last_user_message(request)
        since = _items(request)[(-1 if last is None else last) + 1 :]
        return [_output_text(item) for item in since if _is_output(item)]

    def answer(self, request: Request, reply: Reply, exchange: Exchange) -> None:
        """Write the reply as a stream."""
        names = _tool_names(request)
        items: list[dict[str, Any]] = []
        if reply.thought:
            summary = [{"type": "summary_text", "text": reply.thought}]
            items.append({"type": "reasoning", "summary": summary, "content": None, "encrypted_content": "MOCK"})
        items.append(
            {
                "type": "message",
                "role": "assistant",
                "content": [{"type": "output_text", "text": reply.text, "annotations": []}],
            }
        )
        items += [_call(tool, names) for tool in reply.tools]
        exchange.send_events(_events(request.number, items, reply.input_tokens), named=True)

    def answer_aside(self, request: Request, exchange: Exchange) -> None:
        """Titles, compaction, the list of models, and no to a websocket."""
        if request.headers.get("upgrade"):
            exchange.send_json({"error": {"message": "no websockets"}}, 426)
        elif request.path.endswith("/responses/compact"):
            content = [{"type": "input_text", "text": "compacted summary"}]
            exchange.send_json({"output": [{"type": "message", "role": "user", "content": content}]})
        elif request.path.endswith("/responses"):
            self.answer(request, Reply(text="Mock title"), exchange)
        else:
            exchange.send_json({"object": "list", "data": [], "models": []})

    def error_body(self, status: int) -> dict[str, Any]:
        """An error as the Responses API words it."""
        return {"error": {"message": "mock error", "type": "server_error"}}


def _items(request: Request) -> list[dict[str, Any]]:
    return request.body.get("input") or []


def _is_output(item: dict[str, Any]) -> bool:
    return str(item.get("type", "")).endswith("_output")


def _last_user_message(request: Request) -> int | None:
    """Where in the input the user's own last words stand: the client's notes in that role begin with a tag."""
    items = _items(request)
    for index in range(len(items) - 1, -1, -1):
        if items[index].get("role") == "user" and not _text(items[index]).lstrip().startswith(("<", "# AGENTS.md")):
            return index
    return None


def _text(item: dict[str, Any]) -> str:
    content = item.get("content") or ""
    return content if isinstance(content, str) else "\n".join(part.get("text", "") for part in content)


def _output_text(item: dict[str, Any]) -> str:
    output = item.get("output")
    if isinstance(output, list):
        return "\n".join(part.get("text", "") for part in output)
    return output if isinstance(output, str) else json.dumps(output)


def _tool_names(request: Request) -> list[str]:
    # Newer models get their tools as an item of the input, in groups.
    groups = [request.body.get("tools") or []]
    groups += [item.get("tools") or [] for item in _items(request) if item.get("type") == "additional_tools"]
    names: list[str] = []
    for tool in (tool for group in groups for tool in group):
        names += [
            str(tool.get("name") or tool.get("type")),
            *(str(inner.get("name")) for inner in tool.get("tools") or []),
        ]
    return names


def _call(tool: ToolCall | Run, names: list[str]) -> dict[str, Any]:
    """A call as an item of the output; a tool that takes free text has it under "input"."""
    if isinstance(tool, Run):
        tool = _shell_call(tool.command, names)
    if set(tool.input) == {"input"}:
        return {"type": "custom_tool_call", "name": tool.name, "status": "completed", "input": tool.input["input"]}
    return {"type": "function_call", "name": tool.name, "arguments": json.dumps(tool.input)}


def _shell_call(command: str, names: list[str]) -> ToolCall:
    if "exec_command" in names:
        return ToolCall("exec_command", {"cmd": command, "yield_time_ms": 8000})
    if "exec" in names:  # the models that write code around their calls
        code = f"const r = await tools.exec_command({{cmd: {json.dumps(command)}}}); text(JSON.stringify(r));"
        return ToolCall("exec", {"input": code})
    raise AssertionError(f"no tool that runs a command among {names}")


def _events(number: int, items: list[dict[str, Any]], input_tokens: int) -> Iterator[dict[str, Any]]:
    response: dict[str, Any] = {"id": f"resp_{number}"}
    yield {"type": "response.created", "response": response}
    for index, item in enumerate(items):
        item = {**item, "id": f"item_{number}_{index}"}
        if item["type"] == "message":
            delta = {"content_index": 0, "delta": item["content"][0]["text"]}
            yield {"type": "response.output_item.added", "output_index": index, "item": {**item, "content": []}}
            yield {"type": "response.output_text.delta", "item_id": item["id"], "output_index": index, **delta}
        elif item["type"].endswith("_call"):
            item["call_id"] = f"call_{number}_{index}"
        yield {"type": "response.output_item.done", "output_index": index, "item": item}
    usage = {**USAGE, "input_tokens": input_tokens, "total_tokens": input_tokens + USAGE["output_tokens"]}
    yield {"type": "response.completed", "response": {**response, "usage": usage}}


if __name__ == "__main__":
    serve_until_interrupted(CodexApi())
