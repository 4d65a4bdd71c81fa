"""A disk that is really full, files that may not grow, a right that is lost, a home that goes away midway."""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.faults.calls import Calls
from tests.faults.world import DONE, FAILED, World, ended_by, new_world

NOBODY = 65534
DISK = 4 << 20  # bytes of the file system that is filled
INSIDE = "CTXDB_FAULTS_DISK"  # set within the mount namespace: where the small file system is


def full(times: int) -> str:
    """Fill a small file system to the last bytes, leaving a little more each time. Needs ``unshare``."""
    if INSIDE in os.environ:
        return _fill(Path(os.environ[INSIDE]), times)
    with new_world() as outside:
        place = outside.root / "disk"
        place.mkdir()
        mount = f'mount -t tmpfs -o size={DISK},mode=700 tmpfs "$0" && exec "$@"'
        inner = [sys.executable, "-m", "tests.faults", "full", "--times", str(times)]
        user = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
        done = subprocess.run(
            ["unshare", *user, "--mount", "sh", "-c", mount, str(place), *inner],
            env={**os.environ, INSIDE: str(place)},
            stderr=subprocess.PIPE,
            text=True,
        )
        assert done.returncode == 0, f"a small file system could not be mounted or filled: {done.stderr}"
        return done.stderr.partition(": ")[2].rpartition(" (")[0]


def _fill(place: Path, times: int) -> str:
    world = World(place)
    for number in range(4):
        world.talk(number)
    world.work()
    ballast, failed = place / "ballast", 0
    for number in range(times):
        world.talk(100 + number)
        before = world.prompts()
        _leave(ballast, 4096 * number)
        failed += ended_by(world.hurt(lambda: world.work() and None)) == FAILED
        world.check_hurt(before)
        ballast.unlink()
        world.check_mended()
    return f"{times} runs on a full disk, {failed} could not write; whole after each"


def _leave(ballast: Path, left: int) -> None:
    """Take all of the disk but this many bytes."""
    with ballast.open("wb") as file:
        try:
            while file.write(b"\0" * 65536):
                file.flush()
        except OSError:
            os.ftruncate(file.fileno(), max(0, os.fstat(file.fileno()).st_size // 4096 * 4096 - left))


def limit(times: int) -> str:
    """Let no file grow beyond a limit, a little more each time."""
    failed = 0
    with new_world() as world:
        for number in range(4):
            world.talk(number)
        world.work()
        for number in range(times):
            world.talk(100 + number)
            before = world.prompts()

            def body(most: int = 1024 * number) -> None:
                resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
                world.work()

            ended = ended_by(world.hurt(body))
            assert ended >= 0, f"ended by signal {-ended}"
            failed += ended == FAILED
            world.check_hurt(before)
            world.check_mended()
    return f"{times} runs under RLIMIT_FSIZE, {failed} could not write; whole after each"


def rights(times: int) -> str:
    """Lose the right to write in the store at a call that changes a file; root does it as another user."""
    with new_world() as world:
        world.talk(-1)
        world.work()  # what is imported lazily must be there: an interpreter in root's home cannot be read later
        if os.geteuid() == 0:
            _give(world.root)
            code = ended_by(world.hurt(lambda: _become_nobody() or _rights(world, times)))
            assert code == DONE, "the store was not whole after the right to write was lost"
        else:
            _rights(world, times)
    return f"{times} runs lost the right to write midway; whole after each"


def _rights(world: World, times: int) -> None:
    for number in range(times):
        world.talk(number)
        before = world.prompts()
        folders = [path for path in (world.store, *world.store.rglob("*")) if path.is_dir()]

        def take(name: str, args: tuple[Any, ...], folders: list[Path] = folders) -> None:
            for folder in reversed(folders):
                real_chmod(folder, 0o500)

        def body(at: int = 1 + number, take: Any = take) -> None:
            Calls(at, take).install()
            world.work()

        ended = ended_by(world.hurt(body))
        assert ended >= 0, f"ended by signal {-ended}"
        for folder in folders:
            folder.chmod(0o700)
        world.check_hurt(before)
        world.check_mended()


def _give(root: Path) -> None:
    root.chmod(0o755)
    for path in (root, *root.rglob("*")):
        os.chown(path, NOBODY, NOBODY)


def _become_nobody() -> None:
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def gone(times: int) -> str:
    """Delete the home at a call that changes a file: the run ends, and makes nothing of it again."""
    for number in range(times):
        with new_world() as world:
            for turn in range(4):
                world.talk(turn)
            world.work()
            world.talk(100)

            def body(at: int = 1 + 2 * number, world: World = world) -> None:
                Calls(at, lambda name, args: shutil.rmtree(world.home)).install()
                world.work()

            ended = ended_by(world.hurt(body))
            assert ended in (DONE, FAILED), f"ended by signal {-ended}"
            assert ended == DONE or not world.home.exists(), f"made again: {list(world.home.rglob('*'))}"
    return f"{times} homes deleted midway; none was made again"


real_chmod = os.chmod
