"""Reads patterns in languages that put spaces between words; the pattern language is told in `patterns`. Hot."""

from .patterns import Patterns
from .reading import THING, Sentence

# How far things may stand apart, in words: a gap, denials before, parts of a program around, the lead of a clause.
GAP = 3
DENIED = 4
NEAR = 10
LEAD = 4


class Words(Patterns):
    """Patterns of one language read by words; parsed when a first word calls for it."""

    __slots__ = (
        "ahead",
        "ahead_core",
        "by_ending",
        "by_prefix",
        "by_word",
        "classes",
        "denials",
        "exempt",
        "fillers",
        "numbers",
        "parsed",
        "products",
        "ties",
    )

    def __init__(self, vocabulary: dict) -> None:
        self.fillers = vocabulary["FILLERS"]
        self.ahead = vocabulary["AHEAD"]
        self.ahead_core = vocabulary["AHEAD_CORE"]
        self.classes = {name: frozenset(text.split()) for name, text in vocabulary["CLASSES"].items()}
        self.numbers = self.classes["NUMBERS"]
        self.exempt = self.classes.get("EXEMPT", frozenset())
        self.products = _exact_and_stems(self.classes["PRODUCT"])
        self.denials = self.classes["DENIALS"]
        self.ties = _exact_and_stems(self.classes["TIES"])
        self.by_word: dict = {}
        self.by_prefix: dict = {}
        self.by_ending: dict = {}
        self.parsed: dict = {}
        for mark, text in vocabulary["PATTERNS"].items():
            for line in text.split("\n"):
                if line := line.strip():
                    self._index(mark, line)

    def _index(self, mark: str, line: str) -> None:
        first = line.split(" ", 2)[line[0] == "!"].lstrip("^")
        entry = (mark, line)
        optional = first[-1] == "?"
        first = first.rstrip("?")
        for word in self.classes.get(first) or first.split("|"):
            if word[-1] == "*":
                self.by_prefix.setdefault(word[:3], []).append(entry)
            elif word[0] == "*":
                self.by_ending.setdefault(word[-2:], []).append(entry)
            else:
                self.by_word.setdefault(word, []).append(entry)
        if optional:
            rest = line.split(" ", 1)[1]
            self._index(mark, "^" + rest if line[0] == "^" and rest[0] != "^" else rest)

    def find(self, sentence: Sentence) -> dict:
        """See `Patterns`."""
        found = {}
        words = sentence.words
        begin = _beginnings(sentence, self.fillers)
        for at, word in enumerate(words):
            entries = self.by_word.get(word, ())
            for more in (self.by_prefix.get(word[:3]), self.by_ending.get(word[-2:])):
                if more:
                    entries = (*entries, *more)
            if word == THING:
                entries = self.by_word.get("%", ())
            for mark, line in entries:
                if mark in found:
                    continue
                end = self._match(self._atoms(line), 0, words, at, begin)
                if end >= 0:
                    found[mark] = (at, end)
        return found

    def go_ahead(self, words: list, text: str) -> bool:
        """See `Patterns`."""
        known = all(word in self.ahead or word in self.fillers or word.isdigit() for word in words)
        return known and any(word in self.ahead_core or word.isdigit() for word in words)

    def text(self, sentence: Sentence, span: tuple) -> str:
        """See `Patterns`."""
        return " ".join(sentence.words[span[0] : span[1]]).replace(THING, "…")

    def around(self, sentence: Sentence, span: tuple) -> tuple:
        """See `Patterns`."""
        words = sentence.words
        start, end = span
        clause = max(at for at in sentence.starts if at <= start)
        leading = start - clause <= (1 if clause else LEAD)
        denied = any(word in self.denials for word in words[max(clause, start - DENIED) : start])
        next_clause = min((at for at in sentence.starts if at >= end), default=len(words))
        beside = words[max(clause, start - 1) : start] + words[end - 1 : min(end + 2, next_clause)]
        if any(_in(word, self.products) for word in beside) and not any(
            _in(word, self.ties) for word in words[start:end]
        ):
            return leading, denied, True, True
        about = words[max(0, start - NEAR) : start] + words[end : end + NEAR]
        of_program = any(_in(word, self.products) for word in about) and not any(_in(word, self.ties) for word in words)
        return leading, denied, False, of_program

    def _atoms(self, line: str) -> tuple:
        atoms = self.parsed.get(line)
        if atoms is None:
            atoms = self.parsed[line] = tuple(self._atom(text) for text in line.split())
        return atoms

    def _atom(self, text: str) -> tuple:
        if text[0] == "!":
            return ("!", False, False, frozenset(text[1:].split("|")), None)
        anchored = text[0] == "^"
        optional = text[-1] == "?" and len(text) > 1
        text = text.strip("^?")
        if text in ("_", "__", "$"):
            return (text, anchored, optional, None, None)
        exact = []
        stems = []
        endings = []
        for part in text.split("|"):
            for word in self.classes.get(part, (part,)):
                if word[-1] == "*":
                    stems.append(word[:-1])
                elif word[0] == "*":
                    endings.append(word[1:])
                else:
                    exact.append(word)
        return ("w", anchored, optional, frozenset(exact), (tuple(stems), tuple(endings)))

    def _match(self, atoms: tuple, index: int, words: list, at: int, begin: set) -> int:
        while index < len(atoms):
            kind, anchored, optional, exact, stems = atoms[index]
            if anchored and at not in begin:
                return -1
            if kind[0] == "_":
                after, _, may_lack, exact, ends = atoms[index + 1]
                must = after == "w" and not may_lack and "$" not in exact
                for here in range(at, min(at + GAP * len(kind), len(words)) + 1):
                    if must and (here == len(words) or not self._is(words[here], exact, ends)):
                        continue
                    end = self._match(atoms, index + 1, words, here, begin)
                    if end >= 0:
                        return end
                return -1
            if kind == "!":
                if at and words[at - 1] in exact:
                    return -1
                index += 1
                continue
            if kind == "$":
                if at != len(words):
                    return -1
                index += 1
                continue
            if at == len(words):
                if "$" in exact:
                    index += 1
                    continue
                hit = False
            else:
                hit = self._is(words[at], exact, stems)
            if optional:
                if hit:
                    end = self._match(atoms, index + 1, words, at + 1, begin)
                    if end >= 0:
                        return end
                index += 1
                continue
            if not hit:
                return -1
            at += 1
            index += 1
        return at

    def _is(self, word: str, exact: frozenset, ends: tuple) -> bool:
        if word in exact or word.startswith(ends[0]) or (word.endswith(ends[1]) and word not in self.exempt):
            return True
        if "#" in exact and (word.isdigit() or (len(word) == 1 and word != THING) or word in self.numbers):
            return True
        return word == THING and "%" in exact


def _exact_and_stems(words: frozenset) -> tuple:
    return frozenset(word for word in words if word[-1] != "*"), tuple(word[:-1] for word in words if word[-1] == "*")


def _in(word: str, group: tuple) -> bool:
    return word in group[0] or (group[1] and word.startswith(group[1]))


def _beginnings(sentence: Sentence, fillers: frozenset) -> set:
    """Where a clause starts, politeness and interjections skipped."""
    words = sentence.words
    begin = set()
    for at in sentence.starts:
        begin.add(at)
        while at < len(words) and words[at] in fillers:
            at += 1
            begin.add(at)
    return begin
