"""The contract of a client's background half, and the clients that have one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Protocol, cast

from ctxdb_hooks.clients import AGENTS
from ctxdb_hooks.clients.jsonl import Cursor, Listed
from ctxdb_hooks.contextdb.model import Event, Session


@dataclass(slots=True)
class Reading:
    """What the new bytes of one transcript hold.

    ``whole`` when the events replace all that was kept before; ``cut_from`` is the mark (``x.u``) of the kept event
    from which on the conversation was abandoned.
    """

    session: Session
    events: list[Event]
    whole: bool
    cut_from: str = ""


class Ingest(Protocol):
    """What ``clients/<name>/ingest.py`` offers.

    ``REPLAYS`` where a transcript can only be read from its beginning, whenever it has grown.
    """

    AGENT: str
    CLIENT: str
    REPLAYS: bool

    def transcripts(self, env: Mapping[str, str], roots: Iterable[str] | None) -> list[Listed]:
        """Every transcript, first those whose place may be that of work under ``roots`` (all when None), newest first.

        Left out are those that by their place can hold nothing of it.
        """

    def kept(self, store: Path, env: Mapping[str, str]) -> Iterable[Path]:
        """Transcripts that the client has deleted and that are kept in the store."""

    def folders(self, path: Path, *, late: bool = False) -> list[str]:
        """The working directories that a transcript's beginning and end name (``late``: its end), the first one first.

        Raises OSError.
        """

    def running(self, env: Mapping[str, str]) -> dict[str, tuple[int, float]]:
        """Sessions that the client's own records say are open: native id to pid and since when (s since the epoch).

        A record outlives a client that was killed, and its pid may be another process's by then: the time tells.
        """

    def refresh(self, state: Path, env: Mapping[str, str], roots: Iterable[str]) -> None:
        """Keep current what the client's hot half needs to know. Raises OSError."""

    def read(self, fd: int, path: Path, cursor: Cursor) -> Reading:
        """Read on from the cursor and move it. Raises OSError."""


def clients() -> list[Ingest]:
    """The background half of every client."""
    return [cast(Ingest, import_module(f"ctxdb_hooks.clients.{name}.ingest")) for name in AGENTS]
