"""Two versions of the package over one store: in turn, and at the same moment."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import ctxdb_hooks
from tests.faults.world import World, new_world

# The other version knows one thing more of each kind that is kept between runs.
CHANGES = {
    "__init__.py": ('__version__ = "', '__version__ = "99.'),
    "clients/jsonl.py": ("    left_out: int = 0\n", "    left_out: int = 0\n    mood: int = 7\n"),
    "contextdb/model.py": ('    entrypoint: str = ""\n', '    entrypoint: str = ""\n    mood: str = "calm"\n'),
}
RUN = """\
import sys
from pathlib import Path
from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb.store import Store
Work(Store(Path(sys.argv[1])), sys.argv[2], {"HOME": sys.argv[3]}).run()
"""


def both(times: int) -> str:
    """Let the other version and this one do runs, every third time at once."""
    with new_world() as world:
        other = world.root / "other"
        _make(other)
        for number in range(times):
            world.talk(number)
            if number % 3 == 2:
                running = [_start(other, world), _start(None, world)]
            else:
                running = [_start(other if number % 3 else None, world)]
            for process in running:
                _, error = process.communicate()
                assert process.returncode == 0, error
            world.check_hurt(set())
            assert world.prompts() == world.said, "one version did not read what the other left"
        world.check_mended()
    return f"{times} runs by two versions in turn and at once; the store was whole after each"


def _make(site: Path) -> None:
    package = Path(ctxdb_hooks.__file__).parent
    shutil.copytree(package, site / "ctxdb_hooks", ignore=shutil.ignore_patterns("__pycache__"))
    for name, (old, new) in CHANGES.items():
        path = site / "ctxdb_hooks" / name
        text = path.read_text()
        assert old in text, f"{name} has changed: {old!r} is gone"
        path.write_text(text.replace(old, new))


def _start(site: Path | None, world: World) -> subprocess.Popen[str]:
    place = site or Path(ctxdb_hooks.__file__).parent.parent
    arguments = [str(world.store), str(world.project), str(world.home)]
    code = f"import sys; sys.path.insert(0, {str(place)!r})\n{RUN}"
    return subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE, text=True)
