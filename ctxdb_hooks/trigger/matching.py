"""The small pattern language of the vocabulary, and its two readers: by words and by characters. Hot.

A pattern is one line. By words (languages that put spaces between words), atoms are separated by spaces:
`word`, `one|other`, `stem*`, `*ending`, `CLASS` (a set named in the vocabulary, upper case), `_` (up to three words),
`__` (up to six), `#` (a number, one letter, or a number word), `%` (a thing: path, code, quotation), a trailing `?`
(may be missing), a leading `^` (a clause starts here), a lone `$` (the sentence ends here), a leading `!one|other`
(not after these).

By characters (Chinese, Japanese, Korean), `a|b~c`: one of a and b, then c within twelve characters, `a+c`: c at once;
`^` and `$` too.
"""

from .reading import THING, Sentence

GAP = 3
NEAR = 10
LEAD = 4
_BETWEEN = " \n.。!！?？~～…、,，:;&和与と"
REACH = 12


class Words:
    """Patterns of one language read by words; parsed when a first word calls for it."""

    __slots__ = (
        "ahead",
        "ahead_core",
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
        self.parsed: dict = {}
        for mark, text in vocabulary["PATTERNS"].items():
            for line in text.split("\n"):
                line = line.strip()
                if line and line[0] != ";":
                    self._index(mark, line)

    def _index(self, mark: str, line: str) -> None:
        first = line.split(" ", 2)[line[0] == "!"].lstrip("^")
        entry = (mark, line)
        optional = first[-1] == "?"
        first = first.rstrip("?")
        for word in self.classes.get(first) or first.split("|"):
            if word[-1] == "*":
                self.by_prefix.setdefault(word[:3], []).append(entry)
            else:
                self.by_word.setdefault(word, []).append(entry)
        if optional:
            self._index(mark, line.split(" ", 1)[1])

    def find(self, sentence: Sentence) -> dict:
        """`{mark: (start, end)}` of what a sentence matches, the first match of each mark."""
        found = {}
        words = sentence.words
        begin = _beginnings(sentence, self.fillers)
        for at, word in enumerate(words):
            entries = self.by_word.get(word, ())
            more = self.by_prefix.get(word[:3])
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

    def prepare(self, text: str) -> None:
        """Nothing to do: patterns are found by their first word."""

    def go_ahead(self, words: list, text: str) -> bool:
        """Whether all the words say no more than yes, go on."""
        known = all(word in self.ahead or word in self.fillers or word.isdigit() for word in words)
        return known and any(word in self.ahead_core or word.isdigit() for word in words)

    def text(self, sentence: Sentence, span: tuple) -> str:
        """The words of a span."""
        return " ".join(sentence.words[span[0] : span[1]]).replace(THING, "…")

    def around(self, sentence: Sentence, span: tuple) -> tuple:
        """`(leading, denied, beside, of_program)`.

        Whether a span leads its clause, is denied, has parts of a program beside it, has nobody but them near it.
        """
        words = sentence.words
        start, end = span
        clause = max(at for at in sentence.starts if at <= start)
        leading = start - clause <= (1 if clause else LEAD)
        denied = any(word in self.denials for word in words[max(clause, start - 4) : start])
        next_clause = min((at for at in sentence.starts if at >= end), default=len(words))
        beside = words[max(clause, start - 1) : start] + words[end - 1 : min(end + 2, next_clause)]
        if any(_in(word, self.products) for word in beside):
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
                for skip in range(GAP * len(kind) + 1):
                    if at + skip > len(words):
                        break
                    end = self._match(atoms, index + 1, words, at + skip, begin)
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


class Characters:
    """Patterns of one language read by characters."""

    __slots__ = ("ahead", "denials", "fillers", "lines", "live", "products", "ties")

    def __init__(self, vocabulary: dict) -> None:
        self.fillers = vocabulary["FILLERS"]
        self.ahead = vocabulary["AHEAD"]
        self.products = vocabulary["PRODUCT"]
        self.denials = vocabulary["DENIALS"]
        self.ties = vocabulary["TIES"]
        self.lines: list = []
        self.live: list = []
        for mark, text in vocabulary["PATTERNS"].items():
            for line in text.split("\n"):
                line = line.strip()
                if line and line[0] != ";":
                    self.lines.append((mark, line))

    def prepare(self, text: str) -> None:
        """Keep the patterns that can match somewhere in a text."""
        self.live = [
            (mark, *parts)
            for mark, line in self.lines
            if (parts := self._parts(line))
            and any(word in text for word in parts[2][0][1])
            and any(word in text for word in parts[2][-1][1])
        ]

    def find(self, sentence: Sentence) -> dict:
        """`{mark: (start, end)}` of what a sentence matches, the first match of each mark."""
        raw = sentence.raw
        found = {}
        begin = None
        for mark, anchored, ended, chain in self.live:
            if mark in found:
                continue
            if anchored and begin is None:
                begin = _clauses(raw, self.fillers)
            span = _chain(raw, chain, begin if anchored else None, ended)
            if span:
                found[mark] = span
        return found

    def go_ahead(self, words: list, text: str) -> bool:
        """Whether a text says no more than yes, go on."""
        at = 0
        core = False
        while at < len(text):
            ahead = _longest(text, at, self.ahead)
            filler = _longest(text, at, self.fillers)
            if ahead or filler:
                core = core or ahead >= filler
                at += max(ahead, filler)
            elif text[at] in _BETWEEN or (text[at].isascii() and not text[at + 1 : at + 2].isalpha()):
                at += 1
            else:
                return False
        return core

    def text(self, sentence: Sentence, span: tuple) -> str:
        """The characters of a span."""
        return sentence.raw[span[0] : span[1]].replace(THING, "…")

    def around(self, sentence: Sentence, span: tuple) -> tuple:
        """`(leading, denied, beside, of_program)`, as for `Words`."""
        raw = sentence.raw
        start, end = span
        before = raw[max(0, start - 6) : start]
        after = raw[end : end + 8]
        clause = max(raw.rfind(mark, 0, start) for mark in ",、:;!?。") + 1
        leading = start - clause <= (3 if clause else 2 * LEAD)
        denied = any(word in before for word in self.denials[0]) or any(word in after for word in self.denials[1])
        beside = after[:6].partition("、")[0].partition(",")[0]
        if any(word in beside or before.endswith(word) for word in self.products):
            return leading, denied, True, True
        about = raw[max(0, start - 2 * NEAR) : start] + "\n" + raw[end : end + 2 * NEAR]
        of_program = any(word in about for word in self.products) and not any(word in raw for word in self.ties)
        return leading, denied, False, of_program

    def _parts(self, line: str) -> tuple:
        anchored = line[0] == "^"
        ended = line[-1] == "$"
        chain = tuple(
            (reach, tuple(part.split("|")))
            for run in line.strip("^$").split("~")
            for reach, part in zip((REACH, *(0,) * run.count("+")), run.split("+"), strict=True)
        )
        return anchored, ended, chain


def _longest(text: str, at: int, phrases: tuple) -> int:
    return max((len(phrase) for phrase in phrases if text.startswith(phrase, at)), default=0)


def _chain(raw: str, chain: tuple, begin: set | None, ended: bool) -> tuple:
    for first in chain[0][1]:
        at = raw.find(first)
        while at >= 0:
            if begin is None or at in begin:
                end = _rest(raw, chain, 1, at + len(first), ended)
                if end:
                    return (at, end)
            at = raw.find(first, at + 1)
    return ()


def _rest(raw: str, chain: tuple, index: int, at: int, ended: bool) -> int:
    if index == len(chain):
        return at if not ended or not raw[at:].strip(" 。.!！?？~～…、,，") else 0
    reach, words = chain[index]
    for word in words:
        found = raw.find(word, at, at + reach + len(word))
        if found >= 0:
            end = _rest(raw, chain, index + 1, found + len(word), ended)
            if end:
                return end
    return 0


def _clauses(raw: str, fillers: tuple) -> set:
    begin = set()
    starts = [0]
    for at, char in enumerate(raw):
        if char in "，,、。！!？?;；:：\n":
            starts.append(at + 1)
    for at in starts:
        begin.add(at)
        moved = True
        while moved:
            moved = False
            while raw[at : at + 1] in ("，", ",", " ", "、", "。", "!", "！") and at < len(raw):
                at += 1
            for filler in fillers:
                if raw.startswith(filler, at):
                    at += len(filler)
                    moved = True
                    break
        begin.add(at)
    return begin
