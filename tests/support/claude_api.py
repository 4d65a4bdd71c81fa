"""A mock of the Anthropic Messages API for Claude Code. By hand: python -m tests.support.claude_api"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from typing import Any

from tests.support.mock_server import Exchange, MockApi, Request, serve_until_interrupted
from tests.support.replies import Reply, Run, ToolCall


class ClaudeApi(MockApi):
    """Streams replies as the Messages API does; enough of it for 2.1.197."""

    name = "claude api"

    def __init__(self) -> None:
        super().__init__()
        # The id of the newest reply, as the client's transcript will have it; empty while tools run.
        self.final_message_id = ""

    def is_turn(self, request: Request) -> bool:
        """A turn offers tools; the requests for a session's title and the like do not."""
        return request.path.endswith("/v1/messages") and bool(request.body.get("tools"))

    def prompt(self, request: Request) -> str:
        """The text the user typed last, without the reminders that the client puts around it."""
        blocks = self._last_user_blocks(request)
        if any(block.get("type") == "tool_result" for block in blocks):
            return ""
        texts = [block.get("text", "") for block in blocks if block.get("type") == "text"]
        return "\n".join(text for text in texts if not text.lstrip().startswith("<system-reminder>"))

    def system(self, request: Request) -> str:
        """The system prompt, its blocks joined."""
        system = request.body.get("system") or []
        return system if isinstance(system, str) else "\n".join(block.get("text", "") for block in system)

    def tool_results(self, request: Request) -> list[dict[str, Any]]:
        """The tool results in the last message: {"tool_use_id", "content": text, "is_error"}."""
        return [
            {**block, "content": _text(block.get("content"))}
            for block in self._last_user_blocks(request)
            if block.get("type") == "tool_result"
        ]

    def answer(self, request: Request, reply: Reply, exchange: Exchange) -> None:
        """Write the reply, as one object or as a stream, whichever was asked for."""
        message = _message(request, reply)
        if self.is_turn(request):
            self.final_message_id = "" if reply.tools else message["id"]
        if request.body.get("stream"):
            exchange.send_events(_events(message), named=True)
        else:
            exchange.send_json(message)

    def answer_aside(self, request: Request, exchange: Exchange) -> None:
        """Token counts, titles, and the many small things that want any JSON at all."""
        if request.path.endswith("/count_tokens"):
            exchange.send_json({"input_tokens": 1000})
        elif request.path.endswith("/v1/messages"):
            self.answer(request, Reply(text='{"title": "Mock title"}'), exchange)
        else:
            exchange.send_json({})

    def error_body(self, status: int) -> dict[str, Any]:
        """An error as the Messages API words it."""
        return {"type": "error", "error": {"type": "api_error", "message": "mock error"}}

    def _last_user_blocks(self, request: Request) -> list[dict[str, Any]]:
        # Newer models get the client's own notes as messages of role "system" behind the user's.
        messages = [m for m in request.body.get("messages") or [] if m.get("role") != "system"]
        content = messages[-1].get("content") if messages else []
        return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])


def _text(content: Any) -> str:
    if isinstance(content, str):
        return content
    return "\n".join(block.get("text", "") for block in content or [] if block.get("type") == "text")


def _message(request: Request, reply: Reply) -> dict[str, Any]:
    blocks: list[dict[str, Any]] = []
    if reply.thought:
        blocks.append({"type": "thinking", "thinking": reply.thought, "signature": "mock"})
    blocks.append({"type": "text", "text": reply.text})
    for call in reply.tools:
        tool = _tool_call(call)
        blocks.append({"type": "tool_use", "id": _id("toolu_"), "name": tool.name, "input": tool.input})
    return {
        "id": _id("msg_"),
        "type": "message",
        "role": "assistant",
        "model": request.body.get("model"),
        "content": blocks,
        "stop_reason": "tool_use" if reply.tools else "end_turn",
        "stop_sequence": None,
        "usage": {
            "input_tokens": reply.input_tokens,
            "output_tokens": 5,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
        },
    }


def _tool_call(call: ToolCall | Run) -> ToolCall:
    if isinstance(call, Run):
        return ToolCall("Bash", {"command": call.command, "description": "Run a command"})
    return call


def _id(prefix: str) -> str:
    return prefix + uuid.uuid4().hex[:20]


def _events(message: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        empty, deltas = _split(block)
        yield {"type": "content_block_start", "index": index, "content_block": empty}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    delta = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": delta, "usage": {"output_tokens": 5}}
    yield {"type": "message_stop"}


def _split(block: dict[str, Any]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """A content block as the stream sends it: empty first, then what fills it."""
    if block["type"] == "text":
        return {"type": "text", "text": ""}, [{"type": "text_delta", "text": block["text"]}]
    if block["type"] == "thinking":
        thinking = {"type": "thinking_delta", "thinking": block["thinking"]}
        signature = {"type": "signature_delta", "signature": block["signature"]}
        return {"type": "thinking", "thinking": "", "signature": ""}, [thinking, signature]
    return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]


if __name__ == "__main__":
    serve_until_interrupted(ClaudeApi())
