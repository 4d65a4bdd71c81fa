"""The driver of the real Gemini CLI."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import tomli_w

from tests.support.client import Client, merged, read_json, squeeze

SETTINGS: dict[str, Any] = {
    # A concrete model needs no request to choose one.
    "model": {"name": "gemini-2.5-flash"},
    "security": {"auth": {"selectedType": "gemini-api-key"}},
    "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
    "privacy": {"usageStatisticsEnabled": False},
    "telemetry": {"enabled": False},
    "ui": {"theme": "Default", "hideBanner": True, "hideTips": True},
    "ide": {"hasSeenNudge": True},
}


class Gemini(Client):
    """Gemini CLI 0.61 with an API key chosen, nothing sent home, and the project trusted."""

    command = "gemini"

    def set_up(self) -> None:
        """Write settings.json and trustedFolders.json, and point the client at the mock API."""
        self.home.mkdir()
        self.sandbox.env.update(GEMINI_API_KEY="mock", GOOGLE_GEMINI_BASE_URL=self.api.url)
        self.settings(SETTINGS)
        self.trust(self.sandbox.project)

    @property
    def home(self) -> Path:
        """The client's own folder."""
        return self.sandbox.home / ".gemini"

    def settings(self, values: dict[str, Any]) -> None:
        """Set values in the user's settings.json; objects in it are merged."""
        path = self.home / "settings.json"
        path.write_text(json.dumps(merged(read_json(path), values)))

    def allow(self, *tools: str) -> None:
        """Let tools run without asking, for instance "run_shell_command", "write_file"."""
        rule = {"toolName": list(tools), "decision": "allow", "priority": 500, "allowRedirection": True}
        folder = self.home / "policies"
        folder.mkdir(exist_ok=True)
        (folder / "tests.toml").write_text(tomli_w.dumps({"rule": [rule]}))

    def trust(self, folder: Path) -> None:
        """Note that the folder's dialog was answered with trust."""
        path = self.home / "trustedFolders.json"
        path.write_text(json.dumps({**read_json(path), str(folder): "TRUST_FOLDER"}))

    def one_shot(self, prompt: str) -> list[str]:
        """`-p PROMPT`."""
        return ["-p", prompt]

    def transcripts(self) -> list[Path]:
        """tmp/<folder>/chats/session-<minute>-<start of the session id>.jsonl."""
        return sorted(self.home.glob("tmp/*/chats/*.jsonl"), key=lambda path: path.stat().st_mtime_ns)

    def typed(self, screen: str) -> str | None:
        """From the last prompt sign to the empty line below it."""
        found = re.findall(r"^ >(.*?)(?:\n\n|\Z)", screen, re.MULTILINE | re.DOTALL)
        return squeeze(found[-1]).removeprefix("Typeyourmessageor@path/to/file") if found else None

    def is_ready(self, screen: str) -> bool:
        """An empty prompt, and nothing under way."""
        return self.typed(screen) == "" and "esc to cancel" not in screen

    def offers_exit(self, screen: str) -> bool:
        """The command stands first in the list below the prompt, by its other name."""
        return bool(re.search(r"^ > /exit\s+quit\s", screen, re.MULTILINE))

    def is_idle(self, screen: str) -> bool:
        """Nothing is under way, and the reply to the last request has reached its transcript."""
        asked = int(self.api.turns[-1].time * 1000) / 1000
        return self.is_ready(screen) and any(time >= asked for time in self._replies())

    def _replies(self) -> Iterator[float]:
        for path in self.transcripts():
            for line in path.read_text().splitlines():
                if '"type":"gemini"' in line and "timestamp" in (row := json.loads(line)):  # or messages set anew
                    yield datetime.fromisoformat(row["timestamp"]).timestamp()
