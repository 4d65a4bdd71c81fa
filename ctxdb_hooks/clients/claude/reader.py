"""Turns the lines of one transcript of Claude Code into events, each thing once, along the branch that was kept."""

import re
from collections import Counter
from collections.abc import Callable
from hashlib import blake2b
from typing import Any

import msgspec

from ctxdb_hooks.clients.claude import tools
from ctxdb_hooks.clients.claude.lines import PASSED, Block, Row, blocks_of, text_of, value
from ctxdb_hooks.clients.times import time_of
from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.redact import redact

AGENT = "claude-code"
MACHINE = (
    "<command-",
    "<local-command-",
    "<bash-",
    "<task-notification>",
    "<teammate-message",
    "<system-reminder>",
    "<user-memory-input>",
    "[Request interrupted",
    "[SYSTEM NOTIFICATION",
    "Base directory for this skill",
    "Caveat: The messages below",
    "This session is being continued from a previous conversation",
    "Stop hook feedback",
    "Operation stopped by hook",
    "API Error",
)
INSERTED = re.compile(
    r"<(system-reminder|ide_opened_file|ide_selection|ide_diagnostics|local-command-[a-z]+|command-contents)>"
    r".*?</\1>",
    re.S,
)
COMMAND = re.compile(r"<command-name>\s*/?([^<]*?)\s*</command-name>")
ARGUMENTS = re.compile(r"<command-args>(.*?)</command-args>", re.S)
SHELL = re.compile(r"<bash-input>(.*?)</bash-input>", re.S)
PICTURE = re.compile(r"\[Image[^\]\n]*\]")
PLAN = re.compile(r"Implement the following plan:?\s*", re.I)
COMPACTED = re.compile(
    r"^This session is being continued.*?\n\n|\n\nIf you need specific details from before.*\Z", re.S
)
NOTHING_SAID = ("No response requested.", "(no content)")
BUILT_IN = frozenset(
    "add-dir agents background bashes branch bug btw clear compact config context copy cost doctor effort exit export "
    "extra-usage fast feedback fork help hooks ide init install-github-app keybindings login logout mcp memory model "
    "output-style passes permissions plan plugin plugins pr-comments privacy-settings quit release-notes "
    "reload-plugins remote-control rename resume rewind sandbox skills stats status statusline tag tasks "
    "terminal-setup theme todos ultrareview undo upgrade usage vim voice".split()
)
SPOKEN = frozenset(("user", "assistant", "system"))
MAX_PENDING = 64
MAX_QUEUE = 32
MAX_PROMPTS = 400
MARK = blake2b(digest_size=6)
MAX_TITLES = 32
MAX_TASKS = 64
MAX_UNKNOWN = 32
MAX_KEPT = 4000  # characters of a call whose result is still to come
MAX_EARLY = 16  # results whose calls are still to come: the client writes by more than one stream
SHORT = 400  # bytes of such a result that may say which task it made,
ANSWERS = 20_000  # and of one that may hold what a person answered


def mark_of(*parts: str) -> str:
    """A short name for a line or a block of one, the same in every file that a client copies it into."""
    mark = MARK.copy()  # half the time of a new one
    mark.update("\0".join(parts).encode("utf-8", "replace"))
    return mark.hexdigest()


class Reader:
    """Events from lines; ``state`` survives between runs as JSON.

    ``events`` is what was found; ``cut_from`` is the mark of the stored event from which on everything is abandoned.
    """

    def __init__(self, native_id: str, state: dict[str, Any]) -> None:
        self.state = state
        self.session = Session(AGENT, native_id, **state.get("session", {}))
        self.events: list[Event] = []
        self.cut_from = ""
        self.stamp = ""  # of the line being read: lines do not stand in the order of their times
        self.place: tuple[Any, Any, Any] = (None, None, None)  # cwd, branch and entrypoint of the line before
        kept = state.pop("pending", {}).items()
        self.pending: dict[str, Event | dict[str, Any]] = {
            tool_id: _awaited(call) if "kind" in call else call for tool_id, call in kept
        }
        self.early: dict[str, list[Any]] = state.setdefault("early", {})  # failed, what it printed, what was answered
        self.prompts: dict[str, str] = state.setdefault("prompts", {})  # parent of a prompt to its mark
        self.queue: list[str] = state.setdefault("queue", [])
        self.sent: list[str] = state.setdefault("sent", [])  # queued prompts that were taken over before their line
        self.tasks: dict[str, list[str]] = state.setdefault("tasks", {})
        self.titles: dict[str, str] = state.setdefault("titles", {})  # a line to the old client's summary up to it
        self.unknown: Counter[str] = Counter(state.get("unknown", {}))

    def close(self) -> None:
        """Put what the next run needs into ``state``; what a person typed and no line has taken up is a prompt now."""
        for text in self.queue[:MAX_QUEUE]:
            self._take_queued(text)
        kept = ("started", "updated", "cwd", "branch", "model", "title", "entrypoint")
        self.state["session"] = {name: getattr(self.session, name) for name in kept}
        self.state["unknown"] = dict(self.unknown.most_common(MAX_UNKNOWN))
        for table, most in (
            (self.pending, MAX_PENDING),
            (self.early, MAX_EARLY),
            (self.prompts, MAX_PROMPTS),
            (self.titles, MAX_TITLES),
        ):
            while len(table) > most:
                table.pop(next(iter(table)))
        while len(self.tasks) > MAX_TASKS:
            self.tasks.pop(next(iter(self.tasks)))
        for result in self.early.values():
            result[1:] = [redact(text)[:MAX_KEPT] for text in result[1:]]
        del self.sent[:-MAX_QUEUE]
        self.state["pending"] = {tool_id: _kept(call) for tool_id, call in self.pending.items()}
        self.queue[:] = map(redact, self.queue)
        self.sent[:] = map(redact, self.sent)

    def feed(self, row: Row) -> None:
        """Take one line in."""
        if row.isSidechain is True:
            self._sidechain(row)
            return
        kind = row.type if isinstance(row.type, str) else str(row.type)
        take = TAKERS.get(kind)
        if take:
            self._note(row, kind)
            take(self, row)
        elif kind not in PASSED:
            self.unknown[kind[:40]] += 1

    def feed_subagent(self, row: Row) -> None:
        """Take in a line of a sub-agent's own file: only what it changed is this session's."""
        self._sidechain(row)

    def _note(self, row: Row, kind: str) -> None:
        session, place = self.session, (row.cwd, row.gitBranch, row.entrypoint)
        if kind in SPOKEN and (stamp := time_of(row.timestamp)):
            self.stamp = stamp
            if stamp > session.updated:
                session.updated = stamp
                session.started = session.started or stamp
        if place != self.place:
            self.place = place
            session.cwd, session.branch, session.entrypoint = (
                now if now and isinstance(now, str) else before
                for now, before in zip(place, (session.cwd, session.branch, session.entrypoint), strict=True)
            )
        if self.titles and isinstance(row.uuid, str) and row.uuid in self.titles:
            session.title = self.titles.pop(row.uuid)

    def _add(self, kind: str, text: str, mark: str = "", named: list[str] | None = None, **extra: Any) -> None:
        if mark:
            extra["u"] = mark
        at, cwd = self.stamp or self.session.updated, self.session.cwd
        self.events.append(Event(at, kind, text[: model.TOO_LONG], named or [], extra, cwd))

    # What a person did

    def _take_user(self, row: Row) -> None:
        if row.isMeta:
            return
        blocks = blocks_of(row)
        results = [block for block in blocks if block.type == "tool_result"]
        for block in results:
            self._result(block, row)
        if results:
            return
        text = _text_of(blocks)
        if row.isCompactSummary is True:
            self._add(model.COMPACT, COMPACTED.sub("", text).strip(), _uuid_mark(row))
        elif row.isVisibleInTranscriptOnly:
            return
        elif text.startswith("[Request interrupted"):
            self.pending.clear()
            self._add(model.NOTE, "interrupted by the user", _uuid_mark(row), interrupted=True)
        else:
            self._typed(text, row)

    def _typed(self, text: str, row: Row) -> None:
        if isinstance(row.origin, dict) and row.origin.get("kind") not in (None, "human"):
            return
        shell = SHELL.match(text)
        command = COMMAND.search(text) if text.startswith("<command-") else None
        if shell:
            self._add(model.COMMAND, shell[1].strip(), _uuid_mark(row), by="user")
        elif command:
            given = ARGUMENTS.search(text)
            typed = f"/{command[1]} {given[1].strip() if given else ''}".strip()
            if command[1] not in BUILT_IN:
                self._prompt(typed, row)
        elif row.planContent or PLAN.match(text):
            plan = row.planContent if isinstance(row.planContent, str) else PLAN.sub("", text, count=1)
            self._branch(row, _uuid_mark(row))
            self._add(model.PLAN, plan, _uuid_mark(row))
        else:
            self._prompt(text, row)

    def _prompt(self, text: str, row: Row) -> None:
        if "<" in text:
            text = INSERTED.sub("", text).strip()
        if "[Image" in text:
            text = PICTURE.sub("", text).strip() or "[Image]"
        if not text or text.startswith(MACHINE):
            return
        if text in self.sent:
            self.sent.remove(text)
            return
        mark = _uuid_mark(row)
        self._branch(row, mark)
        if text in self.queue:
            self.queue.remove(text)
        self._add(model.PROMPT, text, mark)

    def _branch(self, row: Row, mark: str) -> None:
        """Abandon what came after the place where this prompt takes the conversation up again, if it is an earlier one.

        A rewound conversation goes on from the parent of an earlier prompt; so does a prompt that was called back
        before any answer and sent again, grown.
        """
        parent = row.parentUuid
        if not isinstance(parent, str) or not parent:
            return
        parent = mark_of(parent)
        abandoned = self.prompts.get(parent)
        if abandoned and abandoned != mark:
            for at, event in enumerate(self.events):
                if event.extra.get("u") == abandoned:
                    del self.events[at:]
                    break
            else:
                self.events.clear()
                self.cut_from = abandoned
        self.prompts.pop(parent, None)
        self.prompts[parent] = mark

    def _take_queue_operation(self, row: Row) -> None:
        """A prompt typed while the model works: it comes as a line of its own, as an attachment, or not at all."""
        done, text = row.operation, row.content
        text = text.strip() if isinstance(text, str) else ""
        if done == "enqueue":
            if text and not text.startswith((*MACHINE, "{", "/")):
                self.queue.append(text)
        elif done == "popAll":
            self.queue.clear()
        elif done == "dequeue" and self.queue:
            self.queue.pop(0)
        elif done == "remove" and self.queue:
            self._take_queued(text if text in self.queue else self.queue[0])

    def _take_attachment(self, row: Row) -> None:
        if b'"queued_command"' not in bytes(memoryview(row.attachment)[:64]):
            return
        given = value(row.attachment)
        prompt = given.get("prompt")
        parts = prompt if isinstance(prompt, list) else []
        text = (
            prompt
            if isinstance(prompt, str)
            else "\n".join(str(part.get("text") or "") for part in parts if isinstance(part, dict))
        )
        text = text.strip()
        if given.get("commandMode") in (None, "prompt") and text and not text.startswith((*MACHINE, "{")):
            self._take_queued(text)

    def _take_queued(self, text: str) -> None:
        if text in self.queue:
            self.queue.remove(text)
        if text in self.sent:
            self.sent.remove(text)
            return
        self.sent.append(text)
        number = self.state["queued"] = self.state.get("queued", 0) + 1
        self._add(model.PROMPT, text, mark_of("queued", str(number), text))

    # What the model said and did

    def _take_assistant(self, row: Row) -> None:
        blocks, name = blocks_of(row), row.message.model if row.message else ""
        if row.isApiErrorMessage is True:
            self._add(model.FAILURE, _text_of(blocks), _uuid_mark(row), tool="api")
        if row.isApiErrorMessage is True or name == "<synthetic>":
            return
        if isinstance(name, str) and name:
            self.session.model = name
        for number, block in enumerate(blocks):
            if block.type == "text" and isinstance(block.text, str):
                text = block.text.strip()
                if text and text not in NOTHING_SAID:
                    self._add(model.ANSWER, text, mark_of(str(row.uuid), str(number)))
            elif block.type == "tool_use":
                self._use(block)

    def _use(self, block: Block) -> None:
        """A tool call waits for its result, but for plans and to-dos, which are what they are at once."""
        name, given, tool_id = block.name, block.input, block.id
        if not isinstance(name, str) or not isinstance(given, dict) or not isinstance(tool_id, str):
            return
        if name in tools.WANTED:
            kept = {key: given[key] for key in ("taskId", "subject", "status") if isinstance(given.get(key), str)}
            self._called(tool_id, {"name": name, "given": kept})
            return
        event = tools.event(name, given, self.stamp or self.session.updated, self.session.cwd)
        if event is None:
            return
        event.extra["u"] = mark_of(tool_id)
        event.text = event.text[: model.TOO_LONG]
        event.cwd = self.session.cwd
        if event.kind in (model.TODO, model.PLAN):
            self.events.append(event)
        else:
            self._called(tool_id, event)

    def _result(self, block: Block, row: Row) -> None:
        tool_id = str(block.tool_use_id)
        failed = block.is_error is True
        output = text_of(block.content) if failed else ""
        if failed and output.startswith(tools.REFUSED):
            self._refused(tool_id, output, row)
            return
        call = self.pending.pop(tool_id, None)
        if isinstance(call, dict):
            self._asked(call, tool_id, text_of(block.content), tools.answers(value(row.toolUseResult)))
        elif call is not None:
            self._done(call, failed, output)
        else:
            self.early[tool_id] = [failed, output or _short_text(block.content), _short_answers(row.toolUseResult)]

    def _called(self, tool_id: str, call: Event | dict[str, Any]) -> None:
        """A call waits for its result, which may have been there first."""
        if tool_id not in self.early:
            self.pending[tool_id] = call
            return
        failed, output, answered = self.early.pop(tool_id)
        if isinstance(call, dict):
            self._asked(call, tool_id, output, answered)
        else:
            self._done(call, failed, output)

    def _done(self, call: Event, failed: bool, output: str) -> None:
        if failed:
            self._add(model.FAILURE, f"{call.text}\n{output}".strip(), call.mark, call.refs, was=call.kind)
            self.events[-1].cwd = call.cwd
        else:
            call.done = self.stamp
            self.events.append(call)

    def _asked(self, call: dict[str, Any], tool_id: str, output: str, answered: str) -> None:
        """The result of a call whose result says more than that it went well."""
        if call["name"] == tools.ASKED:
            if answered:
                self._add(model.NOTE, answered, mark_of(tool_id), chosen=True)
        elif tools.task(call["given"], output, self.tasks):
            items = [(text, status) for text, status in self.tasks.values()]
            self._add(model.TODO, tools.todo_text(items), mark_of(tool_id))

    def _refused(self, tool_id: str, output: str, row: Row) -> None:
        """The person said no to a tool call, and perhaps what to do instead."""
        call = self.pending.pop(tool_id, None)
        if isinstance(call, Event):
            what = call.text.partition("\n")[0] or ", ".join(call.refs)
            self._add(model.NOTE, f"refused: {what[:200]}", mark_of(tool_id), call.refs, refused=True)
        said = tools.SAID.search(output)
        if said and not said[1].startswith(tools.CLARIFY):
            self._add(model.PROMPT, said[1].strip(), mark_of(tool_id, "said"))

    def _sidechain(self, row: Row) -> None:
        """What a sub-agent changed; what it was told and what it said is between machines."""
        if row.type != "assistant":
            return
        stamp = row.timestamp if isinstance(row.timestamp, str) else self.session.updated
        cwd = row.cwd if isinstance(row.cwd, str) else self.session.cwd
        for block in blocks_of(row):
            if not isinstance(block.name, str) or block.name not in tools.CHANGING or not isinstance(block.input, dict):
                continue
            event = tools.event(block.name, block.input, stamp, cwd)
            if event and event.kind == model.EDIT:
                event.text = event.text[: model.TOO_LONG]
                event.extra = {"u": mark_of(str(block.id)), "by": "agent"}
                event.cwd = cwd
                self.events.append(event)

    # What the client notes

    def _take_system(self, row: Row) -> None:
        if row.subtype == "away_summary" and isinstance(row.content, str):
            self._add(model.NOTE, row.content.strip(), _uuid_mark(row), recap=True)

    def _take_summary(self, row: Row) -> None:
        """Old clients: a title for the conversation up to a line, which may be another file's."""
        if isinstance(row.summary, str) and isinstance(row.leafUuid, str):
            self.titles[row.leafUuid] = row.summary[:300]

    def _take_title(self, row: Row) -> None:
        title = next((text for text in (row.customTitle, row.aiTitle, row.title) if isinstance(text, str)), "")
        self.session.title = title[:300] or self.session.title

    def _take_pr_link(self, row: Row) -> None:
        if isinstance(row.prUrl, str):
            self._add(model.NOTE, f"pull request {row.prUrl}", mark_of("pr", row.prUrl), pr=True)


TAKERS: dict[str, Callable[[Reader, Row], None]] = {
    "user": Reader._take_user,
    "assistant": Reader._take_assistant,
    "attachment": Reader._take_attachment,
    "queue-operation": Reader._take_queue_operation,
    "system": Reader._take_system,
    "summary": Reader._take_summary,
    "custom-title": Reader._take_title,
    "ai-title": Reader._take_title,
    "pr-link": Reader._take_pr_link,
}


def _uuid_mark(row: Row) -> str:
    return (
        mark_of(row.uuid) if isinstance(row.uuid, str) and row.uuid else mark_of(str(row.timestamp), repr(row.message))
    )


def _kept(call: Event | dict[str, Any]) -> dict[str, Any]:
    """A call as it waits for its result in a file: without secrets."""
    if isinstance(call, dict):
        return call | {"given": {key: redact(text) for key, text in call["given"].items()}}
    row = call.record(0)
    named = [redact(ref) for ref in row["refs"]]
    return row | {"text": redact(row["text"])[:MAX_KEPT], "refs": named, "cwd": redact(call.cwd)}


def _awaited(row: dict[str, Any]) -> Event:
    """A call that waits for its result, from what was kept of it."""
    call = Event.of(row)
    call.cwd = str(row.get("cwd") or "")
    return call


def _short_text(raw: msgspec.Raw) -> str:
    return text_of(raw) if len(memoryview(raw)) < SHORT else ""


def _short_answers(raw: msgspec.Raw) -> str:
    found = b"" if len(memoryview(raw)) > ANSWERS else bytes(raw)
    return tools.answers(value(raw)) if b'"answers"' in found else ""


def _text_of(blocks: list[Block]) -> str:
    return "\n".join(block.text for block in blocks if block.type == "text" and isinstance(block.text, str)).strip()
