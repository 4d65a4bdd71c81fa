"""Claude Code's command line: which calls are sessions, and where our arguments go; hot path.

Ours go first, in ``--option=value`` form, so that they are never swallowed by a variadic option and never stand
behind ``--``. The user's own text stays where it is, behind ours.
"""

from ctxdb_hooks.clients.call import ONESHOT, RESUME, SESSION, Call
from ctxdb_hooks.clients.claude import grammar
from ctxdb_hooks.contextdb import facade

AGENT = "claude-code"
TEXT, FILE = "--append-system-prompt", "--append-system-prompt-file"


def classify(call: Call) -> None:
    """Set what kind of call this is."""
    args = call.args
    if args and args[0] in grammar.FIRST:
        return
    for arg in args:
        if arg.startswith(grammar.LINKS):
            return
    found = Words(args)
    options = found.options
    if not found.known or grammar.INFORM & options.keys():
        return
    printing = not grammar.PRINT.isdisjoint(args)  # an exact token anywhere, even behind -- (observed)
    first = found.first
    if not printing and first is not None and (first in grammar.COMMANDS or (first == args[0] and _word(first))):
        return
    call.own = found.own
    call.closed = FILE in options or not grammar.ELSEWHERE.isdisjoint(options)
    call.worktree = not grammar.WORKTREE.isdisjoint(options)
    call.leaves_nothing = not grammar.LEAVES_NOTHING.isdisjoint(options)
    call.session = options.get("--session-id") or ""
    if not grammar.GOES_ON.isdisjoint(options):
        call.kind = RESUME
        call.session = _target(options)
        call.printing = printing or not call.terminal[1]
    elif printing or "--init-only" in options or not call.terminal[1]:
        call.kind = ONESHOT
    else:
        call.kind = SESSION


class Words:
    """A command line taken apart as the client's own parser does it.

    ``options`` maps each to its last value ("" for none), ``first`` is the first positional, ``own`` says where the
    user's last appended text stands: its index, and whether the option stands in the same argument. ``known`` is false
    where an option is of another version.
    """

    __slots__ = ("args", "at", "first", "known", "options", "own")

    def __init__(self, args: list) -> None:
        self.args = args
        self.options: dict = {}
        self.first: str | None = None
        self.own: tuple = ()
        self.known = True
        self.at = 0
        while self.known and self.at < len(args):
            arg = args[self.at]
            self.at += 1
            if arg == "--":
                if self.first is None and self.at < len(args):
                    self.first = args[self.at]
                break
            if not arg.startswith("-") or arg == "-":
                if self.first is None:
                    self.first = arg
            elif arg.startswith("--") or arg in grammar.NONE:
                self.long(arg)
            else:
                self.short(arg[1:])

    def long(self, arg: str) -> None:
        """``--name``, ``--name=value`` and ``-d2e``."""
        name, equals, value = arg.partition("=")
        takes = name in grammar.ONE or name in grammar.MANY or name in grammar.MAYBE
        if equals:
            self.known = takes or name == "--tmux"
            self.options[name] = value
            if name == TEXT:
                self.own = (self.at - 1, True)
        elif takes:
            self.value(name)
        else:
            self.known = name in grammar.NONE or name in grammar.INFORM
            self.options[name] = ""

    def short(self, letters: str) -> None:
        """One or several short options in one argument; one that takes a value ends them, which may be attached."""
        for at, letter in enumerate(letters):
            name = "-" + letter
            if letter not in grammar.LETTERS and name not in grammar.INFORM:
                self.known = False
                return
            if name in grammar.ONE or name in grammar.MAYBE:
                rest = letters[at + 1 :]
                if rest:
                    self.options[name] = rest
                else:
                    self.value(name)
                return
            self.options[name] = ""

    def value(self, name: str) -> None:
        """The value or values of an option that stand in the arguments behind it."""
        args, at = self.args, self.at
        self.options[name] = ""
        if name in grammar.ONE:
            if at >= len(args):
                self.known = False  # the client will say so
                return
            self.options[name] = args[at]
            if name == TEXT:
                self.own = (at, False)
            at += 1
        else:
            while at < len(args) and not args[at].startswith("-"):
                self.options[name] = args[at]
                at += 1
                if name in grammar.MAYBE:
                    break
        self.at = at


def _word(text: str) -> bool:
    """A lone lower-case word may be a command that a later version knows."""
    return (
        text[:1].isascii()
        and text[:1].islower()
        and all(c.isascii() and (c.islower() or c.isdigit() or c == "-") for c in text)
    )


def _target(options: dict) -> str:
    """Which session goes on: its id, ``newest`` for the folder's newest, empty where only the client can tell."""
    if "--from-pr" in options or "--teleport" in options:
        return ""
    continues = not grammar.CONTINUES.isdisjoint(options)
    given = options.get("--resume") or options.get("-r") or ""
    if grammar.RESUMES.isdisjoint(options):
        return "newest" if continues else ""
    return given.lower() if not continues and is_id(given) else ""


def is_id(text: str) -> bool:
    """Whether a text is a session's id, a UUID; anything else is a search."""
    return len(text) == 36 and all(c in "0123456789abcdefABCDEF" or c == "-" for c in text)


def add(call: Call, text: str) -> list:
    """The arguments with the facade and the right to read the packet's folder."""
    ours = [f"--add-dir={call.exports}"] if call.exports else []
    cache = facade.parse(facade.read_bytes(call.state + "/claude.cache")) or {}
    if cache.get("hooks") is True:  # the user's own settings carry our hooks: they say it
        return ours + call.args
    stays = call.kind == SESSION or (call.kind == RESUME and not call.printing)
    if call.trigger and stays and cache.get("plugin") is True:
        ours.append(f"--plugin-dir={call.plugin}")
    if not call.own:
        return [f"{TEXT}={text}", *ours, *call.args]
    at, joined = call.own
    theirs = call.args[at].partition("=")[2] if joined else call.args[at]
    if facade.is_ours(theirs):
        return call.args
    both = f"{text}\n\n{theirs}" if theirs else text
    merged = list(call.args)
    merged[at] = f"{TEXT}={both}" if joined else both
    return ours + merged


def add_packet(call: Call, path: str) -> list:
    """The arguments with the packet from a file; not beside a text of the user's own (the client refuses both)."""
    ours = [f"{FILE}={path}"]
    if call.exports:
        ours.append(f"--add-dir={call.exports}")
    return [*ours, *call.args]
