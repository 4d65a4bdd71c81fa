"""Changing an rc file: first a plan, which touches nothing, then its application, which gives a Result."""

import contextlib
import difflib
import enum
import os
import re
import stat
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from ctxdb_hooks.contextdb import files
from ctxdb_hooks.shells import block

# Of the file as a whole: many tools manage a block in it, and say so there.
_GENERATED = re.compile(
    rb"^(?!.*\bblock\b)(.*\b(do not|don't) (edit|modify|change)\b|.*\bfile\b.*\b(managed|generated) by\b"
    rb"|.*\bauto-?generated\b|\W*(ansible )?(managed|generated) by\b)",
    re.I | re.M,
)
_GIT_PATIENCE = 5  # seconds


class Outcome(enum.Enum):
    """What became of a file; the value is what the user reads."""

    MODIFIED = "modified"
    UNCHANGED = "unchanged"
    NEEDS_YOU = "needs you"


@dataclass(frozen=True)
class Plan:
    """What is to happen to one rc file. ``before`` and ``after`` are None for a file that is not there.

    ``target`` is the file itself, behind any symbolic links. ``refusal`` says why we do not write; then nothing is
    written. ``notices`` are lines for the user.
    """

    path: Path
    target: Path
    before: bytes | None
    after: bytes | None
    refusal: str = ""
    notices: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """What applying this plan comes to."""
        if self.refusal:
            return Outcome.NEEDS_YOU
        return Outcome.UNCHANGED if self.before == self.after else Outcome.MODIFIED

    def diff(self) -> str:
        """The change as a unified diff; empty when there is none."""
        old, new = (
            (text or b"").decode("utf-8", "backslashreplace").splitlines(keepends=True)
            for text in (self.before, self.after)
        )
        lines = difflib.unified_diff(
            old,
            new,
            str(self.target) if self.before is not None else os.devnull,
            str(self.target) if self.after is not None else os.devnull,
        )
        return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


@dataclass(frozen=True)
class Result:
    """How it went with one file, with a reason where the user has to act."""

    path: Path
    outcome: Outcome
    reason: str = ""
    notices: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether the file is now as it should be."""
        return self.outcome is not Outcome.NEEDS_YOU


def plan_add(path: Path, line: str, *, chosen: bool = False) -> Plan:
    """The plan that puts ``line`` in our block into ``path``; ``chosen``: the user named this file."""

    def change(before: bytes | None) -> bytes:
        made = _missing_folders(path) if before is None else None
        return block.add_block(before or b"", os.fsencode(line), made_folders=made)

    return _plan(path, change, chosen=chosen)


def plan_remove(path: Path) -> Plan:
    """The plan that takes our block out of ``path``; a file that we made and nobody added to goes with it."""

    def change(before: bytes | None) -> bytes | None:
        if before is None:
            return None
        after = block.remove_block(before)
        return None if not after and block.made_by_us(before) is not None else after

    return _plan(path, change, chosen=True)


def apply(plan: Plan, backups: Path) -> Result:
    """Carry a plan out, keeping the user's file in ``backups`` until our block is out again."""
    if plan.outcome is not Outcome.MODIFIED:
        return Result(plan.path, plan.outcome, plan.refusal, plan.notices)
    try:
        if _read(plan.target) != plan.before:
            return Result(plan.path, Outcome.NEEDS_YOU, "it was changed by something else just now; run this again")
        if plan.after is None:
            _delete(plan)
        else:
            _keep(plan, backups)
            _write(plan.target, plan.after)
        _forget_backup(plan, backups)
    except OSError as error:
        return Result(plan.path, Outcome.NEEDS_YOU, f"{error.strerror or error}")
    return Result(plan.path, Outcome.MODIFIED, notices=plan.notices)


def block_text(line: str) -> str:
    """The block with ``line``, for a person to paste."""
    return os.fsdecode(block.add_block(b"", os.fsencode(line)))


def has_block(path: Path) -> bool:
    """Whether any line of ours stands in ``path``."""
    with contextlib.suppress(OSError):
        data = _read(path)
        return data is not None and block.remove_block(data) != data
    return False


def _plan(path: Path, change: Callable[[bytes | None], bytes | None], *, chosen: bool) -> Plan:
    target = Path(os.path.realpath(path))
    try:
        refusal = _not_a_file(path, target)
        before = None if refusal else _read(target)
    except OSError as error:
        refusal, before = f"it cannot be read ({error.strerror})", None
    if refusal:
        return Plan(path, target, None, None, refusal)
    after = change(before)
    if after == before:
        return Plan(path, target, before, after)
    refusal = _not_writable(target, before)
    if not refusal and not chosen and before and _GENERATED.search(b"\n".join(before.split(b"\n")[:5])):
        refusal = "it says that a program generates it, which would undo a change"
    return Plan(path, target, before, after, refusal, _notices(path, target))


def _not_a_file(path: Path, target: Path) -> str:
    if path.is_symlink() and not target.exists():
        return f"it is a link to {target}, which does not exist"
    if target.exists() and not target.is_file():
        return "it is not a regular file"
    return ""


def _not_writable(target: Path, before: bytes | None) -> str:
    """Why this file is not to be written, or an empty string. The superuser's powers do not count."""
    if str(target).startswith("/nix/store/"):
        return "it lies in the Nix store; add the lines to your Home Manager or NixOS configuration"
    if before is None:
        folder = next(parent for parent in target.parents if parent.exists())
        return "" if os.access(folder, os.W_OK | os.X_OK) else f"{folder} is not writable"
    if not target.stat().st_mode & (stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH):
        return "it is read-only"
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CLOEXEC))  # tells of immutable files, too
    except OSError as error:
        return f"it cannot be written ({error.strerror})"
    return ""


def _notices(path: Path, target: Path) -> tuple[str, ...]:
    notices = []
    if path.is_symlink():
        notices.append(f"it is a link; the change is in {target}")
    tree = _tracking_tree(target)
    if tree:
        notices.append(f"it is tracked by git in {tree}: commit the change there, or it may be lost")
    return tuple(notices)


def _tracking_tree(target: Path) -> Path | None:
    """The git work tree that tracks this file, if any."""
    tree = next((parent for parent in target.parents if (parent / ".git").exists()), None)
    if tree is None:
        return None
    command = ["git", "-C", str(tree), "ls-files", "--error-unmatch", "--", str(target)]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=_GIT_PATIENCE, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return tree  # without git to ask, say it rather than not
    return tree if done.returncode == 0 else None


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _missing_folders(path: Path) -> int:
    return sum(1 for parent in path.parents if not parent.exists())


def _write(target: Path, data: bytes) -> None:
    """Replace the file's content, keeping mode, owner and extended attributes."""
    try:
        old: os.stat_result | None = target.stat()
    except FileNotFoundError:
        old = None
        files.make_folder(target.parent)
    shared = old is not None and (old.st_nlink > 1 or old.st_uid != os.geteuid())
    if shared or not os.access(target.parent, os.W_OK):
        _overwrite(target, data)
        return
    temporary = target.with_name(f"{target.name}.ctxdb-hooks.{os.getpid()}")
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600 if old else 0o644)
    try:
        with os.fdopen(fd, "wb") as file:
            file.write(data)
            file.flush()
            if old is not None:
                _dress(file.fileno(), target, old)
            os.fsync(file.fileno())
        os.replace(temporary, target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def _dress(fd: int, like: Path, old: os.stat_result) -> None:
    """Give a new file what the old one had."""
    with contextlib.suppress(PermissionError):
        os.fchown(fd, -1, old.st_gid)
    os.fchmod(fd, stat.S_IMODE(old.st_mode))
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):
            for name in os.listxattr(like):
                os.setxattr(fd, name, os.getxattr(like, name))


def _overwrite(target: Path, data: bytes) -> None:
    """Write into the file itself: it has other names, or another owner, that a new file would not have."""
    with target.open("r+b") as file:
        file.write(data)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _delete(plan: Plan) -> None:
    """Remove a file that we made, and the folders that we made for it as far as they are empty."""
    plan.target.unlink()
    folders = block.made_by_us(plan.before or b"") or 0
    with contextlib.suppress(OSError):
        for parent in list(plan.target.parents)[:folders]:
            parent.rmdir()


def _backup(target: Path, backups: Path) -> Path:
    digest = blake2b(os.fsencode(target), digest_size=4).hexdigest()
    return backups / f"{target.name.lstrip('.')}-{digest}"


def _keep(plan: Plan, backups: Path) -> None:
    """Keep the user's file as it was without our block."""
    if plan.before is not None and block.remove_block(plan.before) == plan.before:
        files.make_folder(backups)
        files.write(_backup(plan.target, backups), plan.before)


def _forget_backup(plan: Plan, backups: Path) -> None:
    """The backup has done its work once the file is again what it holds."""
    kept = _backup(plan.target, backups)
    if plan.after is not None and _read(kept) == plan.after:
        kept.unlink()
        with contextlib.suppress(OSError):
            backups.rmdir()
