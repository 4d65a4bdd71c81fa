"""The driver of the real Codex CLI."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import tomli_w

from tests.support.client import Client, merged, squeeze

SETTINGS: dict[str, Any] = {
    # From the catalogue in the binary, one that gets its tools the classic way.
    "model": "gpt-5.5",
    "model_provider": "mock",
    # The sandbox needs kernel features that a container may not have.
    "sandbox_mode": "danger-full-access",
    "approval_policy": "never",
    "check_for_update_on_startup": False,
    "analytics": {"enabled": False},
    # The background server would outlive the test; the plugins are fetched from outside.
    "features": {"daemon_auto_start": False, "plugins": False},
    # Announcements that would stand in front of the prompt.
    "notice": {"model_migrations": {"gpt-5.5": "gpt-6-sol"}},
    "tui": {"screen_reader_detection_done": True, "model_availability_nux": {"gpt-6.1-sol": 1}},
}


class Codex(Client):
    """Codex 0.171 with a provider of its own, no background server, and the project trusted."""

    command = "codex"

    def set_up(self) -> None:
        """Write config.toml and give the provider its key."""
        self.home.mkdir()
        self.sandbox.env["MOCK_API_KEY"] = "sk-mock"
        provider = {
            "name": "mock",
            "base_url": f"{self.api.url}/v1",
            "wire_api": "responses",
            "env_key": "MOCK_API_KEY",
            "request_max_retries": 0,
            "stream_max_retries": 0,
        }
        self.settings({**SETTINGS, "model_providers": {"mock": provider}})
        self.trust(self.sandbox.project)

    @property
    def home(self) -> Path:
        """The client's own folder."""
        return self.sandbox.home / ".codex"

    def settings(self, values: dict[str, Any]) -> None:
        """Set values in config.toml; tables in it are merged."""
        path = self.home / "config.toml"
        old = tomllib.loads(path.read_text()) if path.exists() else {}
        path.write_text(tomli_w.dumps(merged(old, values)))

    def trust(self, folder: Path) -> None:
        """Note that the folder's dialog was answered with trust."""
        self.settings({"projects": {str(folder): {"trust_level": "trusted"}}})

    def one_shot(self, prompt: str) -> list[str]:
        """`exec PROMPT`."""
        return ["exec", prompt]

    def transcripts(self) -> list[Path]:
        """sessions/YYYY/MM/DD/rollout-<time>-<thread id>.jsonl."""
        return sorted(self.home.glob("sessions/*/*/*/rollout-*.jsonl"), key=lambda path: path.stat().st_mtime_ns)

    def typed(self, screen: str) -> str | None:
        """From the last prompt sign to the empty line below it."""
        found = re.findall(r"^› (.*?)(?:\n\n|\Z)", screen, re.MULTILINE | re.DOTALL)
        return squeeze(found[-1]).removeprefix("AskCodextodoanything") if found else None

    def offers_exit(self, screen: str) -> bool:
        """The command is the chosen one in the list above the prompt."""
        return bool(re.search(r"^› /exit +\w", screen, re.MULTILINE))

    def is_idle(self, screen: str) -> bool:
        """A rollout notes the end of a turn after the last request came in."""
        asked = int(self.api.turns[-1].time * 1000) / 1000
        return self.is_ready(screen) and any(time >= asked for time in self._completions())

    def _completions(self) -> Iterator[float]:
        for path in self.transcripts():
            for line in path.read_text().splitlines():
                if '"task_complete"' in line or '"turn_aborted"' in line:
                    yield datetime.fromisoformat(json.loads(line)["timestamp"]).timestamp()
