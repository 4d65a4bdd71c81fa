"""Codex's command line: which calls are sessions, and where our override goes; hot path.

The tables are those of 0.171.0's ``--help`` at every level. Ours is ``-c developer_instructions=<TOML string>`` right
behind ``codex``: a later ``-c`` wins, so the user's own text is put beside ours where it stands.
"""

from ctxdb_hooks.clients.call import ONESHOT, RESUME, SESSION, Call
from ctxdb_hooks.contextdb import facade

AGENT = "codex-cli"
KEY = "developer_instructions"

SESSIONS = frozenset(("exec", "e", "review", "resume", "fork"))
COMMANDS = frozenset(
    "agents login logout mcp plugin app-server remote-control completion update doctor sandbox debug apply a queue "
    "archive delete unarchive migrate-rollouts migrate-nfs-db cloud cloud-tasks exec-server features help execpolicy "
    "git-credential responses-api-proxy tcp-tunnel".split()
)
INFORM = frozenset(("-h", "--help", "-V", "--version"))
ONE = frozenset(
    "-c --config --enable --disable --remote --remote-auth-token-env -m --model --local-provider -p --profile "
    "-s --sandbox -C --cd --add-dir -a --ask-for-approval --thread-source --cyber-access-program --output-schema "
    "--color -o --output-last-message --base --commit --title".split()
)
MANY = frozenset(("-i", "--image"))
NONE = frozenset(
    "--strict-config --oss --approve-for-me --dangerously-bypass-approvals-and-sandbox --yolo "
    "--dangerously-bypass-hook-trust --worktree --search --no-alt-screen --no-daemon --last --all "
    "--include-non-interactive --skip-git-repo-check --trust --ephemeral --ignore-user-config --ignore-rules --json "
    "--experimental-json --uncommitted".split()
)
ATTACHED = frozenset(option for option in ONE | MANY if len(option) == 2)
# Any of these keeps a terminal session out of the shared background server anyway.
EMBEDDED = frozenset("-c --config --enable --disable --search -p --profile --no-daemon --oss --strict-config".split())


def classify(call: Call) -> None:
    """Set what kind of call this is, and the folder it will run in."""
    options, words, own = _scan(call.args)
    if options is None or "--remote" in options or INFORM & options.keys():
        return
    first = words[0] if words else ""
    if first in SESSIONS:
        nested = words[1] if len(words) > 1 else ""
        resumes = first in ("resume", "fork") or (first in ("exec", "e") and nested in ("resume", "fork"))
        if first in ("exec", "e") and nested == "help":
            return
        call.kind = RESUME if resumes else ONESHOT
        call.hookless = "review" in (first, nested)
    elif first in COMMANDS or _word(first):
        return
    else:
        call.kind = SESSION
    call.own = own
    call.folder = _absolute(options.get("-C") or options.get("--cd") or "", call.env)
    call.profile = options.get("-p") or options.get("--profile") or ""
    if call.kind == SESSION and not EMBEDDED & options.keys() and shared_server(call.env):
        call.kind = RESUME  # an override would take the session out of the server: nothing is added


def _word(text: str) -> bool:
    """A lone lower-case word may be a command that another version knows."""
    return (
        text[:1].isascii()
        and text[:1].islower()
        and all(c.isascii() and (c.islower() or c.isdigit() or c == "-") for c in text)
    )


def _scan(args: list) -> tuple:
    """(options with their last values, positionals, where the user's own text is); None for an unknown option."""
    options: dict = {}
    words: list = []
    own: tuple = ()
    at = 0
    while at < len(args):
        arg = args[at]
        at += 1
        if arg == "--":
            if not words:
                words = ["-- "]  # what follows is a prompt, whatever it looks like
            break
        if not arg.startswith("-") or arg == "-":
            words.append(arg)
            continue
        name, value, form = arg, "", ""
        if arg.startswith("--"):
            name, equals, value = arg.partition("=")
            form = "=" if equals else ""
        elif len(arg) > 2 and arg[:2] in ATTACHED:
            name, value, form = arg[:2], arg[2:].removeprefix("="), "="
        if form:
            if name not in ONE and name not in MANY:
                return None, [], ()
        elif name in ONE:
            if at >= len(args):
                return None, [], ()
            value = args[at]
            at += 1
        elif name in MANY:
            while at < len(args) and not args[at].startswith("-"):
                at += 1
        elif name not in NONE and name not in INFORM:
            return None, [], ()
        options[name] = value
        if name in ("-c", "--config") and value.partition("=")[0].strip() == KEY:
            own = (at - 1, arg[: len(arg) - len(value)] if form else "")
    return options, words, own


def shared_server(env: dict) -> bool:
    """Whether Codex's background server runs: its socket exists and the process that its record names lives."""
    home = codex_home(env)
    record = facade.parse(facade.read_bytes(home + "/app-server-daemon/daemon.pid")) or {}
    identity = record.get("processIdentity")
    ticks = identity.get("startTicks") if isinstance(identity, dict) else None
    pid = record.get("pid")
    if type(pid) is not int or not _exists(home + "/app-server-control/app-server-control.sock"):
        return False
    seen = facade.started(pid)
    return seen == ticks if ticks else seen != 0


def codex_home(env: dict) -> str:
    """Codex's own folder."""
    return env.get("CODEX_HOME") or f"{env.get('HOME', '')}/.codex"


def add(call: Call, text: str) -> list:
    """The arguments with the facade, the user's own instructions behind it; unchanged where theirs are not known."""
    from ctxdb_hooks.clients.codex import instructions

    if not call.hookless and instructions.hooks_trusted(call):
        return call.args
    args = list(call.args)
    if call.own:
        at, prefix = call.own
        value = args[at][len(prefix) :].partition("=")[2]
        theirs = instructions.value_of(value)
        if facade.is_ours(theirs):
            return call.args
        args[at] = f"{prefix}{KEY}={toml_string(_join(text, theirs))}"
        return args
    configured = instructions.configured(call)
    if configured is None:
        return args
    return ["-c", f"{KEY}={toml_string(_join(text, configured))}", *args]


def add_packet(call: Call, path: str) -> list:
    """The arguments with the whole packet, the same way."""
    data = facade.read_bytes(path)
    return add(call, data.decode("utf-8", "replace")) if data else call.args


def toml_string(text: str) -> str:
    """A TOML basic string; json's form is not safe here (astral characters, DEL), Codex would show it raw."""
    parts = []
    for char in text:
        code = ord(char)
        if char in '"\\':
            parts.append("\\" + char)
        elif char == "\n":
            parts.append("\\n")
        elif char == "\t":
            parts.append("\\t")
        elif code < 0x20 or code == 0x7F:
            parts.append(f"\\u{code:04X}")
        elif 0xD800 <= code <= 0xDFFF:
            parts.append("\\uFFFD")
        else:
            parts.append(char)
    return '"' + "".join(parts) + '"'


def _join(ours: str, theirs: str) -> str:
    return f"{ours}\n\n{theirs}" if theirs else ours


def _absolute(folder: str, env: dict) -> str:
    if not folder:
        return ""
    from posixpath import realpath

    return realpath(folder)


def _exists(path: str) -> bool:
    import posix

    try:
        posix.stat(path)
    except (OSError, ValueError):
        return False
    return True
