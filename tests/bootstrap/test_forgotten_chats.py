"""A forgotten session of Gemini's: also the link to its chat goes, and is not made again."""

from __future__ import annotations

import json
from pathlib import Path

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.clients.gemini import rescue
from tests.bootstrap.place import Place


def write(place: Place, minute: str, native: str, text: str) -> Path:
    folder = place.home / ".gemini/tmp/p"
    path = folder / "chats" / f"session-2026-01-02T03-{minute}-{native[:8]}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    (folder / ".project_root").write_text(str(place.root))
    stamp = f"2026-01-02T03:{minute}:00.000Z"
    head = {"sessionId": native, "startTime": "2026-01-02T03:04:00.000Z", "kind": "main"}
    said = {"id": minute, "timestamp": stamp, "type": "user", "content": [{"text": text}]}
    path.write_text("".join(json.dumps(row) + "\n" for row in (head, said)))
    return path


def holding(place: Place, text: str) -> list[str]:
    """The files of the store that hold a text."""
    paths = [path for path in place.store.folder.rglob("*") if path.is_file()]
    return [path.name for path in paths if text.encode() in path.read_bytes()]


def test_its_link_goes_and_is_not_made_again(tmp_path: Path):
    place = Place(tmp_path)
    env = {"HOME": str(place.home)}
    native, other = "aaaabbbb-0000-4000-8000-000000000001", "ccccdddd-0000-4000-8000-000000000002"
    write(place, "04", native, "To be forgotten")
    write(place, "05", other, "To be kept")
    assert rescue.keep(str(place.store.folder), str(place.root), env) == 2
    place.run()
    [name] = [meta["sessionId"] for meta in place.store.metas() if meta["goal"] == "To be forgotten"]

    Work(place.store, str(place.root), env).forget([name])
    assert holding(place, "To be forgotten") == []
    write(place, "06", native, "To be forgotten, and gone on with")  # Gemini resumes it in a new file
    assert rescue.keep(str(place.store.folder), str(place.root), env) == 0
    assert place.run() == {"To be kept"}
    assert holding(place, "To be forgotten") == []
    assert len(holding(place, "To be kept")) > 1
