"""Lines as Claude Code writes them, made by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CWD = "/home/dev/proj"


class Transcript:
    """A conversation that grows line by line; ``leaf`` is where the next line hangs."""

    def __init__(self, name: str = "5e55104e-0000-4000-8000-000000000001", *, cwd: str = CWD, minute: int = 0) -> None:
        self.name = name
        self.cwd = cwd
        self.lines: list[str] = []
        self.leaf: str | None = None
        self.count = minute * 60

    def raw(self, **row: Any) -> dict[str, Any]:
        """A line without uuid, such as the client's own notes."""
        row = {"sessionId": self.name, **row}
        self.lines.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
        return row

    def line(self, kind: str, *, parent: str | None = "", **more: Any) -> str:
        """A line of the conversation; returns its uuid."""
        self.count += 1
        uuid = f"{self.name[:8]}-{self.count:04d}-4000-8000-000000000000"
        row = {
            "parentUuid": self.leaf if parent == "" else parent,
            "isSidechain": False,
            "userType": "external",
            "cwd": self.cwd,
            "sessionId": self.name,
            "version": "2.1.197",
            "gitBranch": "main",
            "type": kind,
            **more,
            "uuid": uuid,
            "timestamp": self.now,
        }
        self.lines.append(json.dumps(row, ensure_ascii=False, separators=(",", ":")))
        if not row["isSidechain"]:
            self.leaf = uuid
        return uuid

    @property
    def now(self) -> str:
        """The present of the conversation."""
        return f"2026-03-04T{10 + self.count // 3600:02d}:{self.count // 60 % 60:02d}:{self.count % 60:02d}.000Z"

    def prompt(self, content: Any, **more: Any) -> str:
        """What a person typed."""
        return self.line("user", message={"role": "user", "content": content}, **more)

    def answer(self, text: str, **more: Any) -> str:
        """What the model said."""
        return self.assistant({"type": "text", "text": text}, **more)

    def assistant(self, block: dict[str, Any], **more: Any) -> str:
        """One block of the model's."""
        message = {
            "id": "msg_1",
            "type": "message",
            "role": "assistant",
            "model": "claude-opus-4-8",
            "content": [block],
        }
        return self.line("assistant", message=message, **more)

    def call(self, name: str, **given: Any) -> str:
        """A tool call; returns its id."""
        self.assistant({"type": "tool_use", "id": f"toolu_{self.name[:8]}{self.count}", "name": name, "input": given})
        return f"toolu_{self.name[:8]}{self.count - 1}"

    def result(self, tool_id: str, text: Any = "ok", *, error: bool = False, **more: Any) -> str:
        """What a tool gave back."""
        block: dict[str, Any] = {"tool_use_id": tool_id, "type": "tool_result", "content": text}
        if error:
            block["is_error"] = True
        return self.line("user", message={"role": "user", "content": [block]}, **more)

    def tool(self, name: str, output: Any = "ok", *, error: bool = False, **given: Any) -> str:
        """A tool call and its result; returns the id."""
        tool_id = self.call(name, **given)
        self.result(tool_id, output, error=error)
        return tool_id

    def fork(self, name: str) -> Transcript:
        """A copy of the whole history under another id, as ``--fork-session`` makes it."""
        copy = Transcript(name, cwd=self.cwd)
        copy.count, copy.leaf = self.count + 60, self.leaf
        copy.lines = [line.replace(f'"sessionId":"{self.name}"', f'"sessionId":"{name}"') for line in self.lines]
        return copy

    def data(self) -> bytes:
        """The file's bytes."""
        return "".join(line + "\n" for line in self.lines).encode()

    def write(self, folder: Path) -> Path:
        """Put the file below a folder of transcripts."""
        path = folder / f"{self.name}.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(self.data())
        return path
