"""Our entries in the clients' own hooks files: beside the user's, out again byte for byte."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxdb_hooks.clients.codex import hooks as codex
from ctxdb_hooks.clients.hookfile import HookFile, Unreadable

HOOK = Path("/data/launch/ctxdb_hooks_hook")


def file(folder: Path) -> HookFile:
    return HookFile(folder / "settings.json", f"[ ! -x {HOOK} ] || {HOOK} claude", 5, folder / "state" / "backup.json")


def test_the_user_s_own_hooks_stay_in_front(tmp_path: Path):
    one = file(tmp_path)
    mine = {"hooks": [{"type": "command", "command": "notify"}]}
    one.path.write_text(json.dumps({"model": "opus", "hooks": {"SessionStart": [mine], "Stop": [mine]}}))

    assert one.install()
    hooks = json.loads(one.path.read_text())["hooks"]
    assert hooks["SessionStart"] == [mine, one.entry()]
    assert hooks["UserPromptSubmit"] == [one.entry()]
    assert hooks["Stop"] == [mine]


def test_installing_twice_changes_nothing(tmp_path: Path):
    one = file(tmp_path)
    assert one.install()
    before = one.path.read_bytes()
    assert not one.install()
    assert one.path.read_bytes() == before


def test_a_file_that_was_not_there_is_gone_again(tmp_path: Path):
    one = file(tmp_path)
    one.install()
    assert one.uninstall()
    assert not one.path.exists()


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(
    value=st.dictionaries(st.text(), JSON),
    indent=st.sampled_from([None, 1, 4, "\t"]),
    tail=st.sampled_from(["", "\n", "\n\n", "\r\n"]),
)
def test_out_again_byte_for_byte(tmp_path_factory: pytest.TempPathFactory, value: dict, indent: object, tail: str):
    one = file(tmp_path_factory.mktemp("hooks"))
    before = (json.dumps(value | {"hooks": {}}, indent=indent) + tail).encode()
    one.path.write_bytes(before)
    one.install()
    assert one.present()
    one.uninstall()
    assert one.path.read_bytes() == before


def test_what_the_user_changed_since_stays(tmp_path: Path):
    one = file(tmp_path)
    one.path.write_text('{"model": "opus"}')
    one.install()
    value = json.loads(one.path.read_text())
    value["theme"] = "dark"
    one.path.write_text(json.dumps(value))

    assert one.uninstall()
    assert json.loads(one.path.read_text()) == {"model": "opus", "theme": "dark"}


def test_a_link_stays_a_link_and_the_mode_stays(tmp_path: Path):
    one = file(tmp_path)
    real = tmp_path / "dotfiles.json"
    real.write_text("{}")
    real.chmod(0o644)
    one.path.symlink_to(real)
    one.install()

    assert one.path.is_symlink()
    assert "ctxdb_hooks_hook" in real.read_text()
    assert real.stat().st_mode & 0o777 == 0o644


@pytest.mark.parametrize("text", ["{", "[]", "// comment\n{}", '{"hooks": []}'])
def test_a_file_that_cannot_be_edited_is_left_alone(tmp_path: Path, text: str):
    one = file(tmp_path)
    one.path.write_text(text)
    with pytest.raises(Unreadable, match=r"settings\.json"):
        one.install()
    assert one.path.read_text() == text


def test_codex_s_hash_is_the_one_it_writes_itself():
    """Observed on 0.171.0: what it put into config.toml when its dialog was answered with "trust all"."""
    one = HookFile(
        Path("hooks.json"),
        "[ ! -x /tmp/h2/.local/share/ctxdb-hooks/launch/ctxdb_hooks_hook ] || "
        "/tmp/h2/.local/share/ctxdb-hooks/launch/ctxdb_hooks_hook codex",
        5,
        Path("backup"),
    )
    assert codex.hashes(one) == [
        "sha256:a3fba81fc6275548bbef3db9500c26dd2baa3f515666caf785b58e005ea34e07",
        "sha256:f71186b96606e6ac90f467d2c67c64dd7e3ccdd0717acd2a962d0da1066d2ea4",
    ]
