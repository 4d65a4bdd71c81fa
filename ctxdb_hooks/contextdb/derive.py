"""What a colleague would write down about a session, by rules: what was wanted, how it stands, what mattered."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt
from typing import Any

from ctxdb_hooks.contextdb import commits, model, names, prose
from ctxdb_hooks.contextdb.model import Event

RULES = 3  # raised with every change that gives another result: sessions are then described again
GOAL = 300  # characters
SUMMARY = 500
FILES, READS, NAMES = 60, 40, 160
FAILURES, NEXT, DECISIONS, ASKED, COMMITS = 4, 8, 5, 12, 12
PROSE = (".md", ".mdx", ".rst", ".txt", ".adoc")
FIRST = 12  # prompts among which the goal is looked for
LAST = 6  # answers that are looked at for where it stood
MUCH = 6  # words of a request that needs no other to be understood
STALE = 2  # prompts after which what was pending at a compaction says nothing any more
MANY = 4000  # of a table's entries while a long session is read

# How much one use of a file says that it will be used again; a prompt that names it more than a look at it.
USES = {model.EDIT: 3, model.PROMPT: 2, **dict.fromkeys((model.READ, model.COMMAND, model.FAILURE, model.SEARCH), 1)}
USES |= {model.ANSWER: 1, model.PLAN: 1}
WORDS = (model.PROMPT, model.ANSWER, model.PLAN)
RECENT = 0.3  # how much of a score depends on when in the session the last use was
SETTLES = re.compile(r"^(?:\w+=\S+ |sudo |time |cd \S+ ?(?:&&|;) ?)*")
PIPED = re.compile(r"\s*(?:2>&1|\|\s*(?:tail|head|grep|cat|less|wc|sort|tee)\b[^|&;]*|[12]?>\s*\S+)")
LOOKS = re.compile(
    r"^(?:grep|rg|ls|test|\[|which|command -v|type|diff|find|cat|cd|git (?:diff|grep|show-ref|rev-parse))\b"
)
RUNNERS = re.compile(
    r"((?:npm|pnpm|yarn|bun|npx|uv|poetry|cargo|go|git|gh \w+|make|just|mvn|gradle|\./gradlew|dotnet|docker|terraform|"
    r"nix)(?: run| exec| -C \S+)? [\w:.-]+|"
    r"python3? -m \w+|pytest|tox|ruff|mypy|eslint|tsc|jest|vitest|rspec|phpunit|ctest)\b"
)
TRIVIAL = re.compile(r"^(?:cd|echo|export|set|source|sleep|true|git (?:add|status|diff|log|show|branch))\b")
NO_FAULT = re.compile(
    r"^(?:Exit code 1)?\s*$|has not been read yet|been modified since read|haven't granted|Cancelled:"
)


def derive(events: Iterable[Event], title: str = "") -> dict[str, Any]:
    """The facts about a session, all JSON, of bounded size."""
    facts = Facts()
    for event in events:
        facts.add(event)
    return facts.result(title)


@dataclass(slots=True)
class Use:
    """How much and when last something was used; ``place`` is the file in which a name was edited last."""

    weight: int = 0
    last: int = 0
    edited: bool = False
    touched: bool = False  # by a tool, not only named in words
    place: str = ""


class Facts:
    """Gathers facts event by event; what it keeps is bounded, however long the session."""

    def __init__(self) -> None:
        self.prompts = 0
        self.first: list[str] = []
        self.asked: list[str] = []
        self.plan = ""
        self.plan_opens = False  # the session was begun to carry a plan out
        self.answers: list[str] = []  # the last one of each turn
        self.recap = ""
        self.compacted = ""
        self.since_compacted = 0  # prompts
        self.commits: dict[str, None] = {}
        self.todo = ""
        self.files: dict[str, Use] = {}
        self.names: dict[str, Use] = {}
        self.failures: dict[tuple[str, ...], str] = {}  # what was run to what came of it
        self.decisions: dict[str, None] = {}
        self.language = prose.Language()
        self.number = 0
        self.turn_ended = True
        self.last = ""
        self.open = False  # the last turn has no answer at its end
        self.broken = ""  # why nothing came of the last turn

    def add(self, event: Event) -> None:
        """Take one event in."""
        self.number += 1
        kind = event.kind
        if kind == model.PROMPT:
            self._prompt(event.text)
        elif kind == model.ANSWER:
            self._answer(event.text)
        elif kind == model.PLAN:
            self.plan = event.text
            self.plan_opens = self.plan_opens or not self.prompts
            self.open = True
            self._name(names.in_prose(event.text), 2)
        elif kind == model.TODO:
            self.todo = event.text
        elif kind == model.COMPACT:
            self.compacted, self.since_compacted = event.text, 0
        elif kind == model.NOTE:
            self._note(event)
        elif kind == model.FAILURE:
            self._failure(event)
        elif kind == model.COMMAND:
            self._went_well(event.text)
        elif kind == model.SEARCH:
            self._name(names.in_pattern(event.text), 2)
        elif kind == model.EDIT:
            self._edited(event)
        if kind in USES:
            for ref in event.refs:
                use = self._use(self.files, ref, USES[kind])
                use.edited = use.edited or kind == model.EDIT
                use.touched = use.touched or kind not in WORDS
        if kind not in (model.NOTE, model.COMPACT, model.TODO):
            self.last = kind

    def _prompt(self, text: str) -> None:
        self.prompts += 1
        self.since_compacted += 1
        self.turn_ended = True
        self.open, self.broken = True, ""
        asked = prose.asked(text)
        if len(self.first) < FIRST:
            self.first.append(asked)
        if prose.tells(asked):
            self.asked = [*self.asked, asked][-ASKED:]
        self.language.add(asked)
        self._name(names.in_prose(text[:4000]), 3)
        self._decide(asked)

    def _answer(self, text: str) -> None:
        self.open, self.broken = False, ""
        self.answers = [*(self.answers if self.turn_ended else self.answers[:-1]), text][-LAST:]
        self.turn_ended = False
        self.recap = ""
        self._name(names.in_prose(" ".join(prose.quoted(text))), 1)
        self._decide(text)

    def _note(self, event: Event) -> None:
        if event.extra.get("interrupted"):
            self.open = True
        elif event.extra.get("recap"):
            self.recap = event.text
        elif event.extra.get("chosen"):
            for line in filter(None, map(prose.choice, event.text.splitlines())):
                self._remember(line)

    def _decide(self, text: str) -> None:
        for sentence in prose.decisions(text):
            self._remember(sentence)

    def _remember(self, sentence: str) -> None:
        self.decisions.pop(sentence, None)
        self.decisions[sentence] = None
        while len(self.decisions) > DECISIONS:
            self.decisions.pop(next(iter(self.decisions)))

    def _failure(self, event: Event) -> None:
        if event.extra.get("tool") == "api":
            self.open, self.broken = True, event.text
            return
        command, _, output = event.text.partition("\n")
        if event.extra.get("was") in (model.EDIT, model.READ, model.SEARCH) or NO_FAULT.search(output):
            return
        keys = keys_of(command)
        if keys and not all(LOOKS.match(key) for key in keys):
            self.failures.pop(keys, None)
            self.failures[keys] = f"{prose.one_line(command)[:200]}\n{prose.trouble(output)}"
        while len(self.failures) > FAILURES * 4:
            self.failures.pop(next(iter(self.failures)))

    def _went_well(self, command: str) -> None:
        """What failed before and has now been run without an error is repaired; what was committed is remembered."""
        for subject in commits.subjects(command):
            self.commits.pop(subject, None)
            self.commits[subject] = None
            while len(self.commits) > COMMITS:
                self.commits.pop(next(iter(self.commits)))
        if self.failures:
            done = set(keys_of(command))
            for keys in [keys for keys in self.failures if done & set(keys)]:
                del self.failures[keys]

    def _edited(self, event: Event) -> None:
        defined = set(names.DEFINED.findall(event.text))
        is_prose = any(ref.endswith(PROSE) for ref in event.refs)
        for name in set(names.in_prose(event.text) if is_prose else names.in_code(event.text)):
            self._use(self.names, name, 2 if name in defined else 1).place = event.refs[0] if event.refs else ""

    def _name(self, found: Iterable[str], weight: int) -> None:
        for name in set(found):
            self._use(self.names, name, weight)

    def _use(self, table: dict[str, Use], key: str, weight: int) -> Use:
        use = table.pop(key, None) or Use()
        use.weight += weight
        use.last = self.number
        table[key] = use
        while len(table) > MANY:
            table.pop(next(iter(table)))
        return use

    def _scored(self, table: dict[str, Use], most: int) -> list[tuple[str, float, Use]]:
        """The entries that will most likely be needed again: those of much and of late use."""
        found = [
            (key, round(sqrt(use.weight) * (1 - RECENT + RECENT * use.last / self.number), 2), use)
            for key, use in table.items()
        ]
        return sorted(found, key=lambda entry: (-entry[1], entry[0]))[:most]

    def result(self, title: str) -> dict[str, Any]:
        """The facts."""
        answers = [self.recap] if self.recap else self.answers
        todo = [line[4:] for line in self.todo.splitlines() if line.startswith("[ ] ")]
        question = prose.question(self.answers[-1]) if self.answers and not self.open else ""
        pending = prose.pending(self.compacted) if self.since_compacted <= STALE else []
        failures = list(self.failures.values())[-FAILURES:]
        files = self._scored(self.files, FILES + READS)
        return {
            "goal": self._goal(title),
            "status": self._status(),
            "summary": prose.outcome(answers)[:SUMMARY],
            "files": [path for path, _, use in files if use.edited][:FILES],
            "reads": [path for path, _, use in files if not use.edited][:READS],
            "told": [path for path, _, use in files if not use.touched],
            "uses": {path: score for path, score, _ in files},
            "names": {name: [score, use.place] for name, score, use in self._scored(self.names, NAMES)},
            "failures": failures,
            "next": (todo or prose.next_steps(self.answers[-2:]) or pending)[:NEXT],
            "question": question,
            "plan": prose.outline(self.plan),
            "decisions": list(self.decisions),
            "commits": list(self.commits),
            "asked": self.asked,
            "prompts": self.prompts or int(bool(self.plan)),
            "lang": self.language.name,
        }

    def _goal(self, title: str) -> str:
        """What the person wanted.

        The request, or the plan, that the session opened with, if only in a few words; else the first that says much.
        A few words later on mostly answer something: what was planned or committed tells more than they do.
        """
        plan = prose.heading(self.plan)
        opening = [plan] if self.plan_opens else self.first[:1] if self.first and prose.tells(self.first[0]) else []
        telling = [text for text in self.first if prose.tells(text)]
        much = [text for text in telling if prose.words(text) >= MUCH]
        rest = [plan, title, *self.commits, *telling, *filter(prose.is_request, self.first)]
        goal = next(filter(None, [*opening, *much, *rest, *self.first]), "")
        return prose.one_line(goal)[:GOAL]

    def _status(self) -> str:
        """``interrupted`` without an answer at the end, ``blocked`` where that says that it waits for something."""
        if self.broken:
            return "blocked"
        if self.open or self.last not in (model.ANSWER, ""):
            return "interrupted"
        if self.answers and prose.says_blocked(self.answers[-1]):
            return "blocked"
        return "done"


def plain_command(command: str) -> str:
    """A command line without what only surrounds it: folders, variables, filters of its output."""
    return PIPED.sub("", SETTLES.sub("", command.strip())).strip()


def keys_of(command: str) -> tuple[str, ...]:
    """What tells that a later command does the same: of each part the program and what it runs, else the whole part."""
    parts = [plain_command(part) for part in re.split(r"&&|\|\||;|\n", prose.without_documents(command))]
    found = [part for part in parts if part and not TRIVIAL.match(part)]
    keys = [runner[1] if (runner := RUNNERS.match(part)) else part[:200] for part in found]
    return tuple(dict.fromkeys(keys))
