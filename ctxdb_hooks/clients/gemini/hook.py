"""What Gemini is told at its first turn: the facade, once per session id, when the launcher asked for it; hot path.

Gemini may read nothing outside the workspace but its own temporary folder of the project, so the packet is put
there first and named by that path.
"""

import posix

from ctxdb_hooks.contextdb import facade

MAX_INPUT = 1 << 20
COPY = "ctxdb"  # our folder in Gemini's temporary folder of the project


def said(event: dict, env: dict) -> tuple | None:
    """``(text, whether it names the packet)`` that the launcher left for this session, empty when it was said before.

    None where no launcher asked for it.
    """
    path = env.get("CTXDB_GEMINI_FACADE", "")
    left = facade.read_bytes(path, MAX_INPUT) if path else None
    session, cwd = event.get("session_id"), event.get("cwd")
    if left is None or not isinstance(session, str) or not isinstance(cwd, str):
        return None
    packet, _, rest = left.decode("utf-8", "replace").partition("\n")
    root, _, text = rest.partition("\n")
    if cwd != root and not cwd.startswith(root + "/"):  # a nested start in another project inherits our variable
        return None
    if not text or not first_time(path.rpartition("/")[0], session):
        return "", False
    if packet:
        copy = publish(packet, event)
        return (text.replace(packet, copy), True) if copy else ("", False)
    return text, False


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
        temporary = f"{target}/.{name}.tmp.{posix.getpid()}"
        fd = posix.open(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_NOFOLLOW, 0o600)
        try:
            posix.write(fd, data)
        finally:
            posix.close(fd)
        posix.rename(temporary, f"{target}/{name}")
    except OSError:
        return ""
    return f"{target}/{name}"
