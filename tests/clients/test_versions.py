"""A client that is older than what was tested gets nothing, and is never started to find that out."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ctxdb_hooks.bootstrap import breaker
from ctxdb_hooks.clients import versions
from ctxdb_hooks.clients.tested import TESTED


def npm(folder: Path, client: str, version: str) -> dict[str, str]:
    """A client as npm installs it; starting it would leave a file behind."""
    package = folder / "lib" / "node_modules" / versions.PACKAGES[client]
    (package / "bin").mkdir(parents=True)
    (package / "package.json").write_text(json.dumps({"name": versions.PACKAGES[client], "version": version}))
    program = package / "bin" / f"{client}.js"
    program.write_text(f"#!/bin/sh\ntouch '{folder}/started'\n")
    program.chmod(0o755)
    (folder / "bin").mkdir()
    (folder / "bin" / client).symlink_to(program)
    return {"PATH": str(folder / "bin"), "HOME": str(folder)}


@pytest.mark.parametrize("client", list(TESTED))
def test_versions_are_told_by_the_package(tmp_path: Path, client: str):
    oldest = ".".join(map(str, TESTED[client][0]))
    assert versions.installed(client, npm(tmp_path / "a", client, oldest))[1] == TESTED[client][0]
    assert versions.too_old(client, npm(tmp_path / "b", client, oldest)) == ""
    assert versions.too_old(client, npm(tmp_path / "c", client, "0.0.9-beta.1")) == str(tmp_path / "c/bin" / client)
    assert versions.too_old(client, npm(tmp_path / "d", client, "99.0.0")) == ""
    assert versions.too_old(client, {"PATH": str(tmp_path)}) == ""
    assert not list(tmp_path.glob("*/started"))


def test_a_program_without_a_package_counts_as_current(tmp_path: Path):
    (tmp_path / "claude").write_text("#!/bin/sh\n")
    (tmp_path / "claude").chmod(0o755)
    assert versions.too_old("claude", {"PATH": str(tmp_path)}) == ""


def test_an_old_one_is_off_until_it_changes(tmp_path: Path):
    path = versions.too_old("claude", npm(tmp_path / "a", "claude", "1.0.0"))
    breaker.retire(tmp_path, "claude", path)
    entry = breaker.entries(tmp_path)["claude"]
    assert breaker.open_for(entry)
    Path(path).resolve().write_text("#!/bin/sh\n# newer\n")
    end = breaker.End(breaker.record.identity(path), ["-p"], failed=False, added=True, trial=False)
    assert breaker.judge(entry, end) == {}
