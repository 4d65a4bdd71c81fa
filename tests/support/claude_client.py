"""The driver of the real Claude Code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import psutil

from tests.support.claude_api import ClaudeApi
from tests.support.client import Client, merged, read_json, squeeze

# The client wants a key's last 20 characters noted as approved, or it asks.
API_KEY = "sk-ant-mock-0123456789-abcdefghijklmnopqrst"


class Claude(Client):
    """Claude Code 2.1, past its onboarding, its trust dialog and the question about the API key."""

    command = "claude"
    api: ClaudeApi

    def set_up(self) -> None:
        """Write .claude.json and settings.json, and point the client at the mock API."""
        (self.home / "projects").mkdir(parents=True)
        self.sandbox.env.update(
            ANTHROPIC_BASE_URL=self.api.url,
            ANTHROPIC_API_KEY=API_KEY,
            CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC="1",
            CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL="1",
        )
        approved = {"approved": [API_KEY[-20:]], "rejected": []}
        _change(self._state_file, {"hasCompletedOnboarding": True, "customApiKeyResponses": approved})
        self.settings({"theme": "dark"})
        self.trust(self.sandbox.project)

    @property
    def home(self) -> Path:
        """The client's own folder."""
        return self.sandbox.home / ".claude"

    def settings(self, values: dict[str, Any]) -> None:
        """Set values in the user's settings.json; objects in it are merged."""
        _change(self.home / "settings.json", values)

    def allow(self, *tools: str) -> None:
        """Let tools run without asking, for instance "Bash", "Edit", "Write"."""
        self.settings({"permissions": {"allow": list(tools)}})

    def trust(self, folder: Path) -> None:
        """Note that the trust dialog was accepted for this folder."""
        _change(self._state_file, {"projects": {str(folder): {"hasTrustDialogAccepted": True}}})

    def one_shot(self, prompt: str) -> list[str]:
        """`-p PROMPT`."""
        return ["-p", prompt]

    def transcripts(self) -> list[Path]:
        """projects/<folder>/<session id>.jsonl."""
        return sorted((self.home / "projects").glob("*/*.jsonl"), key=lambda path: path.stat().st_mtime_ns)

    def live_sessions(self) -> list[dict[str, Any]]:
        """The client's own notes of its running interactive sessions: pid, sessionId, status and more."""
        notes = [read_json(path) for path in (self.home / "sessions").glob("*.json")]
        return [note for note in notes if note and psutil.pid_exists(note["pid"])]  # a killed one leaves its own

    def typed(self, screen: str) -> str | None:
        """Between the last prompt sign and the line below it."""
        found = re.findall(r"^❯\s([^─]*)^─", screen, re.MULTILINE)
        return squeeze(found[-1]) if found else None

    def offers_exit(self, screen: str) -> bool:
        """The command stands first in the list below the prompt."""
        return bool(re.search(r"^❯\s/exit\s+─+\s+/exit\s", screen, re.MULTILINE))

    def is_idle(self, screen: str) -> bool:
        """The last reply has reached a transcript, and no session is busy.

        The client writes its transcripts some 100 ms late, which a kill would show; of a short turn it may
        never note that it was busy.
        """
        reply = self.api.final_message_id
        written = reply and any(reply in path.read_text() for path in self.transcripts())
        return bool(written) and not any(note.get("status") == "busy" for note in self.live_sessions())

    @property
    def _state_file(self) -> Path:
        return self.sandbox.home / ".claude.json"


def _change(path: Path, values: dict[str, Any]) -> None:
    path.write_text(json.dumps(merged(read_json(path), values), ensure_ascii=False))
