"""Editing rc files: links, modes and owners stay; what cannot or should not be written is left to the user."""

from __future__ import annotations

import fcntl
import os
import stat
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxdb_hooks.shells import rc
from ctxdb_hooks.shells.rc import Outcome
from tests.support.sandbox import Sandbox

LINE = "[ -r '/h/ctxdb-hooks/shell/ctxdb.zsh' ] && . '/h/ctxdb-hooks/shell/ctxdb.zsh'"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "home" / ".zshrc"
    path.parent.mkdir()
    path.write_bytes(b"alias a=b\n")
    return path


def put_in(path: Path, tmp_path: Path) -> rc.Result:
    return rc.apply(rc.plan_add(path, LINE), tmp_path / "backups")


def take_out(path: Path, tmp_path: Path) -> rc.Result:
    return rc.apply(rc.plan_remove(path), tmp_path / "backups")


def holds(path: Path) -> bool:
    return rc.has_block(path)


@pytest.mark.parametrize("mode", [0o644, 0o600, 0o755, 0o664, 0o4755])
def test_mode_stays(file: Path, tmp_path: Path, mode: int):
    file.chmod(mode)

    for change in put_in, take_out:
        assert change(file, tmp_path).outcome is Outcome.MODIFIED
        assert stat.S_IMODE(file.stat().st_mode) == mode


def test_owner_stays(file: Path, tmp_path: Path):
    superuser = os.geteuid() == 0  # nobody else can give files away
    owner = (1234, 4321) if superuser else (os.getuid(), os.getgroups()[0])
    os.chown(file, *owner)

    put_in(file, tmp_path)

    assert (file.stat().st_uid, file.stat().st_gid) == owner
    assert holds(file)


def test_extended_attributes_stay(file: Path, tmp_path: Path):
    if not hasattr(os, "setxattr"):
        return  # macOS has no such call in Python
    os.setxattr(file, "user.mine", b"kept")

    put_in(file, tmp_path)

    assert os.getxattr(file, "user.mine") == b"kept"


@pytest.mark.parametrize("kind", ["absolute", "relative", "chain", "folder"])
def test_a_link_stays_a_link(tmp_path: Path, kind: str):
    home, dotfiles = tmp_path / "home", tmp_path / "dotfiles"
    home.mkdir()
    dotfiles.mkdir()
    target = dotfiles / "zshrc"
    target.write_bytes(b"x\n")
    path = home / ".zshrc"
    match kind:
        case "absolute":
            path.symlink_to(target)
        case "relative":
            path.symlink_to("../dotfiles/zshrc")
        case "chain":
            (home / "second").symlink_to("../dotfiles/zshrc")
            path.symlink_to("second")
        case "folder":
            (home / "config").symlink_to(dotfiles)
            path = home / "config" / "zshrc"
    links = {link: os.readlink(link) for link in home.iterdir() if link.is_symlink()}

    result = put_in(path, tmp_path)

    assert result.outcome is Outcome.MODIFIED
    assert holds(target)
    assert not target.is_symlink()
    assert {link: os.readlink(link) for link in home.iterdir() if link.is_symlink()} == links
    take_out(path, tmp_path)
    assert target.read_bytes() == b"x\n"


def test_a_dangling_link_is_reported(tmp_path: Path):
    path = tmp_path / ".zshrc"
    path.symlink_to("gone/zshrc")

    result = put_in(path, tmp_path)

    assert result.outcome is Outcome.NEEDS_YOU
    assert "gone/zshrc, which does not exist" in result.reason
    assert path.is_symlink()


def test_a_second_name_keeps_naming_the_same_file(file: Path, tmp_path: Path):
    other = tmp_path / "other name"
    os.link(file, other)

    put_in(file, tmp_path)

    assert other.samefile(file)
    assert holds(other)


@pytest.mark.parametrize("mode", [0o444, 0o400])
def test_a_read_only_file_is_not_fought_with(file: Path, tmp_path: Path, mode: int):
    file.chmod(mode)

    result = put_in(file, tmp_path)

    assert (result.outcome, result.reason) == (Outcome.NEEDS_YOU, "it is read-only")
    assert file.read_bytes() == b"alias a=b\n"


def test_a_read_only_file_that_is_right_needs_nothing(file: Path, tmp_path: Path):
    put_in(file, tmp_path)
    file.chmod(0o444)

    assert put_in(file, tmp_path).outcome is Outcome.UNCHANGED


def test_an_immutable_file_is_not_fought_with(file: Path, tmp_path: Path):
    if sys.platform != "linux":
        return  # the flag is set by calls of Linux
    get, put, immutable = 0x80086601, 0x40086602, 0x10
    with file.open() as opened:
        flags = struct.unpack("l", fcntl.ioctl(opened, get, struct.pack("l", 0)))[0]
        try:
            fcntl.ioctl(opened, put, struct.pack("l", flags | immutable))
        except PermissionError:
            return  # this user cannot make a file immutable
        try:
            result = put_in(file, tmp_path)
        finally:
            fcntl.ioctl(opened, put, struct.pack("l", flags))

    assert result.outcome is Outcome.NEEDS_YOU
    assert "cannot be written" in result.reason
    assert file.read_bytes() == b"alias a=b\n"


@pytest.mark.parametrize(
    "head",
    [
        b"# This file is managed by Home Manager\n",
        b"# DO NOT EDIT\n",
        b"#!/bin/zsh\n# Ansible managed by ops\n",
        b"# autogenerated by a tool\n",
        b"# Generated by nix-darwin\n",
        b"\n# Managed by chezmoi, file a change there\n",
        b"# /home/x/.zshrc: this file was generated by a tool\n",
    ],
)
def test_a_generated_file_is_left_to_its_generator(file: Path, tmp_path: Path, head: bytes):
    file.write_bytes(head + b"x\n")

    result = put_in(file, tmp_path)

    assert result.outcome is Outcome.NEEDS_YOU
    assert "a program generates it" in result.reason
    assert file.read_bytes() == head + b"x\n"


@pytest.mark.parametrize(
    "head",
    [
        b"# >>> conda initialize >>>\n# !! Contents within this block are managed by 'conda init' !!\n",
        b"# >>> juliaup initialize >>>\n\n# !! Contents within this block are managed by juliaup !!\n",
        b"# >>> tool >>>\n# Do not edit this block\n# <<< tool <<<\n",
        b"# node is managed by nvm\n",
        b"# completions are generated by the tool itself\n",
        b"# If not running interactively, don't do anything\n",
        b"# don't put duplicate lines in the history\n",
    ],
)
def test_a_file_with_a_part_that_a_program_manages_is_the_users(file: Path, tmp_path: Path, head: bytes):
    file.write_bytes(head + b"x\n")

    assert put_in(file, tmp_path).outcome is Outcome.MODIFIED


def test_a_generated_file_that_the_user_names_is_edited(file: Path):
    file.write_bytes(b"# DO NOT EDIT\n")

    assert rc.plan_add(file, LINE, chosen=True).outcome is Outcome.MODIFIED


@pytest.mark.parametrize("kind", ["folder", "fifo", "device"])
def test_what_is_no_file_is_not_touched(tmp_path: Path, kind: str):
    path = tmp_path / ".zshrc"
    match kind:
        case "folder":
            path.mkdir()
        case "fifo":
            os.mkfifo(path)
        case "device":
            path.symlink_to("/dev/null")

    result = put_in(path, tmp_path)

    assert (result.outcome, result.reason) == (Outcome.NEEDS_YOU, "it is not a regular file")


def test_a_missing_file_comes_and_goes(tmp_path: Path):
    path = tmp_path / "config" / "fish" / "conf.d" / "ctxdb-hooks.fish"

    put_in(path, tmp_path)
    assert holds(path)
    assert take_out(path, tmp_path).outcome is Outcome.MODIFIED

    assert not (tmp_path / "config").exists()


def test_a_folder_that_others_use_meanwhile_stays(tmp_path: Path):
    path = tmp_path / "conf.d" / "ctxdb-hooks.fish"
    put_in(path, tmp_path)
    (path.parent / "other.fish").touch()

    take_out(path, tmp_path)

    assert [left.name for left in path.parent.iterdir()] == ["other.fish"]


def test_an_empty_file_stays(file: Path, tmp_path: Path):
    file.write_bytes(b"")

    put_in(file, tmp_path)
    take_out(file, tmp_path)

    assert file.read_bytes() == b""


def test_a_file_of_ours_that_the_user_added_to_stays(tmp_path: Path):
    path = tmp_path / ".profile"
    put_in(path, tmp_path)
    with path.open("ab") as opened:
        opened.write(b"mine\n")

    take_out(path, tmp_path)

    assert path.read_bytes() == b"mine\n"


def test_the_backup_is_the_users_file(file: Path, tmp_path: Path):
    put_in(file, tmp_path)
    put_in(file, tmp_path)

    [backup] = (tmp_path / "backups").iterdir()
    assert backup.read_bytes() == b"alias a=b\n"
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600


def test_the_backup_goes_when_the_file_is_again_what_it_was(file: Path, tmp_path: Path):
    put_in(file, tmp_path)
    take_out(file, tmp_path)

    assert not (tmp_path / "backups").exists()


def test_a_file_that_changes_meanwhile_is_not_written(file: Path, tmp_path: Path):
    plan = rc.plan_add(file, LINE)
    file.write_bytes(b"changed\n")

    result = rc.apply(plan, tmp_path / "backups")

    assert result.outcome is Outcome.NEEDS_YOU
    assert file.read_bytes() == b"changed\n"


def test_planning_writes_nothing(file: Path, tmp_path: Path):
    before = {path: path.lstat() for path in tmp_path.rglob("*")}

    rc.plan_add(file, LINE)
    rc.plan_remove(file)

    assert {path: path.lstat() for path in tmp_path.rglob("*")} == before


def test_git_tracks_it(sandbox: Sandbox, tmp_path: Path):
    tracked, untracked = sandbox.project / ".zshrc", sandbox.project / "other"
    tracked.write_text("x\n")
    untracked.write_text("x\n")
    subprocess.run(["git", "-C", sandbox.project, "add", ".zshrc"], check=True)

    [notice] = put_in(tracked, tmp_path).notices
    assert f"tracked by git in {sandbox.project}" in notice
    assert put_in(untracked, tmp_path).notices == ()


def test_the_diff_shows_the_change(file: Path):
    file.write_bytes(b"a\nb")

    assert rc.plan_add(file, LINE).diff() == (
        f"--- {file}\n+++ {file}\n@@ -1,2 +1,6 @@\n a\n-b\n\\ No newline at end of file\n+b\n"
        "+# >>> ctxdb-hooks >>>\n+# (the line above this block had no newline at its end)\n"
        f"+{LINE}\n+# <<< ctxdb-hooks <<<\n"
    )


@pytest.fixture
def unprivileged() -> Iterator[None]:
    """Without the superuser's powers, for whom no folder is locked."""
    superuser = os.geteuid() == 0
    if superuser:
        os.setresuid(65534, 65534, 0)
    yield
    if superuser:
        os.setresuid(0, 0, 0)


def test_a_folder_that_is_not_writable(unprivileged: None):
    result = rc.apply(rc.plan_add(Path("/usr/.zshrc"), LINE), Path("/nowhere"))

    assert (result.outcome, result.reason) == (Outcome.NEEDS_YOU, "/usr is not writable")
