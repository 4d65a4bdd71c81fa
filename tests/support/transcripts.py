"""Transcripts as Claude Code 2.1.197 writes them, line by line, for tests that play the client."""

from __future__ import annotations

import json
import uuid
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from ctxdb_hooks.clients.claude.ingest import folder_name


class Transcript:
    """A conversation of Claude's in a folder; each method appends what the client would."""

    def __init__(self, home: Path, cwd: Path, native: str = "", at: float | None = None) -> None:
        self.cwd = cwd
        self.native = native or str(uuid.uuid4())
        self.at = at  # s since the epoch, one more for each line; None: the present
        self.path = home / ".claude" / "projects" / folder_name(str(cwd)) / f"{self.native}.jsonl"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.last: str | None = None

    def prompt(self, text: str) -> Transcript:
        """The person types a prompt."""
        return self.write("user", {"role": "user", "content": text}, promptSource="typed", origin={"kind": "human"})

    def answer(self, text: str) -> Transcript:
        """The model answers."""
        return self._assistant({"type": "text", "text": text})

    def edit(self, name: str, text: str = "changed") -> Transcript:
        """The model edits a file of the project."""
        given = {"file_path": str(self.cwd / name), "old_string": "", "new_string": text}
        return self._tool("Edit", given, "The file has been updated.", failed=False)

    def read(self, name: str | Path) -> Transcript:
        """The model reads a file, of the project unless the path is absolute."""
        return self._tool("Read", {"file_path": str(self.cwd / name)}, "1\tsomething", failed=False)

    def command(self, line: str, output: str = "", *, failed: bool = False) -> Transcript:
        """The model runs a command."""
        return self._tool("Bash", {"command": line}, output, failed=failed)

    def talk(self, goal: str, *files: str) -> Transcript:
        """A whole turn: a prompt, edits, an answer."""
        self.prompt(goal)
        for name in files:
            self.edit(name)
        return self.answer(f"Done: {goal}")

    def raw(self, data: bytes) -> Transcript:
        """Whatever bytes."""
        with self.path.open("ab") as file:
            file.write(data)
        return self

    def line(self, kind: str, message: dict[str, Any], **more: Any) -> bytes:
        """One line, not yet written."""
        mine = str(uuid.uuid4())
        row = {"parentUuid": self.last, "isSidechain": False, "type": kind, "message": message, "uuid": mine}
        row |= {"timestamp": self._stamp(), "userType": "external", "entrypoint": "cli", "cwd": str(self.cwd)}
        row |= {"sessionId": self.native, "version": "2.1.197", "gitBranch": "main", **more}
        self.last = mine
        return json.dumps(row).encode() + b"\n"

    def write(self, kind: str, message: dict[str, Any], **more: Any) -> Transcript:
        """Append one line."""
        return self.raw(self.line(kind, message, **more))

    def _assistant(self, block: dict[str, Any]) -> Transcript:
        message = {"id": "msg_" + uuid.uuid4().hex[:12], "type": "message", "role": "assistant", "content": [block]}
        return self.write("assistant", message | {"model": "claude-sonnet-4-5"})

    def _tool(self, name: str, given: dict[str, Any], output: str, *, failed: bool) -> Transcript:
        call = "toolu_" + uuid.uuid4().hex[:12]
        self._assistant({"type": "tool_use", "id": call, "name": name, "input": given})
        result = {"type": "tool_result", "tool_use_id": call, "content": output, "is_error": failed}
        return self.write("user", {"role": "user", "content": [result]}, toolUseResult=output)

    def _stamp(self) -> str:
        if self.at is None:
            moment = datetime.now(UTC)
        else:
            moment = datetime.fromtimestamp(self.at, UTC)
            self.at += 1
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
