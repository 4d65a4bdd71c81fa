"""What a start does, pinned: the modules it imports, the processes it makes, the files it opens, their bytes."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

from ctxdb_hooks.launch import bundle
from tests.support.launcher import Launcher
from tests.support.watched import Watched

HEAVY = set("os re json typing dataclasses enum pathlib subprocess hashlib tempfile shutil tomllib ast inspect".split())


def opened(watched: Watched, launcher: Launcher) -> list[str]:
    """The files that were opened, by names that do not depend on the place."""
    names = {
        str(launcher.store().folder): "STORE",
        str(launcher.paths.state): "STATE",
        str(launcher.installed.stub.parent): "LAUNCH",
        str(launcher.sandbox.project): "PROJECT",
        f"/proc/{watched.pid}": "/proc/PID",
        f"/proc/{os.getpid()}": "/proc/PARENT",
        f"clients/{watched.pid}": "clients/PID",
        f"starts/{watched.pid}": "starts/PID",
    }
    found = []
    for path in watched.mine("open"):
        if path == "/proc/self/schedstat":  # only where the deadline is near: on a busy machine
            continue
        for place, name in names.items():
            path = path.replace(place, name)
        found.append(path)
    return found


FRESH = [
    f"LAUNCH/ctxdb_hooks_launch.{sys.implementation.cache_tag}",
    "/proc/PARENT/cmdline",
    "STATE/config.compiled",
    "STORE",
    "/proc/PID/stat",
    "STORE/clients/PID",
    "STORE/bell",
    "STORE/memory/context-db/.facade.json",
    "PROJECT/.git/HEAD",
    "STATE/claude.cache",
    "STORE/starts/PID",
    "STATE/receipts.jsonl",
    "/proc/PARENT/status",
]


@pytest.fixture
def prepared(told: Launcher) -> Launcher:
    """A launcher in a project where a bootstrap was once."""
    for name in ("clients", "starts"):
        (told.store().folder / name).mkdir()
    return told


@pytest.mark.lazy
def test_a_fresh_start_opens_these_files(prepared):
    found = [
        name.partition("-")[0] if "/PID-" in name else name for name in opened(Watched(prepared, "what now?"), prepared)
    ]
    assert found == FRESH


@pytest.mark.lazy
def test_an_expired_start_opens_one_more(prepared):
    facade = prepared.store().facade_file
    value = json.loads(facade.read_bytes())
    facade.write_text(json.dumps(value | {"generatedAt": "2020-01-01T00:00:00.000Z"}))
    assert set(opened(Watched(prepared, "what now?"), prepared)) - set(FRESH) >= {"STORE/heads"}


@pytest.mark.lazy
def test_without_facade_and_heads_the_newest_headers_are_read(prepared):
    for number in range(1, 50):
        prepared.remember(number=number)
    store = prepared.store()
    store.facade_file.unlink()
    store.heads_file.unlink()
    headers = [name for name in opened(Watched(prepared, "what now?"), prepared) if name.endswith("meta.json")]
    assert len(headers) == 16
    store.manifest_file.unlink()
    headers = [name for name in opened(Watched(prepared, "what now?"), prepared) if name.endswith("meta.json")]
    assert len(headers) == 32


def test_the_bytes_read_are_few(prepared):
    watched = Watched(prepared, "what now?")
    sizes = [
        os.path.getsize(path) for path in watched.mine("open") if not path.startswith("/proc") and os.path.isfile(path)
    ]
    assert sum(sizes) < 150_000


def test_two_forks_one_exec_here_and_one_in_the_grandchild(prepared):
    watched = Watched(prepared, "what now?")
    assert sorted(watched.counts("os.fork").values()) == [1, 1]
    assert watched.counts("os.fork")[watched.pid] == 1
    execs = watched.counts("os.exec")
    assert sorted(execs.values()) == [1, 1]
    [grandchild] = set(execs) - {watched.pid}
    assert grandchild not in watched.counts("os.fork")
    assert not watched.counts("os.posix_spawn") and not watched.counts("socket.__new__")


@pytest.mark.lazy
def test_with_a_bootstrap_alive_nothing_is_forked(prepared):
    bell = prepared.store().folder / "bell"
    os.mkfifo(bell)
    fd = os.open(bell, os.O_RDWR | os.O_NONBLOCK)
    watched = Watched(prepared, "what now?")
    assert not watched.counts("os.fork")
    assert os.read(fd, 10) == b"."


@pytest.mark.parametrize("args", [["mcp", "list"], ["--version"]])
def test_a_call_that_is_no_session_forks_nothing_and_opens_only_the_bundle(prepared, args):
    watched = Watched(prepared, *args)
    assert not watched.counts("os.fork")
    assert opened(watched, prepared) == [*FRESH[:2], FRESH[-1]]


@pytest.mark.lazy
def test_the_modules_are_ours_and_two_of_the_interpreters_in_c(prepared):
    modules = Watched(prepared, "what now?").modules
    others = {name for name in modules if not name.startswith("ctxdb_hooks")}
    assert others == {"_json", "_blake2"} - set(sys.builtin_module_names)
    core = {bundle.dotted(name) for name in bundle.CORE} | {"ctxdb_hooks.launch.installed"}
    assert modules - others - core == {f"ctxdb_hooks.clients.claude{name}" for name in ("", ".argv", ".grammar")}
    assert not modules & HEAVY


def test_a_broken_facade_imports_nothing_more(prepared):
    store = prepared.store()
    store.facade_file.write_text(store.facade_file.read_text()[:-30])
    store.heads_file.write_text("nonsense")
    assert not Watched(prepared, "what now?").modules & HEAVY


@pytest.mark.parametrize("name", [*bundle.CORE, *bundle.extra()])
def test_no_hot_module_names_a_heavy_one(name):
    """Also what only some starts reach: but for a fallback where a C module is missing, and a rare text in TOML."""
    text = (bundle.PACKAGE / f"{name}.py").read_text()
    allowed = {"json", "hashlib", "tomllib"} if name == "clients/codex/instructions" else {"json", "hashlib"}
    for line in text.splitlines():
        words = line.split()
        if words[:1] in (["import"], ["from"]) and len(words) > 1:
            assert words[1].partition(".")[0] not in HEAVY - allowed, line


def test_the_bundle_is_the_same_from_the_same_sources():
    # Whatever else the process has done: doctor tells by the bytes whether a bundle is current.
    say = "print(__import__('ctxdb_hooks.launch.bundle').launch.bundle.bundles(['worker']))"
    used = "import json, sys; [sys.intern(chr(code)) for code in range(256)];"

    told = {
        subprocess.run([sys.executable, "-c", f"{before}{say}"], capture_output=True, check=True).stdout
        for before in ("", used)
    }

    assert len(told) == 1
