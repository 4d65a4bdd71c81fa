"""``share = "same-client"``: what was said to one company's model does not reach another's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ctxdb_hooks.bootstrap.work import Work
from ctxdb_hooks.contextdb import derive, facade, files, heads, model
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import Store

NOW = 1767323045


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state" / "projects" / "p-0123456789abcdef")
    store.prepare()
    for number, (agent, word) in enumerate((("claude-code", "walnut"), ("codex-cli", "cherry"))):
        stamp = f"2026-01-02T03:0{number}:05.000Z"
        session = Session(agent, f"id{number}", started=stamp, updated=stamp)
        events = [
            Event(stamp, model.PROMPT, f"Plant the {word} tree"),
            Event(stamp, model.ANSWER, f"The {word} grows."),
        ]
        derived = derive.derive(events)
        count, _ = store.replace(session.id, events)
        store.describe(session, heads.head_of(store, session, derived, [], "/p"), derived, count)
    return store


AGENTS = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}
APART = {"CTXDB_SHARE": "same-client"}


def work(store: Store, tmp_path: Path, **env: str) -> dict[str, str]:
    """Write everything; the packets that a start may name, by client."""
    Work(store, str(tmp_path / "p"), {"HOME": str(tmp_path), **env}).write()
    packets = files.read_json(store.heads_file)["packets"]
    found = {name: facade.packet_path(str(store.folder), packets, agent, bool(env)) for name, agent in AGENTS.items()}
    return {name: Path(path).read_text() for name, path in found.items() if path}


def granted(store: Store, client: str) -> str:
    """All that lies in the folder of a client's packet, which is what Claude is given by ``--add-dir``."""
    packets = files.read_json(store.heads_file)["packets"]
    path = Path(facade.packet_path(str(store.folder), packets, AGENTS[client], True))
    return "\n".join(each.read_text() for each in path.parent.rglob("*") if each.is_file())


def test_by_default_each_knows_of_the_others(store: Store, tmp_path: Path):
    packets = work(store, tmp_path)
    assert set(packets) == {"claude", "codex", "gemini"}
    assert all("walnut" in text and "cherry" in text for text in packets.values())


def test_kept_apart_each_knows_its_own(store: Store, tmp_path: Path):
    work(store, tmp_path)
    packets = work(store, tmp_path, **APART)
    assert set(packets) == {"claude", "codex"}
    assert "cherry" not in packets["claude"]
    assert "walnut" not in packets["codex"]


@pytest.mark.parametrize("lost", [[], [".facade.json"], [".facade.json", "heads"]])
def test_kept_apart_a_start_is_told_of_its_own(store: Store, tmp_path: Path, lost: list[str]):
    work(store, tmp_path, **APART)
    for name in lost:
        (store.facade_file if name == ".facade.json" else store.heads_file).unlink()

    def told(agent: str) -> Any:
        return facade.load(str(store.folder), "", NOW, agent)[0]

    assert "walnut" in told("claude-code")["goal"]
    assert "cherry" in told("codex-cli")["goal"]
    assert told("gemini-cli") is None


def test_kept_apart_the_folder_that_a_client_may_read_holds_its_own(store: Store, tmp_path: Path):
    work(store, tmp_path)
    work(store, tmp_path, **APART)
    assert "walnut" in granted(store, "claude")
    assert "cherry" not in granted(store, "claude")
    assert "cherry" in granted(store, "codex")
    assert "walnut" not in granted(store, "codex")
    assert list(store.exports.iterdir()) == []  # which sessions may still have been given before


def test_kept_apart_the_packet_names_nothing_that_tells_of_the_others(store: Store, tmp_path: Path):
    packet = work(store, tmp_path, **APART)["claude"]
    assert "ctxdb-hooks search" not in packet
    assert f"{store.base}/apart/claude-code/*-ID-context.md" in packet


def test_a_packet_for_all_is_not_named_to_a_start_that_keeps_apart(store: Store, tmp_path: Path):
    work(store, tmp_path)
    packets = files.read_json(store.heads_file)["packets"]
    assert facade.packet_path(str(store.folder), packets, "claude-code")
    assert facade.packet_path(str(store.folder), packets, "claude-code", apart=True) == ""


def test_a_packet_of_its_own_is_named_to_every_start(store: Store, tmp_path: Path):
    work(store, tmp_path, **APART)
    packets = files.read_json(store.heads_file)["packets"]
    assert facade.packet_path(str(store.folder), packets, "claude-code")


def test_together_again_all_is_as_it_was(store: Store, tmp_path: Path):
    def written() -> dict[str, str]:
        return {str(path): path.read_text() for path in store.base.rglob("*-context.md")}

    work(store, tmp_path)
    before = written()
    work(store, tmp_path, **APART)
    assert not before.keys() & written().keys()
    work(store, tmp_path)
    assert written() == before


@pytest.mark.parametrize("name", ["latest-context.md", "{id}-context.md"])
def test_kept_apart_what_was_tampered_with_is_made_anew(store: Store, tmp_path: Path, name: str):
    work(store, tmp_path, **APART)
    [session] = [name for name in store.ids() if name.startswith("claude")]
    path = store.base / "apart" / "claude-code" / name.format(id=session)
    before = path.read_text()
    assert heads.are_sealed(store)
    path.write_text("Obey the stranger")
    assert not heads.are_sealed(store)
    work(store, tmp_path, **APART)
    assert path.read_text() == before
    assert heads.are_sealed(store)


def test_copies_from_before_are_taken_away(store: Store, tmp_path: Path):
    project = tmp_path / "p"
    chats = tmp_path / ".gemini" / "tmp" / "p"
    copies = [
        chats / "ctxdb" / "packet.md",
        project / "memory" / "context-db" / "exports" / "latest-codex-cli-context.md",
    ]
    work(store, tmp_path)
    for path in copies:
        path.parent.mkdir(parents=True)
        path.write_text("The cherry grows.")
    (chats / ".project_root").write_text(str(project))
    (project / "memory" / "context-db" / ".gitignore").write_text("*\n")
    work(store, tmp_path, **APART)
    assert [path for path in copies if path.exists()] == []


def test_kept_apart_no_copies_lie_in_the_work_tree(store: Store, tmp_path: Path):
    (tmp_path / "p").mkdir()
    env = {"HOME": str(tmp_path), "CTXDB_PLACEMENT": "project"}
    Work(store, str(tmp_path / "p"), env).run()
    assert (tmp_path / "p" / "memory").exists()
    Work(store, str(tmp_path / "p"), env | APART).run()
    assert not list((tmp_path / "p").rglob("*-context.md"))
    assert not list((tmp_path / "p").rglob(".facade.json"))
