"""Putting the launcher in place: hot modules compiled into one bundle behind a stub, in the data folder.

One file instead of a package: each import of a package's module costs some 0.15 ms in file lookups, the bundle's
about a tenth. No pip, pipx, uv or interpreter upgrade moves it, and nothing is compiled at start.
"""

import marshal
import sys
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.contextdb import files

PACKAGE = Path(__file__).resolve().parent.parent
HOT = (
    "__init__",
    "launch/__init__",
    "launch/main",
    "launch/places",
    "launch/project",
    "launch/scope",
    "launch/settings",
    "clients/__init__",
    "clients/call",
    "clients/claude/__init__",
    "clients/claude/argv",
    "clients/codex/__init__",
    "clients/codex/argv",
    "clients/codex/instructions",
    "clients/gemini/__init__",
    "clients/gemini/argv",
    "clients/gemini/hook",
    "clients/gemini/rescue",
    "contextdb/__init__",
    "contextdb/facade",
    "bootstrap/__init__",
    "bootstrap/spawn",
    "bootstrap/waiter",
)
STUB = """\
# ctxdb_hooks launcher: runs the compiled bundle beside it. On any failure it ends with the mark still there,
# and the shell function starts the client itself. Written by `ctxdb-hooks install`.
import marshal, sys
try:
    with open(f"{__file__[:-3]}.{sys.implementation.cache_tag}", "rb") as file:
        boot, modules = marshal.load(file)
    exec(boot, {"modules": modules})
    from ctxdb_hooks.launch.main import main
    main(sys.argv)
except Exception:
    pass
sys.exit(1)
"""
BOOT = """\
import marshal, sys
from _frozen_importlib import ModuleSpec

class Bundle:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name in modules:
            return ModuleSpec(name, Bundle, is_package=modules[name][0])

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        exec(marshal.loads(modules[module.__name__][1]), module.__dict__)

sys.meta_path.insert(0, Bundle)
"""


@dataclass(frozen=True)
class LaunchPaths:
    """What a shell function needs: interpreter, stub, and where marks go."""

    python: Path
    stub: Path
    marks: Path


def base_python() -> Path:
    """The interpreter itself: not the environment's link, not a version manager's shim."""
    return Path(getattr(sys, "_base_executable", "") or sys.executable)


def worker() -> list[str]:
    """The command that does the background work, with this environment's interpreter."""
    return [sys.executable, "-I", "-m", "ctxdb_hooks.bootstrap"]


def bundle() -> bytes:
    """The hot modules, each compiled and marshalled, with the importer that serves them."""
    modules: dict[str, tuple[bool, bytes]] = {}
    for name in HOT:
        source = PACKAGE / f"{name}.py"
        package = name.endswith("__init__")
        dotted = ".".join(("ctxdb_hooks", *name.split("/"))).removesuffix(".__init__")
        code = compile(source.read_bytes(), f"ctxdb_hooks/{name}.py", "exec", dont_inherit=True, optimize=2)
        modules[dotted] = (package, marshal.dumps(code))
    installed = f'"""Written by install."""\nWORKER = {worker()!r}\n'
    modules["ctxdb_hooks.launch.installed"] = (
        False,
        marshal.dumps(compile(installed, "installed", "exec", optimize=2)),
    )
    boot = compile(BOOT, "ctxdb_hooks/boot", "exec", dont_inherit=True, optimize=2)
    return marshal.dumps((boot, modules))


def launch_paths(data: Path) -> LaunchPaths:
    """Where the launcher lies below the data folder."""
    folder = data / "launch"
    return LaunchPaths(base_python(), folder / "ctxdb_hooks_launch.py", folder / "marks")


def install_launcher(data: Path) -> LaunchPaths:
    """Write stub and bundle below ``data``; equal files are left alone. Raises OSError."""
    paths = launch_paths(data)
    files.make_folder(paths.marks)
    target = paths.stub.with_suffix(f".{sys.implementation.cache_tag}")
    content = bundle()
    if not target.exists() or target.read_bytes() != content:
        files.write(target, content)
    files.write_if_changed(paths.stub, STUB)
    return paths
