"""What a memory is made of: events read from a transcript, and the facts about the session they belong to."""

from dataclasses import dataclass, field, fields
from typing import Any

from ctxdb_hooks.launch.places import digest

# Who an event comes from and what it is. Only a person's typed words are a PROMPT and only a model's prose is an
# ANSWER or PLAN; what a tool printed appears in FAILURE alone, and never feeds goal or summary.
PROMPT = "prompt"
ANSWER = "answer"
PLAN = "plan"
EDIT = "edit"
READ = "read"
COMMAND = "command"
FAILURE = "failure"
SEARCH = "search"
TODO = "todo"
FETCH = "fetch"
COMPACT = "compact"
NOTE = "note"

LIMITS = {  # characters of a text that are kept
    PROMPT: 8000,
    ANSWER: 6000,
    PLAN: 8000,
    COMPACT: 6000,
    EDIT: 1500,
    COMMAND: 1000,
    FAILURE: 1200,
    TODO: 4000,
}
LIMIT = 600  # of the other kinds
TOO_LONG = 20_000  # characters of a text that goes on to redaction; far above what is kept

ROLES = {
    PROMPT: "user",
    ANSWER: "assistant",
    PLAN: "assistant",
    COMPACT: "system",
    NOTE: "system",
}


@dataclass(slots=True)
class Event:
    """One thing that happened in a session; ``refs`` are paths, relative to the project where inside it.

    ``cwd`` is where it happened and ``done`` when the result was there, as far as its client says so. Neither is kept.
    """

    ts: str
    kind: str
    text: str
    refs: list[str] = field(default_factory=list)
    extra: dict[str, Any] = field(default_factory=dict)
    cwd: str = ""
    done: str = ""

    @property
    def role(self) -> str:
        """The AIOS role of this kind of event."""
        return ROLES.get(self.kind, "tool")

    @property
    def mark(self) -> str:
        """What names this event in every transcript that it was copied into; empty where its client names nothing."""
        mark = self.extra.get("u")
        return mark if isinstance(mark, str) else ""

    def record(self, seq: int) -> dict[str, Any]:
        """The event as one line of ``l2-events.jsonl``."""
        row: dict[str, Any] = {"seq": seq, "ts": self.ts, "role": self.role, "kind": self.kind}
        row |= {"text": self.text, "refs": self.refs}
        if self.extra:
            row["x"] = self.extra
        return row

    @classmethod
    def of(cls, row: dict[str, Any]) -> "Event":
        """An event from a stored line, tolerant of what other writers leave out or type differently."""
        refs = row.get("refs")
        text = row.get("text")
        extra = row.get("x")
        return cls(
            ts=str(row.get("ts") or ""),
            kind=str(row.get("kind") or NOTE),
            text=text if isinstance(text, str) else "",
            refs=[ref for ref in refs if isinstance(ref, str)] if isinstance(refs, list) else [],
            extra=extra if isinstance(extra, dict) else {},
        )


@dataclass(slots=True)
class Session:
    """What is known of a session apart from its events."""

    agent: str
    native_id: str
    started: str = ""
    updated: str = ""
    cwd: str = ""
    branch: str = ""
    model: str = ""
    title: str = ""
    entrypoint: str = ""
    given_id: str = ""  # of a session that was taken over with its id

    @classmethod
    def of(cls, row: dict[str, Any]) -> "Session":
        """A session from what is stored of it; what another version of the package stored besides is left out."""
        known = {field.name for field in fields(cls)}
        return cls(**{"agent": "", "native_id": ""} | {key: str(row[key]) for key in row if key in known})

    @property
    def id(self) -> str:
        """``<agent>-<YYYYMMDDTHHMMSS>-<8 hex>``: the same transcript gives the same id anywhere."""
        if self.given_id:
            return self.given_id
        stamp = "".join(char for char in self.started[:19] if char.isalnum()) or "00000000T000000"
        return f"{self.agent}-{stamp}-{digest(self.native_id.encode('utf-8', 'replace'), 4)}"
