"""The hot modules as one file of compiled code, and what starts from it.

One file instead of a package: each import of a package's module costs some 0.15 ms in file lookups, the bundle's
about a tenth. What a start does not need (docstrings, annotations, line numbers) is left out of it.
"""

import ast
import functools
import importlib.util
import marshal
import sys
import types
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent.parent
# What every start needs, each behind what it imports.
CORE = (
    "__init__",
    "bootstrap/__init__",
    "bootstrap/spawn",
    "clients/__init__",
    "clients/call",
    "contextdb/__init__",
    "contextdb/facade",
    "launch/__init__",
    "launch/places",
    "launch/process",
    "launch/project",
    "launch/receipt",
    "launch/record",
    "launch/settings",
    "launch/scope",
    "launch/trust",
    "launch/deadline",
    "launch/main",
)
# Where the rest begins: what these import goes into the bundle too.
MORE = ("bootstrap/waiter", *(f"clients/{name}/argv" for name in ("claude", "codex", "gemini")))
# What only the clients' hooks need is in a file of its own, so that a start does not read it.
TURN = ("trigger/turn", *(f"trigger/vocabulary/{path.stem}" for path in (PACKAGE / "trigger/vocabulary").glob("*.py")))
EXTENSIONS = ("_blake2", "_json")
# As short as can be, since it is compiled at each start.
STUB = """\
# ctxdb_hooks launcher: runs the compiled bundle beside it. On any failure it ends with the mark still there,
# and the shell function starts the client itself. Written by `ctxdb-hooks install`.
try:
    import _signal, marshal, posix, sys
    if _signal.getsignal(2) is _signal.default_int_handler:
        _signal.signal(2, 0)
    exec(marshal.loads(open(__file__[:-2] + sys.implementation.cache_tag, "rb", 0).read()))
    main(sys.argv)
except KeyboardInterrupt:
    _signal.signal(2, 0)
    _signal.raise_signal(2)
except Exception:
    pass
posix._exit(1)
"""
# Runs in the stub's namespace. The core is put in place without the importer, which would cost as much again.
BOOT = """\
modules = "@modules"
extensions = "@extensions"
for name, path, code in "@core":
    module = type(sys)(name)
    parent, _, last = name.rpartition(".")
    if parent:
        setattr(sys.modules[parent], last, module)
    if path is not None:
        module.__path__ = path
    sys.modules[name] = module
    exec(code, module.__dict__)

class Bundle:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in modules and name.startswith("ctxdb_hooks.") and "" not in modules:
            modules[""] = None
            with open(f"{__file__[:-2]}{sys.implementation.cache_tag}.turn", "rb", 0) as file:
                modules.update(marshal.loads(file.read()))
        if name in modules:
            from _frozen_importlib import ModuleSpec
            return ModuleSpec(name, Bundle, is_package=modules[name][0])
        if name in extensions:
            from _frozen_importlib import ModuleSpec
            from _frozen_importlib_external import ExtensionFileLoader
            path = extensions.pop(name)
            return ModuleSpec(name, ExtensionFileLoader(name, path), origin=path)

    @staticmethod
    def create_module(spec):
        return None

    @staticmethod
    def exec_module(module):
        exec(marshal.loads(modules[module.__name__][1]), module.__dict__)

sys.meta_path.insert(0, Bundle)
main = module.main
"""


def bundles(worker: list[str]) -> tuple[bytes, bytes]:
    """The bundle of a start, with the command that does the background work, and the bundle of the hooks.

    Equal sources give equal bytes. marshal tells interned strings from others, and whether one of a single character,
    which a process has only once, is interned, depends on what else the process has done; so here all of them are.
    """
    for code in range(256):
        sys.intern(chr(code))
    more = extra()
    core = [(dotted(name), () if is_package(name) else None, compiled(name)) for name in CORE]
    core.insert(-1, ("ctxdb_hooks.launch.installed", None, slim(compile(f"WORKER = {worker!r}", "", "exec"))))
    parts: dict[object, object] = {
        "@core": tuple(core),
        "@modules": _packed(more),
        "@extensions": extensions(),
    }
    boot = slim(compile(BOOT, "ctxdb_hooks", "exec"))
    boot = boot.replace(co_consts=tuple(parts.get(const, const) for const in boot.co_consts))
    return marshal.dumps(boot), marshal.dumps(_packed(reached(TURN, (*CORE, *more))))


def extra() -> list[str]:
    """What only some starts need: all that is imported from the core at some time, but for the hooks' part."""
    return [name for name in reached((*CORE, *MORE), TURN) if name not in CORE]


def reached(names: Iterable[str], known: Iterable[str]) -> list[str]:
    """The modules named and all that they import, at once or later, but for those that are known."""
    found: list[str] = []
    left = list(names)
    while left:
        name = left.pop()
        if name in found or name in known or not (PACKAGE / f"{name}.py").is_file():
            continue
        found.append(name)
        left += _imported(name)
    return sorted(found)


@functools.cache
def _imported(name: str) -> list[str]:
    """What a module may import from the package, and the packages that it is in; not all of them are modules."""
    parts = name.split("/")
    found = ["/".join((*parts[:depth], "__init__")) for depth in range(1, len(parts))]
    for node in ast.walk(ast.parse((PACKAGE / f"{name}.py").read_bytes())):
        if isinstance(node, ast.ImportFrom):
            module = (node.module or "").split(".")
            if not node.level and module.pop(0) != "ctxdb_hooks":
                continue
            folder = [*parts[: -node.level], *module] if node.level else module
            names = [[], *([alias.name] for alias in node.names)]
            found += ["/".join(part for part in (*folder, *more) if part) for more in names]
    return found


def extensions() -> dict[str, str]:
    """Where the C modules lie that are no part of the interpreter's file: looking for them lists folders."""
    found = {}
    for name in EXTENSIONS:
        spec = importlib.util.find_spec(name)
        if spec and spec.origin and spec.origin.startswith("/"):
            found[name] = "".join(list(spec.origin))  # one of our own: marshal counts references
    return found


def dotted(name: str) -> str:
    """The module's name of a path below the package."""
    return ".".join(("ctxdb_hooks", *name.split("/"))).removesuffix(".__init__")


def is_package(name: str) -> bool:
    """Whether a path below the package is a package itself."""
    return name.endswith("__init__")


@functools.cache
def compiled(name: str) -> types.CodeType:
    """The code of one module, without what a start does not need."""
    tree = ast.parse((PACKAGE / f"{name}.py").read_bytes())
    bare = ast.fix_missing_locations(_Bare().visit(tree))
    return slim(compile(bare, "ctxdb_hooks", "exec", dont_inherit=True, optimize=2))


def slim(code: types.CodeType) -> types.CodeType:
    """Code without its table of lines: nobody sees a traceback of it."""
    inner = tuple(slim(const) if isinstance(const, types.CodeType) else const for const in code.co_consts)
    return code.replace(co_linetable=b"", co_consts=inner)


class _Bare(ast.NodeTransformer):
    """Takes annotations away: they would be worked out at every start."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        node.returns = None
        return self.generic_visit(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            return ast.copy_location(ast.Pass(), node)
        return ast.copy_location(ast.Assign([node.target], self.visit(node.value)), node)


def _packed(names: Iterable[str]) -> dict[str, tuple[bool, bytes]]:
    return {dotted(name): (is_package(name), marshal.dumps(compiled(name))) for name in names}


def suffix() -> str:
    """The bundle's suffix: it is read by interpreters of this version only."""
    return f".{sys.implementation.cache_tag}"
