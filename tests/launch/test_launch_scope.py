"""Which folders are remembered: wrap_mode, on and off, exclude."""

import json
import os
import subprocess

import pytest

from ctxdb_hooks import config
from ctxdb_hooks.launch import scope
from ctxdb_hooks.paths import Paths


@pytest.fixture
def paths(tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    return Paths.of({"HOME": str(home)})


@pytest.fixture
def repo(tmp_path):
    root = tmp_path / "work" / "repo"
    subprocess.run(["git", "init", "-q", root], check=True)
    (root / "sub").mkdir()
    return root


def found(paths, folder, mode=""):
    env = {"HOME": str(paths.home)} | ({"CTXDB_WRAP_MODE": mode} if mode else {})
    project, _ = config.project_of(paths, folder, env)
    return project.root if project else None


@pytest.mark.parametrize(
    ("mode", "git", "plain"),
    [
        ("", True, False),
        ("repo-only", True, False),
        ("all", True, True),
        ("opt-in", False, False),
        ("off", False, False),
    ],
)
def test_wrap_mode(paths, repo, tmp_path, mode, git, plain):
    folder = tmp_path / "no git"
    folder.mkdir()
    assert found(paths, repo / "sub", mode) == (str(repo) if git else None)
    assert found(paths, folder, mode) == (str(folder) if plain else None)


@pytest.mark.parametrize("mode", ["all", "repo-only"])
def test_home_and_root_are_no_projects(paths, mode):
    assert found(paths, paths.home, mode) is None
    assert found(paths, "/", mode) is None


def test_a_work_tree_that_is_the_home_is_none(paths):
    subprocess.run(["git", "init", "-q", paths.home], check=True)
    (paths.home / "below").mkdir()
    assert found(paths, paths.home) is None
    assert found(paths, paths.home / "below") is None


def test_opt_in_counts_what_was_switched_on(paths, repo, tmp_path):
    assert config.switch(paths, repo / "sub", True) == repo
    plain = tmp_path / "plain"
    (plain / "deep").mkdir(parents=True)
    config.switch(paths, plain, True)
    assert found(paths, repo / "sub", "opt-in") == str(repo)
    assert found(paths, plain / "deep", "opt-in") == str(plain)
    assert found(paths, tmp_path / "work", "opt-in") is None


def test_off_holds_in_every_mode_and_can_be_taken_back(paths, repo):
    config.switch(paths, repo, False)
    for mode in ("", "all", "opt-in"):
        assert found(paths, repo / "sub", mode) is None
    config.switch(paths, repo, None)
    assert config.switches(paths) == []
    assert found(paths, repo) == str(repo)


def test_the_nearest_listed_folder_decides(paths, repo):
    config.switch(paths, repo.parent, False)
    assert found(paths, repo) is None
    config.switch(paths, repo, True)
    assert found(paths, repo / "sub") == str(repo)


def test_a_listed_folder_is_known_by_inode_when_it_moves(paths, repo):
    config.switch(paths, repo, False)
    moved = repo.parent / "moved"
    os.rename(repo, moved)
    assert found(paths, moved) is None


def test_a_folder_switched_twice_through_a_link_is_listed_once(paths, repo, tmp_path):
    (tmp_path / "link").symlink_to(repo)
    config.switch(paths, repo, True)
    config.switch(paths, tmp_path / "link", False)
    assert config.switches(paths) == [(str(repo), False)]


def test_nothing_in_a_checkout_switches_it_on(paths, repo):
    text = json.dumps({"version": 1, "folders": {str(repo): True}, "values": {"wrap_mode": "all"}})
    for name in ("switched.json", "config.compiled", ".ctxdb-hooks/config.toml", ".config/ctxdb-hooks/config.toml"):
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    assert found(paths, repo, "opt-in") is None


def test_a_folder_that_is_not_there_is_refused(paths, tmp_path):
    with pytest.raises(config.Refused, match="no such folder"):
        config.switch(paths, tmp_path / "nowhere", True)


def test_exclude(paths, repo):
    assert found(paths, repo) == str(repo)
    config.set_value(paths, "exclude", ["re*"])
    assert found(paths, repo / "sub") is None


def test_exclude_with_a_home_behind_a_link(tmp_path):
    real = tmp_path / "real"
    subprocess.run(["git", "init", "-q", real / "secret"], check=True)
    (tmp_path / "home").symlink_to(real)
    paths = Paths.of({"HOME": str(tmp_path / "home")})
    assert found(paths, real / "secret") is not None
    config.set_value(paths, "exclude", ["~/secret"])
    assert found(paths, real / "secret") is None


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("/a/b", "/a/b", True),
        ("/a/b", "/a/b/c/d", True),
        ("/a/b", "/a", False),
        ("/a/b/", "/a/b", True),
        ("/a/b/**", "/a/b", True),
        ("/a/*", "/a/b/c", True),
        ("/a/*", "/a", False),
        ("/*/c", "/a/b/c", False),
        ("/**/c", "/a/b/c/d", True),
        ("/**/c", "/c", True),
        ("/a/**/d", "/a/b/c/d", True),
        ("/a/**/d", "/a/b/c", False),
        ("secret", "/x/secret/y", True),
        ("secret", "/x/secrets", False),
        ("*.nda", "/x/p.nda/y", True),
        ("x/y", "/a/x/y/z", True),
        ("x/y", "/x/a/y", False),
        ("~", "/home/u/any", True),
        ("~/w?rk", "/home/u/work/p", True),
        ("~/w?rk", "/home/v/work", False),
        ("?", "/a*b/c", True),
        ("a*b*c", "/axxbyyc", True),
        ("a*b*c", "/axxbyyd", False),
        ("[ab]", "/a", False),
        ("**", "/anything", True),
        ("", "/a", False),
        ("/", "/a", False),
    ],
)
def test_globs(glob, path, matches):
    assert scope.excluded(path, [glob], "/home/u") is matches


def test_a_list_with_rubbish_in_it_matches_nothing():
    assert not scope.excluded("/a/b", [None, 3, ["/a"]], "/home/u")
    assert scope.nearest("/", ["x", [1], ["/", "a", "b", True]]) is None
