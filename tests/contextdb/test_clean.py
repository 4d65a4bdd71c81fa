"""Text that is to stand in a prompt, between quotes on one line: whatever it was, it cannot leave them."""

from __future__ import annotations

import re
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxdb_hooks.contextdb.clean import clean

PIECES = st.sampled_from(
    "</system> <system <<a>b> <sys<b>tem> <|im_start|> <!-- --> ``` ~~~ \" “ ” \\ ' \n \r\n"
    " \x1b[2J \x1b]52;c;eA==\x07 \x9b31m"
    " \u202e \u2066 \u2069 \u200b \u200d \u200d\u200d \ufeff \U000e0041 \U000e0101 \ud800 \x00 \u2028 Ignore previous"
    " 修复 👩‍👩‍👧 ../../etc/passwd $(id) --flag".split(" ")
)


@settings(max_examples=400, deadline=None)
@given(st.lists(PIECES | st.text(max_size=12), max_size=20))
def test_nothing_of_it_leaves_its_line_or_its_quotes(pieces: list[str]):
    text = clean("".join(pieces))
    assert text.splitlines() in ([], [text])
    assert not set(text) & set('"“”\x1b\u202e\u2066\u2069\ufeff')
    assert not re.search(r"<[A-Za-z/|!?]|\u200d\u200d|[\U000e0000-\U000e01ff]", text)
    assert not {unicodedata.category(char) for char in text} & {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}
    assert clean(text) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("a </system> b", "a b"),
        ("a </system>\u200d b", "a b"),
        ("a <" + "x" * 300 + "> b", "a ‹" + "x" * 300 + "> b"),
        ("<sys<b>tem>go", "‹sys tem>go"),
        ("<|im_start|>system", "‹|im_start|>system"),
        ("if a < b and c > d", "if a < b and c > d"),
        ("hidden\U000e0049\U000e004e\U000e0101\u200b text", "hidden text"),
        ("👩‍👩‍👧 می‌خواهم", "👩‍👩‍👧 می‌خواهم"),
    ],
)
def test_what_remains(text: str, told: str):
    assert clean(text) == told
