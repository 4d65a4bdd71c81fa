"""The packet: what an agent reads of earlier sessions, within its budget, the same bytes for the same memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from ctxdb_hooks.contextdb import derive, heads, model, packet
from ctxdb_hooks.contextdb.model import Event, Session
from ctxdb_hooks.contextdb.ranking import Ranking
from ctxdb_hooks.contextdb.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "state" / "projects" / "shop-0123456789abcdef")
    store.prepare()
    return store


def remember(store, number, *events, client=()):
    """One more session, on the given day; ``client`` is the process it is open in."""
    stamp = f"2026-03-{number:02d}T10:00:00.000Z"
    made = [Event(stamp, kind, text, list(rest[0]) if rest else [], {}) for kind, text, *rest in events]
    session = Session("claude-code", f"native-{number}", started=stamp, updated=stamp, branch="main")
    derived = derive.derive(made)
    count, _ = store.replace(session.id, made)
    store.describe(session, heads.head_of(store, session, derived, list(client), "/p"), derived, count)
    return session.id


def work_on(*paths, goal="Fix the cart", said="The cart is fixed and tested.", code="def add_item(): pass"):
    return [(model.PROMPT, goal), *[(model.EDIT, code, [path]) for path in paths], (model.ANSWER, said)]


def test_it_says_what_was_asked_done_failed_and_left(store):
    remember(store, 1, *work_on("src/old.py", goal="Write the catalogue", said="The catalogue is written."))
    remember(
        store,
        2,
        (model.PROMPT, "Fix the cart total when a coupon is used"),
        (model.EDIT, "def apply_coupon(total): return CouponRule(total)", ["src/cart/total.py"]),
        (model.READ, "", ["src/cart/coupon.py"]),
        (model.FAILURE, "npm run build\nExit code 2\nerror: out of memory"),
        (model.PROMPT, "Let's use integer cents because floats round wrong."),
        (model.TODO, "[x] total\n[ ] write the migration"),
        (model.PLAN, "# Cents everywhere\n\n1. Totals\n2. Invoices"),
        (model.ANSWER, "Totals are in cents now. The build still runs out of memory.\n\nShall I raise its limit?"),
    )
    text = packet.build(store)
    for wanted in (
        "## Last session",
        "Fix the cart total when a coupon is used",
        "done · branch main",
        "- Outcome: Totals are in cents now.",
        "- Open question: Shall I raise its limit?",
        "- Next: write the migration",
        "- Plan: Cents everywhere; Totals; Invoices",
        "- Failed, not repaired: npm run build: error: out of memory",
        "- Decided: Let's use integer cents because floats round wrong.",
        "- src/cart/: total.py (apply_coupon, CouponRule), coupon.py",
        "Write the catalogue: The catalogue is written.",
    ):
        assert wanted in text
    assert text.index("Fix the cart total") < text.index("## Files") < text.index("Write the catalogue")


def test_a_session_that_goes_on_elsewhere_is_neither_done_nor_broken_off(store):
    """As the facade says; its turns alone cannot tell that somebody still works on them."""
    remember(store, 1, *work_on("src/old.py", goal="Write the catalogue"), client=[1, 1])
    remember(store, 2, (model.PROMPT, "Fix the cart total"), client=[1, 1])
    text = packet.build(store)
    assert "claude-code · still open · branch main" in text
    assert "Write the catalogue (still open): " in text
    assert ["still open" in packet.one(store, meta).splitlines()[2] for meta in store.metas()] == [True, True]
    remember(store, 2, (model.PROMPT, "Fix the cart total"))
    assert "claude-code · interrupted · branch main" in packet.build(store)


def test_without_any_session_there_is_no_packet(store):
    assert packet.build(store) == ""


@pytest.mark.parametrize("budget", [100, 200, 500, 1000, 2000, 6000])
@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_it_is_never_above_its_budget_by_real_tokenizers(budget, lang, store, count):
    goal = {"en": "Fix the cart", "zh": "修复购物车的问题并更新文档", "ja": "カートの合計を直してください"}[lang]
    for number in range(1, 29):
        paths = [f"src/module_{number}/{name}_{number}.py" for name in ("view", "model", "test_view")]
        remember(store, number, *work_on(*paths, goal=f"{goal} {number} " * 6, said=f"{goal} done. " * 30))
    text = packet.build(store, budget)
    assert 0.5 * budget < count(text) <= budget or budget >= 6000 and count(text) <= budget


def test_the_same_memory_gives_the_same_bytes_whatever_the_order_of_writing(store, tmp_path):
    other = Store(tmp_path / "other" / "projects" / store.folder.name)
    other.prepare()
    for number in (1, 2, 3):
        remember(store, number, *work_on(f"src/a{number}.py"))
    for number in (3, 1, 2):
        remember(other, number, *work_on(f"src/a{number}.py"))
    assert packet.build(store, 500) == packet.build(store, 500) == packet.build(other, 500)


def test_one_more_session_changes_only_what_it_must(store):
    for number in range(1, 6):
        remember(store, number, *work_on(f"src/m{number}.py", goal=f"Task number {number} of the shop"))
    before = packet.build(store)
    remember(store, 6, *work_on("src/m6.py", goal="Task number 6 of the shop"))
    after = packet.build(store)
    old_tail = before[before.index("## Sessions before") :].splitlines()[2:]
    new_tail = after[after.index("## Sessions before") :].splitlines()[2:]
    assert new_tail[1:] == old_tail and "Task number 5" in new_tail[0]


def test_only_one_agents_sessions_where_they_are_kept_apart(store):
    remember(store, 1, *work_on("src/a.py"))
    assert packet.build(store, agent="codex-cli") == ""
    assert "ctxdb-hooks search" not in packet.build(store, agent="claude-code", reader="claude-code")


@pytest.mark.parametrize("reader", packet.READERS)
def test_more_is_found_as_each_client_gets_at_it_without_a_question(reader, store):
    """Claude and Gemini ask before they run a command, so what may be read stands first; Gemini reads no exports."""
    remember(store, 1, *work_on("src/a.py"))
    line = next(line for line in packet.build(store, reader=reader).splitlines() if line.startswith("More"))
    commands = [part.split() for part in line.split("`")[1::2]]
    assert [command[1:] for command in commands] == [["search", "WORDS"], ["show", "ID"]]
    assert all(Path(command[0]).is_absolute() and Path(command[0]).name == "ctxdb-hooks" for command in commands)
    readable = line.find("-ID-context.md")
    assert (0 < readable < line.index("`")) == (reader in ("claude-code", "gemini-cli"))
    assert (f"{store.exports}/*-ID-context.md" in line) == (reader != "gemini-cli")


def test_packets_of_several_readers_differ_in_where_more_is_alone(store):
    for number in range(1, 4):
        remember(store, number, *work_on(f"src/a{number}.py"))
    texts = packet.build_for(packet.READERS, store, 1000)
    bodies = {text[text.index("## Last session") :] for text in texts.values()}
    assert len(bodies) == 1 and len(set(texts.values())) == 3  # Codex is told what anybody is


def test_a_plan_that_is_the_goal_is_told_by_its_steps_alone(store):
    plan = (model.PLAN, "# Implementation plan: Count in cents\n\n1. Totals\n2. Invoices")
    remember(store, 1, plan, (model.ANSWER, "The cart counts in cents."))
    text = packet.build(store)
    assert "]: Count in cents\n" in text and "- Plan: Totals; Invoices\n" in text


def test_what_was_committed_is_told(store):
    commit = (model.COMMAND, 'git add -A && git commit -m "feat(cart): count in cents"')
    remember(store, 1, (model.PROMPT, "Fix the cart"), commit, (model.ANSWER, "The cart counts in cents."))
    assert "- Committed, last first: feat(cart): count in cents\n" in packet.build(store)
    assert "## Committed\n\n- feat(cart): count in cents" in packet.one(store, store.metas()[0])


def test_an_entry_without_room_is_left_out_rather_than_cut_to_a_few_words(store):
    failure = (model.FAILURE, "run-the-whole-integration-suite --with everything\nerror: it took too long to start")
    remember(store, 1, (model.PROMPT, "Fix the cart"), failure, (model.ANSWER, "The cart counts in cents now. " * 9))
    for budget in range(160, 700, 20):
        line = next((line for line in packet.build(store, budget).splitlines() if "not repaired" in line), "")
        assert not line or len(line) > len("- Failed, not repaired: ") + 20


class TestRanking:
    """Files and names over several sessions."""

    def files(self, *sessions):
        return Ranking([derive.derive(_events(*events)) for events in sessions]).files()

    def test_much_used_before_once_used_and_edited_before_read(self):
        found = self.files(
            [(model.EDIT, "", ["once.py"]), (model.READ, "", ["seen.py"])], [(model.EDIT, "", ["much.py"])] * 9
        )
        assert found == ["much.py", "once.py", "seen.py"]

    def test_late_before_early_where_use_is_equal(self):
        edits = [[(model.EDIT, "", [name])] for name in ("new.py", "old.py", "older.py")]
        assert self.files(*edits) == ["new.py", "old.py", "older.py"]

    def test_a_file_in_another_work_tree_is_the_one_in_the_main_one(self):
        found = self.files(
            [(model.EDIT, "", ["/home/x/worktrees/core/src/a.py", ".git/wt/core/src/b.py"])],
            [(model.EDIT, "", ["src/a.py", "src/b.py"])],
        )
        assert sorted(found) == ["src/a.py", "src/b.py"]

    def test_a_name_that_one_file_has_is_that_file_and_one_that_several_have_is_none(self):
        found = self.files(
            [(model.PROMPT, "", ["a.py", "index.ts", "core/b.py", "new.md"])],
            [(model.EDIT, "", ["src/a.py", "x/index.ts", "y/index.ts", "src/core/b.py"])],
        )
        assert sorted(found) == ["new.md", "src/a.py", "src/core/b.py", "x/index.ts", "y/index.ts"]

    def test_a_file_that_only_another_work_tree_has_yet_is_named_as_it_will_be(self):
        found = self.files(
            [(model.EDIT, "", [".git/wt/x/src/core/a.py", ".git/wt/x/src/new.py", ".git/hooks/pre-commit"])],
            [(model.EDIT, "", ["src/core/a.py"])],
        )
        assert sorted(found) == [".git/hooks/pre-commit", "src/core/a.py", "src/new.py"]

    def test_a_bare_name_that_was_only_spoken_of_comes_after_files_that_were_seen(self):
        found = self.files(
            [(model.PROMPT, "", ["main.go"])] * 2 + [(model.READ, "", ["core/x.go"])],
            [(model.READ, "", ["core/seen.go", "core/main_test.go"])],
        )
        assert found[-1] == "main.go"

    def test_of_two_names_used_alike_the_shorter_one_comes_first(self):
        code = "def test_the_total_of_an_empty_cart_is_zero(): pass\ndef add_item(): pass"
        events = _events((model.EDIT, code, ["a.py"]))
        assert Ranking([derive.derive(events)]).names() == ["add_item", "test_the_total_of_an_empty_cart_is_zero"]

    def test_files_outside_and_those_of_a_memory_are_left_out(self):
        copy = "memory/context-db/exports/latest-codex-cli-context.md"
        assert self.files([(model.EDIT, "", ["/etc/hosts", "../other/a.py", "a.py", copy])]) == ["a.py"]


def _events(*events):
    return [Event("2026-03-04T10:00:00.000Z", kind, text, list(refs)) for kind, text, refs in events]


class TestOne:
    """A single session, for an agent that wants to know more of it."""

    def test_it_tells_each_turn(self, store):
        remember(store, 1, *work_on("src/a.py"), *work_on("src/b.py", goal="Now the docs", said="Written."))
        text = packet.one(store, store.metas()[0])
        assert "### Asked 10:00: Fix the cart\n\n- changed: src/a.py\n- The cart is fixed and tested." in text
        assert "### Asked 10:00: Now the docs\n\n- changed: src/b.py\n- Written." in text

    @pytest.mark.parametrize("budget", [60, 300, 2000])
    def test_of_an_endless_session_the_middle_is_left_out(self, budget, store, count):
        turns = [event for n in range(400) for event in work_on("src/a.py", goal=f"Request {n}", said="word " * 100)]
        remember(store, 1, *turns)
        text = packet.one(store, store.metas()[0], budget)
        assert count(text) <= budget
        if budget == 2000:
            assert "Request 0" in text and "Request 399" in text and "turns left out" in text


class TestCatalogue:
    """Many sessions' descriptions come out of one file, and are always those of the sessions' own files."""

    def goals(self, store):
        return [meta["goal"] for meta in Store(store.folder).metas()]

    def test_it_follows_what_is_written_changed_and_removed(self, store):
        ids = [remember(store, number, *work_on("a.py", goal=f"Task number {number} here")) for number in range(1, 13)]
        assert self.goals(store)[0] == "Task number 12 here" and (store.folder / "catalogue").exists()
        remember(store, 12, *work_on("a.py", goal="Something else entirely"))
        assert self.goals(store)[0] == "Something else entirely"
        store.remove(ids[-1])
        assert b"entirely" not in b"".join(p.read_bytes() for p in store.folder.rglob("*") if p.is_file())
        assert self.goals(store)[0] == "Task number 11 here"

    @pytest.mark.parametrize("broken", [b"", b"{", b"[]", b'{"x": 1}', b"\xff" * 99])
    def test_a_broken_one_is_made_anew(self, broken, store):
        for number in range(1, 13):
            remember(store, number, *work_on("a.py"))
        whole = self.goals(store)
        (store.folder / "catalogue").write_bytes(broken)
        assert self.goals(store) == whole and len(whole) == 12

    def test_while_nobody_else_writes_it_is_read_once_and_still_follows(self, store):
        remember(store, 1, *work_on("a.py", goal="The first task of all"))
        with store.alone():
            assert len(store.metas()) == 1
            ident = remember(store, 2, *work_on("a.py", goal="The second task of all"))
            assert store.metas()[0]["goal"] == "The second task of all"
            store.remove(ident)
            assert len(store.metas()) == 1
