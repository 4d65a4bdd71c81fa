"""Codex's own hooks and the launcher's -c: which of the two tells it of the memory, and that somebody knows."""

from __future__ import annotations

from pathlib import Path

import pytest
import tomli_w

from ctxdb_hooks.clients.call import Call
from ctxdb_hooks.clients.codex import argv, config, hooks
from ctxdb_hooks.clients.hookfile import HookFile
from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.install import launch_paths

TEXT = "This project uses ContextDB."
LAUNCHER, HOOKS = "codex is told by the launcher (-c)", "codex is told by its own hooks"


class Home:
    """A home with Codex in it."""

    def __init__(self, home: Path) -> None:
        self.env = {"HOME": str(home), "PATH": ""}
        self.state = home / "state"
        self.config = home / ".codex" / "config.toml"
        for folder in (self.state, self.config.parent):
            folder.mkdir()
        self.hooks: HookFile = hooks.file(launch_paths(Path(places.data_dir(self.env))).hook, self.state, self.env)

    def trust(self, **more: object) -> None:
        """What Codex writes once the user has trusted our hooks."""
        state = {f"{self.hooks.path}:{n}:0:0": {"trusted_hash": one} for n, one in enumerate(hooks.hashes(self.hooks))}
        self.config.write_text(tomli_w.dumps({"hooks": {"state": state}} | more))

    def added(self, *words: str) -> bool:
        """Whether the launcher adds something to a call."""
        config.refresh(self.state, self.env, [])
        call = Call(list(words), self.env, (True, True))
        argv.classify(call)
        call.state, call.root, call.cwd = str(self.state), "/p", "/p"
        return argv.add(call, TEXT) != list(words)

    def way(self) -> tuple[str, str]:
        told, other = hooks.in_force(self.hooks, self.env)
        return told, other


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_without_hooks_the_launcher_tells_it(home: Home):
    assert home.added("hi there")
    told, other = home.way()
    assert told == LAUNCHER
    assert "ctxdb-hooks install --codex-hooks" in other


def test_hooks_that_are_not_trusted_yet_change_nothing(home: Home):
    home.hooks.install()
    assert home.added("hi there")
    told, other = home.way()
    assert told.startswith(LAUNCHER) and "not trusted" in told
    assert "asks you at its next start" in other


def test_trusted_hooks_tell_it_instead(home: Home):
    home.hooks.install()
    home.trust()
    assert not home.added("hi there")
    assert not home.added("exec", "hi")
    told, other = home.way()
    assert told.startswith(HOOKS)
    assert "the launcher (-c)" in other and "packet" in other


@pytest.mark.parametrize("words", [["review", "--uncommitted"], ["exec", "review", "--uncommitted"]], ids=" ".join)
def test_a_review_asks_no_hook_at_its_beginning(home: Home, words: list[str]):
    home.hooks.install()
    home.trust()
    assert home.added(*words)


def test_hooks_that_are_switched_off_are_not_relied_on(home: Home):
    home.hooks.install()
    home.trust(features={"hooks": False})
    assert home.added("hi there")
    assert "switched off" in home.way()[0]


def test_one_hook_that_is_switched_off_is_not_relied_on(home: Home):
    home.hooks.install()
    home.trust()
    state = {"x": {"trusted_hash": hooks.hashes(home.hooks)[0], "enabled": False}}
    home.config.write_text(
        home.config.read_text() + tomli_w.dumps({"hooks": {"state": state}}).replace("[hooks]\n", "")
    )
    assert home.added("hi there")


def test_where_there_is_no_codex_nothing_is_said(tmp_path: Path, home: Home):
    assert hooks.in_force(home.hooks, {"HOME": str(tmp_path / "none"), "PATH": ""}) == []
