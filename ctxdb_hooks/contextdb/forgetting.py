"""Forgetting: a session leaves every file, index and copy, and stays away though its transcript is still there."""

import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

from ctxdb_hooks.clients.gemini import rescue
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import BASE, Store, now

NAME = "forgotten.json"


class Forgotten:
    """The ids of a project's forgotten sessions."""

    def __init__(self, store: Store) -> None:
        self.file = store.folder / NAME
        known = files.read_json(self.file).get("sessions")
        self.sessions: dict[str, str] = known if isinstance(known, dict) else {}

    def __contains__(self, session_id: str) -> bool:
        return session_id in self.sessions

    def add(self, ids: Iterable[str]) -> None:
        """Remember that these are forgotten: their ids and when, nothing else. Raises OSError."""
        self.sessions |= {name: now() for name in ids}
        files.write_json(self.file, {"sessions": self.sessions})


def forget(store: Store, root: str, ids: list[str], env: Mapping[str, str]) -> None:
    """Take sessions away; the caller then has packets, heads and index written anew. Raises OSError.

    The list of what is forgotten is written first: a run that is killed in between is finished by the next one.
    """
    Forgotten(store).add(ids)
    _drop_chats(store.folder / rescue.FOLDER, [store.meta(name).get("source") for name in ids])
    for name in ids:
        store.remove(name)
    given = (store.folder / "given").glob("*.md")  # packets that were handed over whole
    for path in (store.heads_file, store.facade_file, *store.readable(), *given):
        path.unlink(missing_ok=True)
    for folder in ("given", "gemini", "short", "starts"):  # what was said to sessions may tell of this one
        shutil.rmtree(store.folder / folder, ignore_errors=True)
    (store.folder / "resumes").unlink(missing_ok=True)
    drop_copies(Path(root), env)


def _drop_chats(folder: Path, sources: Iterable[object]) -> None:
    """Take away the links to Gemini's chats of these sessions, and leave word to make none again."""
    known = [source for source in sources if isinstance(source, dict) and source.get("agent") == "gemini-cli"]
    for short in {str(source.get("native_id"))[:8].replace("/", "-") for source in known}:
        files.make_inner(folder)
        files.make_inner(folder / rescue.FORGOTTEN)
        (folder / rescue.FORGOTTEN / short).touch(0o600)
        for path in folder.glob("*@session-*"):
            if rescue.short_id(path.name) == short:
                path.unlink(missing_ok=True)


def drop_copies(root: Path, env: Mapping[str, str]) -> None:
    """Take away what was copied out of the store: for Gemini, and into the work tree where that is wanted."""
    for folder in Path(rescue.gemini_home(dict(env)), "tmp").glob("*/ctxdb"):
        place = folder.parent / ".project_root"
        if not folder.is_symlink() and rescue.under(_line(place), str(root)):
            shutil.rmtree(folder, ignore_errors=True)
    base = root / BASE
    if (base / ".gitignore").is_file() and not base.is_symlink() and not (base / "sessions").exists():
        for path in (base / ".facade.json", *base.glob("exports/latest-*-context.md")):
            path.unlink(missing_ok=True)


def _line(path: Path) -> str:
    try:
        return path.read_text("utf-8", "surrogateescape").strip()
    except OSError:
        return ""
