"""Which project a folder belongs to, found by walking up without starting git; hot path.

A project is a git work tree. Linked worktrees share the store of their repository (its common git
directory names it); a submodule has a git directory, and so a store, of its own.
"""

import posix

from ctxdb_hooks.launch import places

MAX_POINTER = 4096


class Project:
    """A work tree: ``root`` (its top folder), ``git`` (its git folder), ``common`` (what names its store)."""

    __slots__ = ("common", "git", "root")

    def __init__(self, root: str, git: str, common: str) -> None:
        self.root = root
        self.git = git
        self.common = common

    @property
    def name(self) -> str:
        """A readable part for the store's folder: the repository's, made safe for a file name."""
        parent, _, last = self.common.rpartition("/")
        if last == ".git":
            last = parent.rpartition("/")[2]
        elif last.endswith(".git"):
            last = last[:-4]
        safe = "".join(c if c.isalnum() or c in "._" else "-" for c in last).strip("-.")
        return safe.encode("utf-8", "replace")[:48].decode("utf-8", "ignore") or "project"

    @property
    def id(self) -> str:
        """16 hex digits of BLAKE2b over the real path of the common git directory."""
        return places.digest(self.common.encode("utf-8", "surrogateescape"), 8)

    @property
    def store_name(self) -> str:
        """The folder below ``projects/``."""
        return f"{self.name}-{self.id}"


def find(folder: str, home: str) -> "Project | None":
    """The project that holds ``folder`` (an absolute real path), or None.

    The home directory, ``/`` and a work tree that is the home directory are no projects
    (a dotfiles repository at ``~`` would swallow every folder below it).
    """
    homes = _identity(home) if home else None
    here = folder
    while here and here != "/":
        git = _git_folder(here)
        if git:
            if homes and _identity(here) == homes:
                return None
            return Project(here, git, _common(git))
        here = here.rpartition("/")[0]
    return None


def plain(folder: str, home: str) -> "Project | None":
    """``folder`` itself as a project, for ``wrap_mode = all`` outside git; None for ``/`` and the home."""
    if folder in ("", "/") or (home and _identity(folder) == _identity(home)):
        return None
    return Project(folder, "", folder)


def branch(git: str) -> str:
    """The branch that ``HEAD`` names, or an empty string (detached, unreadable, no git)."""
    head = _read(git + "/HEAD") if git else ""
    return head[16:] if head.startswith("ref: refs/heads/") else ""


def _identity(path: str) -> tuple | None:
    try:
        found = posix.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def _git_folder(root: str) -> str:
    dot = root + "/.git"
    try:
        mode = posix.stat(dot).st_mode & 0o170000
    except (OSError, ValueError):
        return ""
    if mode == 0o100000:  # a linked worktree's or submodule's pointer: "gitdir: <path>"
        text = _read(dot)
        if not text.startswith("gitdir: "):
            return ""
        dot = _join(root, text[8:])
    elif mode != 0o040000:
        return ""
    try:
        posix.stat(dot + "/HEAD")
    except (OSError, ValueError):
        return ""
    return dot


def _common(git: str) -> str:
    pointer = _read(git + "/commondir")
    folder = _join(git, pointer) if pointer else git
    return _real(folder)


def _real(folder: str) -> str:
    """Real path by asking the kernel through the folder itself; as given when that fails."""
    if "/../" not in folder and not folder.endswith("/..") and "/./" not in folder and not _has_link(folder):
        return folder.rstrip("/") or "/"
    from posixpath import realpath  # frozen into the interpreter, loaded only for unusual layouts

    return realpath(folder)


def _has_link(folder: str) -> bool:
    here = folder
    while here and here != "/":
        try:
            if posix.lstat(here).st_mode & 0o170000 == 0o120000:
                return True
        except (OSError, ValueError):
            return True
        here = here.rpartition("/")[0]
    return False


def _join(base: str, path: str) -> str:
    return path if path.startswith("/") else f"{base}/{path}"


def _read(path: str) -> str:
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except (OSError, ValueError):
        return ""
    try:
        return posix.read(fd, MAX_POINTER).decode("utf-8", "surrogateescape").strip()
    except OSError:
        return ""
    finally:
        posix.close(fd)
