"""Transcripts that were compressed, as Codex has code for (``.jsonl.zst``): unpacked in memory, never onto the disk."""

import errno
import os
import tempfile
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from ctxdb_hooks.contextdb.files import open_regular

MOST = 64 << 20  # bytes of what is unpacked; of more the beginning
CHUNK = 1 << 20
# What unpacks each form: Python 3.14 has zstd itself, before it needs a package of the user's choice.
MODULES = {".zst": ("compression.zstd", "backports.zstd", "zstandard"), ".gz": ("gzip",)}
JSON_LINES = tuple(f".jsonl{suffix}" for suffix in ("", *MODULES))  # how the names of transcripts end
MISSING = "compressed; Python 3.14, or `backports.zstd` installed beside ctxdb-hooks, reads it"


def plain_name(name: str) -> str:
    """The name that a transcript had before it was compressed."""
    stem, suffix = os.path.splitext(name)
    return stem if suffix in MODULES else name


def open_transcript(path: Path) -> tuple[int, os.stat_result]:
    """A descriptor on what a transcript holds, and the state of its file. Raises OSError."""
    fd = open_regular(path)
    found = os.fstat(fd)
    if path.suffix not in MODULES:
        return fd, found
    with open(fd, "rb") as packed:
        return _unpacked(packed, path), found


def _unpacked(packed: BinaryIO, path: Path) -> int:
    target = os.memfd_create("transcript") if hasattr(os, "memfd_create") else _unnamed()
    try:
        with _opener(path)(packed) as source:
            left = MOST
            while left > 0 and (part := source.read(min(CHUNK, left))):
                left -= os.write(target, part)
    except OSError:
        os.close(target)
        raise
    except Exception as error:  # each module has an error of its own for what is no such file, or torn
        os.close(target)
        raise OSError(errno.EBADMSG, f"cannot be unpacked ({type(error).__name__})", str(path)) from None
    os.lseek(target, 0, os.SEEK_SET)
    return target


def _opener(path: Path) -> Callable[[BinaryIO], Any]:
    for name in MODULES[path.suffix]:
        try:
            found: Callable[[BinaryIO], Any] = import_module(name).open
        except ImportError:
            continue
        return found
    raise OSError(errno.ENOTSUP, MISSING, str(path))


def _unnamed() -> int:
    """Where the system has no files in memory: one that no folder lists."""
    with tempfile.TemporaryFile() as file:
        return os.dup(file.fileno())
