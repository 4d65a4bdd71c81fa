"""The launcher: decide from argv, let the background go, add what there is, become the client; hot path.

``main`` gets ``[stub, mark, client, args...]``; the mark's name begins with the shell's. Whatever goes wrong it
returns, leaving the mark: the shell function that made the mark then runs the client itself.
"""

import posix
import sys
import time

from ctxdb_hooks.bootstrap import spawn
from ctxdb_hooks.clients import INSIDE
from ctxdb_hooks.clients.call import ONESHOT, PASS, RESUME, SESSION, Call
from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.launch import places, process, project, receipt, record, scope, settings, trust
from ctxdb_hooks.launch.deadline import Deadline
from ctxdb_hooks.launch.installed import WORKER

DEADLINE = 0.05  # s of our own; past it the client starts without the facade
PRIVATE = 5.0  # s, where it must be noted that the session is not to be remembered
MAX_ARGUMENT = 131071  # bytes: the kernel's limit for one argument, less its NUL


def main(argv: list) -> None:
    """Become the client, or the background process; returns only when neither was possible."""
    if argv[1] == "--background":
        from ctxdb_hooks.bootstrap import waiter

        return waiter.main(argv[2:])
    if argv[1] == "--turn":
        from ctxdb_hooks.trigger import turn

        return turn.main(*argv[2:4])
    mark, client, args = argv[1], argv[2], argv[3:]
    env = {
        key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for key, value in posix.environ.items()
    }
    binary = process.find_client(client, env["PATH"]) if "PATH" in env else ""
    if not binary:
        return process.refuse(mark, client) if binary is None else None
    start = Start(client, binary, args, env)
    shell = mark.rpartition("/")[2].partition(".")[0]
    start.shell = shell if shell.isalpha() else ""
    start.run()
    tries = [[client, *args]]
    if start.args is not args:
        tries.insert(0, [client, *start.args])
    return process.become(mark, binary, tries, start.set_env, start.let_go)


def grammar_of(client: str):  # type: ignore[no-untyped-def]  # a module, one of several
    """The argv module of a client; None for one that is not known."""
    if client == "claude":
        from ctxdb_hooks.clients.claude import argv

        return argv
    if client == "codex":
        from ctxdb_hooks.clients.codex import argv as codex

        return codex
    if client == "gemini":
        from ctxdb_hooks.clients.gemini import argv as gemini

        return gemini
    return None


class Start:
    """One start of a client: ``run`` sets the arguments and variables that it gets."""

    def __init__(self, client: str, binary: str, args: list, env: dict) -> None:
        self.client = client
        self.binary = binary
        self.args = args
        self.env = env
        self.set_env: dict = {}
        self.child = 0  # the process that lets the background go
        self.waiting: tuple[list, dict] | None = None  # what is still to be forked off: command line, environment
        self.head: dict | None = None  # the session that the client is told of
        self.begun = time.perf_counter_ns()
        self.shell = ""  # where it was typed
        self.state = ""  # where the receipt goes; empty where none is wanted
        self.receipt: dict = {}
        self.record: dict = {}  # what the background is to know of this start

    def run(self) -> None:
        """Decide what is added, and fork the background off; never raises, and takes little more than the deadline."""
        plain = self.args
        self.deadline = Deadline(PRIVATE if settings.on(self.env, "CTXDB_PRIVATE") else DEADLINE)
        try:
            self.prepare()
        except Exception as error:
            self.args, self.set_env = plain, {}
            self.receipt["failed"] = type(error).__name__
        try:
            self.note()
        except Exception:
            pass
        self.deadline.stop()

    def prepare(self) -> None:
        """Decide what is added, and fork the background off."""
        env = self.env
        if any(env.get(name) for name in INSIDE) or settings.off(env, "CTXDB_HOOKS"):
            return
        self.grammar = grammar_of(self.client)
        if self.grammar is None or trust.foreign_home(env.get("HOME", "")):
            return
        call = self.call = Call(self.args, env, (posix.isatty(0), posix.isatty(1)))
        self.grammar.classify(call)
        if call.kind == PASS or not self.locate(call):
            return
        whole = self.wants()
        self.background(whole == "packet")
        if whole == "again":
            self.add_again()
        elif whole:
            self.add(whole == "packet")
        self.leave()
        if call.kind == SESSION and not self.values["quiet"] and posix.isatty(2):
            from ctxdb_hooks.launch import tell

            tell.tell(self, whole == "packet")

    def locate(self, call: Call) -> bool:
        """Find project, settings and store; False where nothing is to be remembered, or nobody may be believed."""
        folder = call.folder or posix.getcwd()
        call.state = places.state_dir(self.env)
        if not call.state:
            return False
        self.form = settings.compiled(call.state)
        here, self.values = scope.find(folder, self.env, self.form)
        if here is None:
            return False
        self.here = here
        call.root, call.cwd = here.root, folder
        call.store = f"{places.projects_dir(self.env)}/{here.store_name}"
        return trust.trusted(self.env, call.state, call.store, here.root)

    def wants(self) -> str:
        """What the client is to get: ``facade``, ``packet``, what it had before (``again``) or nothing."""
        kind, values = self.call.kind, self.values
        if settings.on(self.env, "CTXDB_PRIVATE"):
            return ""
        if values["telemetry"]:
            self.state = self.call.state
        self.receipt = {"client": self.client, "project": self.here.store_name, "kind": kind}
        self.record = {"client": self.client, "kind": kind, "cwd": self.call.cwd, "at": record.now()}
        if self.call.closed or self.tripped():
            return ""
        if kind == RESUME:
            return "again"
        if kind == ONESHOT and values["oneshot"] == "off":
            return ""
        return "packet" if not values["lazy_load"] or (kind, values["oneshot"]) == (ONESHOT, "full") else "facade"

    def tripped(self) -> bool:
        """Whether the circuit breaker of this client is open, or tries a start without us."""
        entries = self.form.get("breaker")
        entry = entries.get(self.client) if isinstance(entries, dict) and self.values["breaker"] else None
        if not isinstance(entry, dict) or entry.get("binary") != record.identity(self.binary):
            return False
        self.record["trial"] = entry.get("off") is not True
        return True

    def background(self, whole: bool) -> None:
        """Register this process as a client and see to it that a bootstrap lives; for the ``whole`` wait for news."""
        store, since, mode = self.call.store, time.time_ns(), "start"
        if whole:
            from ctxdb_hooks.launch import eager

            mode = "start" if eager.is_current(store) else "now"
        pid = posix.getpid()
        started = facade.started(pid)
        self.name = f"{pid}-{started}"
        line = b"%d %d %s" % (pid, started, self.client.encode())
        if settings.on(self.env, "CTXDB_PRIVATE"):
            line += b" private:%d" % time.time()
        if not (spawn.register(store, line + b"\n") and spawn.ring(store, b"!" if mode == "now" else b".")):
            argv = [sys.executable, "-I", "-S", sys.argv[0], "--background", mode, store, self.call.root, "-1", "-1"]
            self.waiting = [*argv, *WORKER], {**posix.environ, b"CTXDB_CLIENT": line}
        if mode == "now" and (not self.waiting or self.let_go(hurry=True)):
            seconds = self.values["oneshot_wait_ms"] / 1000
            self.deadline.extend(seconds)
            eager.wait(store, since, seconds)

    def let_go(self, hurry: bool = False) -> int:
        """Fork the background off where that is still to be done; the child that did it, 0 for none."""
        if self.waiting:
            self.child = spawn.detach(*self.waiting, hurry)
            self.waiting = None
        return self.child

    def add(self, whole: bool) -> None:
        """Add the facade or the whole packet, where there is one."""
        call = self.call
        now = int(time.time())
        folder = call.cwd[len(self.here.root) + 1 :]
        share = self.grammar.AGENT if self.values["share"] == "same-client" else ""
        self.head, packets, self.receipt["facade"] = facade.load(call.store, folder, now, share)
        path = facade.packet_path(call.store, packets, self.grammar.AGENT, bool(share))
        text = facade.render(self.head, path, project.branch(self.here.git), now)
        if not text:
            self.head = None
            return
        call.packet, call.exports = path, path.rpartition("/")[0]
        self.judge_turns()
        if call.worktree:  # no flag of the client's lets a session there read the packet
            path, call.exports = f"{call.store}/short/{self.grammar.AGENT}.md", ""
            data = facade.read_bytes(path)
            text, whole = data.decode("utf-8", "replace") if data else "", True
        if not (whole and self.give(path)) and text:
            self.give_text(text)

    def add_again(self) -> None:
        """Add what this session was given when it began."""
        from ctxdb_hooks.launch import again, eager

        found = again.find(self.call)
        self.call.exports = found.get("dir", "")
        if found.get("file"):
            if not self.call.own and eager.is_whole(found["file"]):
                self.give_file(found["file"])
        elif found.get("text"):
            self.judge_turns()
            self.give_text(found["text"])

    def judge_turns(self) -> None:
        """Let each turn be judged, where the client can be told so at its start."""
        self.call.trigger = self.values["trigger"]
        self.call.plugin = sys.argv[0].rpartition("/launch/")[0] + "/plugin"

    def give(self, path: str) -> bool:
        """Add a packet from a copy; False where that cannot be, for instance beside a text of the user's own."""
        from ctxdb_hooks.launch import eager

        copy = "" if self.call.own else eager.copy(self.call.store, path)
        return bool(copy) and self.give_file(copy)

    def give_file(self, path: str) -> bool:
        """Add what a file holds, and note it."""
        if not self.take(self.grammar.add_packet(self.call, path)):
            return False
        self.record |= {"file": path, "dir": self.call.exports}
        self.receipt["given"] = path
        return True

    def give_text(self, text: str) -> None:
        """Add a text, and note it."""
        if self.take(self.grammar.add(self.call, text)):
            self.record |= {"text": text, "dir": self.call.exports}
            self.receipt["text"] = text

    def leave(self) -> None:
        """Leave word of this start for the background."""
        if self.record:
            call = self.call
            self.record |= {"shape": record.shape(call.args), "binary": record.identity(self.binary)}
            self.record["counts"] = self.args is not call.args and not call.leaves_nothing
            if call.session:
                self.record["session"] = call.session
            record.write(call.store, self.name, self.record)

    def take(self, args: list) -> bool:
        """Make these the arguments of the client, unless one is larger than the kernel takes."""
        if any(len(arg) > MAX_ARGUMENT // 4 and len(process.encode(arg)) > MAX_ARGUMENT for arg in args):
            return False
        self.args, self.set_env = args, self.call.set_env
        return True

    def note(self) -> None:
        """Leave the receipt of this start."""
        if self.state:
            facts = {"what": "start", "ts": round(time.time(), 3), "pid": posix.getpid(), **self.receipt}
            if self.shell:
                facts["shell"] = self.shell
            facts["us"] = (time.perf_counter_ns() - self.begun) // 1000
            facts["cpu"] = time.process_time_ns() // 1000  # with the interpreter's own start
            receipt.write(self.state, facts)
