"""Copies of facade and packets in the work tree, for ``placement = "project"``; written, never read back nor named."""

import os
from contextlib import suppress
from pathlib import Path

from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import BASE, Store

IGNORE = "*\n"


def copy(store: Store, root: Path) -> None:
    """Write the copies below ``root``, behind a ``.gitignore`` of one ``*``. Raises OSError.

    A checkout that has links or AIOS's own sessions in those places is left alone.
    """
    target = root / BASE
    if not root.is_dir() or (target / "sessions").exists():
        return
    if any(path.is_symlink() for path in (root / "memory", target, target / "exports")):
        return
    files.make_folder(target / "exports")
    files.write_if_changed(target / ".gitignore", IGNORE)
    for source in (store.facade_file, *sorted(store.exports.glob("latest-*-context.md"))):
        if source.is_file():
            path = target / source.relative_to(store.base)
            if path.is_symlink():
                os.unlink(path)
            files.write_if_changed(path, source.read_text("utf-8", "replace"))


def remove(root: Path) -> None:
    """Take the copies below ``root`` away, and the folders as far as nothing else is in them. Raises OSError.

    What has sessions in it, or is not behind our ``.gitignore``, is AIOS's own.
    """
    target = root / BASE
    ignored = target / ".gitignore"
    if (target / "sessions").exists() or not files.is_same(ignored, IGNORE):
        return
    for path in (ignored, target / ".facade.json", *(target / "exports").glob("latest-*-context.md")):
        path.unlink(missing_ok=True)
    for folder in (target / "exports", target, target.parent):
        with suppress(OSError):
            folder.rmdir()
