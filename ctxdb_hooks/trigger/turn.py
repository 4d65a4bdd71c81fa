"""What the clients' own hooks call, at a session's start and on each user turn; hot path.

Reads one event on stdin and answers with that client's additional context, or with nothing at all. It never ends
with a status that could block a turn (the script that calls it always exits 0) and never holds a pipe.
"""

import posix
import sys
import time

from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.launch import places, project, scope, settings

MAX_INPUT = 4 << 20  # bytes of an event; the prompt stands in it
MAX_TURNS = 4096
AGENTS = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}
NUDGE = {
    "en": "This request draws on earlier work here. Read first: {0}",
    "zh": "此请求与先前工作有关，请先读取：{0}",
}
BESIDE_FACADE = {  # where the path stands just above
    "en": "This request draws on earlier work here: read that history first.",
    "zh": "此请求与先前工作有关，请先读取上述历史。",
}


def main(client: str) -> None:
    """Answer one event of ``client``."""
    begun = time.perf_counter_ns()
    event = facade.parse(_stdin())
    if event is None or client not in AGENTS:
        return
    env = {
        key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for key, value in posix.environ.items()
    }
    if settings.off(env, "CTXDB_HOOKS") or settings.on(env, "CTXDB_PRIVATE"):
        return
    name = event.get("hook_event_name")
    if client == "gemini":
        from ctxdb_hooks.clients.gemini import hook

        said = hook.said(event, env)
        if said is None:  # not started by us, or in another project
            return
        turn = Turn(client, event, env)
        texts = [said, turn.nudge(BESIDE_FACADE if said else NUDGE)]
    else:
        turn = Turn(client, event, env)
        texts = [turn.facade() if name == "SessionStart" else turn.nudge(NUDGE)]
    text = "\n".join([text for text in texts if text])
    if text:
        answer(str(name), text)
    turn.leave_receipt(begun)


class Turn:
    """One event, with the memory of the project it happens in."""

    def __init__(self, client: str, event: dict, env: dict) -> None:
        self.client = client
        self.event = event
        self.now = int(time.time())
        cwd = event.get("cwd")
        state = places.state_dir(env)
        self.state = state
        self.receipt: dict = {}
        self.folder = cwd if isinstance(cwd, str) else ""
        self.here: project.Project | None = None
        self.values: dict = {}
        if state and self.folder:
            self.here, self.values = scope.find(self.folder, env, settings.compiled(state))
        self.store = f"{places.projects_dir(env)}/{self.here.store_name}" if self.here else ""

    def facade(self) -> str:
        """The facade, for a client whose hooks the user has installed; it says the same on every kind of start."""
        if not self.here:
            return ""
        head, packets, how = facade.load(self.store, self.folder[len(self.here.root) + 1 :], self.now)
        text = facade.render(head, self._packet(packets), project.branch(self.here.git), self.now)
        self.receipt = {"what": "start", "kind": "hook", "facade": how, "text": text}
        return text

    def nudge(self, words: dict) -> str:
        """What tells the agent to read the history, where this prompt calls for it; once in a session."""
        prompt, session = self.event.get("prompt"), self.event.get("session_id")
        if not self.here or not self.values["trigger"] or not isinstance(prompt, str) or not isinstance(session, str):
            return ""
        turns = Turns(self.store, session)
        heads = facade.parse(facade.read_bytes(self.store + "/heads")) or {}
        if turns.nudged or not facade.valid_heads(heads):
            return ""
        mine = digest(session)
        earlier = [head for head in heads["sessions"] if not head["id"].endswith(mine)]
        path = self._packet(heads["packets"]) if earlier else ""
        found = self._evaluated(prompt, turns.number, earlier) if path else {}
        loads = bool(found and found["load"])
        turns.note(loads)
        text = words.get(earlier[0]["lang"], words["en"]).format(path) if loads else ""
        if found:
            self.receipt = {"what": "turn", "session": mine, "turn": turns.number, **found, "text": text}
        return text

    def leave_receipt(self, begun: int) -> None:
        """Note what this event came to; ``begun`` is when it was taken up, in ns of the performance counter."""
        if not self.receipt or not self.here or not self.values["telemetry"]:
            return
        from ctxdb_hooks.launch import receipt

        facts = {"ts": round(time.time(), 3), "client": self.client, "project": self.here.store_name, **self.receipt}
        facts["us"] = (time.perf_counter_ns() - begun) // 1000
        facts["cpu"] = time.process_time_ns() // 1000  # with the interpreter's own start
        receipt.write(self.state, facts)

    def _evaluated(self, prompt: str, number: int, earlier: list) -> dict:
        """What the signals came to: ``fired``, ``load`` and the model's ``tier``."""
        from ctxdb_hooks.trigger import policy
        from ctxdb_hooks.trigger.memory import Memory
        from ctxdb_hooks.trigger.orchestrator import SILENT, evaluate, tier_of

        memory = Memory(
            goals=tuple(head["goal"] for head in earlier[:3]),
            files=tuple(ref for head in earlier[:3] for ref in head["refs"] if isinstance(ref, str)),
            branches=tuple(head["branch"] for head in earlier[:3]),
            interrupted=facade.status(earlier[0]) == "interrupted",
        )
        model = self.event.get("model")
        tier = tier_of(model, self.values["model_tiers"]) if isinstance(model, str) else "standard"
        learned = policy.load(self.state) if self.values["telemetry"] else None  # what is not noted cannot be judged
        if learned is None:
            verdict = evaluate(prompt, turn=number, memory=memory, tier=tier, policy=SILENT)
            return {"fired": verdict.fired, "load": verdict.load, "tier": tier}
        asked = policy.Learned(learned, self.state, tier, earlier, self.now)
        verdict = evaluate(prompt, turn=number, memory=memory, tier=tier, policy=asked)
        return {"fired": verdict.fired, "load": verdict.load, "tier": tier, **asked.facts}

    def _packet(self, packets: dict) -> str:
        """The packet where this client may read it."""
        path = facade.packet_path(self.store, packets, AGENTS[self.client])
        if path and self.client == "gemini":
            from ctxdb_hooks.clients.gemini import hook

            return hook.publish(path, self.event)
        return path


def digest(native: str) -> str:
    """What the store's id of a session ends with."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(native.encode("utf-8", "replace"), digest_size=4).hexdigest())


class Turns:
    """What was said to a session so far: a file with one byte per turn, ``x`` for a nudge and ``.`` for silence."""

    def __init__(self, store: str, session: str) -> None:
        name = "".join(char if char.isalnum() or char in "-_" else "_" for char in session)[:80]
        self.folder = store + "/turns"
        self.path = f"{self.folder}/{name}"
        said = facade.read_bytes(self.path, MAX_TURNS) or b""
        self.number = len(said) + 1
        self.nudged = b"x" in said

    def note(self, nudged: bool) -> None:
        """Remember this turn; where that fails the turn goes on all the same."""
        flags = posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT | posix.O_NOFOLLOW | posix.O_CLOEXEC
        try:
            try:
                fd = posix.open(self.path, flags, 0o600)
            except FileNotFoundError:
                posix.mkdir(self.folder, 0o700)
                fd = posix.open(self.path, flags, 0o600)
            posix.write(fd, b"x" if nudged else b".")
            posix.close(fd)
        except OSError:
            return


def answer(event: str, text: str) -> None:
    """Print the hook's output: the same form for the three clients."""
    try:
        from _json import encode_basestring_ascii as quote
    except ImportError:
        from json import dumps as quote
    sys.stdout.write(f'{{"hookSpecificOutput":{{"hookEventName":{quote(event)},"additionalContext":{quote(text)}}}}}\n')
    sys.stdout.flush()  # the stub ends the process at once
    sys.stdout.flush()


def _stdin() -> bytes:
    data = b""
    while len(data) < MAX_INPUT:
        part = posix.read(0, 1 << 16)
        if not part:
            break
        data += part
    return data
