"""A mock of the Gemini API for Gemini CLI. By hand: python -m tests.support.gemini_api"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from tests.support.mock_server import Exchange, MockApi, Request, serve_until_interrupted
from tests.support.replies import Reply, Run, ToolCall

# What the client's own questions want to hear, by a word of the schema that comes with them.
ASIDE = {
    "model_choice": {"reasoning": "simple", "model_choice": "flash"},
    "next_speaker": {"reasoning": "done", "next_speaker": "user"},
    "complexity_score": {"complexity_reasoning": "simple", "complexity_score": 5},
}

# What the client and its hooks put into the user's role besides the user's words.
NOT_TYPED = ("<session_context>", "<hook_context>", "- **Workspace Directories:**")


class GeminiApi(MockApi):
    """Answers as generativelanguage does; enough of it for 0.61.0."""

    name = "gemini api"

    def is_turn(self, request: Request) -> bool:
        """A turn is streamed and offers tools; routing, summaries and token counts are not."""
        return request.path.endswith(":streamGenerateContent") and bool(request.body.get("tools"))

    def prompt(self, request: Request) -> str:
        """What the user typed last; empty where the request brings a tool's result instead."""
        parts = self._last_parts(request)
        if any("functionResponse" in part for part in parts):
            return ""
        texts = [part["text"] for part in parts if "text" in part]
        return "\n".join(text for text in texts if not text.lstrip().startswith(NOT_TYPED))

    def system(self, request: Request) -> str:
        """The system instruction, its parts joined."""
        parts = (request.body.get("systemInstruction") or {}).get("parts") or []
        return "\n".join(part.get("text", "") for part in parts)

    def tool_results(self, request: Request) -> list[dict[str, Any]]:
        """The responses of the tools in the last message: {"output": ...} or {"error": ...}."""
        parts = self._last_parts(request)
        return [part["functionResponse"]["response"] for part in parts if "functionResponse" in part]

    def answer(self, request: Request, reply: Reply, exchange: Exchange) -> None:
        """Write the reply, as one object or as a stream, whichever was asked for."""
        parts: list[dict[str, Any]] = []
        if reply.thought:
            parts.append({"text": reply.thought, "thought": True})
        parts.append({"text": reply.text})
        parts += [{"functionCall": _call(tool)} for tool in reply.tools]
        if request.path.endswith(":streamGenerateContent"):
            exchange.send_events(_chunks(parts, reply.input_tokens), named=False)
        else:
            exchange.send_json(_chunk(parts, reply.input_tokens, last=True))

    def answer_aside(self, request: Request, exchange: Exchange) -> None:
        """Token counts, and the client's own questions to a small model."""
        if request.path.endswith(":countTokens"):
            exchange.send_json({"totalTokens": 1000})
        elif "enerateContent" in request.path:
            config = json.dumps(request.body.get("generationConfig") or {})
            answers = [json.dumps(answer) for word, answer in ASIDE.items() if word in config]
            self.answer(request, Reply(text=next(iter(answers), "Mock summary")), exchange)
        else:
            exchange.send_json({"models": []})

    def error_body(self, status: int) -> dict[str, Any]:
        """An error as the Gemini API words it."""
        return {"error": {"code": status, "message": "mock error", "status": "MOCK"}}

    def _last_parts(self, request: Request) -> list[dict[str, Any]]:
        contents = request.body.get("contents") or []
        return list(contents[-1].get("parts") or []) if contents else []


def _call(tool: ToolCall | Run) -> dict[str, Any]:
    if isinstance(tool, Run):
        return {"name": "run_shell_command", "args": {"command": tool.command, "description": "Run a command"}}
    return {"name": tool.name, "args": tool.input}


def _chunks(parts: list[dict[str, Any]], input_tokens: int) -> Iterator[dict[str, Any]]:
    for index, part in enumerate(parts):
        yield _chunk([part], input_tokens, last=index == len(parts) - 1)


def _chunk(parts: list[dict[str, Any]], input_tokens: int, *, last: bool) -> dict[str, Any]:
    candidate: dict[str, Any] = {"content": {"role": "model", "parts": parts}, "index": 0}
    if last:
        candidate["finishReason"] = "STOP"
    return {
        "candidates": [candidate],
        "usageMetadata": {
            "promptTokenCount": input_tokens,
            "candidatesTokenCount": 7,
            "totalTokenCount": input_tokens + 7,
        },
        "modelVersion": "mock-model",
        "responseId": "mock",
    }


if __name__ == "__main__":
    serve_until_interrupted(GeminiApi())
