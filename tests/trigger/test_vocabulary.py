"""The vocabulary is data: every line of it is a pattern that can match."""

from __future__ import annotations

import importlib

import pytest

from ctxdb_hooks.trigger.by_characters import Characters
from ctxdb_hooks.trigger.by_words import Words
from ctxdb_hooks.trigger.vocabulary import UNSPACED

LANGUAGES = ["de", "en", "es", "fr", "it", "ja", "ko", "pt", "ru", "zh"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_line_is_a_pattern(language: str) -> None:
    vocabulary = vars(importlib.import_module(f"ctxdb_hooks.trigger.vocabulary.{language}"))
    reader = (Characters if language in UNSPACED else Words)(vocabulary)
    marks = set(vars(importlib.import_module("ctxdb_hooks.trigger.vocabulary.en"))["PATTERNS"])
    assert set(vocabulary["PATTERNS"]) == marks
    for mark, text in vocabulary["PATTERNS"].items():
        lines = [line.strip() for line in text.split("\n") if line.strip()]
        assert lines, mark
        for line in lines:
            assert "||" not in line, line
            assert not line.endswith(("|", "~", "+")), line
            if isinstance(reader, Words):
                atoms = reader._atoms(line)
                assert not atoms[-1][0].startswith("_"), f"a gap at the end: {line}"
                assert any(kind == "w" and not optional for kind, _, optional, _, _ in atoms), line
            else:
                assert all(word for _, words in reader._parts(line)[2] for word in words), line
