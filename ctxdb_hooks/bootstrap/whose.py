"""Which project the working directories of transcripts belong to: this one, another, or none."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project, scope, settings


class Whose:
    """Answers for the project whose store is ``store`` and that was seen in ``roots``; remembers what it found.

    Further work trees of the project are added to ``roots``.
    """

    def __init__(self, store: Store, roots: list[str], env: Mapping[str, str], exclude: list[Any]) -> None:
        self.name = store.folder.name
        self.roots = roots
        self.env = dict(env)
        self.exclude = exclude
        self.form = settings.compiled(str(store.state))
        self.known: dict[str, bool | None] = {}

    def is_ours(self, cwd: str) -> bool | None:
        """Whether a folder is this project's; None where it is no project's. What is excluded is not."""
        if cwd not in self.known:
            self.known[cwd] = self._look(cwd)
        return self.known[cwd]

    def _look(self, cwd: str) -> bool | None:
        if scope.excluded(cwd, self.exclude, self.env.get("HOME", "")):
            return False
        found = project.find(cwd, self.env.get("HOME", "")) or scope.find(cwd, self.env, self.form)[0]
        if found and found.store_name == self.name:
            if found.root not in self.roots:
                self.roots.append(found.root)
            return True
        if found:
            return False
        gone = not Path(cwd).exists()
        return True if gone and any(cwd == root or cwd.startswith(root + "/") for root in self.roots) else None
