"""What Gemini's BeforeAgent hook says: the facade, once per session id, only when the launcher asked for it; hot path.

Gemini may read nothing outside the workspace but its own temporary folder of the project, so the packet is put
there first and named by that path. Whatever happens the hook prints valid JSON or nothing, and exits 0: text on
stderr with any other status would block the user's turn.
"""

import posix
import sys

from ctxdb_hooks.contextdb import facade

MAX_INPUT = 1 << 20
COPY = "ctxdb"  # our folder in Gemini's temporary folder of the project


def main() -> None:
    """Answer one BeforeAgent event on stdin."""
    path = posix.environ.get(b"CTXDB_GEMINI_FACADE", b"").decode("utf-8", "surrogateescape")
    event = facade.parse(_stdin())
    said = facade.read_bytes(path, MAX_INPUT) if path else None
    if event is None or said is None:
        return
    packet, _, rest = said.decode("utf-8", "replace").partition("\n")
    root, _, text = rest.partition("\n")
    session, cwd, transcript = event.get("session_id"), event.get("cwd"), event.get("transcript_path")
    if not (isinstance(session, str) and isinstance(cwd, str) and isinstance(transcript, str) and text):
        return
    if cwd != root and not cwd.startswith(root + "/"):  # a nested start in another project inherits our variable
        return
    if not first_time(path.rpartition("/")[0], session):
        return
    if packet:
        folder = transcript.rpartition("/chats/")[0]
        copy = publish(packet, folder) if folder else ""
        if not copy:
            return
        text = text.replace(packet, copy)
    answer(text)


def first_time(folder: str, session: str) -> bool:
    """Whether nothing was said to this session yet; makes the note that it now is."""
    name = "".join(char if char.isalnum() or char in "-_" else "_" for char in session)[:80]
    try:
        fd = posix.open(f"{folder}/{name}.seen", posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL | posix.O_CLOEXEC, 0o600)
    except OSError:
        return False
    posix.close(fd)
    return True


def publish(packet: str, folder: str) -> str:
    """Put a copy of the packet in Gemini's folder; its path, or empty where that failed."""
    data = facade.read_bytes(packet, MAX_INPUT)
    target = f"{folder}/{COPY}"
    try:
        if not data:
            return ""
        try:
            posix.mkdir(target, 0o700)
        except FileExistsError:
            pass
        temporary = f"{target}/.packet.md.tmp.{posix.getpid()}"
        fd = posix.open(temporary, posix.O_WRONLY | posix.O_CREAT | posix.O_TRUNC | posix.O_NOFOLLOW, 0o600)
        try:
            posix.write(fd, data)
        finally:
            posix.close(fd)
        posix.rename(temporary, f"{target}/packet.md")
    except OSError:
        return ""
    return f"{target}/packet.md"


def answer(text: str) -> None:
    """Print the hook's output."""
    try:
        from _json import encode_basestring_ascii as quote
    except ImportError:
        from json import dumps as quote
    output = '{"hookSpecificOutput":{"hookEventName":"BeforeAgent","additionalContext":' + quote(text) + "}}\n"
    sys.stdout.write(output)
    sys.stdout.flush()


def _stdin() -> bytes:
    data = b""
    while len(data) < MAX_INPUT:
        part = posix.read(0, 65536)
        if not part:
            break
        data += part
    return data
