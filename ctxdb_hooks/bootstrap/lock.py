"""One process at a time: a lock that dies with its owner; bare interpreter, no imports beyond C modules.

The kernel's ``flock`` where the file system has it; it outlives exec and is released by death, so that a lock file's
content, age and permissions mean nothing. Where it does not work (NFS without locking) a folder ``<path>.owner``
holds one entry whose name says who the owner is. Such an entry is taken away only on proof that its owner is dead:
the same machine has booted since, or no process of that number and start time is left.
"""

import errno
import fcntl
import posix
import time

from ctxdb_hooks.contextdb.facade import started

NO_FLOCK = (errno.ENOLCK, errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS)
UNUSABLE = (errno.ELOOP, errno.EACCES, errno.EPERM, errno.ENXIO)
OWNER = "owner"
WRITER = "writer"  # the name, in a store, of the lock that each run holds, a person's ``pack`` too
PAUSE = 0.1  # s between two tries


class Lock:
    """The lock at ``path``; ``handle`` is what a process passes on to what it becomes by exec."""

    def __init__(self, path: str, handle: str = "") -> None:
        self.path = path
        self.handle = handle

    def take(self, patience: float = 0.0) -> bool:
        """Take it, trying for ``patience`` seconds; False when another process has it. Raises OSError."""
        deadline = time.monotonic() + patience
        while not self._try():
            if time.monotonic() >= deadline:
                return False
            time.sleep(PAUSE)
        return True

    def held(self) -> bool:
        """Whether what lies at ``path`` is still the lock that this process took: a removed one is lost."""
        if self.handle == OWNER:
            return posix.access(f"{self.path}.owner/{identity()}", posix.F_OK)
        return bool(self.handle) and _same(int(self.handle), self.path)

    def keep(self) -> None:
        """Let the lock outlive exec."""
        if self.handle != OWNER:
            posix.set_inheritable(int(self.handle), True)

    def release(self) -> None:
        """Give it back."""
        if self.handle == OWNER:
            _remove(f"{self.path}.owner/{identity()}")
            _remove(f"{self.path}.owner")
        elif self.handle:
            posix.close(int(self.handle))
        self.handle = ""

    def _try(self) -> bool:
        fd = _open(self.path)
        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            posix.close(fd)
            if error.errno in NO_FLOCK:
                return self._own()
            if error.errno in (errno.EWOULDBLOCK, errno.EINTR):
                return False
            raise
        if not _same(fd, self.path):  # somebody removed it between the two calls
            posix.close(fd)
            return False
        self.handle = str(fd)
        return True

    def _own(self) -> bool:
        """Put a folder with our name in it where none, an empty one, or a dead owner's is: rename decides."""
        name, owner = identity(), self.path + ".owner"
        made = f"{self.path}.{name}"
        _clear(owner)
        _make(made)
        _make(f"{made}/{name}")
        try:
            posix.rename(made, owner)
        except OSError as error:
            _remove(f"{made}/{name}")
            _remove(made)
            if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                raise
            return False
        self.handle = OWNER
        return True


def identity() -> str:
    """This process for an owner's entry: ``<pid>.<start>.<boot>.<machine>``."""
    pid = posix.getpid()
    return f"{pid}.{started(pid)}.{_boot()}.{_machine()}"


def can_lock(fd: int) -> bool:
    """Whether the kernel can lock anything where this file lies."""
    try:
        fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in NO_FLOCK
    return True


def dead(name: str) -> bool:
    """Whether the entry of this name proves that its owner is dead, or cannot be an owner's at all."""
    fields = name.split(".")
    if len(fields) != 4 or not fields[0].isdigit() or not fields[1].isdigit():
        return True
    if fields[3] != _machine():
        return False
    if fields[2] != _boot():
        return True
    pid, start = int(fields[0]), int(fields[1])
    if start:
        return started(pid) != start
    try:
        posix.kill(pid, 0)
    except (OSError, OverflowError) as error:
        return not isinstance(error, PermissionError)
    return False


def _open(path: str) -> int:
    """The lock file, made if it is not there. What no process of ours can have open is replaced."""
    flags = posix.O_RDWR | posix.O_CLOEXEC | posix.O_NOFOLLOW | posix.O_NONBLOCK
    try:
        return posix.open(path, flags | posix.O_CREAT, 0o600)
    except IsADirectoryError:
        return posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NOFOLLOW)  # serves as well
    except OSError as error:
        if error.errno not in UNUSABLE:
            raise
    found = posix.lstat(path)
    if found.st_uid == posix.geteuid() and found.st_mode & 0o170000 == 0o100000:
        posix.chmod(path, 0o600)
    else:
        posix.unlink(path)
    return posix.open(path, flags | posix.O_CREAT, 0o600)


def _same(fd: int, path: str) -> bool:
    try:
        mine, there = posix.fstat(fd), posix.lstat(path)
    except OSError:
        return False
    return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)


def _clear(owner: str) -> None:
    """Take dead owners' entries out; only one of several processes succeeds in removing the same one."""
    try:
        if posix.lstat(owner).st_mode & 0o170000 != 0o040000:  # a link's target is another's
            _remove(owner)
            return
        names = posix.listdir(owner)
    except OSError:
        return
    for name in names:
        if dead(name):
            _remove(f"{owner}/{name}")


def _make(folder: str) -> None:
    try:
        posix.mkdir(folder, 0o700)
    except FileExistsError:
        pass


def _remove(path: str) -> None:
    try:
        posix.rmdir(path)
    except NotADirectoryError:
        posix.unlink(path)
    except OSError:
        pass


def _boot() -> str:
    return (_line("/proc/sys/kernel/random/boot_id") or "unknown").replace(".", "-")


def _machine() -> str:
    """The machine by name and id, and the pid namespace, without which a pid says nothing."""
    try:
        space = posix.readlink("/proc/self/ns/pid")
    except OSError:
        space = ""
    text = f"{posix.uname().nodename} {_line('/etc/machine-id')} {space}"
    return "".join(char if char.isascii() and char.isalnum() else "-" for char in text)


def _line(path: str) -> str:
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC)
    except OSError:
        return ""
    try:
        return posix.read(fd, 256).decode("ascii", "replace").strip()
    except OSError:
        return ""
    finally:
        posix.close(fd)
