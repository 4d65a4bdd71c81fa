"""This process, as the client is to find it: finding the client, undoing what the interpreter did, exec; hot path."""

import _signal
import posix
import sys

from ctxdb_hooks.bootstrap import spawn

# Shells that hand an ignored signal on as it stands in themselves; fish ignores SIGPIPE for itself only.
FAITHFUL = (b"Name:\tbash\n", b"Name:\tzsh\n", b"Name:\tsh\n", b"Name:\tdash\n")
COERCED = (b"C.UTF-8", b"C.utf8", b"UTF-8")  # what the interpreter may put into LC_CTYPE (PEP 538)


def find_client(client: str, path: str) -> str | None:
    """The first executable file of this name on PATH, as the shell finds it; empty when that is left to the shell.

    A script of that name that called us by our function meant the next one; None when there is no other.
    """
    if path.startswith("~") or ":~" in path:
        return ""  # bash expands it there, zsh does not
    callers: list | None = None
    for folder in path.split(":"):
        candidate = f"{folder or '.'}/{client}" if not folder.endswith("/") else folder + client
        try:
            found = posix.stat(candidate)
        except (OSError, ValueError):
            continue
        if found.st_mode & 0o170000 == 0o100000 and posix.access(candidate, posix.X_OK):
            if callers is None:
                callers = scripts_of_parent(client)
            if (found.st_dev, found.st_ino) not in callers:
                return candidate
    return None if callers else ""


def scripts_of_parent(client: str) -> list:
    """Device and inode of the files of this name that our parent may have been started with, as a script of them."""
    try:
        fd = posix.open(f"/proc/{posix.getppid()}/cmdline", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return []
    found = []
    try:
        for word in posix.read(fd, 4096).split(b"\0")[1:4]:
            if word.endswith(b"/" + client.encode()):
                seen = posix.stat(word)
                found.append((seen.st_dev, seen.st_ino))
    except (OSError, ValueError):
        pass
    finally:
        posix.close(fd)
    return found


def become(mark: str, binary: str, tries: list, more: dict, let_go) -> None:  # type: ignore[no-untyped-def]
    """Take the mark away and exec the client; returns, with the mark in its place, when that cannot be done.

    ``tries`` are the argument lists to try in turn: one that the kernel or the encoding refuses gives way to the next.
    ``more`` is what the client shall find in its environment beside what was there. ``let_go`` forks the background
    off and gives the process to wait for: it is called late, for each page of memory that this process writes to
    afterwards is copied first, which cost as much again as all else that it adds.
    """
    env = environment(binary)
    restore_signals()
    child = let_go()
    try:
        posix.unlink(mark)
    except FileNotFoundError:
        pass
    if child:
        spawn.reap(child)
    for args in tries:
        changed = {**env, **{key.encode(): encode(value) for key, value in more.items()}} if more else env
        more = {}
        try:
            posix.execve(encode(binary), [encode(arg) for arg in args], changed)
        except (OSError, ValueError):
            continue
    posix.close(posix.open(mark, posix.O_WRONLY | posix.O_CREAT | posix.O_CLOEXEC, 0o600))


def refuse(mark: str, client: str) -> None:
    """End as a shell does that finds no such command: to try it again would only come back here."""
    posix.write(2, f"{client}: command not found (only a script that calls itself)\n".encode())
    posix.unlink(mark)
    posix._exit(127)


def encode(text: str) -> bytes:
    """The bytes that ``text`` was decoded from, or, for our own text in a locale without it, UTF-8."""
    try:
        return text.encode(sys.getfilesystemencoding(), "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "surrogateescape")


def environment(binary: str) -> dict:
    """The environment as it was handed over, ``_`` naming the client as if the shell had started it."""
    env = dict(posix.environ)
    if env.get(b"_") == encode(sys.orig_argv[0]):
        env[b"_"] = encode(binary)
    if env.get(b"LC_CTYPE") in COERCED:
        first = initial_value(b"LC_CTYPE")
        if first is None:
            del env[b"LC_CTYPE"]
        else:
            env[b"LC_CTYPE"] = first
    return env


def initial_value(name: bytes) -> bytes | None:
    """A variable as the kernel handed it over, None when it was not there; as it is now where that cannot be told."""
    try:
        with open("/proc/self/environ", "rb", 0) as file:
            data = b"\0" + file.readall()
    except OSError:
        return posix.environ[name]
    at = data.find(b"\0" + name + b"=")
    if at < 0:
        return None
    return data[at + len(name) + 2 :].partition(b"\0")[0]


def restore_signals() -> None:
    """SIGPIPE and SIGXFSZ, which the interpreter ignores, as the client would have found them."""
    ignored = ignored_by_parent()
    for number in (_signal.SIGPIPE, _signal.SIGXFSZ):
        if not ignored >> (number - 1) & 1:
            _signal.signal(number, _signal.SIG_DFL)


def ignored_by_parent() -> int:
    """The signals that the calling shell ignores, as a bit set; 0 where that cannot be told."""
    try:
        fd = posix.open(f"/proc/{posix.getppid()}/status", posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return 0
    try:
        status = posix.read(fd, 4096)
    except OSError:
        return 0
    finally:
        posix.close(fd)
    if not status.startswith(FAITHFUL):
        return 0
    return int(status.partition(b"SigIgn:\t")[2][:16] or b"0", 16)
