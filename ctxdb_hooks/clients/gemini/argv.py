"""Gemini's command line: which calls are sessions; hot path. Its arguments are never changed.

What is added reaches it through our extension's hook, which reads the file that ``CTXDB_GEMINI_FACADE`` names. The
tables are those of 0.61.0; its parser is strict, so that an option not listed here belongs to another version.
"""

import posix

from ctxdb_hooks.clients.call import ONESHOT, RESUME, SESSION, Call

AGENT = "gemini-cli"
VARIABLE = "CTXDB_GEMINI_FACADE"
DEPTH = ".depth"  # behind the path that it names: what the hook notes there

COMMANDS = frozenset("mcp extensions extension skills skill hooks hook gemma".split())
INFORM = frozenset(
    "-h --help -v --version -l --list-extensions --list-sessions --delete-session --acp --experimental-acp".split()
)
ONE = frozenset(
    "-m --model -p --prompt -i --prompt-interactive --approval-mode --session-file --session-id -o --output-format "
    "--policy --admin-policy --allowed-mcp-server-names --allowed-tools -e --extensions --include-directories "
    "--fake-responses --fake-responses-non-strict --record-responses".split()
)
MAYBE = frozenset(("-r", "--resume", "-w", "--worktree"))
NONE = frozenset(
    "-d --debug --skip-trust -s --sandbox -y --yolo --screen-reader --raw-output --accept-raw-output-risk "
    "--ignore-env".split()
)


def classify(call: Call) -> None:
    """Set what kind of call this is: headless as Gemini decides it, from CI, terminals and -p."""
    options, first = _scan(call.args)
    if options is None or INFORM & options or (first is not None and first in COMMANDS):
        return
    if first is not None and len(call.args) == 1 and _word(first):
        return
    headless = options & {"-p", "--prompt"} or not (call.terminal[0] and call.terminal[1])
    if options & {"-r", "--resume", "--session-file"}:
        call.kind = RESUME
    elif headless or "true" in (call.env.get("CI"), call.env.get("GITHUB_ACTIONS")):
        call.kind = ONESHOT
    else:
        call.kind = SESSION


def _word(text: str) -> bool:
    """A lone lower-case word may be a command that another version knows."""
    return text[:1].islower() and all(c.isascii() and (c.islower() or c.isdigit() or c == "-") for c in text)


def _scan(args: list) -> tuple:
    """(options seen, first positional); options is None where one is not known."""
    options: set = set()
    first = None
    at = 0
    while at < len(args):
        arg = args[at]
        at += 1
        if arg == "--":
            break
        if not arg.startswith("-") or arg == "-":
            first = arg if first is None else first
            continue
        name, equals, value = arg.partition("=")
        if name.startswith("--no-"):
            name = "--" + name[5:]
        if not arg.startswith("--") and len(name) > 2:
            if name[:2] in ONE or name[:2] in MAYBE:
                options.add(name[:2])
                continue
            letters = ["-" + letter for letter in name[1:]]
            if not all(letter in NONE or letter in INFORM for letter in letters):
                return None, None
            options.update(letters)
            continue
        if name in ONE or name in ("--delete-session",):
            at += 0 if equals else 1
        elif name in MAYBE:
            at += 1 if not equals and at < len(args) and not args[at].startswith("-") else 0
        elif name not in NONE and name not in INFORM:
            return None, None
        if not (equals and value == "false"):
            options.add(name)
    return options, first


def add(call: Call, text: str) -> list:
    """The arguments as they are; the text is left where the hook finds it."""
    return _leave(call, text, call.packet)


def add_packet(call: Call, path: str) -> list:
    """The arguments as they are; the hook is to say the whole packet."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return _leave(call, file.read(), "")
    except OSError:
        return call.args


def _leave(call: Call, text: str, packet: str) -> list:
    """Write what the hook shall say; a first line names the packet and a second the project it is said in."""
    folder = call.store + "/gemini"
    try:
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass
    except OSError:
        return call.args
    path = f"{folder}/{posix.getpid()}"
    try:
        posix.unlink(path + DEPTH)  # of another process that had this number
    except OSError:
        pass
    try:
        fd = posix.open(
            path, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_NOFOLLOW | posix.O_CLOEXEC, 0o600
        )
    except OSError:
        return call.args
    try:
        posix.write(fd, f"{packet}\n{call.root}\n{text}".encode("utf-8", "replace"))
    except OSError:
        return call.args
    finally:
        posix.close(fd)
    call.set_env[VARIABLE] = path
    return call.args
