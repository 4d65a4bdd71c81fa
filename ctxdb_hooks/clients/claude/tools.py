"""What Claude's tool calls are to a memory: edits, commands, plans, to-dos, and what a person answered."""

import os
import re
from collections.abc import Callable
from typing import Any

from ctxdb_hooks.contextdb import model, refs
from ctxdb_hooks.contextdb.model import Event

CHANGING = frozenset(("Edit", "Write", "MultiEdit", "NotebookEdit"))
SEARCHES = frozenset(("Grep", "Glob", "LS"))
TASKS = frozenset(("TaskCreate", "TaskUpdate"))
ASKED = "AskUserQuestion"
WANTED = TASKS | {ASKED}  # of these the result is needed as well
REFUSED = "The user doesn't want to proceed with this tool use"
CLARIFY = "The user wants to clarify these questions"
SAID = re.compile(r"the user said:\n(\S.*?)(?:\n\nNote: The user's next message|\Z)", re.S)
CREATED = re.compile(r"Task #?(\w+) created")
PLANS = re.compile(r"/\.?claude/plans/[^/]+\.md$")
DONE = ("completed", "deleted")


def event(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event | None:
    """What a tool call is, as long as it goes well; None where it says nothing about the work."""
    make = MAKERS.get(name)
    return make(name, given, stamp, cwd) if make else None


def _edit(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event:
    path = _path(given, cwd)
    if PLANS.search(path):
        return Event(stamp, model.PLAN, _changed(given))
    return Event(stamp, model.EDIT, _changed(given), [path] if path else [])


def _read(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event | None:
    path = _path(given, cwd)
    return Event(stamp, model.READ, "", [path]) if path else None


def _bash(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event | None:
    command = _string(given.get("command")).strip()
    return Event(stamp, model.COMMAND, command) if command else None


def _search(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event:
    pattern = _string(given.get("pattern"))
    sought = os.path.join(cwd or "/", pattern) if name == "Glob" else ""
    named = [path for path in (_path(given, cwd), sought) if path and refs.is_file_like(path)]
    return Event(stamp, model.SEARCH, pattern, named)


def _fetch(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event:
    return Event(stamp, model.FETCH, _string(given.get("url")) or _string(given.get("query")))


def _plan(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event | None:
    plan = _string(given.get("plan")).strip()
    return Event(stamp, model.PLAN, plan) if plan else None


def _todos(name: str, given: dict[str, Any], stamp: str, cwd: str) -> Event:
    items = given.get("todos")
    found = [
        (_string(item.get("content")), _string(item.get("status")))
        for item in (items if isinstance(items, list) else [])
        if isinstance(item, dict)
    ]
    return Event(stamp, model.TODO, todo_text(found))


MAKERS: dict[str, Callable[[str, dict[str, Any], str, str], Event | None]] = {
    **dict.fromkeys(CHANGING, _edit),
    **dict.fromkeys(SEARCHES, _search),
    **dict.fromkeys(("WebFetch", "WebSearch"), _fetch),
    "Read": _read,
    "NotebookRead": _read,
    "Bash": _bash,
    "ExitPlanMode": _plan,
    "TodoWrite": _todos,
}


def todo_text(items: list[tuple[str, str]]) -> str:
    """A to-do list as the memory keeps it: ``[ ] open``, ``[x] done``, one a line."""
    return "\n".join(f"[{'x' if status in DONE else ' '}] {' '.join(text.split())}" for text, status in items if text)


def task(given: dict[str, Any], result: str, tasks: dict[str, list[str]]) -> bool:
    """Take a TaskCreate or TaskUpdate into ``tasks`` (id to text and status); whether the list changed."""
    number = _string(given.get("taskId"))
    created = CREATED.search(result)
    if not number and created:
        tasks[created[1]] = [_string(given.get("subject")), "pending"]
        return True
    if number not in tasks:
        return False
    known = list(tasks[number])
    tasks[number] = [_string(given.get("subject")) or known[0], _string(given.get("status")) or known[1]]
    if tasks[number][1] == "deleted":
        del tasks[number]
    return tasks.get(number) != known


def answers(result: dict[str, Any]) -> str:
    """What a person chose when the model asked, a question and its answer on each line."""
    given = result.get("answers")
    pairs = given.items() if isinstance(given, dict) else ()
    return "\n".join(f"{question} {_string(answer)}" for question, answer in pairs if _string(answer))


def _path(given: dict[str, Any], cwd: str) -> str:
    for key in ("file_path", "notebook_path", "path"):
        value = given.get(key)
        if isinstance(value, str) and value.strip():
            return value if value.startswith("/") else os.path.normpath(os.path.join(cwd or "/", value.strip()))
    return ""


def _changed(given: dict[str, Any]) -> str:
    """What an edit put there: the names in it are what a later session looks for."""
    edits = given.get("edits")
    parts = [edit for edit in edits if isinstance(edit, dict)] if isinstance(edits, list) else [given]
    keys = ("new_string", "content", "new_source")
    return "\n".join(next((part[key] for key in keys if isinstance(part.get(key), str)), "") for part in parts)


def _string(value: Any) -> str:
    return value if isinstance(value, str) else ""
