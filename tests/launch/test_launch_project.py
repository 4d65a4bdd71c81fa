"""Which store a work tree has: where git keeps its folder elsewhere, and where an archive only says so."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from ctxdb_hooks.launch import project
from tests.support.sandbox import Sandbox

GIT = ["git", "-c", "protocol.file.allow=always", "-c", "user.name=T", "-c", "user.email=t@example.com"]


def git(folder: Path, *args: str | Path) -> None:
    subprocess.run([*GIT, "-C", folder, *args], check=True, capture_output=True)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def secret(home: Path) -> Path:
    return repository(home)


@pytest.fixture(scope="module")
def left_alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return repository(tmp_path_factory.mktemp("all") / "home")


def repository(home: Path) -> Path:
    """A repository with a linked worktree and a submodule, of which others would like to know."""
    root = home / "work" / "secret"
    for folder in (home / "lib", root):
        folder.mkdir(parents=True)
        git(folder, "init", "-q", "-b", "main")
        git(folder, "commit", "-q", "--allow-empty", "-m", "Begin")
    git(root, "submodule", "add", "-q", home / "lib", "deps/lib")
    git(root, "commit", "-qm", "Add a submodule")
    git(root, "worktree", "add", "-q", home / "linked", "-b", "other")
    return root


def store(folder: Path) -> str:
    """The name of the store that a start in a folder has."""
    found = project.find(os.path.realpath(folder), str(folder.parents[-2]))
    assert found
    return found.store_name


def test_a_linked_worktree_shares_the_store(secret: Path, home: Path):
    (home / "linked" / "deep").mkdir()
    assert store(home / "linked") == store(home / "linked" / "deep") == store(secret)


def test_so_it_does_with_relative_pointers(secret: Path, home: Path):
    """As git writes them with worktree.useRelativePaths."""
    (home / "linked" / ".git").write_text("gitdir: ../work/secret/.git/worktrees/linked\n")
    (secret / ".git/worktrees/linked/gitdir").write_text("../../../../../linked/.git\n")
    assert store(home / "linked") == store(secret)


def test_so_it_does_of_a_bare_repository(secret: Path, home: Path):
    subprocess.run([*GIT, "clone", "-q", "--bare", secret, home / "bare.git"], check=True)
    for name in ("one", "two"):
        git(home / "bare.git", "worktree", "add", "-q", home / name, "-b", name)
    assert store(home / "one") == store(home / "two") != store(secret)
    assert store(home / "one").startswith("bare-")


def test_a_link_on_the_way_does_not_matter(secret: Path, home: Path):
    (home / "way").symlink_to(home / "work")
    (home / "linked" / ".git").write_text(f"gitdir: {home}/way/secret/.git/worktrees/linked\n")
    assert store(home / "linked") == store(secret)


def test_a_moved_worktree_comes_back_once_git_knows(secret: Path, home: Path):
    (home / "linked").rename(home / "moved")
    assert store(home / "moved") != store(secret)
    git(home / "moved", "worktree", "repair")
    assert store(home / "moved") == store(secret)


def test_a_submodule_has_a_store_of_its_own_that_moves_with_it(secret: Path):
    lib = secret / "deps" / "lib"
    before = store(lib)
    assert before != store(secret)
    assert before.startswith("lib-")
    git(secret, "mv", "deps/lib", "lib")
    assert store(secret / "lib") == before


def test_a_submodule_of_a_linked_worktree_has_its_own(secret: Path, home: Path):
    git(home / "linked", "submodule", "update", "-q", "--init")
    assert len({store(home / "linked/deps/lib"), store(secret / "deps/lib"), store(secret)}) == 3


def test_a_submodule_s_own_worktree_shares_its_store(secret: Path, home: Path):
    git(secret / "deps/lib", "worktree", "add", "-q", home / "of lib", "-b", "more")
    assert store(home / "of lib") == store(secret / "deps/lib")


def test_a_submodule_may_note_its_place_in_a_file_of_its_own(secret: Path):
    lib = secret / "deps" / "lib"
    before = store(lib)
    git(lib, "sparse-checkout", "init")
    assert (secret / ".git/modules/deps/lib/config.worktree").exists()
    assert store(lib) == before


@pytest.mark.parametrize("name", ["a b", 'say "yes"', "back\\slash", "ünï #1;"])
def test_a_submodule_s_place_may_have_any_name(secret: Path, home: Path, name: str):
    git(secret, "submodule", "add", "-q", "--name", "odd", home / "lib", name)
    found = project.find(str(secret / name), str(home))
    assert found and found.common == f"{secret}/.git/modules/odd"


def test_a_git_folder_kept_elsewhere_is_no_other_project_s(secret: Path, home: Path):
    """Nothing there says where the work tree lies, so this one's store is named by the work tree itself."""
    root = home / "apart"
    subprocess.run([*GIT, "init", "-q", "--separate-git-dir", home / "apart.git", root], check=True)
    found = project.find(str(root), str(home))
    assert found and (found.common, found.git) == (f"{root}/.git", f"{home}/apart.git")


def pointer(root: Path, to: str) -> None:
    (root / ".git").write_text(f"gitdir: {to}\n")


def fake_worktree(root: Path, secret: Path) -> None:
    """A git folder of a linked worktree, as the archive has it, of a repository that knows nothing of it."""
    folder = root / "x" / "worktrees" / "evil"
    folder.mkdir(parents=True)
    (folder / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "commondir").write_text(f"{secret}/.git\n")
    (folder / "gitdir").write_text("../../../.git\n")
    pointer(root, "x/worktrees/evil")


def fake_folder(root: Path, secret: Path) -> None:
    (root / ".git").mkdir()
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    (root / ".git" / "commondir").write_text(f"{secret}/.git\n")


def fake_module(root: Path, secret: Path) -> None:
    folder = root / "x"
    folder.mkdir()
    (folder / "HEAD").write_text("ref: refs/heads/main\n")
    (folder / "commondir").write_text(f"{secret}/.git\n")
    (folder / "config").write_text("[core]\n\tworktree = ..\n")
    pointer(root, "x")


def linked_folder(root: Path, secret: Path) -> None:
    """Through a link of the archive's own to the repository's list of worktrees."""
    (root / "x").symlink_to(secret / ".git")
    pointer(root, "x/worktrees/linked")


HOSTILE = {
    "a file to its git folder": lambda root, secret: pointer(root, f"{secret}/.git"),
    "a file to its worktree's": lambda root, secret: pointer(root, f"{secret}/.git/worktrees/linked"),
    "a file to its submodule's": lambda root, secret: pointer(root, f"{secret}/.git/modules/deps/lib"),
    "a relative file": lambda root, secret: pointer(root, "../work/secret/.git"),
    "a link to its git folder": lambda root, secret: (root / ".git").symlink_to(secret / ".git"),
    "a link to its worktree's file": lambda root, secret: (root / ".git").symlink_to(secret.parents[1] / "linked/.git"),
    "a worktree of nobody's": fake_worktree,
    "a git folder that names a common one": fake_folder,
    "a submodule that names a common one": fake_module,
    "a link inside": linked_folder,
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_an_archive_says_of_itself_is_not_believed(left_alone: Path, how: str):
    home = left_alone.parents[1]
    root = home / how
    root.mkdir()
    HOSTILE[how](root, left_alone)
    known = {store(left_alone), store(home / "linked"), store(left_alone / "deps/lib")}
    assert store(root) not in known


@pytest.mark.lazy
def test_nothing_of_another_project_reaches_a_start_in_what_was_unpacked(told, sandbox: Sandbox):
    root = sandbox.home / "unpacked"
    root.mkdir()
    pointer(root, f"{sandbox.project}/.git")
    assert told.added("hi there", cwd=sandbox.project)
    assert told.added("hi there", cwd=root) == []
