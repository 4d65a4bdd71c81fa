"""The room that a memory takes: the oldest events give way, and it is said."""

from __future__ import annotations

from pathlib import Path

from ctxdb_hooks.bootstrap import space
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.contextdb.index import Index
from tests.bootstrap.place import Place
from tests.support import whole
from tests.support.transcripts import Transcript

START = 1_770_000_000.0  # s since the epoch


def fill(place: Place) -> list[Transcript]:
    """Three sessions of some 250 kB each, the first one the oldest."""
    found = []
    for number in range(3):
        talk = Transcript(place.home, place.root, at=START + number * 10_000).prompt(f"The goal of number {number}")
        for turn in range(100):
            talk.answer(f"Answer {turn} of number {number}. " + "So it goes on and on. " * 100)
        talk.prompt(f"The end of number {number}").answer("Done.")
        found.append(talk)
    return found


def test_the_oldest_events_give_way_first_and_it_is_said(tmp_path: Path):
    place = Place(tmp_path)
    talks = fill(place)
    goals = place.run()
    sizes = {meta["goal"]: files.size(place.store.events_file(meta["sessionId"])) for meta in place.store.metas()}
    newest_first = [meta["sessionId"] for meta in place.store.metas()]

    pruned = space.prune(place.store, most=600_000)
    space.note(place.store, pruned)

    kept = {meta["goal"]: files.size(place.store.events_file(meta["sessionId"])) for meta in place.store.metas()}
    assert kept["The goal of number 0"] < 70_000
    assert kept["The goal of number 2"] == sizes["The goal of number 2"]
    assert sum(kept.values()) <= 600_000
    oldest = list(place.store.events(newest_first[-1]))
    assert oldest[0].text == "The goal of number 0"
    assert oldest[-2].text == "The end of number 0"
    assert [event.text for event in oldest if event.kind == "note"] == [f"{pruned + 1} events are left out here"]
    told = files.read_json(place.store.project_file)
    assert told["pruned"]["events"] == pruned
    assert 0 < told["bytes"] < 5_000_000
    (place.store.folder / "clients").chmod(0o700)
    talks[0].talk("It goes on")
    assert place.run() == goals
    assert whole.wrong(place.store.folder) == []
    with Index(place.store) as index:
        index.sync()
    assert space.prune(place.store, most=600_000) == 0


def test_a_memory_below_the_limit_is_left_as_it_is(tmp_path: Path):
    place = Place(tmp_path)
    fill(place)
    place.run()
    before = {path: path.read_bytes() for path in place.store.sessions_folder.rglob("*.*")}
    assert space.prune(place.store) == 0
    assert {path: path.read_bytes() for path in place.store.sessions_folder.rglob("*.*")} == before
