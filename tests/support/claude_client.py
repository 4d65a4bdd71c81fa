"""The driver of the real Claude Code."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from tests.support.claude_api import ClaudeApi
from tests.support.client import Client

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
        self._change(
            self._state_file,
            hasCompletedOnboarding=True,
            customApiKeyResponses={"approved": [API_KEY[-20:]], "rejected": []},
        )
        self.settings(theme="dark")
        self.trust(self.sandbox.project)

    @property
    def home(self) -> Path:
        """The client's own folder."""
        return self.sandbox.home / ".claude"

    def settings(self, **values: Any) -> None:
        """Set values in the user's settings.json."""
        self._change(self.home / "settings.json", **values)

    def allow(self, *tools: str) -> None:
        """Let tools run without asking, for instance "Bash", "Edit", "Write"."""
        self.settings(permissions={"allow": list(tools)})

    def trust(self, folder: Path) -> None:
        """Note that the trust dialog was accepted for this folder."""
        projects = _read(self._state_file).get("projects", {})
        projects.setdefault(str(folder), {})["hasTrustDialogAccepted"] = True
        self._change(self._state_file, projects=projects)

    def one_shot(self, prompt: str) -> list[str]:
        """`-p PROMPT`."""
        return ["-p", prompt]

    def transcripts(self) -> list[Path]:
        """projects/<folder>/<session id>.jsonl."""
        return sorted((self.home / "projects").glob("*/*.jsonl"), key=lambda path: path.stat().st_mtime_ns)

    def live_sessions(self) -> list[dict[str, Any]]:
        """The client's own notes of its running interactive sessions: pid, sessionId, status and more."""
        return [note for path in (self.home / "sessions").glob("*.json") if (note := _read(path))]

    def is_ready(self, screen: str) -> bool:
        """The prompt stands alone on its line."""
        return bool(re.search(r"^❯\s*$", screen, re.MULTILINE))

    def is_idle(self, screen: str) -> bool:
        """A session went idle after the last turn's request, and the reply has reached its transcript.

        The client notes the former itself; it writes transcripts some 100 ms late, which a kill would show.
        """
        asked = self.api.turns[-1].time * 1000
        return any(
            note.get("status") == "idle" and note.get("statusUpdatedAt", 0) >= asked for note in self.live_sessions()
        ) and any(self.api.last_message_id in path.read_text() for path in self.transcripts())

    @property
    def _state_file(self) -> Path:
        return self.sandbox.home / ".claude.json"

    def _change(self, path: Path, **values: Any) -> None:
        path.write_text(json.dumps({**_read(path), **values}, ensure_ascii=False))


def _read(path: Path) -> dict[str, Any]:
    """The JSON object in a file; {} where there is none, or one that is just being written."""
    try:
        value = json.loads(path.read_text())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
