"""Packets, heads and facade from what the store holds, written so that each step leaves a whole."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from ctxdb_hooks import __version__
from ctxdb_hooks.clients.gemini import extension
from ctxdb_hooks.contextdb import files, forgetting, heads, packet, pointers
from ctxdb_hooks.contextdb.store import Store

MIN_PACKET = 100  # tokens; less says nothing
SHORT_PACKET = 600  # tokens


class Publication:
    """What one project's store tells those who start a client: ``values`` are its settings, ``rules`` those by which
    its sessions are described.
    """

    def __init__(self, store: Store, root: str, env: Mapping[str, str], values: Mapping[str, Any], rules: str) -> None:
        self.store = store
        self.root = root
        self.env = env
        self.values = values
        self.rules = rules
        self.apart = values["share"] == "same-client"

    def write(self) -> None:
        """Heads and facade, which name the packets, then the packets in their places: each step leaves a whole."""
        budget = max(MIN_PACKET, self.values["packet_tokens"])
        shared = {} if self.apart else packet.build_for(heads.AGENTS, self.store, budget)
        with ExitStack() as stack:
            staged: dict[str, files.Staged] = {}
            wanted: dict[str, Path] = {}
            for agent in heads.AGENTS:
                text = packet.build(self.store, budget, agent, agent) if self.apart else shared[agent]
                if not text:
                    continue
                path = wanted[agent] = self.store.packet(agent, apart=self.apart)
                if not files.is_same(path, text):
                    self._make_apart(agent)
                    staged[agent] = stack.enter_context(files.stage(path, [files.encoded(text)]))
            seals = {agent: new.seal for agent, new in staged.items()}
            places = {"home": self.env.get("HOME", ""), "gemini_tmp": str(extension.home(self.env) / "tmp")}
            going = set(heads.AGENTS) - wanted.keys()
            told = heads.write(self.store, self.root, seals, going, apart=self.apart, budget=budget, **places)
            for new in staged.values():
                new.place()
        self._clear(wanted.values())
        self._write_short(heads.AGENTS[0])
        files.write_json(self.store.folder / "made", self._made(told or {}), pretty=False)

    def _make_apart(self, agent: str) -> None:
        """Make the folder that only this agent may read, where each has one. Raises OSError."""
        if self.apart:
            files.make_inner(self.store.apart)
            files.make_inner(self.store.packet(agent, apart=True).parent)

    def _clear(self, wanted: Iterable[Path]) -> None:
        """Take away packets that are not ``wanted``, with their copies where clients are kept apart only now."""
        kept = set(wanted)
        unwanted = [
            path for path in self.store.readable() if path.name.startswith(pointers.LATEST) and path not in kept
        ]
        for path in unwanted:
            path.unlink(missing_ok=True)
        if self.apart and unwanted:
            forgetting.drop_copies(Path(self.root), self.env)

    def is_as_written(self) -> bool:
        """Whether packets, heads and facade are those that would be written now."""
        made = self._made(files.read_json(self.store.facade_file))
        return files.read_json(self.store.folder / "made") == made and heads.are_sealed(self.store)

    def is_of_these_sessions(self) -> bool:
        """Whether no session has come or gone since."""
        known = files.read_json(self.store.folder / "made").get("sessions")
        return bool(known == self.store.sessions_folder.stat().st_mtime_ns)

    def _made(self, told: dict[str, Any]) -> dict[str, Any]:
        """By what, from which sessions, packets, heads and facade were made, and what the facade said."""
        homes = [self.env.get("HOME", ""), str(extension.home(self.env))]
        by = json.dumps([__version__, self.rules, self.root, homes, self.values], default=str)
        says = hashlib.sha256(json.dumps(heads.undated(told), sort_keys=True).encode()).hexdigest()
        return {"by": by, "sessions": self.store.sessions_folder.stat().st_mtime_ns, "facade": says}

    def _write_short(self, agent: str) -> None:
        """The packet for a session that cannot read the whole one, since no flag of the client's lets it."""
        path = self.store.folder / "short" / f"{agent}.md"
        text = packet.build(self.store, SHORT_PACKET, agent if self.apart else "", agent)
        if text:
            files.make_inner(path.parent)
            files.write_if_changed(path, text)
        else:
            path.unlink(missing_ok=True)
