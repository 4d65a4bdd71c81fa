"""Copies of facade and packets in the work tree, for ``placement = "project"``; written, never read back nor named."""

import os
from pathlib import Path

from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import BASE, Store


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
    files.write_if_changed(target / ".gitignore", "*\n")
    for source in (store.facade_file, *sorted(store.exports.glob("latest-*-context.md"))):
        if source.is_file():
            path = target / source.relative_to(store.base)
            if path.is_symlink():
                os.unlink(path)
            files.write_if_changed(path, source.read_text("utf-8", "replace"))
