"""The launcher under the newest Python of this machine, which may not be the one that the tests run with.

`PYTHON=/path/to/python3 tests/run` runs every test with another one.
"""

from __future__ import annotations

import dataclasses
import functools
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from ctxdb_hooks.launch.install import LaunchPaths
from tests.support.launcher import Launcher
from tests.support.sandbox import CHECKOUT

INSTALL = """\
import sys
sys.path.insert(0, sys.argv[1])
from pathlib import Path
from ctxdb_hooks.launch import install
install.worker = lambda: [sys.argv[3], "-I", "-m", "ctxdb_hooks.bootstrap"]  # that one has what the work needs
print(install.install_launcher(Path(sys.argv[2])).python)
"""


@functools.cache
def newest() -> Path:
    """The newest interpreter on PATH, or beside this one where a version manager keeps them."""
    names = [f"python3.{minor}" for minor in range(11, 20)]
    found = [Path(path) for name in names if (path := shutil.which(name))]
    found += [*Path(sys.base_prefix).parent.glob("*/bin/python3"), Path(sys.executable)]
    return max(found, key=version)


def version(python: Path) -> tuple[int, ...]:
    """What an interpreter says of itself; a version manager's name for one that is not there says nothing."""
    done = subprocess.run([python, "-I", "-S", "-V"], capture_output=True, text=True)
    told = re.search(r"Python (\d+)\.(\d+)\.(\d+)$", done.stdout.strip())
    return tuple(map(int, told.groups())) if told else ()


@pytest.fixture
def by_newest(told: Launcher) -> Launcher:
    """The launcher as an installation under that interpreter puts it in place."""
    argv = [newest(), "-c", INSTALL, CHECKOUT, told.paths.data, sys.executable]
    done = subprocess.run(argv, capture_output=True, text=True, check=True)
    told.installed = dataclasses.replace(told.installed, python=Path(done.stdout.strip()))
    assert isinstance(told.installed, LaunchPaths)
    return told


def test_it_adds_and_leaves_all_else_as_it_was(by_newest: Launcher):
    raw, wrapped = by_newest.raw("hi there"), by_newest.start("hi there")
    assert len(wrapped.args) > len(raw.args) and wrapped.args[-1] == b"hi there"
    assert wrapped.environ == raw.environ
    assert wrapped.descriptors == raw.descriptors
    assert {wrapped.status[name] == raw.status[name] for name in ("SigIgn", "SigBlk", "SigCgt", "Umask")} == {True}


def test_what_is_no_session_passes(by_newest: Launcher):
    assert by_newest.start("mcp", "list").args == [b"mcp", b"list"]


@pytest.mark.lazy
def test_the_background_of_it_works(by_newest: Launcher):
    by_newest.start("hi there")
    by_newest.sandbox.rest()
    assert '"what":"bootstrap"' in (by_newest.paths.state / "log").read_text().replace('": ', '":')


@pytest.mark.lazy
def test_a_bundle_of_another_version_is_left_to_the_shell(by_newest: Launcher):
    """As after an upgrade in place: the interpreter finds no bundle of its own, and says nothing."""
    for bundle in by_newest.installed.stub.parent.glob("*.cpython-*"):
        bundle.rename(bundle.with_name(bundle.name.replace("cpython-3", "cpython-2")))
    done = by_newest.run("hi there")
    assert (done.stdout, done.stderr) == (b"", b"")
    assert len(by_newest.left()) == 1
