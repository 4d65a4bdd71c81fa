"""Which project a folder belongs to, found by walking up without starting git; hot path.

A project is a git work tree. Linked worktrees share the store of their repository (its common git
directory names it); a submodule has a git directory, and so a store, of its own.

A ``.git`` that leads elsewhere may have come in an archive, to be told what another project remembers. It is believed
where the folder it leads to knows of this work tree, as git notes it down itself; else the work tree is a project of
its own, as any folder with a git folder in it is.
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
        """16 hex digits of BLAKE2b over the path of what names the store."""
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
    homes = identity(home) if home else None
    here = folder
    while here and here != "/":
        git, common = _git_of(here)
        if git:
            if homes and identity(here) == homes:
                return None
            return Project(here, git, common)
        here = here.rpartition("/")[0]
    return None


def plain(folder: str, home: str) -> "Project | None":
    """``folder`` itself as a project, for ``wrap_mode = all`` outside git; None for ``/`` and the home."""
    if folder in ("", "/") or (home and identity(folder) == identity(home)):
        return None
    return Project(folder, "", folder)


def branch(git: str) -> str:
    """The branch that ``HEAD`` names, or an empty string (detached, unreadable, no git)."""
    head = read_text(git + "/HEAD") if git else ""
    return head[16:] if head.startswith("ref: refs/heads/") else ""


def identity(path: str) -> tuple | None:
    """Device and inode of what a path leads to; None where there is nothing."""
    try:
        found = posix.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_dev, found.st_ino


def _git_of(root: str) -> tuple:
    """Git folder of a work tree and the folder that names its store; ``("", "")`` where it is none."""
    dot = root + "/.git"
    try:
        mode = posix.stat(dot).st_mode & 0o170000
    except (OSError, ValueError):
        return "", ""
    git, common = dot, dot
    if mode == 0o100000:  # a linked worktree's or submodule's pointer: "gitdir: <path>"
        text = read_text(dot)
        if not text.startswith("gitdir: "):
            return "", ""
        git = _join(root, text[8:])
        common = _known(root, git) or dot
    elif mode != 0o040000:
        return "", ""
    try:
        posix.stat(git + "/HEAD")
    except (OSError, ValueError):
        return "", ""
    return git, common


def _known(root: str, git: str) -> str:
    """The folder that names the store of a work tree whose ``.git`` leads to ``git``; empty where that is not proven.

    A repository has a file ``worktrees/<name>/gitdir`` for each of its linked worktrees, and a submodule's git folder
    has ``core.worktree``; both are written by git alone.
    """
    git = _real(git)
    folder, _, _ = git.rpartition("/")
    common, _, kind = folder.rpartition("/")
    linked = read_text(git + "/gitdir") if kind == "worktrees" else ""
    if linked.endswith("/.git") and _same(_join(git, linked[:-5]), root):
        return common
    place = _work_tree(read_text(git + "/config")) or _work_tree(read_text(git + "/config.worktree"))
    return git if place and _same(_join(git, place), root) else ""


def _work_tree(config: str) -> str:
    """``core.worktree`` of a git config as git writes it; empty where there is none."""
    section = ""
    for line in config.splitlines():
        name, equals, value = line.strip().partition("=")
        if name.startswith("["):
            section = name
        elif section == "[core]" and equals and name.strip() == "worktree":
            value = value.strip()
            if value[:1] == '"' == value[-1:]:
                value = value[1:-1]
            return value.replace('\\"', '"').replace("\\\\", "\\")
    return ""


def _same(path: str, other: str) -> bool:
    return path == other or identity(path) == identity(other) is not None


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
    """A path that may be relative to ``base``, a real path."""
    if path.startswith("/"):
        return path
    while path == ".." or path.startswith("../"):
        base, path = base.rpartition("/")[0], path[3:]
    return f"{base}/{path}"


def read_text(path: str) -> str:
    """A small file without the blanks around it; never waits for a FIFO. Empty where it cannot be read."""
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
