"""Writing files whole or not at all, 0600 in 0700 folders whatever the umask."""

import errno
import json
import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

TEMPORARY = ".tmp."
CHUNK = 1 << 20
MOST = 16 << 20  # bytes of a file that is read whole: settings, records and what is derived


class NotRegular(OSError):
    """A FIFO, a device or a folder lies where a file should be."""


def make_folder(folder: Path) -> None:
    """Make ``folder`` and its parents; those that are new are 0700. Raises OSError."""
    if folder.is_dir():
        return
    make_folder(folder.parent)
    try:
        folder.mkdir(mode=0o700)
        folder.chmod(0o700)
    except FileExistsError:
        pass


def make_inner(folder: Path) -> None:
    """Make ``folder`` in one that is there: what was deleted with all above it is not made again. Raises OSError."""
    with suppress(FileExistsError):
        folder.mkdir(mode=0o700)
        folder.chmod(0o700)


class Staged:
    """A file, whole and on disk, under a temporary name; as a context manager it is taken away if not put in place."""

    def __init__(self, path: Path, temporary: Path, seal: list[int]) -> None:
        self.path = path
        self.temporary = temporary
        self.seal = seal

    def __enter__(self) -> "Staged":
        return self

    def __exit__(self, *raised: object) -> None:
        self.temporary.unlink(missing_ok=True)

    def place(self) -> None:
        """Replace what was there. Raises OSError, leaving the old file."""
        os.replace(self.temporary, self.path)


def stage(path: Path, parts: Iterable[bytes], *, keep: int = 0) -> Staged:
    """Write what shall stand at ``path``: the first ``keep`` bytes of what is there, then ``parts``. Raises OSError."""
    temporary = path.with_name(f".{path.name}{TEMPORARY}{os.getpid()}")
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
    try:
        try:
            os.fchmod(fd, 0o600)
            if keep:
                _copy(path, fd, keep)
            _write_all(fd, parts)
            _flush(fd)
            seen = os.fstat(fd)
        finally:
            os.close(fd)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return Staged(path, temporary, seal(seen))


def seal(seen: os.stat_result) -> list[int]:
    """What tells a file from any other that came to its place: size, mtime (ns), inode."""
    return [seen.st_size, seen.st_mtime_ns, seen.st_ino]


def write(path: Path, data: bytes | str) -> None:
    """Replace ``path`` by ``data``: temporary file, flush to disk, rename. Raises OSError, leaving the old file."""
    with stage(path, [encoded(data)]) as staged:
        staged.place()


def extend(path: Path, keep: int, data: Iterable[bytes]) -> int:
    """Put ``data`` behind the first ``keep`` bytes of ``path``, dropping the rest; returns the new size.

    By a copy, so that a reader never sees half a line. Raises OSError, leaving the old file.
    """
    with stage(path, data, keep=keep) as staged:
        staged.place()
        return staged.seal[0]


def size(path: Path) -> int:
    """Bytes in a file; -1 when there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return -1


def open_regular(path: Path, flags: int = 0) -> int:
    """A descriptor on a regular file, opened without blocking. Raises OSError, NotRegular among them."""
    fd = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | flags)
    if os.fstat(fd).st_mode & 0o170000 != 0o100000:
        os.close(fd)
        raise NotRegular(errno.EINVAL, "not a regular file", str(path))
    return fd


def read_bytes(path: Path, most: int = MOST) -> bytes:
    """What a file of at most ``most`` bytes holds. Raises OSError, also for a larger one and for no regular file."""
    with open(open_regular(path), "rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG), str(path))
    return data


def is_same(path: Path, data: bytes | str) -> bool:
    """Whether the file holds just this."""
    try:
        return read_bytes(path) == encoded(data)
    except OSError:
        return False


def encoded(data: bytes | str) -> bytes:
    """Text as UTF-8, where a lone surrogate becomes a question mark."""
    return data.encode("utf-8", "replace") if isinstance(data, str) else data


def clear(path: Path) -> None:
    """Take away whatever lies at a path of our own, not what a link there leads to. Raises OSError."""
    if path.is_dir() and not path.is_symlink():
        import shutil  # it loads three packers, and most who import this module remove no folder

        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def sweep(folder: Path) -> int:
    """Take away the temporary files of killed writers below ``folder``; returns how many there were."""
    found = 0
    for base, _, names in os.walk(folder):
        for name in names:
            if name.startswith(".") and TEMPORARY in name:
                with suppress(OSError):
                    os.unlink(os.path.join(base, name))
                    found += 1
    return found


def _copy(path: Path, target: int, size: int) -> None:
    with path.open("rb") as source:
        while size:
            part = source.read(min(size, CHUNK))
            if not part:
                raise OSError(errno.EIO, "shorter than it was", str(path))
            _write_all(target, [part])
            size -= len(part)


def _write_all(fd: int, parts: Iterable[bytes]) -> None:
    for data in _joined(parts):
        view = memoryview(data)
        while view:
            view = view[os.write(fd, view) :]


def _joined(parts: Iterable[bytes]) -> Iterator[bytes]:
    """The parts in pieces that are worth a call each, without having all of them in memory."""
    waiting = bytearray()
    for part in parts:
        waiting += part
        if len(waiting) >= CHUNK:
            yield bytes(waiting)
            waiting.clear()
    if waiting:
        yield bytes(waiting)


def _flush(fd: int) -> None:
    try:
        os.fsync(fd)
    except OSError as error:
        if error.errno not in (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS):  # a file system that knows no flush
            raise


def write_if_changed(path: Path, data: str) -> bool:
    """Like ``write``, but leaves an equal file (and its time stamps) alone; True when it wrote."""
    if is_same(path, data):
        return False
    write(path, data)
    return True


def write_json(path: Path, value: Any, *, pretty: bool = True) -> None:
    """Replace ``path`` by ``value`` as JSON with a final newline. Raises OSError."""
    write(path, json.dumps(value, ensure_ascii=False, indent=2 if pretty else None) + "\n")


def read_json(path: Path) -> dict[str, Any]:
    """A JSON object from ``path``; an empty dict when it is missing, broken, no object, or larger than ``MOST``."""
    try:
        value = json.loads(read_bytes(path))
    except (OSError, ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
