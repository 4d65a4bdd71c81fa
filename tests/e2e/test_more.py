"""What the packet says of where more is: each real client gets at it as it is told, and asks nobody."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from ctxdb_hooks.rehearsal import replay
from tests.support.claude_client import Claude
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini
from tests.support.memory import store_of
from tests.support.replies import Reply, Run, ToolCall
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy


@pytest.fixture
def remembering(sandbox: Sandbox) -> Sandbox:
    """One recorded session, remembered."""
    sandbox.install("bash")
    replay(sandbox.home / ".claude", str(sandbox.project))
    sandbox.run(["ctxdb-hooks", "pack"])
    return sandbox


def told(sandbox: Sandbox, agent: str) -> str:
    """Where more is, as this agent's packet says."""
    text = (store_of(sandbox) / "memory/context-db/exports" / f"latest-{agent}-context.md").read_text()
    return next(line for line in text.splitlines() if line.startswith("More"))


def test_claude_reads_a_sessions_file_without_a_question(claude: Claude, remembering: Sandbox):
    [pattern] = re.findall(r"read (\S+) ", told(remembering, "claude-code"))
    [path] = [path for path in Path(pattern).parent.glob("*-context.md") if not path.name.startswith("latest-")]
    session = json.loads(remembering.run(["ctxdb-hooks", "show", "--json"]).stdout)["meta"]["sessionId"]
    assert path.name == Path(pattern.replace("*-ID", session)).name
    claude.api.script(Reply("I look.", tools=(ToolCall("Read", {"file_path": str(path)}),)), "Seen.")
    remembering.run(["bash", "-ic", "claude -p 'What was decided about links?'"])
    assert "Links must expire" in json.dumps(claude.api.tool_results(claude.api.turns[-1]))


def test_codex_searches_in_its_sandbox(codex: Codex, remembering: Sandbox):
    [search, show] = re.findall(r"`(/[^`]+)`", told(remembering, "codex-cli"))
    session = json.loads(remembering.run(["ctxdb-hooks", "show", "--json"]).stdout)["meta"]["sessionId"]
    line = f"{search.replace('WORDS', 'expire')}; {show.replace('ID', session[-8:])}"
    codex.api.script(Reply("I look.", tools=(Run(line),)), "Seen.")
    remembering.run(["bash", "-ic", " ".join(["codex", *(f"'{part}'" for part in codex.one_shot("Look"))])])
    seen = json.dumps(codex.api.tool_results(codex.api.turns[-1]))
    assert f"{session}#" in seen and "# Links must expire" in seen


def test_gemini_is_named_no_file_that_it_cannot_read(gemini: Gemini, remembering: Sandbox):
    line = told(remembering, "gemini-cli")
    outside = re.findall(r"(?<!`)/\S+-context\.md", line)
    assert not outside and "beside this file" in line
