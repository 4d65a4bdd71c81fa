"""Sessions described from their events: what each is about, how it stands, and in which process it is open."""

from collections.abc import Callable, Mapping
from typing import Any

from ctxdb_hooks.bootstrap import ties
from ctxdb_hooks.contextdb import derive, facade, heads
from ctxdb_hooks.contextdb.model import Session
from ctxdb_hooks.contextdb.store import Store


class Describer:
    """Describes the sessions of one project by its settings, ``values``.

    ``count`` says how often it did, ``described`` which sessions; ``unsure`` that a client ended in the middle of a
    turn, with which its own server may go on.
    """

    def __init__(self, store: Store, root: str, values: Mapping[str, Any]) -> None:
        self.store = store
        self.root = root
        self.values = values
        self.rules = f"{derive.RULES} {values['language']}"
        self.described: set[str] = set()
        self.count = 0
        self.unsure = False

    def derive(self, session: Session, count: int) -> None:
        """Describe a session whose ``count`` events are new. Raises OSError."""
        before = self.store.meta(session.id).get("head", {}).get("client") or []
        self._describe(session, count, before if facade.alive(before) else [], elsewhere=False)

    def _describe(self, session: Session, count: int, client: list[int], *, elsewhere: bool) -> None:
        derived = derive.derive(self.store.events(session.id), session.title)
        if not derived["prompts"]:
            return
        derived["rules"] = self.rules
        if self.values["language"] != "auto":
            derived["lang"] = self.values["language"]
        head = heads.head_of(self.store, session, derived, client, self.root)
        if elsewhere:
            head["status"] = "running"
        self.store.describe(session, head, derived, count)
        self.count += 1
        self.described.add(session.id)

    def settle(self, records: dict[str, tuple[int, float]]) -> None:
        """Write down which sessions are open, and which are so no longer. Raises OSError.

        ``records`` is what the clients say themselves: native id to pid and when it was written (s since the epoch).
        """
        metas = [meta for meta in ties.candidates(self.store.metas(), records) if facade.valid_head(meta["head"])]
        metas = [meta for meta in metas if not meta["source"].get("given_id")]  # what no client runs stays as it is
        listed = ties.listed(self.store.folder)
        open_now = ties.open_sessions(metas, listed, records)
        for meta in metas:
            head, client = meta["head"], open_now.get(meta["sessionId"], [])
            elsewhere = not client and ties.grows_alone(meta, listed)
            self.unsure = self.unsure or ties.may_go_on(meta, listed)
            if client != head["client"] or elsewhere != (head["status"] == "running" and not head["client"]):
                session = Session.of(meta["source"])
                if session.id == meta["sessionId"]:
                    self._describe(session, self.store.last_seq(session.id), client, elsewhere=elsewhere)

    def renew(self, is_late: Callable[[], bool]) -> None:
        """Describe again, while there is time, what was described by other rules or in another language."""
        for meta in self.store.metas():
            source = meta.get("source")
            if not isinstance(source, dict) or source.get("given_id") or not isinstance(meta.get("derived"), dict):
                continue
            if meta["derived"].get("rules") != self.rules and not is_late():
                head, session = meta.get("head"), Session.of(source)
                client = head["client"] if isinstance(head, dict) and facade.valid_head(head) else []
                self._describe(session, self.store.last_seq(session.id), client, elsewhere=False)
