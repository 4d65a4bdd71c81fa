"""Writing files whole or not at all, 0600 in 0700 folders whatever the umask."""

import json
import os
from pathlib import Path
from typing import Any


def make_folder(folder: Path) -> None:
    """Make ``folder`` and its parents; those that are new are 0700. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=0o700)
        folder.chmod(0o700)
    except FileExistsError:
        pass


def write(path: Path, data: bytes | str) -> None:
    """Replace ``path`` by ``data``: temporary file, flush to disk, rename. Raises OSError, leaving the old file."""
    raw = data.encode("utf-8", "replace") if isinstance(data, str) else data
    temporary = path.with_name(f".{path.name}.tmp.{os.getpid()}")
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            os.fchmod(fd, 0o600)
            view = memoryview(raw)
            while view:
                view = view[os.write(fd, view) :]
            os.fsync(fd)
        finally:
            os.close(fd)
        os.replace(temporary, path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def write_if_changed(path: Path, data: str) -> bool:
    """Like ``write``, but leaves an equal file (and its time stamps) alone; True when it wrote."""
    try:
        if path.read_bytes() == data.encode("utf-8", "replace"):
            return False
    except OSError:
        pass
    write(path, data)
    return True


def write_json(path: Path, value: Any, *, pretty: bool = True) -> None:
    """Replace ``path`` by ``value`` as JSON with a final newline. Raises OSError."""
    write(path, json.dumps(value, ensure_ascii=False, indent=2 if pretty else None) + "\n")


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object from ``path``; an empty dict when it is missing, broken or no object."""
    try:
        value = json.loads(path.read_bytes())
    except (OSError, ValueError):
        return {}
    return value if isinstance(value, dict) else {}
