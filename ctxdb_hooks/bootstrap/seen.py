"""What a run had before it when it began: by it a start can tell, without any reading, whether there is something new.

``seen`` in the store: ``begun`` (ns since the epoch) and ``paths``, a list of ``[path, mtime in ns, size]`` of the
transcripts and the folders in which new ones would appear (zeros for what was not there); empty when a run left
something to be read.
"""

import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path

from ctxdb_hooks.clients.codex.argv import codex_home
from ctxdb_hooks.clients.gemini.rescue import gemini_home
from ctxdb_hooks.clients.jsonl import Listed
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.eager import stamp

NEWEST = 150  # transcripts of each client; a start looks at every path
MAX_DEPTH = 4  # folders above a transcript: codex has one for the year, the month and the day


class Seen:
    """The state of things at the beginning of a run: of each client's ``transcripts``, the newest first."""

    def __init__(self, transcripts: Iterable[Sequence[Listed]], env: Mapping[str, str]) -> None:
        self.begun = time.time_ns()
        known = homes(env)
        paths = {f"{home}/{name}" for home, name in known.items()}
        for found in transcripts:
            for one in found[:NEWEST]:
                if one.near:
                    paths.add(one.path)
                    paths |= set(_folders(Path(one.path), known))
        self.paths = [[path, *stamp(path)] for path in sorted(paths)]

    def write(self, store: Path, whole: bool) -> None:
        """Leave it for the starts to come; ``whole`` when the run left nothing unread. Raises OSError."""
        value = {"begun": self.begun, "paths": self.paths if whole else []}
        files.write(store / "seen", json.dumps(value, ensure_ascii=False) + "\n")


def homes(env: Mapping[str, str]) -> dict[str, str]:
    """Each client's own folder, and the one in it that holds the transcripts."""
    return {
        places.claude_home(dict(env)): "projects",
        codex_home(dict(env)): "sessions",
        gemini_home(dict(env)): "tmp",
    }


def _folders(path: Path, known: Mapping[str, str]) -> Iterable[str]:
    for folder in islice(path.parents, MAX_DEPTH):
        if os.fspath(folder) in known:
            return
        yield os.fspath(folder)
