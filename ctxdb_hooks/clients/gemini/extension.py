"""The extension folder that carries our hook into Gemini: putting it in place and taking it away."""

import contextlib
import json
import os
import shlex
import shutil
from collections.abc import Mapping
from pathlib import Path

from ctxdb_hooks import __version__
from ctxdb_hooks.contextdb import files

NAME = "ctxdb-hooks"
TIMEOUT = 2000  # ms; a slower hook is abandoned by Gemini, with a warning


def home(env: Mapping[str, str] | None = None) -> Path:
    """Gemini's own folder."""
    env = os.environ if env is None else env
    return Path(env.get("GEMINI_CLI_HOME") or env.get("HOME", "")) / ".gemini"


def folder(env: Mapping[str, str] | None = None) -> Path:
    """Where our extension lies."""
    return home(env) / "extensions" / NAME


def content(hook: Path) -> dict[str, str]:
    """The extension's files; ``hook`` is the script that every client's hooks call.

    The command is harmless without the variable and without the script: a missing command or any text on stderr
    beside a status other than 0 and 1 would block every turn (observed on 0.61.0).
    """
    script = shlex.quote(str(hook))
    command = f'[ -n "$CTXDB_GEMINI_FACADE" ] && [ -x {script} ] && exec {script} gemini; exit 0'
    handler = {"name": NAME, "type": "command", "timeout": TIMEOUT, "command": command}
    manifest = {"name": NAME, "version": __version__, "description": "Tells a session what the last one was about"}
    return {
        "gemini-extension.json": json.dumps(manifest, indent=2) + "\n",
        "hooks/hooks.json": json.dumps({"hooks": {"BeforeAgent": [{"hooks": [handler]}]}}, indent=2) + "\n",
    }


def install(hook: Path, env: Mapping[str, str] | None = None) -> bool:
    """Put the extension in place; True when something changed. Raises OSError."""
    changed = False
    for name, text in content(hook).items():
        path = folder(env) / name
        files.make_folder(path.parent)
        changed |= files.write_if_changed(path, text)
    return changed


def uninstall(env: Mapping[str, str] | None = None) -> bool:
    """Take the extension and our packet copies away; True when there was something. Raises OSError."""
    found = [path for path in (folder(env), *home(env).glob("tmp/*/ctxdb")) if path.is_dir() and not path.is_symlink()]
    for path in found:
        shutil.rmtree(path)
    with contextlib.suppress(OSError):  # somebody else's things, or none
        folder(env).parent.rmdir()
        home(env).rmdir()
    return bool(found)
