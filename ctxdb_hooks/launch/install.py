"""Putting the launcher in place: hot modules compiled into one bundle behind a stub, in the data folder.

One file instead of a package: each import of a package's module costs some 0.15 ms in file lookups, the bundle's
about a tenth. No pip, pipx, uv or interpreter upgrade moves it, and nothing is compiled at start.
"""

import marshal
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.clients.claude import plugin
from ctxdb_hooks.contextdb import files

PACKAGE = Path(__file__).resolve().parent.parent
HOT = (
    "__init__",
    "launch/__init__",
    "launch/deadline",
    "launch/main",
    "launch/places",
    "launch/process",
    "launch/project",
    "launch/receipt",
    "launch/scope",
    "launch/settings",
    "launch/trust",
    "clients/__init__",
    "clients/call",
    "clients/claude/__init__",
    "clients/claude/argv",
    "clients/codex/__init__",
    "clients/codex/argv",
    "clients/codex/instructions",
    "clients/gemini/__init__",
    "clients/gemini/argv",
    "clients/gemini/rescue",
    "contextdb/__init__",
    "contextdb/facade",
    "bootstrap/__init__",
    "bootstrap/lock",
    "bootstrap/roster",
    "bootstrap/spawn",
    "bootstrap/waiter",
)
# What only the clients' hooks need: in a file of its own, so that a start does not read it.
TURN = (
    "clients/gemini/hook",
    *(f"trigger/{path.stem}" for path in sorted((PACKAGE / "trigger").glob("*.py"))),
    *(f"trigger/vocabulary/{path.stem}" for path in sorted((PACKAGE / "trigger/vocabulary").glob("*.py"))),
)
HOOK = """\
#!/bin/sh
# ctxdb_hooks: what the clients' hooks call; whatever happens it is silent and succeeds. Written by install.
[ -x {python} ] && [ -r {stub} ] && {python} -I -S {stub} --turn "$1" 2>/dev/null
exit 0
"""
STUB = """\
# ctxdb_hooks launcher: runs the compiled bundle beside it. On any failure it ends with the mark still there,
# and the shell function starts the client itself. Written by `ctxdb-hooks install`.
try:
    import _signal, marshal, posix, sys
    if _signal.getsignal(2) is _signal.default_int_handler:
        _signal.signal(2, 0)
    bundle = f"{__file__[:-3]}.{sys.implementation.cache_tag}"
    with open(bundle, "rb", 0) as file:
        boot, modules = marshal.loads(file.readall())
    exec(boot, {"modules": modules, "more": [bundle + ".turn"]})
    from ctxdb_hooks.launch.main import main
    main(sys.argv)
except KeyboardInterrupt:
    _signal.signal(2, 0)
    posix.kill(posix.getpid(), 2)
except Exception:
    pass
posix._exit(1)
"""
BOOT = """\
import marshal, sys
from _frozen_importlib import ModuleSpec

class Bundle:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in modules and name.startswith("ctxdb_hooks.") and more:
            with open(more.pop(), "rb") as file:
                modules.update(marshal.load(file))
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
    """What shell functions and hooks need: interpreter, stub, where marks go, the hooks' script, Claude's plugin."""

    python: Path
    stub: Path
    marks: Path
    hook: Path
    plugin: Path


def base_python() -> Path:
    """The interpreter itself: not the environment's link, not a version manager's shim."""
    return Path(getattr(sys, "_base_executable", "") or sys.executable)


def worker() -> list[str]:
    """The command that does the background work, with this environment's interpreter."""
    return [sys.executable, "-I", "-m", "ctxdb_hooks.bootstrap"]


def bundles() -> tuple[bytes, bytes]:
    """The hot modules with the importer that serves them, and those that only the hooks need."""
    modules = _compiled(HOT)
    installed = compile(f"WORKER = {worker()!r}", "ctxdb_hooks/installed", "exec")
    modules["ctxdb_hooks.launch.installed"] = (False, marshal.dumps(installed))
    boot = compile(BOOT, "ctxdb_hooks/boot", "exec", dont_inherit=True, optimize=2)
    return marshal.dumps((boot, modules)), marshal.dumps(_compiled(TURN))


def _compiled(names: tuple[str, ...]) -> dict[str, tuple[bool, bytes]]:
    modules = {}
    for name in names:
        source = (PACKAGE / f"{name}.py").read_bytes()
        dotted = ".".join(("ctxdb_hooks", *name.split("/"))).removesuffix(".__init__")
        code = compile(source, f"ctxdb_hooks/{name}.py", "exec", dont_inherit=True, optimize=2)
        modules[dotted] = (name.endswith("__init__"), marshal.dumps(code))
    return modules


def launch_paths(data: Path) -> LaunchPaths:
    """Where the launcher lies below the data folder."""
    folder = data / "launch"
    stub = folder / "ctxdb_hooks_launch.py"
    return LaunchPaths(base_python(), stub, folder / "marks", folder / "ctxdb_hooks_hook", data / "plugin")


def install_launcher(data: Path) -> LaunchPaths:
    """Write stub, bundles, the hooks' script and Claude's plugin below ``data``; equal files are left alone.

    Raises OSError.
    """
    paths = launch_paths(data)
    files.make_folder(paths.marks)
    target = paths.stub.with_suffix(f".{sys.implementation.cache_tag}")
    for path, content in zip((target, target.with_name(target.name + ".turn")), bundles(), strict=True):
        if not path.exists() or path.read_bytes() != content:
            files.write(path, content)
    python, stub = shlex.quote(str(paths.python)), shlex.quote(str(paths.stub))
    files.write_if_changed(paths.hook, HOOK.format(python=python, stub=stub))
    paths.hook.chmod(0o700)
    plugin.install(paths.plugin, paths.hook)
    files.write_if_changed(paths.stub, STUB)
    return paths
