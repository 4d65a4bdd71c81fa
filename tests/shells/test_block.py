"""Putting our block in and taking it out: for every content, the one undoes the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxdb_hooks.shells.block import BEGIN, END, NO_NEWLINE, add_block, made_by_us, remove_block

LINE = b"[ -r '/h/ctxdb-hooks/shell/ctxdb.zsh' ] && . '/h/ctxdb-hooks/shell/ctxdb.zsh'"
OTHER = LINE.replace(b"/h/", b"/elsewhere/")
BLOCK = BEGIN + b"\n" + LINE + b"\n" + END + b"\n"
CONDA = b"# >>> conda initialize >>>\nx\n# <<< conda initialize <<<\n"

PIECES = st.sampled_from(
    [
        *(BEGIN + b"\n", END + b"\n", LINE + b"\n", OTHER + b"\n", NO_NEWLINE + b"\n", BLOCK),
        *(BEGIN, END, LINE, BEGIN + b"\r\n", END + b" \n", LINE[:9], END[:5], CONDA),
        *(
            b"\n",
            b"\r\n",
            b"\r",
            b"alias a=b\n",
            b"# end",
            b"esac",
            b"\xa1 latin-1\n",
            b"\xe4\xb8",
            b"return 0\n",
            b"exec fish\n",
        ),
        *(b"if a; then\n", b"fi\n"),
        b"# (ctxdb-hooks made this file and 2 folders for it)\n",
    ]
)
CONTENT = st.one_of(st.binary(max_size=80), st.lists(PIECES, max_size=9).map(b"".join))


@given(CONTENT)
def test_out_undoes_in(content: bytes):
    without = remove_block(content)

    assert remove_block(add_block(content, LINE)) == without
    if BEGIN not in content and END not in content:
        assert without == content


@given(CONTENT)
def test_in_twice_is_in_once(content: bytes):
    once = add_block(content, LINE)

    assert add_block(once, LINE) == once
    assert once.split(b"\n").count(BEGIN) == once.split(b"\n").count(END) == 1
    assert BEGIN + b"\n" in once
    assert LINE + b"\n" + END + b"\n" in once


@given(CONTENT)
def test_nothing_of_ours_stays(content: bytes):
    without = remove_block(content)

    assert not {BEGIN, END} & {line.rstrip() for line in without.split(b"\n")}
    assert remove_block(without) == without


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", BLOCK),
        (b"a\n", b"a\n" + BLOCK),
        (b"a\n\n\n", b"a\n\n\n" + BLOCK),
        (b"# End of file", b"# End of file\n" + BEGIN + b"\n" + NO_NEWLINE + b"\n" + LINE + b"\n" + END + b"\n"),
        (CONDA + b"z\n", CONDA + b"z\n" + BLOCK),
        (b"a\n" + BLOCK + b"b\n", b"a\n" + BLOCK + b"b\n"),
        (b"a\n" + BLOCK.replace(LINE, OTHER) + b"b\n", b"a\n" + BLOCK + b"b\n"),
        (BLOCK + b"a\n" + BLOCK + b"b\n", BLOCK + b"a\nb\n"),
        (b"a\r\n", b"a\r\n" + BLOCK),
    ],
    ids=["empty", "lines", "blank lines", "no newline", "another's block", "current", "older", "twice", "crlf"],
)
def test_in(content: bytes, expected: bytes):
    assert add_block(content, LINE) == expected


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"a\n" + BLOCK + b"b\n", b"a\nb\n"),
        (b"a\n" + BLOCK + b"b", b"a\nb"),
        (BLOCK, b""),
        (BLOCK + BLOCK, b""),
        (b"a\n" + BEGIN + b"\n" + LINE + b"\nb\n", b"a\nb\n"),
        (b"a\n" + BEGIN + b"\nb\n", b"a\nb\n"),
        (b"a\n" + BEGIN + b"\n" + LINE[:30], b"a\n"),
        (b"a\n" + BLOCK[:-9], b"a\n"),
        (b"a\n" + LINE + b"\n" + END + b"\nb\n", b"a\nb\n"),
        (b"a\n" + END + b"\nb\n", b"a\nb\n"),
        (BEGIN + b"\nexport MINE=1\n" + LINE + b"\nalias x=y\n" + END + b"\n", b"export MINE=1\nalias x=y\n"),
        (BEGIN + b"\n# " + LINE + b"\n" + END + b"\n", b""),
        (BLOCK.replace(b"\n", b"\r\n") + b"b\r\n", b"b\r\n"),
        (BEGIN + b"\n" + LINE + b"\nmine\n" + BLOCK, b"mine\n"),
        (b"echo '" + BEGIN + b"'\n", b"echo '" + BEGIN + b"'\n"),
        (b"if a; then\n" + BLOCK + b"fi\n", b"if a; then\n:\nfi\n"),
        (b"f() {\n\n" + BLOCK + b"  } # f\n", b"f() {\n\n:\n  } # f\n"),
        (b"if a; then\nb\nelse\n" + BLOCK + b"fi\n", b"if a; then\nb\nelse\n:\nfi\n"),
        (b"if a; then\n" + BLOCK + b"b\nfi\n", b"if a; then\nb\nfi\n"),
    ],
    ids=[
        *(
            "between",
            "last line unended",
            "alone",
            "twice in a row",
            "no end",
            "only the begin",
            "line cut off",
            "end cut off",
        ),
        *(
            "no begin",
            "only the end",
            "lines put inside",
            "commented out",
            "made crlf",
            "half before whole",
            "in a string",
            "alone in a branch",
            "alone in a function",
            "alone behind else",
            "first of a branch",
        ),
    ],
)
def test_out(content: bytes, expected: bytes):
    assert remove_block(content) == expected


def test_a_line_appended_behind_an_unended_file_stays_a_line():
    added = add_block(b"# End of file", LINE) + b"export LATER=1\n"

    assert remove_block(added) == b"# End of file\nexport LATER=1\n"


def test_a_file_that_was_not_there_is_remembered_in_it():
    added = add_block(b"", LINE, made_folders=2)

    assert made_by_us(added) == 2
    assert made_by_us(add_block(added, OTHER)) == 2
    assert made_by_us(BLOCK) is None
    assert remove_block(added) == b""
