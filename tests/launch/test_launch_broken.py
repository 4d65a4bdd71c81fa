"""Whatever is broken, the client starts, silently, as without us."""

from __future__ import annotations

import os
import shutil
import socket
import sys
from pathlib import Path

import pytest

from ctxdb_hooks.contextdb import facade
from tests.support.launcher import Launcher
from tests.support.unprivileged import User, lock, unprivileged


@pytest.fixture
def user():
    return User()


@pytest.fixture
def user_launcher(user):
    with unprivileged(user) as launcher:
        launcher.remember()
        user.own(launcher.sandbox.root)
        yield launcher


def starts(launcher: Launcher, *, adds: bool = False, **how) -> list[str]:
    """Assert that the client starts and that nothing is said; the arguments that were added."""
    done = launcher.run("hi there", **how)
    assert not launcher.left(), done
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    added = [os.fsdecode(arg) for arg in launcher.seen().args]
    assert added.pop() == "hi there"
    assert bool(added) == adds
    return added


def refuses(launcher: Launcher, *args: str, **how) -> None:
    """Assert that the launcher leaves the client to the shell function, silently."""
    done = launcher.run(*args, **how)
    [mark] = launcher.left()
    mark.unlink()
    assert (done.stdout, done.stderr) == (b"", b"")
    assert done.returncode not in (130, 146, 147, 148, 149, 150)


def test_with_everything_in_order_something_is_added(told):
    assert starts(told, adds=True)


@pytest.mark.parametrize("home", [None, "", "relative", "/nowhere/at/all"])
def test_no_home(told, home):
    starts(told, env={"HOME": home})


def test_a_home_of_somebody_else(told):
    foreign = "/" if os.geteuid() else str(other_users_folder(told))
    starts(told, env={"HOME": foreign, "XDG_STATE_HOME": str(told.sandbox.home / ".local/state")})


def other_users_folder(launcher: Launcher) -> Path:
    folder = launcher.sandbox.root / "other"
    shutil.copytree(launcher.sandbox.home, folder, symlinks=True)
    User().own(folder)
    return folder


@pytest.mark.parametrize("what", ["state", "home"])
def test_folders_that_cannot_be_written(user, user_launcher, what):
    folder = {"state": user_launcher.store().folder, "home": user_launcher.sandbox.home}[what]
    lock(user, folder)
    starts(user_launcher, adds=True)


def test_no_state_and_none_can_be_made(user, user_launcher):
    shutil.rmtree(user_launcher.paths.state)
    lock(user, user_launcher.paths.state.parent)
    starts(user_launcher)


@pytest.mark.lazy
def test_no_process_can_be_made(user_launcher):
    user_launcher.under = [*user_launcher.under, "prlimit", "--nproc=1"]
    user_launcher.sandbox.add_command("claude", Path("/bin/echo"))
    done = user_launcher.run("hi there")
    assert done.stderr == b""
    assert done.stdout.endswith(b"hi there\n") and b"ContextDB" in done.stdout


def fifo(path: Path) -> None:
    os.mkfifo(path)


def gigabyte(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


def link(path: Path) -> None:
    kept = path.with_name("elsewhere")
    kept.write_bytes(BEFORE[path.name])
    path.symlink_to(kept)


def foreign(path: Path) -> None:
    path.write_bytes(BEFORE[path.name])
    User().own(path)


def a_socket(path: Path) -> None:
    here = os.getcwd()
    os.chdir(path.parent)  # the name of a socket may have 108 bytes
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)
    os.chdir(here)


BEFORE: dict[str, bytes] = {}
RUBBISH = {
    "empty": lambda path: path.touch(),
    "garbage": lambda path: path.write_bytes(os.urandom(2000)),
    "nul": lambda path: path.write_bytes(bytes(4000)),
    "cut": lambda path: path.write_bytes(BEFORE[path.name][:-20]),
    "list": lambda path: path.write_text("[]"),
    "deep": lambda path: path.write_text("[" * 60_000),
    "deep object": lambda path: path.write_text('{"a":' * 10_000),
    "other types": lambda path: path.write_text('{"version":1,"goal":3,"packets":[],"sessions":{"a":1},"head":[]}'),
    "gigabyte": gigabyte,
    "fifo": fifo,
    "folder": lambda path: path.mkdir(),
    "link": link,
    "socket": a_socket,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("rubbish", RUBBISH)
@pytest.mark.parametrize("name", [".facade.json", "heads", "config.compiled"])
def test_what_a_start_reads_is_rubbish(told, name, rubbish):
    store = told.store()
    places = {".facade.json": store.facade_file, "heads": store.heads_file, "config.compiled": told.paths.compiled}
    for path in (places[name],):
        BEFORE[name] = path.read_bytes() if path.exists() else b"{}"
        path.unlink(missing_ok=True)
        RUBBISH[rubbish](path)
    starts(told, adds=True)  # the other one of the two, or the sessions themselves, still tell


@pytest.mark.lazy  # else the background makes all of it anew
@pytest.mark.parametrize("rubbish", RUBBISH)
def test_everything_that_a_start_reads_is_rubbish(told, rubbish):
    store = told.store()
    files = [store.facade_file, store.heads_file, store.manifest_file, *store.sessions_folder.glob("*/meta.json")]
    for path in files:
        BEFORE[path.name] = path.read_bytes()
        path.unlink()
        RUBBISH[rubbish](path)
    starts(told)


def test_a_facade_just_too_large_is_not_read(told):
    store = told.store()
    for path in (store.facade_file, store.heads_file):
        text = path.read_text().rstrip()
        path.write_text(text[:-1] + ',"more":"' + "x" * facade.MAX_BYTES + '"}')
    for meta in store.sessions_folder.glob("*/meta.json"):
        meta.unlink()
    starts(told)


def of_somebody_else(path):
    """Make a file or folder somebody else's: given away where that can be done, else one of root's in its place."""
    if os.geteuid() == 0:
        User().own(path)
        return
    path.rename(path.with_name(path.name + ".mine"))
    path.symlink_to("/etc" if path.with_name(path.name + ".mine").is_dir() else "/etc/passwd")


@pytest.mark.lazy
@pytest.mark.parametrize("name", ["facade_file", "heads_file"])
def test_a_file_of_somebody_else_is_not_read(told, name):
    store = told.store()
    for path in (store.facade_file, store.heads_file, *store.sessions_folder.glob("*/meta.json")):
        if path != getattr(store, name):
            path.unlink()
    assert starts(told, adds=True)
    of_somebody_else(getattr(store, name))
    starts(told)


@pytest.mark.lazy
def test_the_packet_is_named_only_while_it_is_the_one_written(told):
    packet = told.store().exports / "latest-claude-code-context.md"
    packet.write_bytes(packet.read_bytes())
    starts(told)


def test_a_state_folder_inside_the_project_is_refused(told):
    inside = told.sandbox.project / "state"
    shutil.copytree(told.paths.state.parent, inside, symlinks=True)
    seal(told, inside)
    starts(told, env={"XDG_STATE_HOME": str(inside)})


def test_a_state_folder_linked_into_the_project_is_refused(told):
    inside = told.sandbox.project / "state"
    shutil.copytree(told.paths.state.parent, inside, symlinks=True)
    seal(told, inside)
    (told.sandbox.root / "innocent").symlink_to(inside)
    starts(told, env={"XDG_STATE_HOME": str(told.sandbox.root / "innocent")})


VARIABLES = ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"]


@pytest.mark.parametrize("name", VARIABLES)
def test_a_variable_that_leads_into_the_project_is_refused(told, name):
    """As an environment file or a setting of an editor that came with the checkout may say."""
    project = told.sandbox.project
    within = told.sandbox.new_project("vendored", under=project)  # its own project, in which the outer one's file holds
    told.remember(within)
    told.env["CTXDB_BREAKER"] = "0"  # the fake client ends at once
    (project / "ours").mkdir()
    (told.sandbox.root / "innocent").symlink_to(project / "ours")
    for folder, cwd in (
        (project / "ours", project),
        (project / "not" / "there", project),
        (told.sandbox.root / "innocent", project),
        (f"{told.sandbox.home}/../home/work/{project.name}/ours", project),
        (project / "ours", within),
    ):
        assert starts(told, adds=True, cwd=cwd)
        receipts = (told.paths.state / "receipts.jsonl").read_bytes()
        starts(told, cwd=cwd, env={name: str(folder)})
        assert list((project / "ours").iterdir()) == []
        assert (told.paths.state / "receipts.jsonl").read_bytes() == receipts


def test_a_home_behind_a_link_that_is_a_work_tree_is_no_project_around(told):
    """Of those who keep their dotfiles in a repository at home: their folders lie in it, as everything does."""
    home = told.sandbox.home
    (home / ".git").mkdir()
    (told.sandbox.root / "link").symlink_to(home)
    for name in (home, told.sandbox.root / "link"):
        assert starts(told, adds=True, env={"HOME": str(name), "XDG_CONFIG_HOME": str(home / "settings")})


@pytest.mark.parametrize("name", VARIABLES[1:])
def test_a_variable_that_leads_elsewhere_is_followed(told, name):
    own = told.sandbox.new_project("dotfiles")
    usual = {"XDG_CONFIG_HOME": ".config", "XDG_DATA_HOME": ".local/share"}[name]
    assert starts(told, adds=True, env={name: str(own)})
    assert starts(told, adds=True, env={name: f"{told.sandbox.home}/{usual}/"})


def test_a_state_folder_that_others_can_write_is_refused(told):
    told.store().folder.chmod(0o777)
    starts(told)


def test_a_state_folder_of_somebody_else_is_refused(told):
    of_somebody_else(told.store().folder)
    starts(told)


def seal(launcher: Launcher, state: Path) -> None:
    """Make a copied store valid: what is refused must be so for its place."""
    from ctxdb_hooks.contextdb import heads
    from ctxdb_hooks.contextdb.store import Store

    store = Store(state / "ctxdb-hooks" / "projects" / launcher.store().folder.name)
    heads.write(store, str(launcher.sandbox.project))
    assert facade.load(str(store.folder), "", 0)[0]


def test_a_copied_state_folder_elsewhere_is_used(told):
    outside = told.sandbox.root / "state"
    shutil.copytree(told.paths.state.parent, outside, symlinks=True)
    seal(told, outside)
    assert starts(told, adds=True, env={"XDG_STATE_HOME": str(outside)})


@pytest.mark.parametrize("value", ["", "relative/state"])
def test_an_empty_or_relative_state_variable_counts_as_unset(told, value):
    assert starts(told, adds=True, env={"XDG_STATE_HOME": value})


@pytest.mark.parametrize(
    "text",
    [
        "no shebang, so the shell itself runs it\n",
        "\x7fELF" + "\x01\x01\x01" + "\0" * 200,
        "#!/nowhere/interpreter\n",
    ],
    ids=["text", "architecture", "interpreter"],
)
def test_a_client_that_the_kernel_refuses_is_left_to_the_shell(told, text):
    told.sandbox.add_command("claude", text)
    refuses(told, "hi there")
    refuses(told, "--version")


def test_a_client_that_is_not_there_is_left_to_the_shell(told):
    (told.sandbox.bin / "claude").unlink()
    refuses(told, "hi there")


def test_without_a_path_the_shell_decides(told):
    refuses(told, "hi there", env={"PATH": None})
    refuses(told, "hi there", env={"PATH": "~/bin:" + told.env["PATH"]})


def test_a_mark_that_is_gone_does_not_matter(told):
    argv = told.argv("hi there")
    Path(argv[4]).unlink()
    assert told.run_argv(argv).returncode == 0
    assert told.seen().args[-1] == b"hi there"


def test_a_mark_that_cannot_be_removed_means_no_start(user, user_launcher):
    """Started all the same, the client would run twice: the function starts it where the mark is left."""
    argv = user_launcher.argv("hi there")
    lock(user, user_launcher.marks)
    user_launcher.run_argv(argv)
    user_launcher.marks.chmod(0o700)
    assert len(user_launcher.left()) == 1
    assert not (user_launcher.sandbox.bin / "seen").exists()


@pytest.mark.parametrize("damage", ["gone", "empty", "garbage", "cut"])
def test_a_broken_bundle_is_left_to_the_shell(told, damage):
    bundle = told.installed.stub.with_suffix(f".{sys.implementation.cache_tag}")
    data = bundle.read_bytes()
    bundle.unlink()
    if damage != "gone":
        bundle.write_bytes({"empty": b"", "garbage": os.urandom(999), "cut": data[: len(data) // 2]}[damage])
    refuses(told, "hi there")


@pytest.mark.lazy
def test_arguments_near_the_kernels_limit(told):
    """What the kernel takes without us it takes with us: then nothing is added."""
    size = os.sysconf("SC_ARG_MAX") - sum(len(name) + len(value) + 10 for name, value in told.env.items()) - 6000
    args = None
    while args is None or fits(told, args):  # up to some 500 bytes below what the kernel takes
        args, size = ["-p", *["x" * 99_991] * (size // 100_000), "x" * (size % 100_000 + 500)], size + 100
    args[-1] = args[-1][:-600]
    assert told.start(*args).args == [arg.encode() for arg in args]


def fits(launcher: Launcher, args: list[str]) -> bool:
    try:
        launcher.raw(*args)
    except OSError:
        return False
    return True
