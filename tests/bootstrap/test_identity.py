"""Whose a session is: by the folder that its transcript records, turn by turn, and by what that folder is."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.clients.claude.ingest import folder_name
from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project
from tests.support import whole
from tests.support.transcripts import Transcript


class Home:
    """A home with repositories, and the memory of each."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {"HOME": str(folder)}

    def repository(self, name: str) -> Path:
        """A new work tree of git."""
        root = self.folder / name
        root.mkdir(parents=True)
        git(root, "init", "-q", "-b", "main")
        return root

    def store(self, root: Path) -> Store:
        """The store that a start in ``root`` would use."""
        found = project.find(os.path.realpath(root), str(self.folder)) or project.plain(str(root), str(self.folder))
        assert found
        return Store(self.folder / "state" / "projects" / found.store_name)

    def prompts(self, root: Path, **env: str) -> set[str]:
        """What is remembered that persons said, after a run of the background in ``root``."""
        store = self.store(root)
        found = project.find(os.path.realpath(root), str(self.folder))
        Work(store, found.root if found else str(root), {**self.env, **env}).run()
        return said(store)

    def talk(self, cwd: Path) -> Transcript:
        """A conversation that begins in ``cwd``."""
        return Transcript(self.folder, cwd)


def said(store: Store) -> set[str]:
    """What is remembered that persons said."""
    return {event.text for name in store.ids() for event in store.events(name) if event.kind == model.PROMPT}


def kinds(store: Store) -> list[str]:
    """Of what kinds the events of the memory are."""
    return [event.kind for name in store.ids() for event in store.events(name)]


def named(store: Store) -> set[str]:
    """The files that the memory names."""
    return {ref for name in store.ids() for event in store.events(name) for ref in event.refs}


def git(folder: Path, *args: str) -> None:
    who = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always"]
    subprocess.run(["git", *who, *args], cwd=folder, check=True, capture_output=True)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path)


def test_a_session_that_goes_to_another_project_is_in_both_with_its_turns_there(home: Home):
    one, two = home.repository("one"), home.repository("two")
    talk = home.talk(one).talk("Said in one", "a.py")
    talk.cwd = two / "src"
    talk.cwd.mkdir()
    talk.talk("Said in two", "b.py")
    talk.cwd = one
    talk.talk("Said in one again")

    assert home.prompts(two) == {"Said in two"}
    assert home.prompts(one) == {"Said in one", "Said in one again"}
    for root, others in (one, "Said in two"), (two, "Said in one"):
        kept = [path.read_bytes() for path in home.store(root).folder.rglob("*") if path.is_file()]
        assert not [data for data in kept if others.encode() in data]
    assert named(home.store(two)) == {"src/b.py"}
    talk.cwd = two
    talk.talk("Said in two at last")
    assert home.prompts(one) == {"Said in one", "Said in one again"}
    assert home.prompts(two) == {"Said in two", "Said in two at last"}


def test_what_is_run_elsewhere_stays_with_its_turn(home: Home):
    one, two = home.repository("one"), home.repository("two")
    talk = home.talk(one).prompt("Try it on the other one")
    talk.cwd = two
    talk.command("make").answer("It works there too.")

    assert home.prompts(one) == {"Try it on the other one"}
    assert home.prompts(two) == set()
    assert kinds(home.store(one)) == ["prompt", "command", "answer"]
    talk.command("make test").answer("And so do its tests.")  # the same turn, read later
    assert home.prompts(two) == set()
    assert home.prompts(one) == {"Try it on the other one"}
    assert kinds(home.store(one)) == ["prompt", "command", "answer", "command", "answer"]


def test_a_turn_in_no_project_stays_with_the_one_before_it(home: Home):
    one, two = home.repository("one"), home.repository("two")
    talk = home.talk(home.folder).talk("Said before any project")
    talk.cwd = one
    talk.talk("Said in one")
    talk.cwd = home.folder
    talk.talk("Said at home")

    assert home.prompts(one) == {"Said in one", "Said at home"}
    assert home.prompts(two) == set()


def test_a_codex_thread_that_is_resumed_elsewhere(home: Home):
    one, two = home.repository("one"), home.repository("two")
    rows = [("session_meta", {"id": "t", "cwd": str(one), "source": "cli"})]
    for root in one, two:
        rows.append(("turn_context", {"cwd": str(root), "model": "m"}))
        rows.append(("event_msg", {"type": "user_message", "message": f"Said in {root.name}"}))
        call = {"type": "exec_command_end", "command": ["bash", "-lc", f"cat {root.name}.py"], "exit_code": 0}
        rows.append(("event_msg", call))
    path = (
        home.folder
        / ".codex/sessions/2026/05/01/rollout-2026-05-01T10-00-00-0000aaaa-0000-4000-8000-00000000000a.jsonl"
    )
    path.parent.mkdir(parents=True)
    lines = [
        {"timestamp": f"2026-05-01T10:00:0{number}.000Z", "type": kind, "payload": payload}
        for number, (kind, payload) in enumerate(rows)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    assert home.prompts(two) == {"Said in two"}
    assert home.prompts(one) == {"Said in one"}
    assert named(home.store(one)) == {"one.py"}


def test_R155_R158_linked_worktrees_share_wherever_they_lie(home: Home):
    main = home.repository("main")
    git(main, "commit", "--allow-empty", "-qm", "x")
    git(main, "worktree", "add", "-q", "../elsewhere/feature")
    feature = home.folder / "elsewhere" / "feature"
    (feature / "sub").mkdir()
    home.talk(feature / "sub").talk("Said in the worktree", "a.py")

    assert home.store(feature / "sub").folder == home.store(main).folder
    assert home.prompts(main) == {"Said in the worktree"}
    assert named(home.store(main)) == {"sub/a.py"}
    git(main, "worktree", "remove", "--force", "../elsewhere/feature")
    (home.store(main).folder / "cursors.db").unlink()
    assert home.prompts(main) == {"Said in the worktree"}


def test_R156_a_submodule_is_a_project_of_its_own(home: Home):
    library, main = home.repository("library"), home.repository("main")
    git(library, "commit", "--allow-empty", "-qm", "x")
    git(main, "submodule", "add", "-q", str(library), "vendor/library")
    inner = main / "vendor" / "library"
    home.talk(main).talk("Said in main")
    home.talk(inner).talk("Said in the submodule")

    assert home.prompts(inner) == {"Said in the submodule"}
    assert home.prompts(main) == {"Said in main"}
    assert home.prompts(library) == set()


@pytest.mark.parametrize(
    "names",
    [
        ("a/api", "b/api"),  # R154
        ("项目记忆", "备份数据", "测试代码"),  # R162: Claude names their transcript folders alike
        ("we_ird dir.x", "we-ird-dir-x"),  # R163
        ("a/b", "a-b"),
    ],
    ids=["R154", "R162", "R163", "dash"],
)
def test_R160_projects_whose_names_collide_do_not_mix(home: Home, names: tuple[str, ...]):
    roots = [home.repository(name) for name in names]
    for number, root in enumerate(roots):
        home.talk(root).talk(f"Said in number {number}")
    if names[0] != "a/api":
        assert len({folder_name(str(root)) for root in roots}) == 1

    for number, root in enumerate(roots):
        assert home.prompts(root) == {f"Said in number {number}"}
        facade = json.loads(home.store(root).facade_file.read_text())
        assert facade["goal"] == f"Said in number {number}"


@pytest.mark.parametrize("kind", ["folder", "file"])
def test_R159_a_work_tree_that_is_the_home_swallows_nothing(home: Home, kind: str):
    dotfiles = home.repository("dotfiles") / ".git"
    if kind == "folder":
        dotfiles.rename(home.folder / ".git")
    else:
        (home.folder / ".git").write_text(f"gitdir: {dotfiles}\n")
    one = home.repository("one")
    (home.folder / "plain").mkdir()
    for folder in home.folder, home.folder / "plain", one:
        home.talk(folder).talk(f"Said in {folder.name}")

    assert home.prompts(one) == {"Said in one"}
    assert project.find(str(home.folder / "plain"), str(home.folder)) is None


def test_R164_windows_paths_are_no_other_project(home: Home):
    """WSL: the folder's name is that of the path as Windows writes it, the recorded path is the one of Linux."""
    one = home.repository("mnt/c/Users/x/My Proj")
    talk = home.talk(one).talk("Said under WSL")
    strange = home.folder / ".claude/projects/C--Users-x-My-Proj"
    strange.mkdir()
    talk.path.rename(strange / talk.path.name)
    windows = Transcript(home.folder, Path("C:\\Users\\x\\My Proj")).talk("Said under Windows")
    windows.path.rename(strange / windows.path.name)

    assert home.prompts(one) == {"Said under WSL"}


def test_a_folder_that_is_no_work_tree_is_a_project_where_all_are(home: Home):
    plain, one = home.folder / "plain", home.repository("one")
    plain.mkdir()
    home.talk(plain).talk("Said in a plain folder")
    store = home.store(plain)
    store.state.mkdir()
    (store.state / "config.compiled").write_text(json.dumps({"values": {"wrap_mode": "all"}}))

    assert home.prompts(plain, CTXDB_WRAP_MODE="all") == {"Said in a plain folder"}
    assert home.prompts(one, CTXDB_WRAP_MODE="all") == set()


def test_a_project_that_was_renamed_keeps_its_memory(home: Home):
    old = home.repository("old name")
    home.talk(old).talk("Said before", "a.py")
    forgotten = home.talk(old).talk("Said to be forgotten")
    home.prompts(old)
    name = next(meta["sessionId"] for meta in home.store(old).metas() if meta["goal"] == "Said to be forgotten")
    Work(home.store(old), str(old), home.env).forget([name])
    before = home.store(old).folder
    new = old.rename(home.folder / "new name")
    home.talk(new).talk("Said behind")

    assert home.prompts(new) == {"Said before", "Said behind"}
    assert named(home.store(new)) == {"a.py"}
    assert not before.exists()
    assert whole.wrong(home.store(new).folder) == []
    forgotten.talk("Said in what is forgotten")
    assert home.prompts(new) == {"Said before", "Said behind"}
    assert "Said before" in next(home.store(new).exports.glob("latest-*")).read_text()


def test_what_was_said_where_another_project_is_now_stays_with_the_one_that_moved_away(home: Home):
    old = home.repository("app")
    Transcript(home.folder, old, at=1_770_000_000.0).talk("Said in the first")
    home.prompts(old)
    first = old.rename(home.folder / "app-1")
    assert home.prompts(first) == {"Said in the first"}
    second = home.repository("app")
    home.talk(second).talk("Said in the second")

    assert home.prompts(second) == {"Said in the second"}
    (home.store(first).folder / "cursors.db").unlink()
    assert home.prompts(first) == {"Said in the first"}


def test_a_run_that_is_killed_while_it_takes_over_is_gone_on_with(home: Home, monkeypatch: pytest.MonkeyPatch):
    old = home.repository("old")
    home.talk(old).talk("Said before")
    home.prompts(old)
    new = old.rename(home.folder / "new")
    rename, done = os.rename, []

    def killed(source: Path, target: Path) -> None:
        if len(done) == 3:
            raise KeyboardInterrupt
        done.append(rename(source, target))

    monkeypatch.setattr("ctxdb_hooks.bootstrap.moves.os.rename", killed)
    with pytest.raises(KeyboardInterrupt):
        home.prompts(new)
    monkeypatch.undo()
    assert home.prompts(new) == {"Said before"}
    assert whole.wrong(home.store(new).folder) == []


def test_what_a_killed_run_left_is_mended_at_the_new_place(home: Home):
    old = home.repository("old")
    home.talk(old).talk("Said before")
    home.prompts(old)
    store = home.store(old)
    (store.folder / "unfinished").write_text("")
    store.events_file(store.ids()[0]).write_bytes(b'{"seq":1,"ts"')
    new = old.rename(home.folder / "new")

    assert home.prompts(new) == {"Said before"}
    assert whole.wrong(home.store(new).folder) == []


def test_a_copy_is_a_project_of_its_own_also_when_the_original_goes(home: Home):
    old = home.repository("old")
    home.talk(old).talk("Said in the original")
    home.prompts(old)
    copy = home.folder / "copy"
    subprocess.run(["cp", "-a", old, copy], check=True)

    assert home.prompts(copy) == set()
    assert home.prompts(old) == {"Said in the original"}
    store = home.store(old)
    shutil.rmtree(old)
    assert home.prompts(copy) == set()
    assert said(store) == {"Said in the original"}


def test_an_inode_that_is_used_again_is_no_move(home: Home):
    """A folder made right behind the removal of another one often gets its inode."""
    old = home.repository("old")
    home.talk(old).talk("Said in a project that is gone")
    home.prompts(old)
    store = home.store(old)
    told = store.project_file
    shutil.rmtree(old)
    new = home.repository("new")
    value = json.loads(told.read_text())
    value["git"]["is"][:2] = [(new / ".git").stat().st_dev, (new / ".git").stat().st_ino]
    told.write_text(json.dumps(value))

    assert home.prompts(new) == set()
    assert said(store) == {"Said in a project that is gone"}


def test_a_deleted_folder_keeps_its_memory(home: Home):
    old = home.repository("old")
    talk = home.talk(old).talk("Said before")
    home.prompts(old)
    store = home.store(old)
    shutil.rmtree(old)
    talk.path.unlink()
    assert said(store) == {"Said before"}
    assert home.repository("old") == old
    assert home.prompts(old) == {"Said before"}
