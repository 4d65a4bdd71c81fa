"""The launcher: decide from argv, let the background go, add the facade, become the client; hot path.

``main`` gets ``[stub, mark, client, args...]``. Whatever goes wrong it returns, leaving the mark: the shell function
that made the mark then runs the client itself.
"""

import posix
import sys
import time

from ctxdb_hooks.bootstrap import spawn
from ctxdb_hooks.clients.call import PASS, RESUME, SESSION, Call
from ctxdb_hooks.contextdb import facade
from ctxdb_hooks.launch import places, process, project, receipt, scope, settings, trust
from ctxdb_hooks.launch.deadline import Deadline
from ctxdb_hooks.launch.installed import WORKER

DEADLINE = 0.05  # s of our own; past it the client starts without the facade
MAX_ARGUMENT = 131071  # bytes: the kernel's limit for one argument, less its NUL
INSIDE = ("CLAUDECODE", "CODEX_THREAD_ID", "GEMINI_CLI")
DIM, PLAIN = "\x1b[2m", "\x1b[0m"


def main(argv: list) -> None:
    """Become the client, or the background process; returns only when neither was possible."""
    if argv[1] == "--background":
        from ctxdb_hooks.bootstrap import waiter

        return waiter.main(argv[2:])
    if argv[1] == "--turn":
        from ctxdb_hooks.trigger import turn

        return turn.main(argv[2])
    mark, client, args = argv[1], argv[2], argv[3:]
    env = {
        key.decode("utf-8", "surrogateescape"): value.decode("utf-8", "surrogateescape")
        for key, value in posix.environ.items()
    }
    binary = process.find_client(client, env["PATH"]) if "PATH" in env else ""
    if not binary:
        return None
    start = Start(client, args, env)
    start.run()
    tries = [[client, *args]]
    if start.args is not args:
        tries.insert(0, [client, *start.args])
    return process.become(mark, binary, tries, start.set_env, start.child)


class Start:
    """One start of a client: ``run`` sets the arguments and variables that it gets."""

    def __init__(self, client: str, args: list, env: dict) -> None:
        self.client = client
        self.args = args
        self.env = env
        self.set_env: dict = {}
        self.child = 0  # the process that lets the background go
        self.begun = time.perf_counter_ns()
        self.state = ""  # where the receipt goes; empty where none is wanted
        self.receipt: dict = {}

    def run(self) -> None:
        """Decide what is added, and fork the background off; never raises, and takes little more than the deadline."""
        plain = self.args
        deadline = Deadline(DEADLINE)
        try:
            self.prepare()
        except Exception as error:
            self.args, self.set_env = plain, {}
            self.receipt["failed"] = type(error).__name__
        try:
            self.note()
        except Exception:
            pass
        deadline.stop()

    def prepare(self) -> None:
        """Decide what is added, and fork the background off."""
        env = self.env
        if any(env.get(name) for name in INSIDE) or settings.off(env, "CTXDB_HOOKS"):
            return
        grammar = self.grammar()  # type: ignore[no-untyped-call]
        if grammar is None or trust.foreign_home(env.get("HOME", "")):
            return
        call = Call(self.args, env, (posix.isatty(0), posix.isatty(1)))
        grammar.classify(call)
        if call.kind == PASS:
            return
        folder = call.folder or posix.getcwd()
        call.state = places.state_dir(env)
        if not call.state:
            return
        here, values = scope.find(folder, env, settings.compiled(call.state))
        if here is None:
            return
        call.root, call.cwd = here.root, folder
        call.store = f"{places.projects_dir(env)}/{here.store_name}"
        if not trust.trusted(call.state, call.store, here.root):
            return
        self.background(call.store, here.root)
        if not settings.on(env, "CTXDB_PRIVATE"):
            self.state = call.state if values["telemetry"] else ""
            self.receipt = {"client": self.client, "project": here.store_name, "kind": call.kind}
            if call.kind != RESUME:
                self.add(grammar, call, here, values)
        if call.kind == SESSION and not values["quiet"] and posix.isatty(2):
            self.notice(call.store + "/notice")

    def grammar(self):  # type: ignore[no-untyped-def]  # a module, one of several
        """The argv module of this client; None for a client that is not known."""
        if self.client == "claude":
            from ctxdb_hooks.clients.claude import argv

            return argv
        if self.client == "codex":
            from ctxdb_hooks.clients.codex import argv as codex

            return codex
        if self.client == "gemini":
            from ctxdb_hooks.clients.gemini import argv as gemini

            return gemini
        return None

    def background(self, store: str, root: str) -> None:
        """Register this process as a client and see to it that a bootstrap lives."""
        pid = posix.getpid()
        line = b"%d %d %s" % (pid, facade.started(pid), self.client.encode())
        if settings.on(self.env, "CTXDB_PRIVATE"):
            line += b" private:%d" % time.time()
        if spawn.register(store, line + b"\n") and spawn.ring(store):
            return
        argv = [sys.executable, "-I", "-S", sys.argv[0], "--background", "start", store, root, "-1", "-1"]
        self.child = spawn.detach([*argv, *WORKER], {**posix.environ, b"CTXDB_CLIENT": line})

    def add(self, grammar, call: Call, here: project.Project, values: dict) -> None:  # type: ignore[no-untyped-def]
        """Add the facade, where there is one."""
        now = int(time.time())
        share = grammar.AGENT if values["share"] == "same-client" else ""
        head, packets, self.receipt["facade"] = facade.load(call.store, call.cwd[len(here.root) + 1 :], now, share)
        path = facade.packet_path(call.store, packets, grammar.AGENT)
        text = facade.render(head, path, project.branch(here.git), now)
        if not text:
            return
        call.packet, call.exports = path, path.rpartition("/")[0]
        call.trigger, call.plugin = values["trigger"], sys.argv[0].rpartition("/launch/")[0] + "/plugin"
        args = grammar.add(call, text)
        if any(len(arg) > MAX_ARGUMENT // 4 and len(process.encode(arg)) > MAX_ARGUMENT for arg in args):
            return
        self.args, self.set_env = args, call.set_env
        self.receipt["text"] = text
        if call.kind == SESSION and not values["quiet"] and posix.isatty(2):
            self.tell(head, now)

    def note(self) -> None:
        """Leave the receipt of this start."""
        if self.state:
            facts = {"what": "start", "ts": round(time.time(), 3), "pid": posix.getpid(), **self.receipt}
            facts["us"] = (time.perf_counter_ns() - self.begun) // 1000
            facts["cpu"] = time.process_time_ns() // 1000  # with the interpreter's own start
            receipt.write(self.state, facts)

    def notice(self, path: str) -> None:
        """Pass on, once, what the background has to say to a person."""
        text = facade.read_bytes(path)
        if text:
            posix.unlink(path)
            posix.write(2, text)

    def tell(self, head: dict, now: int) -> None:
        """One dim line for the person: that there is memory, and what the last session was."""
        minutes = max(0, now - head["updated"]) // 60
        age = f"{minutes} min" if minutes < 60 else f"{minutes // 60} h" if minutes < 2880 else f"{minutes // 1440} d"
        line = "Context packet: (lazy-load; agent self-discovers memory)"
        if head["goal"]:
            line += f' · last: "{head["goal"][:48]}" {head["agent"]}, {age} ago, {facade.status(head)}'
        if not self.env.get("NO_COLOR") and self.env.get("TERM") != "dumb":
            line = DIM + line + PLAIN
        posix.write(2, (line + "\n").encode("utf-8", "replace"))
