"""The plugin folder that carries our per-turn hook into Claude, given by ``--plugin-dir`` and so gone without us."""

import json
import shlex
from pathlib import Path
from typing import Any

from ctxdb_hooks import __version__
from ctxdb_hooks.contextdb import files

TIMEOUT = 5  # s; Claude goes on without a slower hook
# Where an administrator's policy lies; one that forbids sideloading makes --plugin-dir a start-up error.
MANAGED = (
    "/etc/claude-code/managed-settings.json",
    "/etc/claude-code/managed-settings.d",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.d",
)


def command(hook: Path) -> str:
    """The hook's command line: silent and successful also when the package is gone."""
    script = shlex.quote(str(hook))
    return f"[ ! -x {script} ] || exec {script} claude"


def install(folder: Path, hook: Path) -> None:
    """Write the plugin. Raises OSError."""
    manifest = {"name": "ctxdb-hooks", "version": __version__, "description": "Tells when earlier work matters"}
    handler = {"type": "command", "command": command(hook), "timeout": TIMEOUT}
    hooks: dict[str, Any] = {"hooks": {"UserPromptSubmit": [{"hooks": [handler]}]}}
    for name, value in ((".claude-plugin/plugin.json", manifest), ("hooks/hooks.json", hooks)):
        path = folder / name
        files.make_folder(path.parent)
        files.write_if_changed(path, json.dumps(value, indent=2) + "\n")


def allowed() -> bool:
    """Whether no administrator's policy is in place on this machine."""
    return not any(Path(path).exists() for path in MANAGED)
