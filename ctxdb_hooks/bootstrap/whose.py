"""Which project the working directories of transcripts belong to: this one, another, or none."""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap import moves
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.store import Store, stamp
from ctxdb_hooks.launch import project, scope, settings


class Whose:
    """Answers for the project whose store is ``store`` and that was seen in ``roots``; remembers what it found.

    Further work trees of the project are added to ``roots``.
    """

    def __init__(self, store: Store, roots: list[str], env: Mapping[str, str], exclude: list[Any]) -> None:
        self.name = store.folder.name
        self.projects = store.folder.parent
        self.roots = roots
        self.env = dict(env)
        self.exclude = exclude
        self.form = settings.compiled(str(store.state))
        self.known: dict[str, tuple[bool | None, str]] = {}

    def is_ours(self, cwd: str, at: str) -> bool | None:
        """Whether what happened in a folder ``at`` a time is this project's; None where it is no project's.

        What is excluded is not.
        """
        answer, since = self._place(cwd)
        return not answer if since and at < since else answer

    def may_be_ours(self, cwd: str) -> bool:
        """Whether anything that happened in a folder is this project's."""
        answer, since = self._place(cwd)
        return bool(answer) or bool(since)

    def _place(self, cwd: str) -> tuple[bool | None, str]:
        """Whether a folder is ours now, and since when that is so, where it was another project's before."""
        if cwd not in self.known:
            self.known[cwd] = self._look(cwd)
        return self.known[cwd]

    def _look(self, cwd: str) -> tuple[bool | None, str]:
        if scope.excluded(cwd, self.exclude, self.env.get("HOME", "")):
            return False, ""
        found = project.find(cwd, self.env.get("HOME", "")) or scope.find(cwd, self.env, self.form)[0]
        if found and found.store_name == self.name:
            if found.root not in self.roots:
                self.roots.append(found.root)
            return True, _born(found) if found.root in self._left_by_others else ""
        if found:
            return False, _born(found) if found.root in self.roots else ""
        gone = not Path(cwd).exists()
        return (True if gone and any(cwd == root or cwd.startswith(root + "/") for root in self.roots) else None), ""

    @cached_property
    def _left_by_others(self) -> set[str]:
        """Where other projects were seen: one that has moved away left its place, and what was said there is its."""
        others = (path for path in self.projects.glob("*/project.json") if path.parent.name != self.name)
        roots = (files.read_json(path).get("roots") for path in others)
        return {str(root) for found in roots if isinstance(found, list) for root in found}


def _born(found: project.Project) -> str:
    """When git's folder was made, as transcripts write a time; empty where that cannot be told."""
    known = moves.mark(found.git or found.common).get("is")
    return stamp(known[2] / 1e9) if known and known[2] else ""
