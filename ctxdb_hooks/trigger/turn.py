"""What the clients' own hooks call, at a session's start and on each user turn; hot path.

Reads one event on stdin and answers with that client's additional context, or with nothing at all. It never ends
with a status that could block a turn (the script that calls it always exits 0), never holds a pipe, and gives up on
what takes too long.
"""

import gc
import posix
import time

from ctxdb_hooks.clients import AGENTS
from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.launch import places, project, record, scope, settings, trust
from ctxdb_hooks.launch.deadline import Deadline

PATIENCE = 1.0  # s until the event has come in
DEADLINE = 0.05  # s of our own
MOST = 1 << 16  # bytes of an event that are kept of its beginning and of its end; the prompt stands in it
MAX_NUDGES = 3  # in a session; they stay in its context
# Where a client says nothing of its model, the user may have.
MODEL = {"claude": "ANTHROPIC_MODEL", "codex": "", "gemini": "GEMINI_MODEL"}


def main(client: str, caller: str = "") -> None:
    """Answer one event of ``client``; ``caller``: its process, by whose number a start's record is found."""
    begun = time.perf_counter_ns()
    gc.disable()  # this process is over before there is anything to collect
    deadline = Deadline(PATIENCE)
    event = _stdin()
    deadline.stop()
    deadline = Deadline(DEADLINE)
    turn = Turn(client, event, caller)
    text = turn.text()
    deadline.stop()
    if text:
        answer(turn.name, text)
    turn.leave_receipt(begun)


class Turn:
    """One event, with the memory of the project it happens in."""

    def __init__(self, client: str, data: bytes, caller: str = "") -> None:
        self.client = client
        self.caller = caller
        self.event = facade.parse(data) or {}
        self.name = str(self.event.get("hook_event_name"))
        self.env = {
            key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
            for key, value in posix.environ.items()
        }
        self.now = int(time.time())
        self.receipt: dict = {}
        self.state = self.store = self.folder = ""
        self.here: project.Project | None = None
        self.values: dict = {}

    def text(self) -> str:
        """What the agent is told; empty for nothing."""
        env = self.env
        if self.client not in AGENTS or settings.off(env, "CTXDB_HOOKS") or settings.on(env, "CTXDB_PRIVATE"):
            return ""
        if self.client != "gemini":
            return self.find() and (self.facade() if self.name == "SessionStart" else self.nudge(facade_above=False))
        from ctxdb_hooks.clients.gemini import hook

        said = hook.said(self.event, env, self.find())
        if said is None:  # not started by us, or in another project
            return ""
        text, names_path = said
        if text and not names_path:  # the history itself
            return str(text)
        more = self.nudge(facade_above=bool(text))
        return "\n".join([one for one in (text, more) if one])

    def find(self) -> str:
        """Find the project and its store; empty where nothing is remembered or what is there cannot be trusted."""
        env = self.env
        started = env.get("CLAUDE_PROJECT_DIR", "") if self.client == "claude" else ""  # cwd follows the agent's `cd`
        folder = started or self.event.get("cwd")
        self.state = places.state_dir(env)
        if not isinstance(folder, str) or not folder.startswith("/") or not self.state:
            return ""
        here, self.values = scope.find(folder, env, settings.compiled(self.state))
        if here is None or trust.foreign_home(env.get("HOME", "")):
            return ""
        store = f"{places.projects_dir(env)}/{here.store_name}"
        if trust.trusted(env, self.state, store, here.root):
            self.here, self.folder, self.store = here, folder, store
        return self.store

    def apart(self) -> bool:
        """Whether this client is told of its own sessions only."""
        return bool(self.values["share"] == "same-client")

    def facade(self) -> str:
        """The facade, for a client whose hooks the user has installed; it says the same on every kind of start."""
        assert self.here
        if self.caller.isdecimal() and record.has_packet(self.store, int(self.caller)):
            return ""
        share = AGENTS[self.client] if self.apart() else ""
        head, packets, how = facade.load(self.store, self.folder[len(self.here.root) + 1 :], self.now, share)
        path = facade.packet_path(self.store, packets, AGENTS[self.client], bool(share))
        text = facade.render(head, path, project.branch(self.here.git), self.now)
        self.receipt = {"what": "start", "kind": "hook", "facade": how, "text": text}
        return text

    def nudge(self, facade_above: bool) -> str:
        """What tells the agent to read the history, where this prompt calls for it.

        Once in a session, and again only where a prompt points at a session that was not named yet.
        ``facade_above``: the facade, with the path, comes just before it.
        """
        from ctxdb_hooks.trigger.said import Said

        prompt, session = self.event.get("prompt"), self.event.get("session_id")
        if not self.values["trigger"] or not isinstance(prompt, str) or not isinstance(session, str):
            return ""
        said = Said(self.store, session)
        if said.nudges >= MAX_NUDGES or not said.look(self.client, self.event.get("transcript_path")):
            return ""
        heads = facade.parse(facade.read_bytes(self.store + "/heads")) or {}
        mine = digest(session)
        earlier = self._earlier(heads, mine)
        packet = facade.packet_path(self.store, heads["packets"], AGENTS[self.client], self.apart()) if earlier else ""
        text, named, found = "", [], {}
        if packet:
            asked, found = self._evaluated(prompt, said.number, earlier, not said.nudges)
            pointed = self._pointed(prompt, earlier, asked, heads, packet) if found["load"] else []
            new = [name for name in pointed if short(name) not in said.named]
            if new or (found["load"] and not said.nudges):
                paths = self._readable(packet, new, facade_above)
                text, named = self._worded(paths, new, found["tier"], heads, earlier[0]["lang"], said.nudges > 0)
        said.note(bool(text), named)
        if found and (text or not said.nudges):
            self.receipt = {"what": "turn", "session": mine, "turn": said.number, **found, "text": text}
            if bool(text) != found["load"]:
                self.receipt["load"] = bool(text)
                self.receipt.pop("would", None)  # not what the policy drew, so that nothing is learned from it
        return text

    def _earlier(self, heads: dict, mine: str) -> list:
        """The sessions before this one that this client may know of, newest first."""
        if not facade.valid_heads(heads):
            return []
        apart, agent = self.apart(), AGENTS[self.client]
        return [
            head
            for head in heads["sessions"]
            if not head["id"].endswith(mine) and (not apart or head["agent"] == agent)
        ]

    def _evaluated(self, prompt: str, number: int, earlier: list, may_learn: bool) -> tuple:
        """``(words that asked for memory, what the receipt keeps: fired, load, the model's tier and signal C's)``."""
        from ctxdb_hooks.trigger import policy
        from ctxdb_hooks.trigger.memory import of_heads
        from ctxdb_hooks.trigger.orchestrator import SILENT, evaluate, tier_of

        memory = of_heads(earlier, interrupted=facade.status(earlier[0]) == "interrupted")
        model = self.event.get("model") or self.env.get(MODEL[self.client])
        tier = tier_of(model, self.values["model_tiers"]) if isinstance(model, str) else "standard"
        # What is not noted cannot be judged, so that nothing can be learned of it.
        learned = policy.load(self.state) if may_learn and self.values["telemetry"] else None
        ask = policy.Learned(learned, self.state, tier, earlier, self.now) if learned else SILENT
        verdict = evaluate(prompt, turn=number, memory=memory, tier=tier, policy=ask)
        asked = [gave for signal, name, gave in verdict.why if signal == "A" and name not in ("names", "goal")]
        facts = {"fired": verdict.fired, "load": verdict.load, "tier": tier, **getattr(ask, "facts", {})}
        return asked, facts

    def _pointed(self, prompt: str, earlier: list, asked: list, heads: dict, packet: str) -> list:
        """The ids of the sessions that the prompt points at and whose files are as the background wrote them.

        They lie beside the packet.
        """
        from ctxdb_hooks.trigger import pointed

        seals = heads.get("exports")
        if not isinstance(seals, dict):
            return []
        found = pointed.sessions(prompt, earlier, asked, AGENTS[self.client])
        names = [head["id"] for head in found if short(head["id"])]
        return [name for name in names if facade.is_sealed(beside(packet, name), (seals.get(name),))]

    def _readable(self, packet: str, new: list, facade_above: bool) -> list:
        """The paths by which the client reads the packet, the best first; none where the facade just named it.

        Gemini reads copies, also of the sessions' files.
        """
        if self.client != "gemini":
            home = self.env.get("HOME", "")
            return [packet, "~" + packet[len(home) :]] if home and packet.startswith(home + "/") else [packet]
        from ctxdb_hooks.clients.gemini import hook

        for name in new:
            hook.publish(beside(packet, name), self.event, f"{name}-context.md")
        copy = "" if facade_above else hook.publish(packet, self.event)
        return [copy] if copy else []

    def _worded(self, paths: list, new: list, tier: str, heads: dict, lang: str, again: bool) -> tuple:
        """``(text, short ids named in it)``."""
        from ctxdb_hooks.contextdb import nudge

        costs = heads.get("costs")
        known: dict = costs if isinstance(costs, dict) else {}
        each = known.get("ids")
        ids = [(short(name), each.get(name)) for name in new] if isinstance(each, dict) else []
        ids = [(one, cost) for one, cost in ids if type(cost) is int]
        return nudge.text(lang, paths, ids, tier, known.get(AGENTS[self.client]), again)

    def leave_receipt(self, begun: int) -> None:
        """Note what this event came to; ``begun`` is when it was taken up, in ns of the performance counter."""
        if not self.receipt or not self.here or not self.values["telemetry"]:
            return
        from ctxdb_hooks.launch import receipt

        facts = {"ts": round(time.time(), 3), "client": self.client, "project": self.here.store_name, **self.receipt}
        facts["us"] = (time.perf_counter_ns() - begun) // 1000
        facts["cpu"] = time.process_time_ns() // 1000  # with the interpreter's own start
        receipt.write(self.state, facts)


def digest(native: str) -> str:
    """What the store's id of a session ends with."""
    return places.digest(native.encode("utf-8", "replace"), 4)


def beside(packet: str, session_id: str) -> str:
    """The path of a single session's file."""
    return f"{packet.rpartition('/')[0]}/{session_id}-context.md"


def short(session_id: str) -> str:
    """The eight digits at the end of an id of the store; empty where it has none."""
    last = session_id.rpartition("-")[2]
    return last if len(last) == 8 and not last.strip("0123456789abcdef") else ""


def answer(event: str, text: str) -> None:
    """Write the hook's output: the same form for the three clients."""
    try:
        from _json import encode_basestring_ascii as quote
    except ImportError:
        from json import dumps as quote
    output = f'{{"hookSpecificOutput":{{"hookEventName":{quote(event)},"additionalContext":{quote(text)}}}}}\n'
    data = output.encode("ascii")
    while data:
        data = data[posix.write(1, data) :]


def _stdin() -> bytes:
    """The event, read to its end: a client that could not write all of it might take that for a failure.

    Of a long one beginning and end: what is long in it is the prompt, of which no more than that is looked at.
    """
    head = tail = b""
    while part := posix.read(0, MOST):
        room = MOST - len(head)
        head += part[:room]
        if len(part) > room:
            tail = (tail + part[room:])[-MOST - 1 :]
    return head + tail if len(tail) <= MOST else _joined(head, tail)


def _joined(head: bytes, tail: bytes) -> bytes:
    """Two ends of a text of JSON, cut at blanks, which are in no escape and in no character of several bytes."""
    return head[: head.rfind(b" ")] + tail[tail.find(b" ") :]
