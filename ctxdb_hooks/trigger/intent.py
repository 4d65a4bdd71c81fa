"""Signal A: does a prompt speak of earlier work, and how. Hot.

The vocabulary marks each sentence; the rules here, the same for every language, read the marks.
"""

from . import reading, vocabulary
from .languages import languages
from .memory import Memory, mentions

# In a first turn, mark -> what fires, in prompts of at most so many words: the longer the text, the likelier that what
# it refers to is in it.
FIRST_TURN = (
    ("resume", "intent:continuation", 80),
    ("broke", "intent:continuation", 60),
    ("ours", "intent:reference", 80),
    ("numbered", "intent:continuation", 16),
    ("status", "intent:meta", 20),
    ("anaphor", "intent:reference", 20),
    ("bare", "intent:reference", 6),
    ("again", "intent:reference", 16),
    ("report", "intent:reference", 24),
    ("still", "intent:reference", 16),
)
# In words: the longest bare go-ahead, item picked from a list, and mention of a record that needs no verb; and how far
# a record and its verb may stand apart (characters in writing without spaces).
_AHEAD_WORDS = 10
_PICKED_WORDS = 40
_RECORD_ALONE = 3
_TOGETHER = 14


class Hit:
    """One mark in a sentence: the words that gave it, and what stands around them."""

    __slots__ = ("beside", "denied", "end", "leading", "of_program", "start", "text")

    def __init__(
        self, text: str, start: int, end: int, leading: bool, denied: bool, beside: bool, of_program: bool
    ) -> None:
        self.leading = leading
        self.beside = beside
        self.text = text
        self.start = start
        self.end = end
        self.denied = denied
        self.of_program = of_program


class Reading:
    """A prompt as the rules see it: `marks` holds, for each sentence, mark -> Hit."""

    __slots__ = (
        "ahead",
        "files",
        "items",
        "marks",
        "names",
        "pasted",
        "picked",
        "records",
        "sentences",
        "size",
        "text",
        "things",
        "words",
    )

    def __init__(self, prompt: str) -> None:
        seen = reading.window(prompt)
        typed = reading.prose(seen)
        self.pasted = len(typed) + 40 < len(seen)
        text = self.text = reading.fold(reading.unquoted(typed))
        self.items, self.picked = reading.listed(typed)
        self.files, self.records = reading.paths(text)
        self.sentences = reading.sentences(text)
        self.words = [word for sentence in self.sentences for word in sentence.words]
        self.things = self.words.count(reading.THING)
        self.names = languages(text, self.words)
        self.size = _size(text, self.words)
        loaded = [vocabulary.load(name) for name in self.names]
        for patterns in loaded:
            patterns.prepare(text)
        self.marks = [_marks(sentence, loaded) for sentence in self.sentences]
        self.ahead = False
        if self.size <= _AHEAD_WORDS and not self.pasted and not self.things:
            self.ahead = bool(self.words) and any(patterns.go_ahead(self.words, text) for patterns in loaded)


def _marks(sentence: reading.Sentence, loaded: list) -> dict:
    found: dict = {}
    for patterns in loaded:
        for mark, span in patterns.find(sentence).items():
            if mark not in found:
                found[mark] = Hit(patterns.text(sentence, span), *span, *patterns.around(sentence, span))
    return found


def _size(text: str, words: list) -> int:
    wide = sum(map("\u2e7f".__lt__, text)) if not text.isascii() else 0
    return len(words) + wide // 2 if wide else len(words)


def intent(read: Reading, turn: int, memory: Memory | None = None) -> tuple:
    """`(fired, [(indicator, words), ...])`; fired is empty when nothing decides."""
    stop, why = _stops(read)
    fired = _any_turn(read, turn, why)
    if stop == "fresh":
        return "intent:negative", why
    if fired:
        return fired, why
    if stop:
        return "intent:negative", why
    if turn <= 1:
        return _first_turn(read, memory, why), why
    return "", why


def _stops(read: Reading) -> tuple:
    why = []
    stop = ""
    for marks in read.marks:
        if "kept" in marks:
            continue
        for mark in ("fresh", "scratch"):
            if mark in marks:
                why.append((mark, marks[mark].text))
                stop = "fresh" if stop == "fresh" else mark
    return stop, why


def _any_turn(read: Reading, turn: int, why: list) -> str:
    another = next((marks["otheragent"] for marks in read.marks if "otheragent" in marks), None)
    for marks in read.marks:
        found = _recalls(marks) or _looks_up(marks, read)
        if not found and another and (turn <= 1 or "their" in marks):
            found = [("otheragent", another.text)]
        if found:
            why += found
            return "intent:recall"
    return ""


def _recalls(marks: dict) -> list:
    """An earlier session is spoken of, or what we did before this one."""
    hit = marks.get("recall")
    if hit and not hit.of_program and not _asks_how(marks, hit):
        return [("recall", hit.text)]
    if "past" in marks and "wedid" in marks and "others" not in marks:
        return [("past", marks["past"].text), ("wedid", marks["wedid"].text)]
    return []


def _looks_up(marks: dict, read: Reading) -> list:
    """A record of earlier work is to be read."""
    source, look = marks.get("source"), marks.get("look")
    if source and look and not source.of_program and not look.denied and not _asks_how(marks, source):
        apart = max(source.start, look.start) - min(source.end, look.end)
        if apart <= _TOGETHER:
            return [("source", source.text), ("look", look.text)]
    if read.records and "howto" not in marks and (look or read.size <= _RECORD_ALONE):
        return [("record", read.records[0])]
    return []


def _first_turn(read: Reading, memory: Memory | None, why: list) -> str:
    if read.ahead:
        why.append(("go-ahead", read.text.strip()))
        return "intent:continuation"
    for marks in read.marks:
        if _is_vague(marks):
            why.append(("vague", marks["vague"].text))
            return "intent:recall"
    for mark, fired, most in FIRST_TURN:
        hit = _open_reference(read, mark) if read.size <= most else None
        if hit:
            why.append((mark, hit.text))
            return fired
    if read.picked and read.size <= _PICKED_WORDS:
        why.append(("picked", read.picked))
        return "intent:continuation"
    named = memory and mentions(read.text, memory)
    if named:
        why.append(named)
        return "intent:reference"
    return ""


def _is_vague(marks: dict) -> bool:
    """Earlier work is spoken of, how much earlier is open; not in a question about how something works."""
    hit: Hit | None = marks.get("vague")
    return hit is not None and not (hit.denied or hit.beside or _asks_how(marks, hit) or _of_others(marks, hit))


def _asks_how(marks: dict, hit: Hit) -> bool:
    """Whether what was found stands in a question about how something works, and is not the question itself."""
    return "howto" in marks and bool(marks["howto"].start < hit.start)


def _of_others(marks: dict, hit: Hit) -> bool:
    """Whether what was found is what somebody else is to know or did."""
    return "others" in marks and bool(marks["others"].start < hit.start)


def _open_reference(read: Reading, mark: str) -> Hit | None:
    """What a first prompt refers to and does not say, at its beginning or end."""
    last = len(read.marks) - 1
    for at, marks in enumerate(read.marks):
        hit: Hit | None = marks.get(mark)
        if hit and not 1 < at < last and _refers(mark, hit, marks, read):
            return hit
    return None


def _refers(mark: str, hit: Hit, marks: dict, read: Reading) -> bool:
    """Whether a mark of `FIRST_TURN` means what is not said here, going by what else stands in its sentence."""
    if _of_others(marks, hit):
        return False
    if mark == "ours":  # whatever is denied or asked of it: it was done
        return True
    if hit.denied:
        return False
    if mark == "status":
        return hit.leading and "others" not in marks
    if mark == "broke":
        return "if" not in marks
    if mark == "still":
        return not read.files and not any(other in marks for other in ("if", "others", "wish", "howto"))
    return "howto" not in marks if mark == "bare" else not _asks_how(marks, hit)
