"""Our entries in a client's own hooks file, beside the user's: put in and taken out again, byte for byte.

Claude's ``settings.json`` and Codex's ``hooks.json`` hold hooks in the same form:
``{"hooks": {EVENT: [{"hooks": [{"type": "command", "command": ...}]}]}}``.
"""

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb import files

EVENTS = ("SessionStart", "UserPromptSubmit")


class Unreadable(Exception):
    """The file is not a JSON object that can be edited; its message says what to do."""


@dataclass(frozen=True)
class HookFile:
    """One client's hooks file, and the command line of ours that goes into it."""

    path: Path
    command: str
    timeout: int  # s
    backup: Path  # what the file was before, and what we made of it

    def entry(self) -> dict[str, Any]:
        """Our entry for one event."""
        return {"hooks": [{"type": "command", "command": self.command, "timeout": self.timeout}]}

    def present(self) -> bool:
        """Whether every event has our entry."""
        try:
            hooks = _object(_load(self.path).get("hooks"))
        except (Unreadable, OSError):
            return False
        return all(any(self._ours(entry) for entry in _list(hooks.get(event))) for event in EVENTS)

    def install(self) -> bool:
        """Add what is missing; True when the file changed. Raises Unreadable and OSError."""
        if self.present():
            return False
        before = _bytes(self.path)
        value = _load(self.path)
        hooks = value.setdefault("hooks", {})
        if not isinstance(hooks, dict):
            raise Unreadable(f'{self.path}: "hooks" is not an object; mend it and run this again')
        for event in EVENTS:
            kept = [entry for entry in _list(hooks.get(event)) if not self._ours(entry)]
            hooks[event] = [*kept, self.entry()]
        after = json.dumps(value, ensure_ascii=False, indent=2) + "\n"
        files.make_folder(self.backup.parent)
        record = {"before": None if before is None else before.decode("utf-8", "surrogateescape"), "after": after}
        files.write(self.backup, json.dumps(record))
        _write(self.path, after.encode())
        return True

    def uninstall(self) -> bool:
        """Take our entries out: the old bytes where nothing else changed; True when there was something.

        Raises Unreadable and OSError.
        """
        now = _bytes(self.path)
        record = files.read_json(self.backup)
        self.backup.unlink(missing_ok=True)
        if now is None:
            return False
        if now == str(record.get("after")).encode("utf-8", "surrogateescape"):
            before = record.get("before")
            if before is None:
                self.path.unlink()
                with contextlib.suppress(OSError):  # the client's own things, or none
                    self.path.parent.rmdir()
            else:
                _write(self.path, str(before).encode("utf-8", "surrogateescape"))
            return True
        value = _load(self.path)
        hooks = _object(value.get("hooks"))
        found = False
        for event, entries in list(hooks.items()):
            kept = [entry for entry in _list(entries) if not self._ours(entry)]
            found |= len(kept) < len(_list(entries))
            hooks[event] = kept
            if not kept and len(_list(entries)):
                del hooks[event]
        if found:
            if not hooks:
                value.pop("hooks", None)
            _write(self.path, (json.dumps(value, ensure_ascii=False, indent=2) + "\n").encode())
        return found

    def _ours(self, entry: Any) -> bool:
        handlers = _list(_object(entry).get("hooks"))
        return any("ctxdb_hooks_hook" in str(_object(handler).get("command")) for handler in handlers)


def _load(path: Path) -> dict[str, Any]:
    data = _bytes(path)
    if data is None or not data.strip():
        return {}
    try:
        value = json.loads(data)
    except ValueError as error:
        raise Unreadable(f"{path}: not JSON ({error}); mend it and run this again") from None
    if not isinstance(value, dict):
        raise Unreadable(f"{path}: not a JSON object; mend it and run this again")
    return value


def _bytes(path: Path) -> bytes | None:
    try:
        return files.read_bytes(path)
    except FileNotFoundError:
        return None


def _write(path: Path, data: bytes) -> None:
    """Write through a link to its target, keeping the file's mode."""
    target = path.resolve()
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
    files.make_folder(target.parent)
    files.write(target, data)
    target.chmod(mode)


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
