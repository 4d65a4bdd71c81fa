"""The extension folder for Gemini: harmless whatever is missing, and gone without a trace."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

from ctxdb_hooks.clients.gemini import extension


def command(home: Path) -> str:
    value = json.loads((home / ".gemini/extensions/ctxdb-hooks/hooks/hooks.json").read_text())
    text: str = value["hooks"]["BeforeAgent"][0]["hooks"][0]["command"]
    return text


def test_it_goes_without_a_trace(tmp_path: Path):
    env = {"HOME": str(tmp_path)}
    assert extension.install(tmp_path / "hook", env)
    assert not extension.install(tmp_path / "hook", env)
    assert extension.uninstall(env)
    assert list(tmp_path.iterdir()) == []


def test_other_extensions_stay(tmp_path: Path):
    env = {"HOME": str(tmp_path)}
    (tmp_path / ".gemini/extensions/other").mkdir(parents=True)
    extension.install(tmp_path / "hook", env)
    extension.uninstall(env)
    assert [path.name for path in (tmp_path / ".gemini/extensions").iterdir()] == ["other"]


def test_a_missing_script_is_silent_and_succeeds(tmp_path: Path):
    extension.install(tmp_path / "it's a hook", {"HOME": str(tmp_path)})
    for variable in ("", "/nowhere"):
        done = subprocess.run(
            ["bash", "-c", command(tmp_path)], env={"CTXDB_GEMINI_FACADE": variable}, capture_output=True, text=True
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
