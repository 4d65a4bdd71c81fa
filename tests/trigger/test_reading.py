"""What counts as typed by a person, and how it falls into sentences and words."""

import pytest

from ctxdb_hooks.trigger.reading import THING, fold, listed, paths, prose, sentences, unquoted


@pytest.mark.parametrize(
    "pasted",
    [
        "```\ncontinue\n```",
        "> as we said",
        "Traceback (most recent call last):",
        '  File "app.py", line 3, in <module>',
        "2024-05-01 12:00:00 resuming session",
        "12:00:01 resuming the session",
        "[12:00:01] resuming the session",
        "main.c:12:3: note: continue { in } loop; if (x == 3) => [0x1f]",
        "2 warnings: Error: cannot continue the session",
        "<notes>\ncontinue\n</notes>",
        "| continue | yes |",
    ],
)
def test_pasted_lines_are_left_out(pasted: str) -> None:
    assert prose(f"why?\n{pasted}\nthanks") == "why?\nthanks"


@pytest.mark.parametrize(
    "typed", ["- fix the list", "# the plan", "it costs $3", "see src/app/main.py:12", "<b or not"]
)
def test_typed_lines_stay(typed: str) -> None:
    assert prose(typed) == typed


def test_an_unclosed_tag_hides_nothing_but_its_line() -> None:
    assert prose("<image>\nfix it") == "fix it"


def test_quotations_become_things_unless_they_are_all_there_is() -> None:
    assert unquoted('rename it to "go on" now').split() == ["rename", "it", "to", THING, "now"]
    assert unquoted('"go on"').split() == ["go", "on"]
    assert unquoted('a 5" disk').split() == ["a", '5"', "disk"]


def test_fold() -> None:
    assert fold("Weißt Ça œuvre Ёж ＡBC（３）") == "weisst ca oeuvre еж ａbc(3)"
    assert fold("cafe\u0301") == "cafe"


def test_words() -> None:
    found = sentences(fold("What's up, peux-tu l'ouvrir? See src/a.py and corrige-la."))
    assert [one.words for one in found] == [
        ["whats", "up", "peux", "tu", "l", "ouvrir"],
        ["see", THING, "and", "corrige", "-la"],
    ]
    assert found[0].starts == {0, 2}


def test_a_list_that_begins_later_is_picked_from() -> None:
    assert listed("2. the second\nplease") == (1, "2. the second")
    assert listed("1. one\n2. two\n- three") == (3, "")
    assert listed("2024 was good") == (0, "")
    assert listed("") == (0, "")


def test_paths_and_records() -> None:
    text = "see src/a.py, @docs/old by @agent and .specstory/history/2024-x.md at https://example.org/a.md or 3.5"
    assert paths(text) == (["src/a.py", "@docs/old", ".specstory/history/2024-x.md"], [".specstory/history/2024-x.md"])
