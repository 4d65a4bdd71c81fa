"""Keeping Gemini's chats from its own clean-up: a hard link of each in the store, before Gemini has started.

Gemini 0.61 deletes a session's files at the next start after it was resumed in another minute (its issue 27368), also
while that session is still open: it then goes on in a new file of the same name, so that a link is named after the
inode too. Runs in the bare interpreter as the background's first act, and whenever there is work or a client starts;
a link costs no space while Gemini keeps the file.
"""

import posix

FOLDER = "chats"
FORGOTTEN = "forgotten"  # in it: empty files named as the short ids of sessions of which no link is to be made
MAX_COPY = 64 << 20  # bytes, where the store lies on another file system


def gemini_home(env: dict) -> str:
    """Gemini's own folder."""
    return (env.get("GEMINI_CLI_HOME") or env.get("HOME", "")) + "/.gemini"


def keep(store: str, root: str, env: dict) -> int:
    """Link the chats of every folder under ``root`` into the store; returns how many are new."""
    from posixpath import realpath  # frozen into the interpreter

    from ctxdb_hooks.launch import project

    base = gemini_home(env) + "/tmp"
    if under(realpath(base), root):  # what came with a checkout is no chat of this user's
        return 0
    new = 0
    dropped = _names(f"{store}/{FOLDER}/{FORGOTTEN}")
    for slug in _names(base):
        if not under(project.read_text(f"{base}/{slug}/.project_root"), root):
            continue
        for name in _names(f"{base}/{slug}/chats"):
            if not name.startswith("session-") or not name.endswith((".json", ".jsonl")):
                continue
            if short_id(name) not in dropped:
                new += _link(f"{base}/{slug}/chats/{name}", f"{store}/{FOLDER}", slug, name)
    return new


def name_of(slug: str, inode: int, name: str) -> str:
    """What a link to a chat of a folder of Gemini's is called."""
    return f"{slug}@{inode}@{name}"


def short_id(name: str) -> str:
    """The part of a session's id with which the name of its chat ends."""
    return name.rpartition(".")[0].rpartition("-")[2]


def under(folder: str, root: str) -> bool:
    """Whether ``folder`` is ``root`` or lies below it."""
    return bool(folder) and (folder == root or folder.startswith(root + "/"))


def _link(path: str, folder: str, slug: str, name: str) -> int:
    try:
        source = posix.lstat(path)
        if source.st_mode & 0o170000 != 0o100000:
            return 0
        target = f"{folder}/{name_of(slug, source.st_ino, name)}"
        try:
            if posix.lstat(target).st_size == source.st_size:
                return 0  # the link, or a copy that is current
            posix.unlink(target)
        except FileNotFoundError:
            pass
        try:
            posix.mkdir(folder, 0o700)
        except FileExistsError:
            pass
        try:
            posix.link(path, target)
        except OSError:
            _copy(path, target, source.st_size)
    except OSError:
        return 0
    return 1


def _copy(path: str, target: str, size: int) -> None:
    if size > MAX_COPY:
        return
    with open(path, "rb") as source:
        data = source.read(MAX_COPY)
    fd = posix.open(target, posix.O_WRONLY | posix.O_CREAT | posix.O_EXCL, 0o600)
    with open(fd, "wb") as file:
        file.write(data)


def _names(folder: str) -> list:
    try:
        return posix.listdir(folder)
    except OSError:
        return []
