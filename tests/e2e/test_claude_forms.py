"""Every form of Claude's command line on the real client: what it does without us it does with us, and it is told.

Requests, output and exit status of two runs are compared, one by the shell's `command claude`, one by our function.
"""

from __future__ import annotations

import json
import re
import subprocess
import uuid
from typing import Any

import pytest

from ctxdb_hooks.clients.claude import grammar
from tests.support.claude_client import Claude
from tests.support.memory import added
from tests.support.mock_server import Request
from tests.support.sandbox import Sandbox
from tests.support.shell import Shell
from tests.support.wait import wait_for

pytestmark = pytest.mark.lazy  # each test says how it loads

GOAL = "Teach the parser about comments"
LAZY = {"CTXDB_ONESHOT": "facade"}
QUICK = {"CTXDB_BREAKER": "0"}  # one mistake after the other, as it were our fault
FULL = {"CTXDB_ONESHOT_WAIT_MS": "60000"}


@pytest.fixture
def told(installed: Sandbox, claude: Claude) -> Claude:
    """The client in a project with a memory of one session, in a shell that has our functions."""
    claude.ask(GOAL)
    installed.run(["ctxdb-hooks", "pack"])
    return claude


def run(
    claude: Claude, command: str, args: list[str], stdin: str = "", env: dict[str, str] | None = None
) -> tuple[subprocess.CompletedProcess[str], list[Request]]:
    """Run a command line in a shell; what it gave, and the turns that reached the API meanwhile."""
    sandbox = claude.sandbox
    turns = len(claude.api.turns)
    script = f'source {sandbox.data}/shell/ctxdb.bash; {command} "$@"'
    done = sandbox.run(["bash", "-c", script, "bash", *args], stdin=stdin, env=env, check=False)
    return done, claude.api.turns[turns:]


def said(claude: Claude, request: Request) -> dict[str, Any]:
    """What of a request must not depend on us."""
    body = request.body
    return {
        "model": body.get("model"),
        "tools": [tool.get("name") for tool in body.get("tools") or []],
        "prompt": claude.api.prompt(request),
        "messages": len(body.get("messages") or []),
    }


def both(
    claude: Claude, args: list[str], stdin: str = "", env: dict[str, str] | None = None
) -> tuple[list[Request], list[Request]]:
    """The turns of a run without us and of one with us, which are alike in all that the user sees."""
    claude.api.script("same answer", "same answer")
    before, raw = run(claude, "command claude", args, stdin, env)
    after, ours = run(claude, "claude", args, stdin, env)
    assert (after.returncode, after.stdout, after.stderr) == (before.returncode, before.stdout, before.stderr), args
    assert [said(claude, request) for request in ours] == [said(claude, request) for request in raw], args
    return raw, ours


ONE_SHOTS = [
    ["-p", "what is this?"],
    ["what is this?", "-p"],
    ["--print", "-p", "what is this?"],
    ["-p", "--", "what is this?"],
    ["-p", "--", "--append-system-prompt"],
    ["-p", "mcp", "list"],
    ["mcp", "list", "-p"],
    ["mcp", "list", "--", "-p"],
    ["-p", "--model", "claude-sonnet-4-5", "what is this?"],
    ["-p", "--model=claude-sonnet-4-5", "what is this?"],
    ["-p", "--allowedTools", "Read", "Edit", "--", "what is this?"],
    ["--allowedTools=Read", "-p", "what is this?"],
    ["-p", "--max-turns", "3", "what is this?"],
    ["-p", "--output-format", "text", "what is this?"],
    ["-p", "--system-prompt", "CUSTOM", "what is this?"],
    ["-p", "--append-system-prompt", "MINE", "what is this?"],
    ["-p", "what is this?", "--append-system-prompt=MINE"],
    ["-p", "--append-system-prompt", "-dash", "what is this?"],
    ["-p", "--exclude-dynamic-system-prompt-sections", "what is this?"],
    ["-p", "--safe-mode", "what is this?"],
    ["-p", "--bare", "what is this?"],
    ["-p", "--no-session-persistence", "what is this?"],
    ["what is this?"],
    ["修复 `this` \"$(x)\" 'y' \\ \n\n😀👩‍👩‍👧", "-p"],
]


@pytest.mark.parametrize("part", range(4))
def test_one_shot_forms_are_sessions_and_are_told(told: Claude, part: int):
    """Of some last session: the one before becomes it as it ends."""
    for args in ONE_SHOTS[part::4]:
        raw, ours = both(told, args, env=LAZY)
        assert raw and not added(raw[0]), args
        assert "ContextDB" in added(ours[0]), args


def test_a_prompt_by_a_pipe(told: Claude):
    _, ours = both(told, ["-p"], stdin="What is this?\n", env=LAZY)
    assert told.api.prompt(ours[0]).strip() == "What is this?"
    assert GOAL in added(ours[0])
    _, ours = both(told, [], stdin="What is that?\n", env=LAZY)
    assert told.api.prompt(ours[0]).strip() == "What is that?"
    assert added(ours[0])


NO_SESSIONS = [
    ["mcp", "list"],
    ["--", "mcp", "list"],
    ["--append-system-prompt", "x", "mcp", "list"],
    ["agents", "--json"],
    ["plugin", "list"],
    ["--version"],
    ["-v"],
    ["--help"],
    ["mcp", "-h"],
    ["stop", "abc"],
    ["logs", "abc"],
    ["rc", "-h"],
    ["doctr"],
    ["--mode", "opus"],
    ["--no-such-option"],
    ["-p", "--no-such-option"],
    ["--append-system-prompt"],
]


@pytest.mark.parametrize("part", range(2))
def test_R036_R037_R038_R040_R041_R042_R044_calls_that_are_no_sessions(told: Claude, part: int):
    for args in NO_SESSIONS[part::2]:
        assert both(told, args) == ([], []), args


ERRORS = [
    ["-p", "--allowedTools", "Read", "what is this?"],  # the prompt is swallowed
    ["-p", "--add-dir", "/tmp", "what is this?"],
    ["-p"],
    ["--model", "-p"],
    ["-p", "--append-system-prompt", "a", "--append-system-prompt-file", "/nowhere", "x y"],
    ["-p", "--append-system-prompt-file", "/nowhere", "x y"],
    ["-p", "--resume", "nope", "x y"],
    ["-p", "--resume", "0b0e7b6e-1111-4222-8333-444455556666", "x y"],
    ["-p", "--session-id", "no-uuid", "x y"],
]


def test_mistakes_are_answered_as_without_us(told: Claude):
    for args in ERRORS:
        assert both(told, args, env=QUICK) == ([], []), args


@pytest.mark.parametrize("args", [["-p", "--append-system-prompt-file", "FILE", "what is this?"]])
def test_beside_a_file_of_the_users_own_nothing_is_added(told: Claude, args: list[str]):
    path = told.sandbox.home / "own"
    path.write_text("MINE-FILE")
    raw, ours = both(told, [str(path) if arg == "FILE" else arg for arg in args])
    assert told.api.system(ours[0]).count("MINE-FILE") == 1
    assert not added(ours[0]) and "# Project memory" not in ours[0].text
    assert strip(told, ours[0]) == strip(told, raw[0])


def strip(claude: Claude, request: Request) -> str:
    """The system prompt without what differs from run to run."""
    return re.sub(r"cc_version=[^;]*;|cch=[^;]*;", "", claude.api.system(request))


def test_what_is_added_is_all_that_is_added(told: Claude):
    """The text before the git status, the folder among the working directories, and the identity that -p gives it."""
    raw, ours = both(told, ["-p", "--append-system-prompt", "MINE", "what is this?"], env=LAZY)
    text = added(ours[0])
    system = strip(told, ours[0]).replace(f"{text}\n\n", "")
    exports = re.search(r"Full history: (.*)/latest-claude-code-context.md", text)
    assert exports
    folder = [line for line in system.splitlines() if exports[1] in line]
    assert len(folder) == 1
    lines = [line for line in system.splitlines() if line not in folder]
    missing = [line for line in strip(told, raw[0]).splitlines() if line not in lines]
    more = [line for line in lines if line not in strip(told, raw[0]).splitlines()]
    assert not missing and len(more) <= 1, (missing, more)  # the heading of the folders


def test_the_packet_reaches_a_one_shot_call_whole(told: Claude):
    _, ours = both(told, ["-p", "what is this?"], env=FULL)
    packet = told.sandbox.run(["ctxdb-hooks", "pack", "--stdout"]).stdout
    assert packet.splitlines()[0] in told.api.system(ours[0])
    assert f"## Latest session: {GOAL}" in told.api.system(ours[0]) or GOAL in told.api.system(ours[0])


def test_R047_R048_beside_a_long_text_the_facade_stands_and_the_packet_by_a_file(told: Claude):
    long = "x" * 100_000
    _, ours = both(told, ["-p", "what is this?", "--append-system-prompt", long], env=FULL)
    system = told.api.system(ours[0])
    assert long in system and added(ours[0]) and "# Project memory" not in system


@pytest.mark.parametrize("size", [130_900, 131_071, 131_072])
def test_R047_a_text_at_the_kernels_limit(told: Claude, size: int):
    """Where ours does not fit beside it, theirs alone stands; what the kernel refuses, it refuses with us too."""
    line = f'-p "what is this?" --append-system-prompt "$(printf "%{size}s" x)"'
    results = []
    for command in ("command claude", "claude"):
        turns = len(told.api.turns)
        script = f"source {told.sandbox.data}/shell/ctxdb.bash; {command} {line}"
        done = told.sandbox.run(["bash", "-c", script], env=LAZY, check=False)
        systems = [" " * 1000 in told.api.system(turn) for turn in told.api.turns[turns:]]
        results.append((done.returncode, "Argument list too long" in done.stderr, systems))
    assert results[0] == results[1]
    assert results[0][0] == (126 if size > 131_071 else 0)


# Sessions that go on


def cached(request: Request) -> str:
    """What the prompt cache sees first: tools and system prompt."""
    system = re.sub(r"cc_version=[^;]*;|cch=[^;]*;", "", json.dumps(request.body.get("system")))
    return json.dumps(request.body.get("tools")) + system


@pytest.mark.parametrize("form", ["-r", "-c", "fork"])
def test_two_resumes_have_equal_prefixes(told: Claude, form: str):
    """Around a session of another kind, which changes what a new session would be told."""
    sandbox = told.sandbox
    native = str(uuid.uuid4())
    _, [first] = run(told, "claude", ["-p", "--session-id", native, "Begin"], env=LAZY)
    assert GOAL in added(first)
    sandbox.run(["ctxdb-hooks", "pack"])
    forms = {
        "-r": ["-p", "-r", native],
        "-c": ["-p", "-c"],
        "fork": ["-p", "-r", native, "--fork-session"],
    }
    args = forms[form]
    _, [one] = run(told, "claude", [*args, "Go on"], env=LAZY)
    sandbox.run(["ctxdb-hooks", "pack"])
    told.ask("Something else altogether", cwd=sandbox.new_project("elsewhere"))
    if form != "-c":
        told.ask("Another matter here")
        sandbox.run(["ctxdb-hooks", "pack"])
    _, [two] = run(told, "claude", [*args, "And on"], env=LAZY)
    assert added(one) == added(two) == added(first)
    assert cached(one) == cached(two)
    before, after = one.body["messages"], two.body["messages"]
    assert [m["role"] for m in after[: len(before) - 1]] == [m["role"] for m in before[:-1]]


def test_a_session_begun_without_us_goes_on_without_us(told: Claude):
    native = str(uuid.uuid4())
    told.ask("Begin", "--session-id", native)
    told.sandbox.run(["ctxdb-hooks", "pack"])
    _, [raw] = run(told, "command claude", ["-p", "-r", native, "Go on"])
    _, [ours] = run(told, "claude", ["-p", "-r", native, "Go on"])
    assert not added(ours) and cached(ours) == cached(raw)


def test_at_a_terminal_a_session_goes_on_with_what_it_began_with(told: Claude):
    shell = told.sandbox.shell("bash")
    session = told.start_in(shell)
    session.say("Begin at the terminal")
    first = added(told.api.turns[-1])
    assert GOAL in first
    assert session.exit() == 0
    told.sandbox.rest()
    session = told.start_in(shell, "claude -c")
    session.say("Go on at the terminal")
    assert added(told.api.turns[-1]) == first
    assert session.exit() == 0


# Other places


def test_a_work_tree_of_the_clients_own_gets_a_short_packet_and_no_path(told: Claude):
    _, ours = run(told, "claude", ["-p", "-w", "feature", "what is this?"], env=LAZY)
    system = told.api.system(ours[0])
    assert GOAL in system and "# Project memory" in system
    assert str(told.sandbox.state) not in ours[0].text


def test_from_a_subfolder_and_a_linked_worktree(told: Claude):
    sandbox = told.sandbox
    (sandbox.project / "sub").mkdir()
    sandbox.run(["git", "worktree", "add", "-q", str(sandbox.root / "linked"), "-b", "other"])
    for place in (sandbox.project / "sub", sandbox.root / "linked"):
        script = f'cd "{place}"; source {sandbox.data}/shell/ctxdb.bash; claude -p "what is this?"'
        turns = len(told.api.turns)
        sandbox.run(["bash", "-c", script], env=LAZY)
        assert GOAL in added(told.api.turns[turns])


def test_ci_changes_nothing(told: Claude):
    _, ours = both(told, ["-p", "what is this?"], env={**LAZY, "CI": "true"})
    assert GOAL in added(ours[0])


# The table against the client's own word

OPTION = re.compile(r"^  (?:(-\w), )?(--[\w-]+)(?:, (--[\w-]+))?(?: ([<\[])[^>\]]*?(\.\.\.)?[>\]])?", re.M)
COMMAND = re.compile(r"^  ([a-z][\w-]*)(?:\|([\w-]+))?(?= |$)", re.M)


def test_every_option_and_command_is_in_the_table(claude: Claude):
    text = claude.sandbox.run(["claude", "--help"]).stdout
    options, _, commands = text.partition("\nCommands:")
    missing = {}
    for short, name, other, bracket, dots in OPTION.findall(options.partition("\nOptions:")[2]):
        for spelling in filter(None, (short, name, other)):
            if spelling in grammar.INFORM:
                continue
            table = grammar.NONE
            if bracket == "[":
                table = grammar.MAYBE
            elif bracket == "<":
                table = grammar.MANY if dots else grammar.ONE
            if spelling not in table:
                missing[spelling] = (bracket, dots)
    assert not missing
    found = {name for pair in COMMAND.findall(commands) for name in pair if name}
    assert {"mcp", "plugin", "doctor"} <= found
    assert found <= grammar.COMMANDS | grammar.FIRST


NESTED = {
    "auth": "login logout status",
    "auto-mode": "config critique defaults",
    "mcp": "add add-from-claude-desktop add-json get list login logout remove reset-project-choices serve",
    "plugin": "autoremove details disable enable eval i init install list marketplace new prune remove rm tag "
    "uninstall update validate",
    "project": "purge",
}


@pytest.mark.parametrize("command", NESTED)
def test_the_commands_below_commands_are_those_we_know(claude: Claude, command: str):
    """They pass untouched, whatever they are; a new one shows that a new version is to be looked at."""
    text = claude.sandbox.run(["claude", command, "--help"]).stdout.partition("\nCommands:")[2]
    found = {name for pair in COMMAND.findall(text) for name in pair if name} - {"help"}
    assert found <= set(NESTED[command].split())


# A policy


def test_a_policy_that_makes_a_flag_of_ours_an_error(told: Claude):
    """The client refuses --plugin-dir and ends at once; the next start does without it."""
    sandbox = told.sandbox
    cache = sandbox.state / "claude.cache"
    assert json.loads(cache.read_bytes())["plugin"] is True
    etc = sandbox.root / "etc"
    sandbox.run(["cp", "-a", "/etc", str(etc)])
    (etc / "claude-code").mkdir()
    (etc / "claude-code/managed-settings.json").write_text('{"disableSideloadFlags": true}')
    # A view of the system in which an administrator has been at work, for this shell and what it starts.
    view = ["unshare", "--map-root-user", "--mount", "bash", "-c", f"mount --bind {etc} /etc; exec bash -i"]
    shell = Shell("bash", sandbox.terminal(view, env={"SHELL": "/bin/bash"}))
    result = shell.run("claude", 60)
    assert result.status == 1 and "disableSideloadFlags" in result.output
    wait_for(lambda: json.loads(cache.read_bytes())["plugin"] is False, 30)
    session = told.start_in(shell)
    session.say("Now it works")
    assert GOAL in added(told.api.turns[-1])
    assert session.exit() == 0
