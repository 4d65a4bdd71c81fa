"""tests/run takes a skipped test for a failed one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.sandbox import CHECKOUT

SKIPS = {
    "by a mark": "import pytest\n\n@pytest.mark.skip(reason='no tool')\ndef test_one(): pass\n",
    "in the test": "import pytest\n\ndef test_one(): pytest.skip('no tool')\n",
    "a whole module": "import pytest\n\npytest.skip('no tool', allow_module_level=True)\n",
    "in a fixture": "import pytest\n\n@pytest.fixture\ndef f(): pytest.skip('no tool')\n\ndef test_one(f): pass\n",
}


def run_pytest(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    argv = [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-p", "no:cacheprovider", *options, str(folder)]
    return subprocess.run([*argv, f"--rootdir={folder}"], cwd=CHECKOUT, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize("text", SKIPS.values(), ids=SKIPS)
def test_a_skip_fails(tmp_path: Path, text: str):
    (tmp_path / "test_it.py").write_text(text)

    done = run_pytest(tmp_path, "--no-skip")

    assert done.returncode not in (0, 5)
    assert "no tool" in done.stdout
    assert "skipped" not in done.stdout.splitlines()[-1]


def test_what_runs_still_passes(tmp_path: Path):
    (tmp_path / "test_it.py").write_text("def test_one(): pass\n")

    assert run_pytest(tmp_path, "--no-skip").returncode == 0
