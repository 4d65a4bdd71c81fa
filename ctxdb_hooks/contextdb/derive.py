"""What a colleague would write down about a session, by rules: goal, status, summary, files, next actions."""

import re
from collections import deque
from collections.abc import Iterable
from typing import Any

from ctxdb_hooks.contextdb import model
from ctxdb_hooks.contextdb.model import Event

GO_AHEAD = re.compile(
    r"^\W*(?:continue|go on|go ahead|proceed|yes|yep|ok(?:ay)?|sure|do it|resume|next|thanks?|thank you|hi|hello|hey|"
    r"继续|好的?|是的?|可以|嗯|谢谢|你好|続けて|はい|계속|네|sí|oui|ja|да|sim)[\W\d]*$",
    re.I,
)
CJK = re.compile(r"[\u4e00-\u9fff]")
KANA = re.compile(r"[\u3040-\u30ff\uac00-\ud7af]")
FIRST, LATEST = 50, 20  # prompts that are kept in memory: a session may have thousands
RULES = 1  # raised with every change that gives another result: sessions are then described again
MAX_GOAL = 300
MAX_SUMMARY = 600


def derive(events: Iterable[Event], title: str = "") -> dict[str, Any]:
    """The facts about a session: ``goal status summary files reads next failures lang``, all JSON."""
    count = 0
    first: list[str] = []
    latest: deque[str] = deque(maxlen=LATEST)
    answer = ""
    edited: dict[str, int] = {}
    read: dict[str, int] = {}
    failures: dict[str, str] = {}
    todos: str = ""
    last = ""
    open_turn = False
    for number, event in enumerate(events):
        if event.kind == model.PROMPT:
            count += 1
            latest.append(event.text)
            if count <= FIRST:
                first.append(event.text)
            open_turn = True
        elif event.kind == model.ANSWER:
            answer = event.text
            open_turn = False
        elif event.kind in (model.EDIT, model.READ):
            for ref in event.refs:
                table = edited if event.kind == model.EDIT else read
                table.pop(ref, None)
                table[ref] = number
        elif event.kind == model.FAILURE:
            failures[event.text.partition("\n")[0]] = event.text
        elif event.kind == model.COMMAND:
            failures.pop(event.text.partition("\n")[0], None)
        elif event.kind == model.TODO:
            todos = event.text
        if event.kind not in (model.NOTE, model.COMPACT):
            last = event.kind
        elif event.kind == model.NOTE and "interrupted" in event.text:
            open_turn = True
    open_items = [line[4:] for line in todos.splitlines() if line.startswith("[ ] ")]
    status = "interrupted" if open_turn or last not in (model.ANSWER, "") else "done"
    return {
        "goal": goal_of(first, title),
        "status": status,
        "summary": summary_of(answer),
        "files": list(reversed(edited))[:40],
        "reads": [ref for ref in reversed(read) if ref not in edited][:40],
        "failures": list(failures.values())[-5:],
        "next": open_items[:10],
        "prompts": count,
        "lang": language_of(latest),
    }


def goal_of(prompts: list[str], title: str = "") -> str:
    """What the person wanted: the first prompt that says something, else the client's title."""
    for text in prompts:
        line = one_line(text)
        if line and not GO_AHEAD.match(line) and not line.startswith("/"):
            return line[:MAX_GOAL]
    return one_line(title)[:MAX_GOAL] or (one_line(prompts[0])[:MAX_GOAL] if prompts else "")


def summary_of(answer: str) -> str:
    """Where it stood at the end: the first paragraph of the last answer."""
    paragraphs = [one_line(part) for part in re.split(r"\n\s*\n", answer)]
    return next((part for part in paragraphs if part), "")[:MAX_SUMMARY]


def language_of(prompts: Iterable[str]) -> str:
    """``zh`` where the person works in Chinese, by the latest prompts, else ``en``."""
    text = " ".join(prompts)[:20000]
    return "zh" if len(CJK.findall(text)) > 0.1 * len(text) and len(KANA.findall(text)) < 0.05 * len(text) else "en"


def one_line(text: str) -> str:
    """``text`` on one line, white space folded."""
    return " ".join(text.split())
