"""One call of a client: what its argv module finds out, and what the launcher tells it; hot path.

Each client's ``argv`` module has ``AGENT``, ``classify(call)``, which sets the kind, and ``add(call, text)`` and
``add_packet(call, path)``, which return the arguments with the facade or the whole packet in them.
"""

PASS = "pass"  # no session: not a byte is changed
SESSION = "session"  # a new interactive session
ONESHOT = "oneshot"  # a new session that answers and ends
RESUME = "resume"  # a session that goes on


class Call:
    """A command line with what is known about it."""

    __slots__ = (
        "args",
        "closed",
        "cwd",
        "env",
        "exports",
        "folder",
        "hookless",
        "kind",
        "leaves_nothing",
        "own",
        "packet",
        "plugin",
        "printing",
        "profile",
        "root",
        "session",
        "set_env",
        "state",
        "store",
        "terminal",
        "trigger",
        "worktree",
    )

    def __init__(self, args: list, env: dict, terminal: tuple) -> None:
        self.args = args  # without argv[0]
        self.env = env
        self.terminal = terminal  # whether stdin and stdout are one
        self.kind = PASS
        self.folder = ""  # where the session will run, where the client has an option for it
        self.own: tuple = ()  # the user's own text among the arguments, as the client's module notes it
        self.closed = False  # a session to which nothing may be added
        self.session = ""  # the id a new one is to have; of one that goes on its id, or "newest"
        self.hookless = False  # no hook of the client's is asked at its beginning
        self.printing = False  # of one that goes on: it answers and ends
        self.leaves_nothing = False  # it ends without a transcript, or lives on in another process
        self.worktree = False  # it will run in a work tree of its own
        self.profile = ""  # the configuration profile that the call names
        self.root = ""  # the project's root, and the folder in it where the session runs
        self.cwd = ""
        self.state = ""  # the state folder, the project's store, and the folder of its packets
        self.store = ""
        self.exports = ""
        self.packet = ""  # the packet that the text names
        self.trigger = False  # whether each turn is to be judged, and the folder of the plugin that does it
        self.plugin = ""
        self.set_env: dict = {}  # what the client shall find in its environment
