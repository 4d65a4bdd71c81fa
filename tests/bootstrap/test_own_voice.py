"""What we tell agents never comes back as memory, whoever quotes it and however often."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from ctxdb_hooks.contextdb import facade, nudge, voice
from ctxdb_hooks.contextdb.store import Store
from tests.bootstrap.place import Place
from tests.support.transcripts import Transcript

ROUNDS = 4
START = 1_770_000_000.0  # s since the epoch
QUOTES: dict[str, Callable[[str], str]] = {
    "as it is": lambda text: text,
    "a quotation": lambda text: "\n".join(f"> {line}" for line in text.splitlines()),
    "code": lambda text: f"```text\n{text}\n```",
    "as Read prints it": lambda text: "\n".join(f"{at:6}→{line}" for at, line in enumerate(text.splitlines(), 1)),
    "a list": lambda text: "\n".join(f"- {line}" for line in text.splitlines()),
    "in bold": lambda text: "\n".join(f"**{line}**" for line in text.splitlines() if line),
}


def told(store: Store, lang: str = "en") -> str:
    """The facade prompt of the newest session, as a start is told."""
    head = json.loads(store.facade_file.read_text())["head"] | {"lang": lang}
    return facade.render(head, str(store.exports / "latest-claude-code-context.md"), "main", head["updated"])


def kept(store: Store) -> str:
    """All that the memory holds of what was said and done."""
    return "\n".join(event.text for name in store.ids() for event in store.events(name))


@pytest.mark.parametrize("quote", QUOTES)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_in_any_number_of_rounds(tmp_path: Path, quote: str, lang: str):
    place = Place(tmp_path)
    first = Transcript(place.home, place.root, at=START)
    first.prompt("Teach the lexer about comments").edit("src/lexer.py", "def skip_comment(): ...")
    first.command("pytest -q", "Exit code 1", failed=True).answer("Comments are skipped now. Should strings be next?")
    place.run()
    packet = next(place.store.exports.glob("latest-claude*"))
    for number in range(ROUNDS):
        ours, history = told(place.store, lang), packet.read_text()
        assert voice.without_ours(QUOTES[quote](history)) == ""
        talk = Transcript(place.home, place.root, at=START + (number + 1) * 10_000)
        talk.prompt(f"Round {number} begins").read(packet)
        talk.command(f"cat {packet}", history)
        talk.answer(f"I was told this:\n\n{QUOTES[quote](ours)}\n\nand in the file stands:\n\n{QUOTES[quote](history)}")
        talk.edit("notes.md", QUOTES[quote](history))
        talk.prompt(f"Why were you told this?\n{QUOTES[quote](ours)}\nIt is round {number}.")
        talk.answer(f"Round {number} is over.")
        place.run()

    text = kept(place.store)
    for line in (*ours.splitlines(), *history.splitlines()):
        assert len(line) < 12 or line not in text, line
    assert text.count("Teach the lexer about comments") == 1
    assert text.count("Comments are skipped now") == 1
    for number in range(ROUNDS):
        assert f"Round {number} begins" in text
        assert f"It is round {number}." in text
        assert f"Round {number} is over." in text
    assert sum("Teach the lexer" in meta["goal"] for meta in place.store.metas()) == 1


@pytest.mark.parametrize(
    "text",
    [
        "Next: write the tests\nDecided: SQLite",
        'Files: "a.py" is the one\nOutcome: "done"',
        "# Project plan\n\n## Files\n\n- src/a.py",
        "The latest session was long; its full history: see docs/history.md",
        "- 2026-02-03 [x] released",
        "Read first: README.md",
        "项目结构与文件：src/a.py",
    ],
)
def test_what_others_say_stays(text: str):
    assert voice.without_ours(text) == text


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_our_own_words_are_known_where_they_are_written(lang: str):
    """The forms are those of the modules that say them: another word there must be another word here."""
    for form in ("use", "load"):
        assert voice.without_ours(facade.TEXT[lang][form]) == ""
    assert voice.without_ours(facade.TEXT[lang]["path"].format("/x/latest-claude-code-context.md")) == ""
    assert voice.without_ours(facade.TEXT[lang]["latest"].format("codex-cli, done", "a goal")) == ""
    for form in nudge.WORDS[lang]:
        if form != "sessions":
            assert voice.without_ours(nudge.WORDS[lang][form].format("/x/y.md")) == "", form


def test_what_is_said_around_it_stays():
    said = 'It begins with "This project uses ContextDB for session memory (reference data)." and so on.\nBut why?'
    assert voice.without_ours(said) == 'It begins with "\nBut why?'
