"""Reads patterns in Chinese, Japanese and Korean; the pattern language is told in `patterns`. Hot."""

from .patterns import Patterns
from .reading import THING, Sentence

# How far things may stand apart, in characters: a gap, denials before and after, parts of a program around.
REACH = 12
DENIED = (6, 8)
NEAR = 20
LEAD = (8, 3)
_ENDS = ",、:;!?。！？，；："
_PAUSES = frozenset(" ,、。!！，")
_BETWEEN = " \n.。!！?？~～…、,，:;&和与と"


class Characters(Patterns):
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
                if line := line.strip():
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
        """See `Patterns`."""
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
        """See `Patterns`."""
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
        """See `Patterns`."""
        return sentence.raw[span[0] : span[1]].replace(THING, "…")

    def around(self, sentence: Sentence, span: tuple) -> tuple:
        """See `Patterns`."""
        raw = sentence.raw
        start, end = span
        before = raw[max(0, start - DENIED[0]) : start]
        after = raw[end : end + DENIED[1]]
        clause = max(raw.rfind(mark, 0, start) for mark in _ENDS) + 1
        leading = start - clause <= LEAD[clause > 0]
        denied = any(word in before for word in self.denials[0]) or any(word in after for word in self.denials[1])
        beside = after[: DENIED[0]].partition("、")[0].partition(",")[0]
        tied = any(word in raw[start:end] for word in self.ties)
        if not tied and any(word in beside or before.endswith(word) for word in self.products):
            return leading, denied, True, True
        about = raw[max(0, start - NEAR) : start] + "\n" + raw[end : end + NEAR]
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
        return at if not ended or not raw[at:].strip(_BETWEEN) else 0
    reach, words = chain[index]
    for word in words:
        found = raw.find(word, at, at + reach + len(word))
        if found >= 0:
            end = _rest(raw, chain, index + 1, found + len(word), ended)
            if end:
                return end
    return 0


def _clauses(raw: str, fillers: tuple) -> set:
    """Where a clause starts, politeness and interjections skipped."""
    begin = set()
    for at in (0, *(at + 1 for at, char in enumerate(raw) if char in _ENDS)):
        begin.add(at)
        skipped = -1
        while skipped != at:
            skipped = at
            while raw[at : at + 1] in _PAUSES:
                at += 1
            at += next((len(filler) for filler in fillers if raw.startswith(filler, at)), 0)
        begin.add(at)
    return begin
