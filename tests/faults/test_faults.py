"""Every kind of fault, a few times. `python -m tests.faults --long` does each of them often."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.faults.__main__ import KINDS
from tests.support.sandbox import CHECKOUT, Sandbox


@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_leaves_a_whole_store(kind: str, sandbox: Sandbox) -> None:
    """In a process of its own: the runs that are hurt are its forks."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults", kind], cwd=CHECKOUT, env=sandbox.env, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    print(done.stderr)
