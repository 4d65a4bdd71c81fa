"""What came of a session: whether memory was read, whether it was missed, and how soon work began.

Worked out from the stored events in the background, and kept as receipts of figures; nothing that anybody typed.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from ctxdb_hooks import telemetry
from ctxdb_hooks.contextdb import facade, model
from ctxdb_hooks.contextdb.model import Event
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.trigger.orchestrator import evaluate
from ctxdb_hooks.trigger.policy import FINE, MISSED, USED, WASTED

NEAR = 120.0  # s between a turn's receipt and its prompt in the transcript
SOON = 2  # further turns in which what a decision led to must show
SAID_AGAIN = 3  # telling words that a prompt shares with an earlier session and not with its own
EARLIER = 3  # sessions before this one that count as what was known
MOST = 50  # sessions of one run that are looked at, the newest
BYTES_PER_TOKEN = 4
WORD = re.compile(r"[^\W\d_]{5,}")
WIDE = re.compile(r"[\u3400-\u9fff\u30a0-\u30ff\uac00-\ud7af]{2}")
ASKED_US = re.compile(r"\bctxdb-hooks\s+(?:show|search|timeline|handoff|pack)\b")


@dataclass
class Turn:
    """One prompt and what followed it until the next."""

    prompt: Event
    at: float
    events: list[Event] = field(default_factory=list)
    fetched: bool = False

    @property
    def touched(self) -> set[str]:
        """The files that were read or changed."""
        return {ref for event in self.events if event.kind in (model.EDIT, model.READ) for ref in event.refs}


@dataclass(frozen=True)
class Known:
    """What the sessions before one knew: their files, and the telling words of their prompts."""

    files: frozenset[str]
    words: frozenset[str]


def note(store: Store, described: Iterable[str], fetched: Iterable[tuple[str, Event]]) -> None:
    """Write what came of the sessions that were described in this run, and each read of memory in them.

    ``fetched`` are the events that were left out of the store because they touch our own files, with the session's id.
    Raises OSError.
    """
    state = store.state
    reads: dict[str, list[float]] = {}
    for session_id, event in fetched:
        stamp = moment(event.done or event.ts)
        if stamp and event.kind in (model.READ, model.COMMAND, model.SEARCH):
            reads.setdefault(session_id, []).append(stamp)
    chosen = sorted(set(described), key=lambda name: name.rsplit("-", 2)[-2:], reverse=True)[:MOST]
    if not chosen:
        return
    receipts = [row for row in telemetry.receipts(state) if row.get("project") == store.folder.name]
    before = {(row["what"], row["id"]): row for row in receipts if "id" in row}
    metas = store.metas()
    fresh = []
    for session_id in chosen:
        if session_id in {meta["sessionId"] for meta in metas}:
            for row in Session(store, session_id, metas, receipts, reads.get(session_id, [])).rows():
                known = before.get((row["what"], row["id"]))
                if known is None or {**known, "ts": 0} != {**row, "ts": 0}:
                    fresh.append(row)
    telemetry.add_receipts(state, sorted(fresh, key=lambda row: float(row["ts"])))


class Session:
    """One session with its receipts."""

    def __init__(
        self,
        store: Store,
        session_id: str,
        metas: list[dict[str, Any]],
        receipts: list[dict[str, Any]],
        reads: list[float],
    ) -> None:
        self.store = store
        self.id = session_id
        self.short = session_id.rpartition("-")[2]
        mine = [row for row in receipts if row.get("session") == self.short]
        self.judged = [row for row in mine if row["what"] == "turn"]
        self.reads = sorted({*reads, *(row["ts"] for row in mine if row["what"] == "read")})
        self.meta = next(meta for meta in metas if meta["sessionId"] == session_id)
        self.client = str(self.meta.get("agent", "")).partition("-")[0]
        self.turns = turns(store.events(session_id), self.reads)
        self.known = known_before(store, self.meta, metas)
        self.told = self._was_told(receipts)

    def rows(self) -> list[dict[str, Any]]:
        """The receipts of this session's reads, decisions and figures."""
        if not self.turns:
            return []
        return [*map(self._read, self.reads), *self._outcomes(), self._figures()]

    def _base(self, what: str, name: str, ts: float) -> dict[str, Any]:
        return {
            "what": what,
            "id": name,
            "ts": ts,
            "project": self.store.folder.name,
            "client": self.client,
            "session": self.short,
        }

    def _read(self, at: float) -> dict[str, Any]:
        """A read, and how long after the prompt that led to it the packet was in the agent's hands."""
        row = self._base("read", f"{self.short}:{at:.3f}", at)
        prompts = [turn.at for turn in self.turns if turn.at <= at]
        if prompts:
            row["wait"] = round(at - prompts[-1], 3)
            row["nudged"] = any(prompts[-1] - NEAR < judged["ts"] <= at and judged["load"] for judged in self.judged)
        return row

    def _outcomes(self) -> list[dict[str, Any]]:
        found = []
        for judged in self.judged:
            number = self._turn_of(float(judged["ts"]))
            if number is None or number + 1 == len(self.turns) and not self.turns[number].events:
                continue
            load = bool(judged.get("load"))
            good = self._used(number) if load else not self._missed(number)
            row = self._base("outcome", f"{self.short}:{judged['turn']}", judged["ts"])
            reward = (USED if good else WASTED) if load else (FINE if good else MISSED)
            found.append(row | {"turn": judged["turn"], "good": good, "reward": reward})
        return found

    def _turn_of(self, at: float) -> int | None:
        """The number of the turn whose prompt was judged at this moment."""
        apart, number = min((abs(turn.at - at), number) for number, turn in enumerate(self.turns))
        return number if apart <= NEAR else None

    def prompt_at(self, at: float) -> str | None:
        """The prompt that was judged at this moment, as it is kept."""
        number = self._turn_of(at) if self.turns else None
        return None if number is None else self.turns[number].prompt.text

    def _used(self, number: int) -> bool:
        """Whether memory was read, or what only memory knew of came up."""
        window = self.turns[number : number + SOON]
        if any(turn.fetched for turn in window):
            return True
        before = {ref for turn in self.turns[:number] for ref in turn.touched}
        named = self.turns[number].prompt.text
        return any(
            ref in self.known.files and ref not in before and ref.rpartition("/")[2] not in named
            for turn in window
            for ref in turn.touched
        )

    def _missed(self, number: int) -> bool:
        """Whether memory was fetched after all in one of the next turns, or a person pointed to it or repeated it."""
        return any(
            turn.fetched or evaluate(turn.prompt.text, turn=2).fired == "intent:recall" or self._said_again(later)
            for later, turn in enumerate(self.turns[number + 1 : number + 1 + SOON], number + 1)
        )

    def _said_again(self, number: int) -> bool:
        said = telling(self.turns[number].prompt.text)
        before = set().union(*(telling(turn.prompt.text) for turn in self.turns[:number]))
        shared = (said & self.known.words) - before
        return len(shared) >= SAID_AGAIN and 2 * len(shared) >= len(said)

    def _figures(self) -> dict[str, Any]:
        """How the session went, for the comparison of those with memory and those without."""
        first = next((n for n, turn in enumerate(self.turns) if any(e.kind == model.EDIT for e in turn.events)), None)
        row = self._base("session", self.short, moment(str(self.meta.get("updatedAt"))) or self.turns[-1].at)
        row |= {"memory": "read" if self.reads else "told" if self.told else "none", "turns": len(self.turns)}
        row["asked"] = sum(_asks_back(turn) for turn in self.turns)
        row["again"] = len(self.known.files & {ref for turn in self.turns for ref in _looked_for(turn)})
        if first is not None:
            row["edit_turn"] = first + 1
            row["edit_tokens"] = _tokens_until_edit(self.turns[: first + 1])
        return row

    def _was_told(self, receipts: list[dict[str, Any]]) -> bool:
        """Whether the start that this session came from added something: the last one of its client before it."""
        if not self.turns:
            return False
        first = self.turns[0].at + 1
        starts = [
            row
            for row in receipts
            if row["what"] == "start" and str(row.get("client")) == self.client and row["ts"] <= first
        ]
        added = starts and (starts[-1].get("text") or starts[-1].get("given"))
        return bool(added) or any(row.get("load") for row in self.judged)


def turns(events: Iterable[Event], reads: list[float]) -> list[Turn]:
    """A session's turns; what came before the first prompt is left out."""
    found: list[Turn] = []
    for event in events:
        stamp = moment(event.ts)
        if event.kind == model.PROMPT:
            found.append(Turn(event, stamp))
        elif found:
            found[-1].events.append(event)
            if event.kind == model.COMMAND and ASKED_US.search(event.text):
                found[-1].fetched = True
    for at in reads:
        earlier = [turn for turn in found if turn.at <= at]
        if earlier:
            earlier[-1].fetched = True
    return found


def known_before(store: Store, meta: Mapping[str, Any], metas: list[dict[str, Any]]) -> Known:
    """What the last sessions before one knew."""
    before = [other for other in metas if str(other.get("updatedAt")) < str(meta.get("createdAt"))][:EARLIER]
    names: set[str] = set()
    words: set[str] = set()
    for other in before:
        derived = other.get("derived")
        if isinstance(derived, dict):
            names.update(derived.get("files", []), derived.get("reads", []))
        for event in store.events(other["sessionId"]):
            if event.kind == model.PROMPT:
                words |= telling(event.text)
    return Known(frozenset(names), frozenset(words))


def telling(text: str) -> set[str]:
    """The words of a text that say what it is about: long ones, pairs of characters in writing without spaces."""
    low = text[:4000].lower()
    return {*WORD.findall(low), *WIDE.findall(low), *WIDE.findall(low[1:])}


def moment(stamp: str) -> float:
    """An ISO time stamp as s since the epoch with its milliseconds; 0 where it is none."""
    whole = facade.epoch(stamp)
    fraction = stamp[19:-1] if whole else ""
    return (whole or 0) + (float("0" + fraction) if fraction[1:].isdigit() and fraction[0] == "." else 0.0)


def _asks_back(turn: Turn) -> bool:
    answers = [event.text for event in turn.events if event.kind == model.ANSWER]
    return bool(answers) and answers[-1].rstrip().endswith(("?", "？"))


def _looked_for(turn: Turn) -> set[str]:
    return {ref for event in turn.events if event.kind in (model.READ, model.SEARCH) for ref in event.refs}


def _tokens_until_edit(turns: list[Turn]) -> int:
    size = 0
    for turn in turns:
        size += len(turn.prompt.text.encode())
        for event in turn.events:
            if event.kind == model.EDIT and turn is turns[-1]:
                break
            size += len(event.text.encode())
    return size // BYTES_PER_TOKEN
