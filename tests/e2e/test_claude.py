"""What a person with Claude Code sees: the real client, in a real shell, from one session to the next."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import pytest

from tests.support.claude_client import Claude
from tests.support.memory import added, facade_of, packet_named, store_of, wait_for_facade
from tests.support.replies import Reply, Run, ToolCall
from tests.support.sandbox import Sandbox
from tests.support.tokens import count_tokens
from tests.support.wait import wait_for


def work_on_the_parser(claude: Claude, sandbox: Sandbox, kind: str = "bash", goal: str = "") -> None:
    """A session as people have them: a file is edited, a command fails, /exit."""
    claude.allow("Bash", "Write", "Edit")
    goal = goal or "Make the parser accept empty input"
    target = sandbox.project / "parser.py"
    claude.api.script(
        Reply("I write it.", tools=(ToolCall("Write", {"file_path": str(target), "content": "def parse(): ...\n"}),)),
        Reply("And test it.", tools=(Run("python3 -m no_such_module_here"),)),
        "The parser accepts empty input now; the test module is missing.",
    )
    session = claude.start_in(sandbox.shell(kind))
    session.say(goal)
    assert session.exit() == 0


def kill_client(claude: Claude) -> None:
    """End the one open session the hard way."""
    [live] = claude.live_sessions()
    os.kill(live["pid"], signal.SIGKILL)


@pytest.fixture
def remembered(installed: Sandbox, claude: Claude) -> Sandbox:
    """A sandbox in which one session has been had and is remembered."""
    work_on_the_parser(claude, installed)
    wait_for_facade(installed, "Make the parser accept empty input", "done")
    return installed


@pytest.mark.parametrize("kind", ["bash", "zsh", "fish"])
def test_a_session_is_known_to_the_next(sandbox: Sandbox, claude: Claude, loading: str, kind: str):
    sandbox.install(kind)
    work_on_the_parser(claude, sandbox, kind)
    facade = wait_for_facade(sandbox, "Make the parser accept empty input", "done")

    assert "parser.py" in facade["keyRefs"]
    packet = store_of(sandbox) / facade["contextPacketPath"]
    text = packet.read_text()
    assert "Make the parser accept empty input" in text
    assert "parser.py" in text.partition("## Files")[2]
    assert "python3 -m no_such_module_here" in text

    before = len(claude.api.turns)
    session = claude.start_in(sandbox.shell(kind))
    session.say("Hello")
    said = added(claude.api.turns[before])
    assert "Make the parser accept empty input" in said
    if loading == "eager":
        assert said.startswith(text)
    else:
        assert packet_named(said) == packet
        assert max(count_tokens(said)) < 150
    assert session.exit() == 0


def test_the_first_session_gets_nothing(installed: Sandbox, claude: Claude):
    session = claude.start_in(installed.shell("bash"))
    session.say("Hello")

    assert added(claude.api.turns[-1]) == ""
    assert "--add-dir" not in claude.api.turns[-1].text


@pytest.mark.lazy
def test_chinese_in_chinese_out(installed: Sandbox, claude: Claude):
    installed.project = installed.new_project("p")  # the usual name leaves no room in a long path
    claude.trust(installed.project)
    work_on_the_parser(claude, installed, goal="让解析器接受空输入，并且修复测试")
    wait_for_facade(installed, "让解析器接受空输入", "done")
    claude.start_in(installed.shell("bash")).say("你好")

    said = added(claude.api.turns[-1])
    assert said.startswith("本项目使用 ContextDB")
    assert '最近会话 (claude-code，已完成): "让' in said
    assert max(count_tokens(said)) < 150


@pytest.mark.lazy
@pytest.mark.parametrize("folder", ["", "src/deep"])
def test_the_packet_is_read_without_asking(remembered: Sandbox, claude: Claude, folder: str):
    cwd = remembered.project / folder
    cwd.mkdir(parents=True, exist_ok=True)
    claude.trust(cwd)
    seen = len(claude.api.turns)

    def read_it(request: Any) -> Reply:
        packet = packet_named(added(claude.api.turns[seen]))
        return Reply("I look it up.", tools=(ToolCall("Read", {"file_path": str(packet)}),))

    claude.api.script(read_it, "Going on with the parser.")
    shell = remembered.shell("bash", cwd=cwd)
    claude.start_in(shell).say("continue from last time")

    [result] = claude.api.tool_results(claude.api.turns[-1])
    assert not result.get("is_error")
    assert "Make the parser accept empty input" in result["content"]


def test_the_packet_arrives_when_the_user_names_it(remembered: Sandbox, claude: Claude):
    packet = store_of(remembered) / facade_of(remembered)["contextPacketPath"]
    session = claude.start_in(remembered.shell("bash"))
    session.say(f"@{packet} what was that about?")

    assert "no_such_module_here" in claude.api.turns[-1].text


def test_a_killed_session_is_remembered(installed: Sandbox, claude: Claude):
    shell = installed.shell("bash")
    session = claude.start_in(shell)
    session.say("Rename the config loader")
    kill_client(claude)

    wait_for_facade(installed, "Rename the config loader")


def test_a_session_killed_in_mid_turn_is_interrupted(installed: Sandbox, claude: Claude):
    shell = installed.shell("bash")
    session = claude.start_in(shell)
    session.submit("Rename the config loader [[SLEEP:30]]")
    wait_for(lambda: any("Rename" in path.read_text() for path in claude.transcripts()), 20, "the prompt on disk")
    kill_client(claude)

    wait_for_facade(installed, "Rename the config loader", "interrupted")


@pytest.mark.lazy
def test_projects_do_not_mix(installed: Sandbox, claude: Claude):
    """Neither those of the same folder name nor those whose transcript folders collide."""
    others = [
        installed.new_project("api", installed.home / "a"),
        installed.new_project("api", installed.home / "b"),
        installed.new_project("x y", installed.home / "c"),
        installed.new_project("x-y", installed.home / "c"),
    ]
    for number, project in enumerate(others):
        claude.trust(project)
        claude.ask(f"The word is secret{number}word", cwd=project)
    for project in others:
        installed.run(["ctxdb-hooks", "pack"], cwd=project)

    for number, project in enumerate(others):
        packet = installed.run(["ctxdb-hooks", "pack", "--stdout"], cwd=project).stdout
        words = {word for word in packet.split() if word.startswith("secret")}
        assert words == {f"secret{number}word"}


@pytest.mark.lazy
def test_history_from_before_the_install_counts(sandbox: Sandbox, claude: Claude):
    claude.ask("Port the scheduler to asyncio")
    sandbox.install("bash")

    wait_for_facade(sandbox, "Port the scheduler to asyncio", "done", seconds=10)


@pytest.mark.lazy
def test_the_work_tree_stays_clean(remembered: Sandbox):
    (remembered.project / "pyproject.toml").write_text(
        '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n'
        '[project]\nname = "flat"\nversion = "1"\n'
    )
    package = remembered.project / "flat"
    package.mkdir()
    (package / "__init__.py").write_text("")
    remembered.run(["git", "add", "."])
    remembered.run(["git", "commit", "-qm", "A package"])

    assert remembered.run(["git", "status", "--porcelain", "--ignored"]).stdout == ""
    remembered.run([sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--target", remembered.root / "t", "."])
    remembered.run(["git", "clean", "-fdxq"])
    assert "parser" in facade_of(remembered)["goal"]


@pytest.mark.lazy
def test_the_status_line_on_a_terminal(remembered: Sandbox, claude: Claude):
    shell = remembered.shell("bash")
    session = claude.start_in(shell)
    assert session.exit() == 0

    assert "Context packet: (lazy-load; agent self-discovers memory)" in shell.terminal.raw.decode("utf-8", "replace")


def test_switched_off_nothing_is_added(remembered: Sandbox, claude: Claude):
    before = len(claude.api.turns)
    claude.start_in(remembered.shell("bash"), "CTXDB_HOOKS=0 claude").say("Hello")

    assert added(claude.api.turns[before]) == ""
