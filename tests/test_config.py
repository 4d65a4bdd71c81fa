"""Settings: what config.toml may say, which layer counts, what is written and what is left alone."""

import json
import os
import subprocess

import pytest

from ctxdb_hooks import config
from ctxdb_hooks.launch import settings
from ctxdb_hooks.paths import Paths


@pytest.fixture
def paths(tmp_path):
    return Paths.of({"HOME": str(tmp_path / "home")})


@pytest.fixture
def project(paths, tmp_path):
    root = tmp_path / "proj"
    subprocess.run(["git", "init", "-q", root], check=True)
    paths.home.mkdir()
    return config.project_of(paths, root, env(paths))[0]


def env(paths, **more):
    return {"HOME": str(paths.home), **more}


def write(paths, text):
    paths.config.mkdir(parents=True, exist_ok=True)
    paths.config_file.write_text(text)


def values(paths, project, **more):
    return config.project_of(paths, project.root, env(paths, **more))[1]


def test_every_key_of_the_launcher_is_described():
    assert list(config.KEYS) == list(settings.DEFAULTS)
    for key in config.KEYS.values():
        assert key.help
        assert settings.fits(key.name, key.default)


def test_layers_environment_over_project_over_file_over_default(paths, project):
    assert values(paths, project)["packet_tokens"] == 2000
    write(paths, "packet_tokens = 100")
    config.compile_config(paths)
    assert values(paths, project)["packet_tokens"] == 100
    config.set_value(paths, "packet_tokens", ["200"], project)
    assert values(paths, project)["packet_tokens"] == 200
    assert values(paths, project, CTXDB_PACKET_TOKENS="300")["packet_tokens"] == 300
    sources = {}
    for more in ({}, {"CTXDB_PACKET_TOKENS": "300"}):
        setting = config.get(paths, "packet_tokens", project, env(paths, **more))
        sources[setting.source] = setting.value
    assert sources == {"project": 200, "environment": 300}
    assert config.get(paths, "packet-tokens", None, env(paths)).value == 100
    assert config.get(paths, "quiet", None, env(paths)).source == "default"


@pytest.mark.parametrize("word", ["0", "false", "no", "off", "FALSE", " Off "])
def test_words_for_off(paths, project, word):
    assert values(paths, project, CTXDB_LAZY_LOAD=word)["lazy_load"] is False
    assert values(paths, project, CTXDB_ONESHOT=word)["oneshot"] == "off"
    assert config.project_of(paths, project.root, env(paths, CTXDB_WRAP_MODE=word))[0] is None


@pytest.mark.parametrize("word", ["1", "true", "yes", "on", "anything"])
def test_anything_else_is_on(paths, project, word):
    assert values(paths, project, CTXDB_QUIET=word)["quiet"] is True


def test_an_empty_or_senseless_variable_counts_as_unset(paths, project):
    config.set_value(paths, "oneshot_wait_ms", ["70"])
    config.set_value(paths, "oneshot", ["facade"])
    found = values(paths, project, CTXDB_QUIET="", CTXDB_ONESHOT_WAIT_MS="-3", CTXDB_ONESHOT="maybe")
    assert (found["quiet"], found["oneshot_wait_ms"], found["oneshot"]) == (False, 70, "facade")


def test_toml_false_and_zero_mean_off(paths, project):
    write(paths, "oneshot = false\nlazy_load = 0\ntrigger = 'off'\nquiet = 'on'\n")
    assert config.compile_config(paths) == []
    found = values(paths, project)
    assert (found["oneshot"], found["lazy_load"], found["trigger"], found["quiet"]) == ("off", False, False, True)


def test_what_cannot_be_is_said_and_left_out(paths, project):
    write(
        paths,
        'colour = "red"\nwrap_mode = "some"\npacket_tokens = -1\nretention_days = 99999999999\n'
        'exclude = [1]\nmodel_tiers = {x = "huge"}\n'
        '[projects]\na = 1\n[projects."/b"]\nshare = 3\n',
    )
    problems = "\n".join(config.compile_config(paths))
    for name in (
        "colour",
        "wrap_mode",
        "packet_tokens",
        "retention_days",
        "exclude",
        "model_tiers",
        "projects.a",
        "projects./b.share",
    ):
        assert f"{name}:" in problems
    assert values(paths, project) == settings.DEFAULTS


@pytest.mark.parametrize("text", ["exclude = [", "\xff\xfe\x00", "a = 1\na = 2", f"a = {'[' * 5000}{']' * 5000}"])
def test_a_broken_file_leaves_the_last_good_form_in_force(paths, project, text):
    write(paths, "packet_tokens = 5")
    config.compile_config(paths)
    write(paths, text)
    assert "not TOML" in config.compile_config(paths)[0]
    assert values(paths, project)["packet_tokens"] == 5
    with pytest.raises(config.Refused):
        config.set_value(paths, "quiet", ["on"])
    assert paths.config_file.read_text() == text


def test_a_file_of_a_windows_editor_is_read(paths, project):
    write(paths, "\ufeffquiet = true\r\npacket_tokens = 5\r\n")
    assert config.compile_config(paths) == []
    config.set_value(paths, "quiet", ["off"])
    assert (values(paths, project)["packet_tokens"], values(paths, project)["quiet"]) == (5, False)


def test_set_and_unset_give_back_an_equal_file(paths, project):
    write(paths, "quiet = true\n")
    config.set_value(paths, "wrap_mode", ["opt-in"], project)
    config.set_value(paths, "exclude", ["~/a", "b/*"])
    assert values(paths, project)["exclude"] == ["~/a", "b/*"]
    assert config.unset_value(paths, "wrap_mode", project)
    assert config.unset_value(paths, "exclude")
    assert not config.unset_value(paths, "exclude")
    assert paths.config_file.read_text() == "quiet = true\n"
    assert paths.config_file.stat().st_mode & 0o777 == 0o600


def test_a_table_of_models(paths, project):
    config.set_value(paths, "model_tiers", ["*haiku*=weak", "gpt=5=strong"])
    assert values(paths, project)["model_tiers"] == {"*haiku*": "weak", "gpt=5": "strong"}
    with pytest.raises(config.Refused, match="PATTERN=TIER"):
        config.set_value(paths, "model_tiers", ["x=big"])


@pytest.mark.parametrize(
    ("name", "texts"),
    [("nothing", ["1"]), ("wrap_mode", ["x"]), ("packet_tokens", ["many"]), ("quiet", []), ("share", ["all", "all"])],
)
def test_refused(paths, project, name, texts):
    with pytest.raises(config.Refused):
        config.set_value(paths, name, texts)
    assert not paths.config_file.exists()


def test_a_file_with_comments_is_not_rewritten(paths, project):
    text = "# mine\nquiet = true  # yes\n"
    write(paths, text)
    with pytest.raises(config.HandWritten, match='exclude = \\["~/é"\\]'):
        config.set_value(paths, "exclude", ["~/é"])
    with pytest.raises(config.HandWritten, match=r"\[projects\.") as caught:
        config.set_value(paths, "model_tiers", ["a=weak"], project)
    assert 'model_tiers = { "a" = "weak" }' in str(caught.value)
    with pytest.raises(config.HandWritten, match="take out"):
        config.unset_value(paths, "quiet")
    assert paths.config_file.read_text() == text
    assert config.set_value(paths, "quiet", ["on"]) is True  # already so: nothing to write, nothing refused


def test_a_hash_in_a_value_is_no_comment(paths, project):
    config.set_value(paths, "exclude", ["c#"])
    config.set_value(paths, "quiet", ["on"])
    assert values(paths, project)["exclude"] == ["c#"]


def test_a_link_to_the_file_stays_a_link(paths, project, tmp_path):
    real = tmp_path / "dotfiles.toml"
    real.write_text("quiet = true\n")
    paths.config.mkdir(parents=True)
    paths.config_file.symlink_to(real)
    config.set_value(paths, "share", ["same-client"])
    assert paths.config_file.is_symlink()
    assert 'share = "same-client"' in real.read_text()


def test_the_compiled_form_is_written_only_when_it_changes(paths, project):
    config.compile_config(paths)
    before = os.stat(paths.compiled)
    config.compile_config(paths)
    assert os.stat(paths.compiled).st_mtime_ns == before.st_mtime_ns
    assert os.stat(paths.compiled).st_ino == before.st_ino
    assert before.st_mode & 0o777 == 0o600


def test_a_config_too_large_for_a_start_leaves_the_last_form(paths, project):
    config.set_value(paths, "exclude", ["keep-me"])
    write(paths, "exclude = " + json.dumps(["x" * 100] * 1000))
    assert "too much" in config.compile_config(paths)[-1]
    assert values(paths, project)["exclude"] == ["keep-me"]


def test_the_project_entry_holds_for_linked_worktrees(paths, project, tmp_path):
    git = ["git", "-C", project.root, "-c", "user.name=T", "-c", "user.email=t@example.com"]
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "x"], check=True)
    subprocess.run([*git, "worktree", "add", "-q", tmp_path / "linked"], check=True)
    config.set_value(paths, "packet_tokens", ["77"], project)
    found, settings_there = config.project_of(paths, tmp_path / "linked", env(paths))
    assert found.store_name == project.store_name
    assert settings_there["packet_tokens"] == 77


def test_a_tilde_names_the_home(paths, project):
    inner = paths.home / "p"
    subprocess.run(["git", "init", "-q", inner], check=True)
    write(paths, '[projects."~/p"]\nquiet = true\n')
    config.compile_config(paths)
    assert config.project_of(paths, inner, env(paths))[1]["quiet"] is True
