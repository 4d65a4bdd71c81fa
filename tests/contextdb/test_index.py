"""Finding: words inside sentences of any writing, identifiers and parts of paths, and only what the store holds."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import product, starmap
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from ctxdb_hooks.contextdb import model, words
from ctxdb_hooks.contextdb.index import Filter, Hit, Index, passage, use
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.store import Store

TEXTS = {
    1: "Teach parseHeader to skip the BOM",
    2: "解析器应该接受空输入",
    3: "ログイン画面のタイムアウトを修正してください",
    4: "로그인 시간 초과를 고쳐 주세요",
    5: "the user_session_cache leaks, see src/cache/sessionStore.ts",
    6: "Исправь утечку памяти в кэше",
}


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state" / "projects" / "p-0123456789abcdef")
    store.prepare()
    return store


def session(store: Store, number: int, *events: Event, agent: str = "claude-code") -> str:
    made = Session(agent, f"id{number}", started=f"2026-01-02T03:{number:02}:05.000Z")
    store.replace(made.id, events)
    return made.id


def prompt(text: str, at: str = "2026-01-02T03:04:05.000Z", *refs: str) -> Event:
    return Event(at, model.PROMPT, text, list(refs))


@pytest.fixture
def filled(store: Store) -> Store:
    session(store, 1, *(prompt(text) for text in TEXTS.values()))
    return store


@pytest.mark.parametrize(
    ("query", "seq"),
    [
        ("parseHeader", 1),
        ("header", 1),
        ("parsehead", 1),
        ("解析器", 2),
        ("输入", 2),
        ("空输", 2),
        ("接受输入", 2),
        ("タイムアウト", 3),
        ("修正", 3),
        ("로그인", 4),
        ("초과", 4),
        ("user_session_cache", 5),
        ("sessionStore", 5),
        ("cache sessionStore.ts", 5),
        ("утечку", 6),
        ("УТЕЧКУ памяти", 6),
        ("the leaks of nothing", 5),
    ],
)
def test_what_a_query_finds_first(filled: Store, query: str, seq: int):
    with Index(filled) as index:
        index.sync()
        assert index.search(query)[0].seq == seq


@pytest.mark.parametrize("query", ["", "!!!", '"', "AND", "NEAR(", "zzz", "天气", "* *", "found:words"])
def test_what_a_query_does_not_find(filled: Store, query: str):
    with Index(filled) as index:
        index.sync()
        assert index.search(query) == []


def test_a_file_is_found_by_its_parts_and_filtered_by_its_path(store: Store):
    session(
        store, 1, Event("2026-01-02T03:04:05.000Z", model.EDIT, "x", ["src/api/users.ts"]), prompt("users of the api")
    )
    with Index(store) as index:
        index.sync()
        assert {hit.seq for hit in index.search("users api")} == {1, 2}
        assert [hit.seq for hit in index.search("users api", only=Filter(ref="src/api"))] == [1]


def test_filters(store: Store):
    session(
        store,
        1,
        prompt("walnut", "2026-01-01T00:00:00.000Z"),
        Event("2026-01-03T00:00:00.000Z", model.ANSWER, "walnut"),
    )
    session(store, 2, prompt("walnut", "2026-01-02T00:00:00.000Z"), agent="codex-cli")
    with Index(store) as index:
        index.sync()
        assert len(index.search("walnut")) == 3
        assert len(index.search("walnut", only=Filter(agent="codex-cli"))) == 1
        assert [hit.kind for hit in index.search("walnut", only=Filter(role="assistant"))] == ["answer"]
        assert len(index.search("walnut", only=Filter(since="2026-01-02T00:00:00.000Z"))) == 2


def test_only_what_is_new_is_taken_in(filled: Store):
    [name] = filled.ids()
    with Index(filled) as index:
        assert index.sync() == len(TEXTS)
        assert index.sync() == 0
        size = filled.events_file(name).stat().st_size
        filled.append(name, [prompt("walnut")], after=len(TEXTS), size=size)
        assert index.sync() == 1
        assert [hit.seq for hit in index.search("walnut")] == [len(TEXTS) + 1]


def test_what_was_cut_off_or_taken_away_is_found_no_more(filled: Store):
    [name] = filled.ids()
    first = filled.events_file(name).read_bytes().index(b"\n") + 1
    with Index(filled) as index:
        index.sync()
        filled.append(name, [prompt("walnut " * 200)], after=1, size=first)
        index.sync()
        assert index.search("解析器") == []
        assert index.search("walnut")
        filled.remove(name)
        index.sync()
        assert index.search("walnut") == []
        assert index.db.execute("select count(*) from events").fetchone() == (0,)


def test_a_file_that_no_event_names_any_more_leaves_the_index(store: Store):
    gone = session(store, 1, prompt("walnut", "2026-01-02T03:04:05.000Z", "src/kept.py", "src/gone.py"))
    session(store, 2, prompt("walnut", "2026-01-02T03:04:05.000Z", "src/kept.py"))
    with Index(store) as index:
        index.sync()
        store.remove(gone)
        index.sync()
        assert index.search("walnut", only=Filter(ref="gone")) == []
        assert len(index.search("walnut", only=Filter(ref="kept"))) == 1
        index.shrink()
    assert b"src/gone.py" not in (store.folder / "index.db").read_bytes()


@pytest.mark.parametrize("common", [4000, 3])
@pytest.mark.parametrize("some", [200, 1])
def test_what_passes_a_filter_is_found_and_nothing_else(
    store: Store, monkeypatch: pytest.MonkeyPatch, common: int, some: int
):
    """Whatever the filters are that are combined, and whichever way leads to what they leave."""
    monkeypatch.setattr("ctxdb_hooks.contextdb.index.COMMON", common)
    monkeypatch.setattr("ctxdb_hooks.contextdb.index.SOME", some)
    every = []
    for number in range(6):
        kinds = (model.PROMPT, model.ANSWER, model.COMMAND, model.EDIT)
        events = [
            Event(f"2026-01-{number + 1:02}T00:00:0{at}.000Z", kind, f"walnut {kind}", [f"src/{kind}/{number}.py"])
            for at, kind in enumerate(kinds)
        ]
        agent = ("claude-code", "codex-cli")[number % 2]
        name = session(store, number, *events, agent=agent)
        every += [(name, seq, agent, event) for seq, event in enumerate(events, 1)]
    days = ("", "2026-01-03T00:00:02.000Z", "2027")
    files = ("", "src/", "prompt/", "5.py", "nowhere")
    with Index(store) as index:
        index.sync()
        for only in starmap(Filter, product(("", "codex-cli", "x"), ("", "user", "tool"), days, files)):
            found = {(hit.session, hit.seq) for hit in index.search("walnut", 24, only)}
            assert found == {
                (name, seq)
                for name, seq, agent, event in every
                if only.agent in ("", agent)
                and only.role in ("", event.role)
                and event.ts >= only.since
                and any(only.ref in ref for ref in event.refs)
            }, only


def test_of_a_common_word_the_newest_are_found_also_in_an_index_made_at_once(
    store: Store, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("ctxdb_hooks.contextdb.index.COMMON", 10)
    for number in range(20):
        session(store, number, *[prompt("walnut", f"2026-01-{number + 1:02}T00:00:00.000Z")] * 10)
    with Index(store) as index:
        index.sync()
        assert {hit.ts[:10] for hit in index.search("walnut", 10)} == {"2026-01-20"}


def test_a_broken_index_is_made_again(filled: Store):
    (filled.folder / "index.db").write_bytes(b"garbage" * 1000)
    with Index(filled) as index:
        assert index.sync() == len(TEXTS)


@pytest.mark.parametrize("begin", [4096, 8192, -4096], ids=["behind the first page", "behind the second", "the last"])
def test_R127_an_index_that_is_damaged_inside_is_made_again(filled: Store, begin: int):
    """As a power failure leaves it: its head is right, so that opening it tells nothing."""
    with Index(filled) as index:
        index.sync()
    path = filled.folder / "index.db"
    whole = path.read_bytes()
    path.write_bytes(whole[:begin] + b"\xc7" * len(whole[begin:]))

    def find(index: Index) -> list[Hit]:
        index.check()
        index.sync()
        return index.search("parseHeader")

    assert use(filled, find)


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("target")])
def test_what_lies_in_the_place_of_the_index_gives_way(filled: Store, make: Callable[[Path], object]):
    path = filled.folder / "index.db"
    make(path)
    with Index(filled) as index:
        assert index.sync() == len(TEXTS)
    assert path.lstat().st_size
    assert not (filled.folder / "target").exists()


def test_an_index_that_was_deleted_is_made_again(filled: Store):
    with Index(filled) as index:
        index.sync()
    (filled.folder / "index.db").unlink()
    with Index(filled) as index:
        index.sync()
        assert index.search("解析器")


def test_where_nothing_may_be_written_it_is_read_as_it_was_left():
    """As in Codex's sandbox, in which an agent runs the commands that the packet names."""
    with TemporaryDirectory() as folder:  # pytest's own folders let nobody else in
        shut = Store(Path(folder) / "state" / "projects" / "p-0123456789abcdef")
        shut.prepare()
        session(shut, 1, prompt("解析器应该接受空输入"))
        with Index(shut) as index:
            index.sync()
        for path in (Path(folder), *Path(folder).rglob("*")):
            path.chmod(0o555 if path.is_dir() else 0o444)
        try:
            assert in_a_child(lambda: finds_and_takes_nothing_in(shut))
        finally:
            for path in (Path(folder), *Path(folder).rglob("*")):
                path.chmod(0o755 if path.is_dir() else 0o644)


def finds_and_takes_nothing_in(store: Store) -> bool:
    with Index(store) as index:
        return index.sync() == 0 and bool(index.search("解析器"))


def in_a_child(check: Callable[[], bool]) -> bool:
    """Whether it holds in a process that may write nothing: root may write whatever the permissions are."""
    child = os.fork()
    if not child:
        held = False
        try:
            if os.geteuid() == 0:
                os.setuid(65534)
            held = check()
        finally:
            os._exit(0 if held else 1)
    return os.waitpid(child, 0)[1] == 0


def test_a_filter_looks_beyond_the_best_where_these_do_not_pass_it(store: Store, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("ctxdb_hooks.contextdb.index.COMMON", 300)
    events = [prompt("walnut", f"2026-01-02T03:{n // 60:02}:{n % 60:02}.000Z") for n in range(400)]
    old = [Event("2026-01-01T00:00:00.000Z", model.ANSWER, "walnut and chestnut " + "word " * 200)]
    old[0].refs = ["old.py"]
    session(store, 1, *old, *events)
    with Index(store) as index:
        index.sync()
        for query in ("walnut", "walnut chestnut"):  # a common word, and one that is not
            assert [hit.role for hit in index.search(query, 5, Filter(role="assistant"))] == ["assistant"]
        assert [hit.seq for hit in index.search("walnut", 3)] == [401, 400, 399]
        monkeypatch.setattr("ctxdb_hooks.contextdb.index.SOME", 0)  # so that every match must be looked at
        for common in (300, 4000):
            monkeypatch.setattr("ctxdb_hooks.contextdb.index.COMMON", common)
            assert [hit.role for hit in index.search("walnut", 5, Filter(ref="old"))] == ["assistant"]


def test_words_of_identifiers():
    assert list(words.of_text("parseHTTPHeader user_id a2b")) == [
        *("parsehttpheader", "parse", "http", "header"),
        *("user_id", "user", "id", "a2b"),
    ]


def test_the_passage_is_around_the_match():
    text = "x " * 500 + "the walnut tree" + " y" * 500
    assert "the walnut tree" in passage(text, "walnut")
    assert len(passage(text, "walnut")) < 260
    assert "登录页面超时" in passage("无" * 500 + "登录页面超时" + "无" * 500, "登录页面")
