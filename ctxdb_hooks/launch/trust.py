"""Whether a state folder is the user's own: what is read from it goes into a prompt; hot path."""

import posix


def trusted(state: str, store: str, root: str) -> bool:
    """Whether ``store``, below the state folder, is outside the project and writable by this user alone.

    A checkout's environment file could name a folder of the checkout as XDG_STATE_HOME, by a link too. What does not
    exist yet is judged by the nearest folder above it that does.
    """
    if inside(store, root):
        return False
    flags = getattr(posix, "O_PATH", posix.O_RDONLY) | posix.O_DIRECTORY | posix.O_CLOEXEC
    path = store
    while path:
        try:
            fd = posix.open(path, flags | (posix.O_NOFOLLOW if path == store else 0))
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
