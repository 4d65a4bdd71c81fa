"""Claude Code's command line: which calls are sessions, and where our arguments go; hot path.

The tables are those of 2.1.197's own definitions. Ours go first, in ``--option=value`` form, so that they are
never swallowed by a variadic option and never stand behind ``--``.
"""

from ctxdb_hooks.clients.call import ONESHOT, RESUME, SESSION, Call
from ctxdb_hooks.contextdb import facade

AGENT = "claude-code"

# Commands wherever the first positional stands.
COMMANDS = frozenset(
    "agents auth auto-mode doctor gateway install mcp plugin plugins project setup-token ultrareview update "
    "upgrade remote-control rc import-conversations".split()
)
# Words and switches that mean something only as the very first argument.
FIRST = frozenset(
    "remote-control rc remote sync bridge daemon logs attach stop kill respawn rm ps code config help "
    "--claude-in-chrome-mcp --chrome-native-host --computer-use-mcp --daemon-worker --bg-pty-host --bg-spare "
    "--preload --update --upgrade --handle-uri".split()
)
INFORM = frozenset(("-h", "--help", "-v", "-V", "--version"))

ONE = frozenset(
    "--agent --agents --append-system-prompt --append-system-prompt-file --system-prompt --system-prompt-file "
    "--debug-file --effort --fallback-model --input-format --output-format --json-schema --max-budget-usd "
    "--max-turns --max-thinking-tokens --task-budget --thinking --thinking-display --model --permission-mode "
    "--permission-prompt-tool --plan-mode-instructions --plugin-dir --plugin-dir-no-mcp --plugin-url --session-id "
    "--setting-sources --settings --managed-settings -n --name --remote-control-session-name-prefix "
    "--resume-session-at --rewind-files --prefill --prefill-b64 --deep-link-repo --deep-link-last-fetch "
    "--deep-link-cwd-b64 --workload --advisor --agent-id --agent-name --team-name --agent-color "
    "--parent-session-id --teammate-mode --agent-type --sdk-url".split()
)
MANY = frozenset(
    "--add-dir --allowedTools --allowed-tools --disallowedTools --disallowed-tools --tools --mcp-config --betas "
    "--file --channels --dangerously-load-development-channels".split()
)
MAYBE = frozenset(
    "-d --debug -r --resume --from-pr -w --worktree --prompt-suggestions --remote-control --rc --teleport --cloud "
    "--remote".split()
)
NONE = frozenset(
    "--allow-dangerously-skip-permissions --dangerously-skip-permissions --ax-screen-reader --bg --background "
    "--bare --brief --chrome --no-chrome -c --continue --disable-slash-commands "
    "--exclude-dynamic-system-prompt-sections --fork-session --ide --include-hook-events "
    "--include-partial-messages --no-session-persistence -p --print --replay-user-messages --safe-mode "
    "--strict-mcp-config --tmux --verbose -d2e --debug-to-stderr --init --init-only --maintenance "
    "--session-mirror --enable-auth-status --deep-link-origin --reply-on-resume --enable-auto-mode "
    "--plan-mode-required".split()
)
RESUMES = frozenset(
    "-c --continue -r --resume --from-pr --fork-session --teleport --resume-session-at --rewind-files".split()
)
ELSEWHERE = frozenset("--remote --cloud --remote-control --rc --sdk-url --deep-link-cwd-b64".split())
CLUSTER = frozenset("pcdvhrwn")


def classify(call: Call) -> None:
    """Set what kind of call this is."""
    args = call.args
    if (args and args[0] in FIRST) or any(arg.startswith(("cc://", "cc+unix://")) for arg in args):
        return
    printing = "-p" in args or "--print" in args  # an exact token anywhere, even behind -- (observed)
    options, first, own = _scan(args)
    if options is None or INFORM & options or "--append-system-prompt-file" in options or ELSEWHERE & options:
        return
    if not printing and first is not None and (first in COMMANDS or _word(first)):
        return
    call.own = own
    call.worktree = bool(options & {"-w", "--worktree"})
    if RESUMES & options:
        call.kind = RESUME
    elif printing or "--init-only" in options or not call.terminal[1]:
        call.kind = ONESHOT
    else:
        call.kind = SESSION


def _word(text: str) -> bool:
    """A lone lower-case word may be a command that a later version knows."""
    return (
        text[:1].isascii()
        and text[:1].islower()
        and all(c.isascii() and (c.islower() or c.isdigit() or c == "-") for c in text)
    )


def _scan(args: list) -> tuple:
    """(options seen, first positional, where the user's last appended text is); None where an option is not known."""
    options: set = set()
    first = None
    own: tuple = ()
    at = 0
    while at < len(args):
        arg = args[at]
        at += 1
        if arg == "--":
            if first is None and at < len(args):
                first = args[at]
            break
        if not arg.startswith("-") or arg == "-":
            if first is None:
                first = arg
            continue
        name, equals, _ = arg.partition("=")
        if (
            not arg.startswith("--")
            and name not in ONE
            and name not in MAYBE
            and name not in NONE
            and name not in INFORM
        ):
            if len(arg) > 2 and arg[1] in "drwn":  # a short option with its value attached
                options.add(arg[:2])
                continue
            if len(arg) < 2 or not CLUSTER.issuperset(arg[1:]):
                return None, None, ()
            options.update("-" + letter for letter in arg[1:])
            continue
        options.add(name)
        if name == "--append-system-prompt":
            own = (at - 1, True) if equals else (at, False)
        if equals:
            if name not in ONE and name not in MANY and name not in MAYBE and name != "--tmux":
                return None, None, ()
        elif name in ONE:
            at += 1
        elif name in MANY:
            while at < len(args) and not args[at].startswith("-"):
                at += 1
        elif name in MAYBE:
            if at < len(args) and not args[at].startswith("-"):
                at += 1
        elif name not in NONE and name not in INFORM:
            return None, None, ()
    if own and own[0] >= len(args):
        return None, None, ()
    return options, first, own


def add(call: Call, text: str) -> list:
    """The arguments with the facade and the right to read the packet's folder."""
    ours = [f"--add-dir={call.exports}"]
    cache = facade.parse(facade.read_bytes(call.state + "/claude.cache")) or {}
    if cache.get("hooks") is True:  # the user's own settings carry our hooks: they say it
        return ours + call.args
    if call.trigger and call.kind == SESSION and cache.get("plugin") is True:
        ours.append(f"--plugin-dir={call.plugin}")
    if not call.own:
        return [f"--append-system-prompt={text}", *ours, *call.args]
    at, joined = call.own
    theirs = call.args[at].partition("=")[2] if joined else call.args[at]
    both = f"{text}\n\n{theirs}" if theirs else text
    merged = list(call.args)
    merged[at] = f"--append-system-prompt={both}" if joined else both
    return ours + merged


def add_packet(call: Call, path: str) -> list:
    """The arguments with the packet from a file; not beside a text of the user's own (the client refuses both)."""
    return [f"--append-system-prompt-file={path}", f"--add-dir={call.exports}", *call.args]
