"""Cutting text into the words that are looked up: identifiers and paths whole and in parts, CJK in pairs.

Chinese, Japanese and Thai write no spaces, and SQLite's own tokenizers either take a whole sentence for a word
(unicode61) or want three characters of a query (trigram), where most Chinese words have two. So runs of them become
overlapping pairs, which finds every word inside a sentence and needs no dictionary.
"""

import re
from collections.abc import Iterator

WORD = re.compile(r"[A-Za-z0-9_]+|[^\W\d_]+|\d+")
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
RUN = re.compile(f"[{UNSPACED}]+|[^{UNSPACED}]+")
MAX_WORD = 64


def of_text(text: str) -> Iterator[str]:
    """The words of a text to be found, in order: each identifier as a whole and its parts, each pair of a CJK run."""
    for word in WORD.findall(text):
        if len(word) > MAX_WORD:
            word = word[:MAX_WORD]
        if not word.isascii():
            for run in RUN.findall(word):
                yield from pairs(run) if _unspaced(run) else (run.lower(),)
        elif word.islower() and "_" not in word:
            yield word
        else:
            yield word.lower()
            parts = PART.findall(word)
            if len(parts) > 1:
                yield from (part.lower() for part in parts)


def of_query(text: str) -> list[list[str]]:
    """The words of a query: each inner list stands together (the pairs of one CJK run), in order, without repeats."""
    found: list[list[str]] = []
    for match in WORD.finditer(text):
        word = match[0][:MAX_WORD]
        if word.isascii():
            found.append([word.lower()])
            continue
        for run in RUN.findall(word):
            found.append(list(pairs(run)) if _unspaced(run) else [run.lower()])
    return [group for number, group in enumerate(found) if group not in found[:number]]


def pairs(run: str) -> Iterator[str]:
    """Overlapping pairs; a run of one character is itself."""
    if len(run) == 1:
        yield run
    for at in range(len(run) - 1):
        yield run[at : at + 2]


def _unspaced(run: str) -> bool:
    return bool(re.match(f"[{UNSPACED}]", run))
