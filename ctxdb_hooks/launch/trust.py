"""Whether a state folder is the user's own: what is read from it goes into a prompt; hot path."""

import posix

from ctxdb_hooks.launch import project

O_FOLDER = getattr(posix, "O_PATH", posix.O_RDONLY) | posix.O_DIRECTORY | posix.O_CLOEXEC
# Where an environment names our folders, and what means the same as not naming it, below the home.
VARIABLES = (("XDG_STATE_HOME", ".local/state"), ("XDG_CONFIG_HOME", ".config"), ("XDG_DATA_HOME", ".local/share"))


def trusted(env: dict, state: str, store: str, root: str) -> bool:
    """Whether ``store``, below the state folder, is outside the project and writable by this user alone.

    A checkout's environment file could name a folder of the checkout as XDG_STATE_HOME, by a link too. What does not
    exist yet is judged by the nearest folder above it that does.
    """
    if inside(store, root) or misled(env, root):
        return False
    path = store
    while path:
        try:
            fd = posix.open(path, O_FOLDER | (posix.O_NOFOLLOW if path == store else 0))
        except FileNotFoundError:
            path = path.rpartition("/")[0]
            continue
        except (OSError, ValueError):
            return False
        try:
            found = posix.fstat(fd)
            real = real_path(path, fd)
        finally:
            posix.close(fd)
        if len(path) >= len(state) and (found.st_uid != posix.geteuid() or found.st_mode & 0o022):
            return False
        return not inside(real, root)
    return False


def misled(env: dict, root: str) -> str:
    """The variable that puts a folder of ours into the project at ``root`` or into one around it; empty for none.

    Settings would be read there, and programs run, that came with a checkout.
    """
    home = env.get("HOME", "")
    around = ""
    for name, usual in VARIABLES:
        folder = env.get(name, "").rstrip("/")
        if folder.startswith("/") and folder != f"{home}/{usual}":
            around = around or outermost(root, home)
            if inside(nearest(folder), around):
                return name
    return ""


def outermost(root: str, home: str) -> str:
    """The outermost work tree that ``root`` lies in, itself where there is none around it; the home is none."""
    homes = project.identity(home)
    here = found = root
    while here and project.identity(here) != homes:
        if project.identity(here + "/.git"):
            found = here
        here = here.rpartition("/")[0]
    return found


def nearest(path: str) -> str:
    """The real path of a folder, or of the nearest one above it that exists."""
    while path:
        try:
            fd = posix.open(path, O_FOLDER)
        except (OSError, ValueError):
            path = path.rpartition("/")[0]
            continue
        try:
            return real_path(path, fd)
        finally:
            posix.close(fd)
    return "/"


def real_path(path: str, fd: int) -> str:
    """The real path of an open folder, from the kernel where it tells."""
    try:
        return posix.readlink(f"/proc/self/fd/{fd}")
    except OSError:
        from posixpath import realpath

        return realpath(path)


def inside(path: str, folder: str) -> bool:
    """Whether ``path`` is ``folder`` or lies below it."""
    return path == folder or path.startswith(folder + "/")


def foreign_home(home: str) -> bool:
    """Whether HOME belongs to somebody else (sudo): then nothing of theirs is touched."""
    try:
        return posix.stat(home).st_uid != posix.geteuid()
    except (OSError, ValueError):
        return True
