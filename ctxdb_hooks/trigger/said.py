"""What a session was told so far, and whether it is at its first turn. Hot."""

import posix

from ctxdb_hooks.contextdb import facade

MAX_BYTES = 8192
HEAD = 1 << 18  # bytes of a transcript that are looked at
# What stands in a transcript once the model has answered, or in one that goes on from another.
EARLIER = {
    "claude": (b'"type":"assistant"',),
    "codex": (b'"AgentMessage"', b'"role":"assistant"', b'"forked_from_id"'),
    "gemini": (b'"type":"gemini"',),
}
SUBAGENT = {"codex": b'"thread_source":"subagent"'}  # the other clients call no hook for theirs


class Said:
    """A session's notes: per turn ``.`` for silence or ``x`` for a nudge, behind which stand the sessions it named."""

    def __init__(self, store: str, session: str) -> None:
        name = "".join([char if char.isalnum() or char in "-_" else "_" for char in session])[:80]
        self.folder = store + "/turns"
        self.path = f"{self.folder}/{name}"
        notes = facade.read_bytes(self.path, 2 * MAX_BYTES) or b""
        self.nudges = notes.count(b"x")
        self.number = notes.count(b".") + self.nudges + 1
        self.named = notes.decode("ascii", "replace").replace("x", ",").replace(".", ",").split(",")
        self.full = len(notes) > MAX_BYTES
        self.passed = ""  # turns that were had before the first that we saw

    def look(self, client: str, transcript: object) -> bool:
        """Learn from the transcript, where there are no notes yet, that turns were had before; False in a sub-agent.

        Of a session that began without us, was resumed after long, or is a fork of another.
        """
        if self.number > 1 or not isinstance(transcript, str):
            return True
        head = _head(transcript)
        if any(mark in head for mark in EARLIER[client]):
            self.number = 2
            self.passed = "."
        return client not in SUBAGENT or SUBAGENT[client] not in head

    def note(self, nudged: bool, named: list) -> None:
        """Remember this turn; where that fails the turn goes on all the same."""
        if self.full:
            return
        flags = posix.O_WRONLY | posix.O_APPEND | posix.O_CREAT | posix.O_NOFOLLOW | posix.O_CLOEXEC | posix.O_NONBLOCK
        text = self.passed + ("x" + ",".join(named) if nudged else ".")
        try:
            try:
                fd = posix.open(self.path, flags, 0o600)
            except FileNotFoundError:
                posix.mkdir(self.folder, 0o700)
                fd = posix.open(self.path, flags, 0o600)
            try:
                posix.write(fd, text.encode("ascii"))
            finally:
                posix.close(fd)
        except (OSError, ValueError):
            return


def _head(path: str) -> bytes:
    """The beginning of a file that a client writes; empty where it cannot be read."""
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except (OSError, ValueError):
        return b""
    try:
        return posix.read(fd, HEAD)
    except OSError:
        return b""
    finally:
        posix.close(fd)
