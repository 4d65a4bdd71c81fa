"""One memory, whichever client was used: the three real clients tell each other what they did."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from typing import Any

import pytest

from tests.support.claude_client import Claude
from tests.support.client import Client
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini
from tests.support.memory import added, leave_nothing_to_chance, nudges, packet_named, wait_for_facade
from tests.support.replies import Reply, Run, ToolCall
from tests.support.sandbox import Sandbox
from tests.support.tokens import count_tokens
from tests.support.wait import wait_for

AGENTS = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}
PAIRS = list(itertools.permutations(AGENTS, 2))


@pytest.fixture
def clients(claude: Claude, codex: Codex, gemini: Gemini, sandbox: Sandbox) -> dict[str, Client]:
    """All three, with ctxdb-hooks installed beside them."""
    sandbox.install("bash")
    return {"claude": claude, "codex": codex, "gemini": gemini}


def in_shell(sandbox: Sandbox, line: str, **options: Any) -> subprocess.CompletedProcess[str]:
    """A line as a person types it into bash: the functions are defined, the output goes to a pipe."""
    return sandbox.run(["bash", "-ic", line], **options)


@pytest.mark.relaunch
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_what_one_did_the_other_is_told(
    clients: dict[str, Client], sandbox: Sandbox, loading: str, first: str, second: str
):
    before, after = clients[first], clients[second]
    session = before.start_in(sandbox.shell("bash"))
    session.say("Teach the lexer about comments")
    session.exit()
    facade = wait_for_facade(sandbox, "Teach the lexer about comments")
    assert facade["sessionId"].startswith(AGENTS[first])

    after.start_in(sandbox.shell("bash")).say("Hello")
    said = added(after.api.turns[0])
    assert "Teach the lexer about comments" in said
    assert AGENTS[first] in said
    if loading == "lazy":
        assert max(count_tokens(said)) < 150
        assert "Teach the lexer" in packet_named(said).read_text()


@pytest.mark.lazy
def test_the_packet_names_all_three(clients: dict[str, Client], sandbox: Sandbox):
    for name, client in clients.items():
        client.ask(f"Work done in {name}")
    packet = sandbox.run(["ctxdb-hooks", "pack", "--stdout"]).stdout
    for name, agent in AGENTS.items():
        assert f"Work done in {name}" in packet
        assert agent in packet


def read_call(name: str, path: str) -> ToolCall | Run:
    if name == "claude":
        return ToolCall("Read", {"file_path": path})
    return Run(f"cat '{path}'") if name == "codex" else ToolCall("read_file", {"file_path": path})


@pytest.mark.lazy
@pytest.mark.parametrize("name", AGENTS)
def test_each_reads_the_packet_without_asking(clients: dict[str, Client], sandbox: Sandbox, name: str):
    client = clients[name]
    clients["claude"].ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])

    def look_it_up(request: Any) -> Reply:
        return Reply("Looking.", tools=(read_call(name, str(packet_named(added(request)))),))

    turns = len(client.api.turns)
    client.api.script(look_it_up, "Going on.")
    client.start_in(sandbox.shell("bash")).say("continue from last time")

    results = str(client.api.tool_results(client.api.turns[turns + 1]))
    assert "Teach the lexer about comments" in results


@pytest.mark.lazy
@pytest.mark.parametrize("mode", ["read-only", "workspace-write"])
def test_codex_reads_it_from_its_sandbox(clients: dict[str, Client], sandbox: Sandbox, mode: str):
    codex = clients["codex"]
    assert isinstance(codex, Codex)
    codex.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    codex.settings({"sandbox_mode": mode})
    turns = len(codex.api.turns)
    codex.api.script(
        lambda request: Reply("Looking.", tools=(Run(f"cat '{packet_named(added(request))}'"),)), "Going on."
    )
    codex.start_in(sandbox.shell("bash")).say("continue from last time")
    assert "Teach the lexer about comments" in str(codex.api.tool_results(codex.api.turns[turns + 1]))


@pytest.mark.lazy
def test_another_client_goes_on_where_this_one_stopped(clients: dict[str, Client], sandbox: Sandbox):
    clients["claude"].ask("Teach the lexer about comments")
    codex = clients["codex"]
    codex.start_in(sandbox.shell("bash"), "ctxdb-hooks handoff codex").say("Go on")
    assert "Project memory" in codex.api.turns[-1].text
    assert "Teach the lexer about comments" in codex.api.turns[-1].text


@pytest.mark.lazy
def test_gemini_is_told_again_after_clear(clients: dict[str, Client], sandbox: Sandbox):
    gemini = clients["gemini"]
    gemini.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    session = gemini.start_in(sandbox.shell("bash"))
    session.say("Hello")
    session.say("Hello again")
    assert gemini.api.turns[-1].text.count("This project uses ContextDB") == 1
    session.submit("/clear")
    session.terminal.wait_for(lambda screen: "Hello again" not in screen, 30)
    session.wait_until_ready()
    session.say("And now")
    assert added(gemini.api.turns[-1])


def test_gemini_is_told_in_a_folder_that_it_does_not_trust(clients: dict[str, Client], sandbox: Sandbox):
    gemini = clients["gemini"]
    gemini.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    (sandbox.home / ".gemini" / "trustedFolders.json").write_text(json.dumps({str(sandbox.project): "DO_NOT_TRUST"}))
    gemini.start_in(sandbox.shell("bash")).say("Hello")
    assert added(gemini.api.turns[-1])


ONE_SHOT = {
    "claude": ["claude -p hi", 'x=$(claude hi -p); echo "$x"', "echo hi | claude -p"],
    "codex": ["codex exec hi", "codex e hi", "echo hi | codex exec -", "codex review --uncommitted"],
    "gemini": ["gemini -p hi", "gemini <<< hi", "gemini 'hi there'"],
}
# Ids, times, and what Gemini now and then says of its own start.
CHANGING = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z|^\[STARTUP\].*\n", re.M)


@pytest.mark.lazy
@pytest.mark.parametrize(("name", "line"), [(name, line) for name, lines in ONE_SHOT.items() for line in lines])
def test_a_one_shot_call_gets_the_packet_at_once(clients: dict[str, Client], sandbox: Sandbox, name: str, line: str):
    client = clients[name]
    client.ask("Teach the lexer about comments")
    client.api.script("same answer", "same answer")
    without = in_shell(sandbox, line, env={"CTXDB_HOOKS": "0"}, check=False)
    turns = len(client.api.turns)
    done = in_shell(sandbox, line, env={"CTXDB_ONESHOT_WAIT_MS": "60000"}, check=False)

    assert (done.stdout, done.returncode) == (without.stdout, without.returncode)
    assert CHANGING.sub("", done.stderr) == CHANGING.sub("", without.stderr)
    assert "same answer" in done.stdout
    request = client.api.turns[turns].text
    assert "Teach the lexer about comments" in request
    assert "# Project memory" in request or "Project memory" in request


@pytest.mark.lazy
@pytest.mark.parametrize("name", ["codex", "gemini"])
def test_a_one_shot_call_that_fails_fails_as_without_us(clients: dict[str, Client], sandbox: Sandbox, name: str):
    client = clients[name]
    client.ask("Teach the lexer about comments")
    line = " ".join([client.command, *client.one_shot("'[[ERR:400]]'")])
    without = in_shell(sandbox, line, env={"CTXDB_HOOKS": "0"}, check=False)
    turns = len(client.api.turns)
    done = in_shell(sandbox, line, env={"CTXDB_ONESHOT_WAIT_MS": "60000"}, check=False)

    assert done.returncode == without.returncode != 0
    assert done.stdout == without.stdout
    assert "Teach the lexer about comments" in client.api.turns[turns].text


@pytest.mark.lazy
def test_under_ci_gemini_gets_the_packet_at_once_on_a_terminal_too(clients: dict[str, Client], sandbox: Sandbox):
    gemini = clients["gemini"]
    gemini.ask("Teach the lexer about comments")
    done = sandbox.shell("bash").run("CTXDB_ONESHOT_WAIT_MS=60000 CI=true gemini 'hi there'", seconds=60)
    assert done.status == 0 and "MOCK-REPLY" in done.output
    assert "# Project memory" in gemini.api.turns[-1].text


@pytest.mark.lazy
@pytest.mark.parametrize("name", AGENTS)
def test_a_private_call_is_told_nothing_and_never_remembered(clients: dict[str, Client], sandbox: Sandbox, name: str):
    client = clients[name]
    client.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])  # what is not known yet and began in the same moment would be left out too
    line = " ".join([client.command, *client.one_shot("'My own diary'")])
    in_shell(sandbox, line, env={"CTXDB_PRIVATE": "1"})
    assert "Teach the lexer" not in client.api.turns[-1].text
    sandbox.rest()
    packet = sandbox.run(["ctxdb-hooks", "pack", "--stdout"]).stdout
    assert "Teach the lexer about comments" in packet
    kept = [path for path in sandbox.state.glob("projects/*/memory/**/*") if path.is_file()]
    assert kept and not [path for path in kept if b"diary" in path.read_bytes()]


@pytest.mark.lazy
def test_gemini_s_own_conversation_is_as_it_would_be(clients: dict[str, Client], sandbox: Sandbox):
    """What the person sees and typed, and what goes on from there; the model's part holds ours once."""
    gemini = clients["gemini"]
    gemini.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    session = gemini.start_in(sandbox.shell("bash"))
    session.say("What is two plus two?")
    assert added(gemini.api.turns[-1])
    # Above the screen stands our own line for the person.
    assert "This project uses" not in session.screen and "hook_context" not in session.screen
    rows = [json.loads(line) for line in gemini.transcripts()[-1].read_text().splitlines()]
    [said] = [row for row in rows if row.get("type") == "user"]
    assert said["displayContent"] == [{"text": "What is two plus two?"}]
    session.exit()
    logs = (gemini.transcripts()[-1].parents[1] / "logs.json").read_text()
    assert "two plus two" in logs and "ContextDB" not in logs

    in_shell(sandbox, "gemini -r latest -p 'And three?'")
    request = gemini.api.turns[-1].text
    assert "What is two plus two?" in request and "And three?" in request
    assert request.count("This project uses ContextDB") == 1


@pytest.mark.lazy
def test_a_gemini_that_the_user_s_own_hook_starts_is_not_told(clients: dict[str, Client], sandbox: Sandbox):
    gemini = clients["gemini"]
    assert isinstance(gemini, Gemini)
    gemini.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    command = "[ -n \"$INNER\" ] || INNER=1 gemini -p 'Sum it up' </dev/null >/dev/null 2>&1; exit 0"
    gemini.settings({"hooks": {"AfterAgent": [{"hooks": [{"type": "command", "command": command, "timeout": 60000}]}]}})
    turns = len(gemini.api.turns)
    in_shell(sandbox, "gemini -p 'Hello there'", env={"CTXDB_ONESHOT": "facade"})
    outer, inner = gemini.api.turns[turns:]
    assert "Hello there" in outer.text and added(outer)
    assert "Sum it up" in inner.text and not added(inner)


@pytest.mark.lazy
def test_a_session_that_codex_archives_stays_one(clients: dict[str, Client], sandbox: Sandbox):
    codex = clients["codex"]
    codex.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    [rollout] = codex.transcripts()
    in_shell(sandbox, f"codex archive {rollout.stem[-36:]}")
    assert codex.transcripts() == []
    sandbox.run(["ctxdb-hooks", "pack"])
    assert json.loads(sandbox.run(["ctxdb-hooks", "status", "--json"]).stdout)["sessions"] == 1
    assert "Teach the lexer about comments" in sandbox.run(["ctxdb-hooks", "pack", "--stdout"]).stdout


def test_gemini_is_not_blocked_when_we_are_gone(clients: dict[str, Client], sandbox: Sandbox):
    gemini = clients["gemini"]
    hook = sandbox.data / "launch" / "ctxdb_hooks_hook"
    hook.unlink()
    done = gemini.ask("Hello", env={"CTXDB_GEMINI_FACADE": "/nowhere"})
    assert "MOCK-REPLY" in done.stdout
    assert "blocked" not in done.stderr.lower()


@pytest.mark.lazy
def test_a_chat_that_gemini_deletes_at_its_next_start_costs_no_memory(clients: dict[str, Client], sandbox: Sandbox):
    gemini = clients["gemini"]
    gemini.ask("Remember the pagination")
    unread = gemini.transcripts()
    gemini.start_in(sandbox.shell("bash"))
    wait_for(lambda: list(sandbox.state.glob("projects/*/chats/*")), 20, "the chat kept")
    for path in unread:
        path.unlink()

    def packed() -> bool:
        return any("pagination" in path.read_text() for path in sandbox.state.glob("projects/*/memory/*/exports/*.md"))

    wait_for(packed, 10, "a packet with the deleted chat")


@pytest.mark.lazy
@pytest.mark.relaunch
@pytest.mark.parametrize("name", ["claude", "gemini"])
def test_turns_that_need_memory_are_told_to_load_it(clients: dict[str, Client], sandbox: Sandbox, name: str):
    client = clients[name]
    client.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    leave_nothing_to_chance(sandbox)

    session = client.start_in(sandbox.shell("bash"))
    session.say("What is two plus two?")
    assert nudges(client.api.turns[-1]) == []
    session.say("What did we decide in our previous session?")
    assert len(nudges(client.api.turns[-1])) == 1
    session.say("And what did we decide in the session before?")
    assert len(nudges(client.api.turns[-1])) == 1  # never twice: context accumulates


@pytest.mark.lazy
@pytest.mark.parametrize("name", ["claude", "gemini"])
def test_without_us_no_turn_is_judged(clients: dict[str, Client], sandbox: Sandbox, name: str):
    client = clients[name]
    client.ask("Teach the lexer about comments")
    sandbox.run(["ctxdb-hooks", "pack"])
    client.start_in(sandbox.shell("bash"), f"command {name}").say("Continue where we left off last time")
    assert nudges(client.api.turns[-1]) == []
    assert added(client.api.turns[-1]) == ""


def test_the_user_s_own_codex_instructions_stay(clients: dict[str, Client], sandbox: Sandbox):
    codex = clients["codex"]
    assert isinstance(codex, Codex)
    codex.ask("Teach the lexer about comments")
    codex.settings({"developer_instructions": "Answer in rhymes, always."})
    sandbox.run(["ctxdb-hooks", "pack"])
    codex.start_in(sandbox.shell("bash")).say("Hello")

    request = codex.api.turns[-1]
    assert "Teach the lexer about comments" in added(request)
    assert "Answer in rhymes, always." in request.text
