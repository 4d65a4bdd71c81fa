"""What an installation needs of the machine: an interpreter, pip's settings, a warm cache."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.sandbox import CHECKOUT, Sandbox

PYTHON = Path(getattr(sys, "_base_executable", "") or sys.executable)
MINUTES = 180  # seconds that one pip may take on a busy machine


@pytest.fixture
def home(sandbox: Sandbox) -> Iterator[Sandbox]:
    """A sandbox where `python3` is an interpreter new enough and pip works as it does for the tester."""
    sandbox.env.update({name: value for name, value in os.environ.items() if name.startswith("PIP_")})
    cache = CHECKOUT / "tests" / ".cache"
    sandbox.env.update(PIP_CACHE_DIR=str(cache / "pip"), UV_CACHE_DIR=str(cache / "uv"), UV_PYTHON_DOWNLOADS="never")
    if "PIP_CERT" in os.environ:  # a proxy's certificates: uv goes by another variable
        sandbox.env["SSL_CERT_FILE"] = os.environ["PIP_CERT"]
    sandbox.add_command("python3", f'#!/bin/sh\nexec "{PYTHON}" "$@"\n')
    yield sandbox


def install(home: Sandbox, *arguments: str, **how: Any) -> subprocess.CompletedProcess[str]:
    """Run the checkout's install.sh."""
    return home.run([CHECKOUT / "install.sh", *arguments], seconds=MINUTES, **how)


def tree(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder: contents, link targets, and the bare names of folders."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        kind = "folder" if path.is_dir() else path.read_bytes() if path.is_file() else ""
        found[str(path.relative_to(folder))] = str(path.readlink()) if path.is_symlink() else kind
    return found


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package, built as it would be published."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(CHECKOUT)]
    subprocess.run(command, check=True, timeout=MINUTES)
    return next(folder.glob("*.whl"))
