"""The launcher: interpreter, stub and bundle, whether a start goes through them, and what it costs here."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

from ctxdb_hooks.doctor.finding import ERROR, OK, WARNING, Finding, Subject
from ctxdb_hooks.doctor.machine import end_processes
from ctxdb_hooks.launch import install
from ctxdb_hooks.launch.install import LaunchPaths, launch_paths

AREA = "launcher"
AGAIN = "ctxdb-hooks install"
ROUNDS = 9
RATIO = 1.4  # of a bare interpreter's start; above it, and above SLOW seconds more, something is in the way
SLOW = 0.02


def check(subject: Subject) -> Iterator[Finding]:
    """The findings about what every start goes through."""
    yield from _copies(subject)
    paths = launch_paths(subject.paths.data)
    if not paths.stub.exists():
        yield Finding(
            AREA, ERROR, "the launcher is not there", "the clients start without memory", AGAIN, _anew(subject)
        )
        return
    if not os.access(paths.python, os.X_OK):
        yield Finding(
            AREA, ERROR, f"its interpreter is gone: {paths.python}", "the clients start without memory", AGAIN
        )
        return
    yield from _current(subject, paths)
    try:
        bare, ours = measure(paths)
    except (OSError, subprocess.SubprocessError, Unstarted) as error:
        yield Finding(
            AREA,
            ERROR,
            f"a start does not go through it ({error})",
            "the shell function then starts the client itself, without memory",
            AGAIN,
            _anew(subject),
        )
        return
    told = f"a start takes {1000 * ours:.0f} ms, of which a bare interpreter takes {1000 * bare:.0f}"
    if ours > RATIO * bare and ours > SLOW + bare:
        why = "the machine is busy, the disk is slow, or something looks into every file that is opened"
        yield Finding(AREA, WARNING, told, why, "ctxdb-hooks doctor  # again, when the machine is idle")
    else:
        yield Finding(AREA, OK, f"{told} (ratio {ours / bare:.2f})")


def _copies(subject: Subject) -> Iterator[Finding]:
    """More than one installation of the command, of which the one that ran install last made the launcher."""
    folders = [folder for folder in subject.env.get("PATH", "").split(":") if folder.startswith("/")]
    commands = [Path(folder, "ctxdb-hooks") for folder in folders]
    copies = list(dict.fromkeys(path.resolve() for path in commands if os.access(path, os.X_OK)))
    if len(copies) > 1:
        told = f"there are {len(copies)} installations of ctxdb-hooks on PATH: {', '.join(map(str, copies))}"
        why = "an upgrade of one of them may leave starts with what the other one put in place"
        yield Finding(AREA, WARNING, told, why, f"{copies[0]} install  # and remove the others")


def _current(subject: Subject, paths: LaunchPaths) -> Iterator[Finding]:
    """Whether the bundle is this version's, made for this interpreter."""
    bundle = paths.stub.with_suffix(f".{sys.implementation.cache_tag}")
    try:
        same = bundle.read_bytes() == install.bundles()[0]
    except OSError:
        same = False
    if same:
        yield Finding(AREA, OK, f"in place, current, run by Python {'.'.join(map(str, sys.version_info[:3]))}")
    else:
        yield Finding(
            AREA,
            WARNING,
            "it was made by another version of ctxdb-hooks or of Python, or by a second copy",
            "a start then does what that one did, or starts the client without memory",
            AGAIN,
            _anew(subject),
        )
    for path in (subject.paths.launch, bundle, paths.stub):
        mode = path.stat().st_mode if path.exists() else 0
        if mode & 0o022:

            def mend(path: Path = path, mode: int = mode) -> str:
                path.chmod(mode & 0o755)
                return f"took away others' right to write {path.name}"

            why = "what they put there would run at every start of a client"
            yield Finding(AREA, ERROR, f"others may write {path.name}", why, f"chmod go-w {path}", mend)


def _anew(subject: Subject) -> Callable[[], str]:
    def mend() -> str:
        install.install_launcher(subject.paths.data)
        return "wrote the launcher anew"

    return mend


class Unstarted(Exception):
    """The launcher ended without having become the client."""


def measure(paths: LaunchPaths) -> tuple[float, float]:
    """Medians in seconds: a bare interpreter's start, and ours of a client that ends at once; interleaved.

    The start is a whole one, in a throw-away project with a memory. Raises OSError, SubprocessError, Unstarted.
    """
    from ctxdb_hooks.bootstrap.work import Work
    from ctxdb_hooks.contextdb.store import Store
    from ctxdb_hooks.rehearsal import make_project, replay

    with tempfile.TemporaryDirectory(prefix="ctxdb-hooks-doctor-", ignore_cleanup_errors=True) as name:
        home = Path(os.path.realpath(name))
        project = make_project(home / "project")
        env = {"HOME": str(home), "PATH": str(home), "CTXDB_BREAKER": "0", "CTXDB_QUIET": "1", "TERM": "dumb"}
        (home / "claude").symlink_to("/usr/bin/true" if os.path.exists("/usr/bin/true") else "/bin/true")
        replay(home / ".claude", project.root)
        store = Store(home / ".local" / "state" / "ctxdb-hooks" / "projects" / project.store_name)
        Work(store, project.root, env).run()
        # Whoever holds the bell is the project's background, so that the starts make none.
        (store.folder / "clients").mkdir(exist_ok=True)
        bell = store.folder / "bell"
        os.mkfifo(bell, 0o600)
        fd = os.open(bell, os.O_RDWR | os.O_NONBLOCK)
        try:
            mark = home / "mark"
            ours = [str(paths.python), "-I", "-S", str(paths.stub), str(mark), "claude"]
            times: list[tuple[float, float]] = []
            for _ in range(ROUNDS):
                bare = _timed([str(paths.python), "-I", "-S", "-c", "pass"], env, project.root)
                mark.touch()
                times.append((bare, _timed(ours, env, project.root)))
                if mark.exists():
                    raise Unstarted("it gave up")
        finally:
            os.close(fd)
            end_processes(home)  # a launcher of another version may not have known the bell
    return median(bare for bare, _ in times), median(ours for _, ours in times)


def _timed(argv: list[str], env: dict[str, str], cwd: str) -> float:
    begun = time.perf_counter()
    subprocess.run(argv, env=env, cwd=cwd, capture_output=True, stdin=subprocess.DEVNULL, timeout=10, check=True)
    return time.perf_counter() - begun
