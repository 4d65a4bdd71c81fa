"""What of a transcript of Claude's becomes memory, and what does not."""

from __future__ import annotations

import json
import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxdb_hooks.clients.claude import ingest
from ctxdb_hooks.clients.claude.lines import rows as decoded
from ctxdb_hooks.clients.claude.reader import Reader
from ctxdb_hooks.clients.jsonl import ON_A_LINE, Cursor, lines
from ctxdb_hooks.contextdb.files import open_regular
from tests.clients.claude_lines import CWD, Transcript

SAID = ("prompt", "answer", "plan")


@pytest.fixture
def talk():
    return Transcript()


@pytest.fixture
def read(tmp_path):
    """Read a transcript, or its bytes, to the end; the cursor is kept between calls."""
    cursor = Cursor()

    def read(source, name="5e55104e-0000-4000-8000-000000000001"):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(source.data() if isinstance(source, Transcript) else source)
        return read_path(path, cursor)

    read.cursor = cursor
    return read


def read_path(path, cursor):
    fd = open_regular(path)
    try:
        return ingest.read(fd, path, cursor)
    finally:
        os.close(fd)


def seen(reading):
    return [(event.kind, event.text) for event in reading.events]


def test_a_conversation_with_tools(talk, read):
    talk.prompt("fix the parser in src/parse.py")
    talk.assistant({"type": "thinking", "thinking": "hm", "signature": "x" * 100})
    talk.answer("I look at it.")
    talk.tool("Read", file_path=f"{CWD}/src/parse.py")
    talk.tool("Edit", file_path=f"{CWD}/src/parse.py", old_string="a", new_string="def parse_all(): ...")
    talk.tool("Bash", "Exit code 1\n2 failed", error=True, command="cd tests && pytest test_parse.py -q")
    talk.answer("Two tests fail.")
    reading = read(talk)
    assert [(event.kind, event.text, event.refs) for event in reading.events] == [
        ("prompt", "fix the parser in src/parse.py", []),
        ("answer", "I look at it.", []),
        ("read", "", [f"{CWD}/src/parse.py"]),
        ("edit", "def parse_all(): ...", [f"{CWD}/src/parse.py"]),
        ("failure", "cd tests && pytest test_parse.py -q\nExit code 1\n2 failed", []),
        ("answer", "Two tests fail.", []),
    ]
    session = reading.session
    assert (session.cwd, session.branch, session.model) == (CWD, "main", "claude-opus-4-8")
    assert session.started == "2026-03-04T10:00:01.000Z" and session.updated == talk.now


def test_half_of_an_emoji_costs_nothing(talk, read):
    """JavaScript cuts strings between the halves of a pair, and writes the half as an escape."""
    talk.prompt("fix it \ud83d")
    talk.tool("Edit", file_path=f"{CWD}/a\ude00.py", old_string="a", new_string="b \ud83d")
    talk.tool("Bash", [{"type": "text", "text": "Exit code 1 \ud83d"}], error=True, command="make \ude00")
    talk.answer("done \ud83d")
    talk.lines = [json.dumps(json.loads(line)) for line in talk.lines]
    assert seen(read(talk)) == [
        ("prompt", "fix it \ufffd"),
        ("edit", "b \ufffd"),
        ("failure", "make \ufffd\nExit code 1 \ufffd"),
        ("answer", "done \ufffd"),
    ]


@pytest.mark.parametrize("constant", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_none_costs_nothing(constant, talk, read):
    talk.prompt("one")
    talk.prompt("two")
    talk.answer("done")
    data = talk.data().replace(
        b'"isSidechain":false', b'"x":["\xff"],"took":%s,"isSidechain":false' % constant.encode(), 1
    )
    assert seen(read(data)) == [("prompt", "one"), ("prompt", "two"), ("answer", "done")]


def test_times_without_a_zone_or_as_numbers_are_times(talk, read):
    talk.prompt("one")
    talk.answer("done")
    data = talk.data().replace(b'"2026-03-04T10:00:01.000Z"', b"1772618401000").replace(b"02.000Z", b"02")
    found = read(data)
    assert seen(found) == [("prompt", "one"), ("answer", "done")]
    assert (found.session.started, found.session.updated) == ("2026-03-04T10:00:01.000Z", "2026-03-04T10:00:02.000Z")


def test_a_result_may_stand_before_its_call(talk, read):
    """The client writes by more than one stream; at first the call was only found in the next run."""
    talk.prompt("write it")
    talk.tool("Write", file_path=f"{CWD}/a.py", content="x = 1")
    talk.tool("Bash", "Exit code 1\nno such module", error=True, command="pytest")
    talk.tool("TaskCreate", "Task #7 created successfully: Test it", subject="Test it")
    talk.tool("Bash", "x" * 10_000, command="ls")
    for call in (1, 3, 5, 7):
        talk.lines[call], talk.lines[call + 1] = talk.lines[call + 1], talk.lines[call]
    whole = talk.data()
    torn = whole.index(b"\n", whole.index(b"tool_result")) + 1
    events = read(whole[:torn]).events + read(whole).events
    assert sorted((event.ts[17:19], event.kind, event.text, event.refs) for event in events) == [
        ("01", "prompt", "write it", []),
        ("02", "edit", "x = 1", [f"{CWD}/a.py"]),
        ("04", "failure", "pytest\nExit code 1\nno such module", []),
        ("06", "todo", "[ ] Test it", []),
        ("08", "command", "ls", []),
    ]


@pytest.mark.parametrize(
    "content",
    [
        "<local-command-stdout>ok</local-command-stdout>",
        "<local-command-caveat>Caveat: The messages below were generated</local-command-caveat>",
        "<bash-stdout>x</bash-stdout><bash-stderr></bash-stderr>",
        "<task-notification>\n<task-id>b1</task-id></task-notification>",
        "<teammate-message teammate_id='a'>hi</teammate-message>",
        "<system-reminder>\nThe user named this session x.\n</system-reminder>",
        "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>",
        "<command-message>model</command-message>\n<command-name>/model</command-name>\n<command-args>opus</command-args>",
        "Base directory for this skill: /x",
        "This session is being continued from a previous conversation that ran out of context.",
        "Stop hook feedback:\n- no",
        "",
        [],
        [{"type": "text", "text": ["not", "a", "string"]}],
        {"type": "text", "text": "an object where a list was"},
        None,
        7,
    ],
)
def test_what_no_person_typed_is_no_prompt(content, talk, read):
    talk.prompt(content)
    assert seen(read(talk)) == []


@pytest.mark.parametrize(
    "more",
    [
        {"isMeta": True},
        {"isVisibleInTranscriptOnly": True},
        {"isSidechain": True},
        {"origin": {"kind": "task-notification"}},
    ],
)
def test_lines_that_say_they_are_no_persons_are_no_prompts(more, talk, read):
    talk.prompt("do something", **more)
    assert seen(read(talk)) == []


@pytest.mark.parametrize(
    ("content", "prompt"),
    [
        ("<command-name>/review</command-name><command-args>src/a.py</command-args>", "/review src/a.py"),
        (
            "<command-message>kitchen:open</command-message>\n<command-name>/kitchen:open</command-name>",
            "/kitchen:open",
        ),
        ([{"type": "text", "text": "look"}, {"type": "image", "source": {"data": "A" * 9000}}], "look"),
        ([{"type": "text", "text": "what is [Image #1] about?"}], "what is  about?"),
        ([{"type": "text", "text": "[Image #1]"}, {"type": "image", "source": {"data": "A" * 9000}}], "[Image]"),
        ("fix it <system-reminder>be brief</system-reminder>", "fix it"),
        ("<ide_opened_file>The user opened /x/y.py</ide_opened_file>\nwhy does this fail?", "why does this fail?"),
        ('why is {"type":"progress"} in "data"?', 'why is {"type":"progress"} in "data"?'),
        ("修复登录 🙂 \u202e", "修复登录 🙂 \u202e"),
    ],
)
def test_prompts_in_their_many_forms(content, prompt, talk, read):
    talk.prompt(content)
    assert seen(read(talk)) == [("prompt", prompt)]


def test_a_shell_line_of_the_persons_is_a_command(talk, read):
    talk.prompt("<bash-input>make -C docs Makefile</bash-input>")
    talk.prompt("<bash-stdout>done</bash-stdout><bash-stderr></bash-stderr>")
    (event,) = read(talk).events
    assert (event.kind, event.text, event.extra["by"]) == ("command", "make -C docs Makefile", "user")


def test_a_plan_to_implement_is_a_plan(talk, read):
    talk.prompt("Implement the following plan:\n\n# Cache\n1. do it", planContent="# Cache\n1. do it")
    talk.prompt("Implement the following plan:\n\n# Old\n1. do it")
    talk.tool("ExitPlanMode", plan="# Third")
    talk.tool("Write", file_path="/home/dev/.claude/plans/nice-cat.md", content="# Fourth")
    assert seen(read(talk)) == [
        ("plan", "# Cache\n1. do it"),
        ("plan", "# Old\n1. do it"),
        ("plan", "# Third"),
    ] + [("plan", "# Fourth")]


def test_prompts_typed_while_the_model_works_count_once(talk, read):
    talk.prompt("first")
    talk.raw(type="queue-operation", operation="enqueue", timestamp=talk.now, content="second")
    talk.raw(type="queue-operation", operation="dequeue", timestamp=talk.now)
    talk.prompt("second", promptSource="queued")
    talk.raw(type="queue-operation", operation="enqueue", timestamp=talk.now, content="third")
    talk.raw(type="queue-operation", operation="remove", timestamp=talk.now)
    talk.raw(type="queue-operation", operation="enqueue", timestamp=talk.now, content="fourth")
    talk.line("attachment", attachment={"type": "queued_command", "prompt": "fourth", "commandMode": "prompt"})
    talk.raw(type="queue-operation", operation="remove", timestamp=talk.now, content="fourth")
    talk.raw(type="queue-operation", operation="enqueue", timestamp=talk.now, content="taken back")
    talk.raw(type="queue-operation", operation="popAll", timestamp=talk.now)
    talk.raw(type="queue-operation", operation="enqueue", content='{"task":"x"}')
    talk.raw(type="queue-operation", operation="enqueue", content="<task-notification>x</task-notification>")
    talk.raw(type="queue-operation", operation="enqueue", content={"an": "object"})
    assert seen(read(talk)) == [("prompt", text) for text in ("first", "second", "third", "fourth")]


def test_a_prompt_that_was_still_waiting_at_the_end_is_not_lost_and_not_counted_twice(talk, read):
    talk.prompt("first")
    talk.raw(type="queue-operation", operation="enqueue", timestamp=talk.now, content="second")
    assert seen(read(talk)) == [("prompt", "first"), ("prompt", "second")]
    talk.raw(type="queue-operation", operation="dequeue", timestamp=talk.now)
    talk.prompt("second", promptSource="queued")
    talk.answer("Done.")
    assert seen(read(talk)) == [("answer", "Done.")]


def test_a_prompt_called_back_before_the_answer_is_dropped(talk, read):
    talk.prompt("hello")
    root = talk.answer("Hi.")
    talk.prompt("interrupt me")
    talk.prompt("interrupt me and go", parent=root)
    talk.prompt("interrupt me and go on", parent=root)
    talk.answer("Going on.")
    assert seen(read(talk))[2:] == [("prompt", "interrupt me and go on"), ("answer", "Going on.")]


def test_a_rewound_conversation_goes_on_from_where_it_was_taken_up(talk, read):
    talk.prompt("hello")
    root = talk.answer("Hi.")
    talk.prompt("try it with regular expressions")
    talk.tool("Edit", file_path=f"{CWD}/a.py", new_string="re")
    talk.answer("Done with re.")
    assert len(read(talk).events) == 5
    talk.prompt("try it with a parser", parent=root)
    talk.answer("Done with a parser.")
    reading = read(talk)
    assert seen(reading) == [("prompt", "try it with a parser"), ("answer", "Done with a parser.")]
    assert reading.cut_from and not reading.whole


def test_the_same_line_again_is_met_with_the_same_mark(talk, read):
    talk.prompt("hello")
    talk.answer("Hi.")
    talk.tool("Edit", file_path=f"{CWD}/a.py", new_string="x")
    once = [event.mark for event in read(talk).events]
    talk.lines += talk.lines
    twice = [event.mark for event in read(b"\n" + talk.data()).events]
    assert twice == once + once or twice == once


def test_compaction_keeps_the_summary_and_goes_on(talk, read):
    talk.prompt("build it")
    talk.answer("Building.")
    talk.line("system", parent=None, subtype="compact_boundary", content="Conversation compacted")
    talk.prompt(
        "This session is being continued from a previous conversation that ran out of context. The summary below "
        "covers the earlier portion of the conversation.\n\nPending: the docs\n\nIf you need specific details from "
        "before compaction, read the transcript.",
        isCompactSummary=True,
        isVisibleInTranscriptOnly=True,
    )
    talk.prompt("now the docs")
    assert seen(read(talk))[2:] == [("compact", "Pending: the docs"), ("prompt", "now the docs")]


def test_an_old_summary_names_only_the_conversation_it_is_of(talk, read):
    talk.raw(type="summary", summary="Somebody else's talk", leafUuid="00000000-0000-4000-8000-00000000000f")
    talk.raw(type="summary", summary="Parser rewrite", leafUuid=f"{talk.name[:8]}-0002-4000-8000-000000000000")
    talk.prompt("go")
    assert read(talk).session.title == ""
    talk.answer("ok")
    assert read(talk).session.title == "Parser rewrite"


@pytest.mark.parametrize("row", [{"type": "custom-title", "customTitle": "T"}, {"type": "ai-title", "aiTitle": "T"}])
def test_titles(row, talk, read):
    talk.prompt("go")
    talk.raw(**row)
    talk.raw(type="custom-title", customTitle={"an": "object"})
    assert read(talk).session.title == "T"


def test_a_recap_and_a_pull_request_are_noted(talk, read):
    talk.prompt("go")
    talk.line("system", subtype="away_summary", content="You asked for a parser; it is half done.")
    talk.raw(type="pr-link", prNumber=8, prUrl="https://github.com/a/b/pull/8")
    talk.line("system", subtype="turn_duration", durationMs=5)
    assert seen(read(talk))[1:] == [
        ("note", "You asked for a parser; it is half done."),
        ("note", "pull request https://github.com/a/b/pull/8"),
    ]


def test_sub_agents_add_only_what_they_changed(talk, read, tmp_path):
    talk.prompt("use an agent")
    talk.line("user", isSidechain=True, message={"role": "user", "content": "You are an agent"})
    use = {"type": "tool_use", "id": "toolu_side", "name": "Write", "input": {"file_path": f"{CWD}/inline.py"}}
    talk.assistant({"type": "text", "text": "I am an agent"}, isSidechain=True)
    talk.assistant(use, isSidechain=True)
    own = Transcript("a9e47000-0000-4000-8000-000000000001")
    own.prompt("You are another agent", isSidechain=True)
    own.assistant({**use, "id": "toolu_own", "input": {"file_path": f"{CWD}/own.py"}}, isSidechain=True)
    folder = tmp_path / talk.name / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-a9e4.jsonl").write_bytes(own.data())
    (folder / "agent-a9e4.meta.json").write_text("{}")
    reading = read(talk)
    assert [(event.kind, event.refs) for event in reading.events] == [
        ("prompt", []),
        ("edit", [f"{CWD}/inline.py"]),
        ("edit", [f"{CWD}/own.py"]),
    ]
    talk.answer("Both done.")
    assert seen(read(talk)) == [("answer", "Both done.")]


def test_to_do_lists(talk, read):
    talk.prompt("plan it")
    talk.tool(
        "TodoWrite",
        todos=[{"content": "one", "status": "completed"}, {"content": "two", "status": "pending"}, {"content": 3}, "x"],
    )
    talk.tool("TaskCreate", "Task #1 created successfully: write", subject="write", description="d", activeForm="w")
    talk.tool("TaskCreate", "Task #2 created successfully: test", subject="test", description="d")
    talk.tool("TaskUpdate", "Updated task #1 status", taskId="1", status="in_progress")
    talk.tool("TaskUpdate", "Updated task #1 status", taskId="1", status="completed")
    talk.tool("TaskUpdate", "Updated task #9 status", taskId="9", status="completed")
    talk.tool("TaskUpdate", "Updated task #2 deleted", taskId="2", status="deleted")
    assert [text for kind, text in seen(read(talk)) if kind == "todo"] == [
        "[x] one\n[ ] two",
        "[ ] write",
        "[ ] write\n[ ] test",
        "[ ] write\n[ ] test",
        "[x] write\n[ ] test",
        "[x] write",
    ]


def test_what_a_person_answered_or_refused(talk, read):
    talk.prompt("set up the cache")
    asked = talk.call("AskUserQuestion", questions=[{"question": "Which store?"}])
    talk.result(asked, "User has answered", toolUseResult={"answers": {"Which store?": "SQLite", "x": {"y": 1}}})
    no = talk.call("Bash", command="rm -rf build\nls")
    refused = "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to "
    talk.result(no, refused + "proceed, the user said:\nkeep build/a.py, please", error=True)
    talk.call("Bash", command="sleep 100")
    talk.prompt([{"type": "text", "text": "[Request interrupted by user for tool use]"}])
    assert seen(read(talk))[1:] == [
        ("note", "Which store? SQLite"),
        ("note", "refused: rm -rf build"),
        ("prompt", "keep build/a.py, please"),
        ("note", "interrupted by the user"),
    ]


def test_what_is_not_the_models_is_no_answer(talk, read):
    talk.prompt("go")
    talk.answer("No response requested.")
    talk.line("assistant", message={"model": "<synthetic>", "content": [{"type": "text", "text": "Prompt too long"}]})
    talk.answer("API Error: 529 overloaded", isApiErrorMessage=True)
    talk.line("assistant", message={"model": "m", "content": "an old client's plain text"})
    talk.line("assistant", message={"model": {"a": 1}, "content": [{"type": "text", "text": {"a": 1}}, 5, None]})
    talk.line("assistant", message="text")
    talk.line("attachment", attachment={"type": "hook_additional_context", "content": ["This project uses ContextDB"]})
    assert seen(read(talk))[1:] == [
        ("failure", "API Error: 529 overloaded"),
        ("answer", "an old client's plain text"),
    ]


@pytest.mark.parametrize(
    "stub",
    [
        {"parentUuid": "p" * 36, "type": "progress", "data": {"type": "hook_progress"}, "toolUseID": "t", "uuid": "u"},
        {"type": "file-history-snapshot", "messageId": "m", "snapshot": {}, "isSnapshotUpdate": False},
    ],
)
def test_R131_what_stands_behind_a_torn_line_is_read_also_where_that_line_would_say_nothing(stub, talk, read):
    whole = json.dumps(stub, separators=(",", ":")).encode()
    talk.prompt("first")
    talk.raw(type="custom-title", customTitle="T")
    first, title = talk.data().splitlines()
    for end in range(1, len(whole) + 1):
        read.cursor.offset, read.cursor.before = 0, ""
        assert seen(read(whole[:end] + first + b"\n")) == [("prompt", "first")], whole[:end]
    reading = read(whole + title + b"\n" + whole + b"\n" + first + b"\n")
    assert (reading.session.title, len(reading.events)) == ("T", 1)


def test_R131_a_torn_result_does_not_swallow_the_next(talk, read):
    talk.prompt("go")
    for number in (1, 2):
        call = talk.call("Bash", command=f"run {number}")
        parent = f"0000000{number}-0000-4000-8000-000000000000"
        block = {"type": "tool_result", "tool_use_id": call, "content": f"out {number}"}
        behind = {"toolUseResult": {"stdout": "x" * 4000}, "sourceToolAssistantUUID": parent}
        talk.line("user", parent=parent, message={"role": "user", "content": [block]}, **behind)
    *others, last = (json.dumps(json.loads(line), separators=(",", ":")).encode() for line in talk.lines)
    torn = others.pop(2)
    commands = [("command", "run 1"), ("command", "run 2")]
    assert seen(read(b"\n".join([*others[:2], torn, others[2], last, b""])))[1:] == commands
    for end in (torn.index(b'"toolUseResult"'), torn.index(b"xxx") + 5, len(torn) - 60):
        read.cursor.offset, read.cursor.before = 0, ""
        found = seen(read(b"\n".join([*others[:2], others[2], torn[:end] + last, b""])))[1:]
        assert ("command", "run 2") in found, torn[end - 20 : end]


def test_R152_unknown_types_are_counted(talk, read):
    talk.prompt("go")
    talk.raw(type="continued-in", target="x")
    talk.raw(type="continued-in", target="x")
    talk.raw(type={"not": "hashable"})
    talk.raw(type="mode", mode="normal")
    read(talk)
    unknown = read.cursor.state["unknown"]
    assert unknown["continued-in"] == 2 and len(unknown) == 2


class TestBrokenFiles:
    """Bytes that no client should have written, and did."""

    def test_R130_two_objects_on_one_line(self, talk, read):
        talk.prompt("one")
        talk.prompt("two")
        talk.raw(type="summary", summary="x", leafUuid="y")
        assert seen(read("".join(talk.lines).encode() + b"\n")) == [("prompt", "one"), ("prompt", "two")]

    @pytest.mark.parametrize("first", ["prompt", "tool"])
    def test_R131_a_torn_record_and_the_next_on_one_line(self, first, talk, read):
        if first == "prompt":
            talk.prompt("one is torn somewhere here")
        else:
            talk.tool("Read", "x" * 200, file_path=f"{CWD}/a.py")
        torn = talk.lines.pop()
        for cut in range(40, len(torn) - 1, 13):
            other = Transcript("07e4e400-0000-4000-8000-000000000001")
            other.prompt("two")
            assert ("prompt", "two") in seen(read(torn[:cut].encode() + other.data())), cut

    def test_R136_runs_of_nul(self, talk, read):
        talk.prompt("one")
        nuls = b"\0" * 4096
        talk.prompt("two")
        first, second = talk.data().splitlines(keepends=True)
        assert seen(read(first + nuls + b"\n" + nuls + second)) == [("prompt", "one"), ("prompt", "two")]

    @pytest.mark.parametrize("change", [lambda b: b"\xef\xbb\xbf" + b, lambda b: b.replace(b"\n", b"\r\n")])
    def test_bom_and_crlf(self, change, talk, read):
        talk.prompt("one")
        talk.tool("Read", file_path=f"{CWD}/a.py")
        assert [event.kind for event in read(change(talk.data())).events] == ["prompt", "read"]

    def test_invalid_utf_8(self, talk, read):
        talk.prompt("caf@ au lait")
        assert seen(read(talk.data().replace(b"@", b"\xe9"))) == [("prompt", "caf\ufffd au lait")]

    def test_R134_a_last_line_without_its_end_is_read_once_it_has_one(self, talk, read):
        talk.prompt("one")
        talk.prompt("zwei — 二")
        data = talk.data()
        start = data.index(b"\n") + 1
        for cut in (start, start + 1, data.index("二".encode()) + 1, len(data) - 1):
            assert seen(read(data[:cut])) == ([("prompt", "one")] if cut == start else [])
        assert seen(read(data)) == [("prompt", "zwei — 二")]

    def test_lines_longer_than_any_memory_needs(self, talk, read):
        talk.prompt("one")
        talk.tool("Read", "x" * (9 << 20), file_path=f"{CWD}/a.py")
        talk.prompt("two")
        reading = read(talk)
        while read.cursor.more:
            reading.events += read(talk).events
        assert seen(reading) == [("prompt", "one"), ("prompt", "two")]

    def test_R135_nothing_but_garbage_is_an_empty_session(self, read):
        reading = read(b'\xff\xfe garbage\n{\n}\n[1,2]\n"x"\nnull\n' + b"{" * 5000 + b"\n")
        assert reading.events == [] and reading.session.started == ""

    def test_a_rewritten_file_is_read_anew(self, talk, read):
        talk.prompt("one")
        talk.answer("a" * 600)
        talk.answer("b" * 600)
        read(talk)
        other = Transcript()
        other.prompt("two")
        for text in ("a" * 600, "b" * 600, "more"):
            other.answer(text)
        reading = read(other)
        assert reading.whole and seen(reading)[0] == ("prompt", "two")

    @pytest.mark.parametrize("grown", [False, True])
    def test_a_file_that_was_rewritten_in_its_middle_is_read_anew(self, talk, tmp_path, grown):
        """At the same length; where it has grown as well, a change of some size."""
        path = tmp_path / "x.jsonl"
        cursor = Cursor()
        talk.prompt("one")
        for number in range(40):
            talk.answer(f"{number:02} " + "before " * 100)
        path.write_bytes(talk.data())
        read_path(path, cursor)
        seen_at = path.stat().st_mtime_ns
        changed = talk.data()
        middle = slice(len(changed) // 2, len(changed) // 2 + (5000 if grown else 1000))
        changed = changed[: middle.start] + changed[middle].replace(b"before", b"behind") + changed[middle.stop :]
        if grown:
            talk.prompt("two")
            changed += talk.data()[len(changed) :]
        with path.open("r+b") as file:
            file.write(changed)
        os.utime(path, ns=(seen_at, seen_at + 1_000_000))
        reading = read_path(path, cursor)
        assert reading.whole and any("behind" in event.text for event in reading.events)
        assert not read_path(path, cursor).events

    def test_a_file_that_shrank_is_read_anew(self, talk, read):
        talk.prompt("one")
        talk.answer("long " * 50)
        read(talk)
        talk.lines.pop()
        reading = read(talk)
        assert reading.whole and seen(reading) == [("prompt", "one")]

    def test_a_replaced_file_is_read_anew(self, talk, read, tmp_path):
        talk.prompt("one")
        path = tmp_path / "x.jsonl"
        cursor = Cursor()
        path.write_bytes(talk.data())
        read_path(path, cursor)
        copy = tmp_path / "copy"
        copy.write_bytes(talk.data())
        copy.replace(path)
        assert read_path(path, cursor).whole


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
KEYS = (
    "type message content attachment operation subtype uuid parentUuid timestamp cwd gitBranch isMeta toolUseResult "
    "origin summary leafUuid customTitle prUrl planContent isSidechain entrypoint isCompactSummary"
).split()
TYPES = "user assistant system attachment queue-operation summary custom-title ai-title pr-link nonsense".split()
BLOCKS = st.fixed_dictionaries(
    {"type": st.sampled_from(["text", "tool_use", "tool_result", "image"])},
    optional={
        "text": JSON,
        "id": JSON | st.just("t1"),
        "tool_use_id": JSON | st.just("t1"),
        "name": JSON | st.sampled_from(["Edit", "Bash", "TodoWrite", "TaskCreate", "TaskUpdate", "AskUserQuestion"]),
        "input": JSON | st.fixed_dictionaries({}, optional=dict.fromkeys(["command", "todos", "edits", "path"], JSON)),
        "content": JSON,
        "is_error": JSON,
    },
)
MESSAGES = JSON | st.fixed_dictionaries({"content": JSON | st.lists(BLOCKS, max_size=3)}, optional={"model": JSON})
ROWS = st.fixed_dictionaries(
    {"type": st.sampled_from(TYPES) | JSON}, optional=dict.fromkeys(KEYS[1:], JSON) | {"message": MESSAGES}
)


@settings(max_examples=80, deadline=None)
@given(st.lists(ROWS, max_size=6))
def test_no_shape_of_a_line_is_fatal(rows):
    lines = [json.dumps(row).encode() for row in rows]
    reader = Reader("x", {})
    for line in lines:
        for row in decoded([line]):
            reader.feed(row)
    reader.close()
    again = Reader("x", json.loads(json.dumps(reader.state)))
    for line in lines:
        for row in decoded([line]):
            again.feed(row)
    for event in [*reader.events, *again.events]:
        assert isinstance(event.text, str) and all(isinstance(ref, str) for ref in event.refs)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "line",
    [b'{"type"' * 1_000_000, b'{"type":' * 900_000, b'{"type":"x"}' * 600_000, b"[" * 7_000_000, b"\n" * 7_000_000],
    ids=["torn", "nested", "glued", "deep", "empty lines"],
)
def test_R140_a_line_of_noise_costs_no_more_than_reading_it(line, tmp_path):
    """Were it taken apart wherever a record might begin, this would last for hours."""
    path = tmp_path / "noise.jsonl"
    path.write_bytes(b'{"type":"user"}' + line + b"\n")
    fd = open_regular(path)
    try:
        for found in lines(fd, Cursor()):
            assert sum(1 for _ in decoded([found])) <= ON_A_LINE
    finally:
        os.close(fd)
