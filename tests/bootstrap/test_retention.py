"""What is kept and for how long, and what is described again when rules or language change."""

from __future__ import annotations

import time

import pytest

from ctxdb_hooks.contextdb import derive
from tests.bootstrap.place import Place


def days_ago(days: float) -> float:
    return time.time() - days * 86400


def test_memory_outlives_the_transcript(place: Place):
    path = place.says("one", "Walnut work", days_ago(40))
    assert place.run() == {"Walnut work"}
    path.unlink()
    assert place.run() == {"Walnut work"}


def test_memory_goes_with_the_transcript_for_those_who_ask(place: Place):
    path = place.says("one", "Walnut work", days_ago(40))
    place.says("two", "Cherry work", days_ago(1))
    assert place.run(CTXDB_RETENTION="client") == {"Walnut work", "Cherry work"}
    path.unlink()
    assert place.run(CTXDB_RETENTION="client") == {"Cherry work"}
    assert not [file for file in place.store.folder.rglob("*") if file.is_file() and b"Walnut" in file.read_bytes()]


def test_a_transcript_that_its_client_has_compressed_is_still_there(place: Place):
    path = place.says("one", "Walnut work", days_ago(40))
    place.run(CTXDB_RETENTION="client")
    path.rename(f"{path}.zst")
    assert place.run(CTXDB_RETENTION="client") == {"Walnut work"}


def test_a_clients_folder_that_is_not_there_is_no_deletion(place: Place):
    """A home that is not mounted, or moved for a while, is not a client that has deleted its transcripts."""
    place.says("one", "Walnut work", days_ago(40))
    assert place.run(CTXDB_RETENTION="client") == {"Walnut work"}
    (place.home / ".claude").rename(place.home / "aside")
    assert place.run(CTXDB_RETENTION="client") == {"Walnut work"}
    (place.home / "aside/projects").rename(place.home / "projects")
    (place.home / ".claude/projects").mkdir(parents=True)
    assert place.run(CTXDB_RETENTION="client") == set()


def test_memory_goes_with_time_for_those_who_ask(place: Place):
    place.says("one", "Walnut work", days_ago(40))
    place.says("two", "Cherry work", days_ago(1))
    assert place.run(CTXDB_RETENTION_DAYS="30") == {"Cherry work"}
    assert place.run() == {"Cherry work"}


def test_another_language_or_other_rules_describe_anew(place: Place, monkeypatch: pytest.MonkeyPatch):
    place.says("one", "Walnut work", days_ago(1))
    place.run()
    assert place.store.metas()[0]["head"]["lang"] == "en"
    place.run(CTXDB_LANGUAGE="zh")
    assert place.store.metas()[0]["head"]["lang"] == "zh"

    monkeypatch.setattr(derive, "RULES", derive.RULES + 1)
    monkeypatch.setattr(derive.Facts, "_goal", lambda *_: "By other rules")
    assert place.run() == {"By other rules"}
