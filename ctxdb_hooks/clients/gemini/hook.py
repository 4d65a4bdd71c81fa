"""What Gemini is told at its first turn: the facade, once per session id, when the launcher asked for it; hot path.

Gemini may read nothing outside the workspace but its own temporary folder of the project, so the packet is put
there first and named by that path.
"""

import posix

from ctxdb_hooks.clients import INSIDE
from ctxdb_hooks.clients.gemini.argv import DEPTH, VARIABLE
from ctxdb_hooks.contextdb import facade

MAX_INPUT = 1 << 20
COPY = "ctxdb"  # our folder in Gemini's temporary folder of the project


def said(event: dict, env: dict, store: str) -> tuple | None:
    """``(text, whether it names the packet)`` that the launcher left for this session, empty when it was said before.

    None where no launcher asked for it. Gemini takes a project's ``.env`` into its environment, so the variable counts
    only where it leads to what was left in this project's ``store``.
    """
    path = env.get(VARIABLE, "")
    if not store or path.rpartition("/")[0] != store + "/gemini" or is_nested(path, env):
        return None
    left = facade.read_bytes(path, MAX_INPUT)
    session, cwd = event.get("session_id"), event.get("cwd")
    if left is None or not isinstance(session, str) or not isinstance(cwd, str):
        return None
    packet, _, rest = left.decode("utf-8", "replace").partition("\n")
    root, _, text = rest.partition("\n")
    if cwd != root and not cwd.startswith(root + "/"):
        return None
    if not text or not first_time(path.rpartition("/")[0], session):
        return "", False
    if packet:
        copy = publish(packet, event)
        return (text.replace(packet, copy), True) if copy else ("", False)
    return text, False


def is_nested(path: str, env: dict) -> bool:
    """Whether this gemini is another one than the launcher became, and only inherited its variable.

    ``path`` is named after the launcher's process. Below that, the client's own hook always runs at the same depth,
    also where it has started itself anew; that of a gemini which its agent, its user's hooks or their scripts started
    runs deeper. The least depth so far is kept beside ``path``. Without /proc only the agent's own shell is known.
    """
    if any(env.get(name) for name in INSIDE):
        return True
    above, depth = posix.getppid(), 0
    if not facade.parent(above):
        return False
    while str(above) != path.rpartition("/")[2]:
        above, depth = facade.parent(above), depth + 1
        if not above:
            return True
    known = facade.read_bytes(path + DEPTH) or b""
    least = int(known) if known.isdigit() else depth + 1
    if depth < least:
        try:
            write(path + DEPTH, b"%d" % depth)
        except OSError:
            pass
    return depth > least


def first_time(folder: str, session: str) -> bool:
    """Whether nothing was said to this session yet; makes the note that it now is."""
    name = "".join(char if char.isalnum() or char in "-_" else "_" for char in session)[:80]
    try:
        fd = posix.open(f"{folder}/{name}.seen", posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC, 0o600)
    except OSError:
        return False
    posix.close(fd)
    return True


def publish(packet: str, event: dict, name: str = "packet.md") -> str:
    """Put a copy of the packet, or of another file, in the folder of the event's transcript.

    Returns its path, or empty where that failed.
    """
    transcript = event.get("transcript_path")
    folder = transcript.rpartition("/chats/")[0] if isinstance(transcript, str) else ""
    data = facade.read_bytes(packet, MAX_INPUT)
    target = f"{folder}/{COPY}"
    if not data or not folder:
        return ""
    try:
        try:
            posix.mkdir(target, 0o700)
        except FileExistsError:
            pass
        write(f"{target}/{name}", data)
    except OSError:
        return ""
    return f"{target}/{name}"


def write(path: str, data: bytes) -> None:
    """Replace a file, which nobody sees half written. Raises OSError."""
    folder, _, name = path.rpartition("/")
    temporary = f"{folder}/.{name}.tmp.{posix.getpid()}"
    fd = posix.open(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_NOFOLLOW, 0o600)
    try:
        posix.write(fd, data)
    finally:
        posix.close(fd)
    posix.rename(temporary, path)
