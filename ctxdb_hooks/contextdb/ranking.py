"""Which files and names of earlier sessions the next one will most likely need again.

How much something was used tells most, an edit more than a look, and what was used six sessions ago counts half. Of two
names the shorter one goes first where little else speaks for the longer: it says as much and leaves room for another.
`tests/bench/packet` measures it; what each rule brought stands in `tests/bench/packet.md`.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Any

from ctxdb_hooks.contextdb import tokens
from ctxdb_hooks.contextdb.store import BASE

FADE = 0.9  # what a use counts one session later
TOLD = 0.3  # what a bare name counts that no tool was ever used on: it may be any folder's, or none of this project


class Ranking:
    """Files and names over several sessions, of each what was derived, the newest first."""

    def __init__(self, facts: Sequence[dict[str, Any]]) -> None:
        self.facts = facts
        self.own = self._own()
        self.ends = self._ends()
        self.trees = self._trees()
        self.told = self._told()
        self.places: dict[str, str] = {}

    def files(self) -> list[str]:
        """Files of the project, best first; a memory that lies in it is none."""
        scores: dict[str, float] = {}
        for age, facts in enumerate(self.facts):
            for path, score in _uses(facts).items():
                path = self.canonical(path)
                if path and not path.startswith(("/", "../", f"{BASE}/")):
                    worth = TOLD if path in self.told else 1.0
                    scores[path] = scores.get(path, 0.0) + worth * score * FADE**age
        return sorted(scores, key=lambda path: (-scores[path], path))

    def names(self) -> list[str]:
        """Names of functions, types and the like, best first."""
        scores: dict[str, float] = {}
        for age, facts in enumerate(self.facts):
            for name, (score, place) in _table(facts, "names").items():
                scores[name] = scores.get(name, 0.0) + score * FADE**age
                if place:
                    self.places.setdefault(name, self.canonical(place))
        return sorted(scores, key=lambda name: (-scores[name] / sqrt(tokens.estimate(name)), name))

    def place(self, name: str) -> str:
        """The file in which a name was edited last; empty where it was only spoken of. To be asked after ``names``."""
        return self.places.get(name, "")

    def canonical(self, path: str) -> str:
        """The whole path of a file that was named by its end, or that lies in another work tree; else as it is."""
        if path in self.own:
            return path
        if not is_odd(path):
            return self.ends.get(path, path)
        parts = path.split("/")
        tails = ("/".join(parts[at:]) for at in range(1, len(parts)))
        known = next((tail for tail in tails if tail in self.own), "")
        tree = next((tree for tree in self.trees if path.startswith(tree)), "")
        return known or path.removeprefix(tree)

    def _own(self) -> set[str]:
        """Paths of the main work tree that are no mere ends of others: edited ones, and those nobody edited in full."""
        edited = {path for facts in self.facts for path in facts.get("files", []) if not is_odd(path)}
        named = {path for facts in self.facts for path in _uses(facts) if not is_odd(path)} - edited
        ends = {"/".join(path.split("/")[at:]) for path in edited | named for at in range(1, path.count("/") + 1)}
        return edited | {path for path in named if path not in ends}

    def _ends(self) -> dict[str, str]:
        """The ends of paths to the paths: empty where several end alike, which tells nothing."""
        found: dict[str, str] = {}
        for path in self.own:
            parts = path.split("/")
            for at in range(1, len(parts)):
                end = "/".join(parts[at:])
                found[end] = "" if end in found else path
        return found

    def _trees(self) -> list[str]:
        """The folders of other work trees, the longest first: below them are files that the main one has too."""
        found = set()
        for path in {path for facts in self.facts for path in _uses(facts) if is_odd(path)}:
            parts = path.split("/")
            at = next((at for at in range(1, len(parts) - 1) if "/".join(parts[at:]) in self.own), 0)
            if at and not path.startswith("../"):
                found.add("/".join(parts[:at]) + "/")
        return sorted(found - {"/"}, key=lambda tree: (-len(tree), tree))

    def _told(self) -> set[str]:
        """Bare names that stood in what was said, and that no tool was ever used on."""
        said = {path for facts in self.facts for path in facts.get("told") or [] if "/" not in path}
        touched = {path for facts in self.facts for path in _uses(facts).keys() - set(facts.get("told") or [])}
        return said - touched


def is_odd(path: str) -> bool:
    """Whether a path lies outside of the work tree, or in another work tree below it."""
    return path.startswith(("/", "../", ".git/")) or "worktrees/" in path


def _uses(facts: dict[str, Any]) -> dict[str, Any]:
    """Path to score; what a session lists besides counts too."""
    listed = dict.fromkeys(facts.get("reads") or [], 1.0) | dict.fromkeys(facts.get("files") or [], 2.0)
    return listed | _table(facts, "uses")


def _table(facts: dict[str, Any], name: str) -> dict[str, Any]:
    table = facts.get(name)
    return table if isinstance(table, dict) else {}
