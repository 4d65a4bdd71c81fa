"""What came of a decision and of a session, read from what the client wrote."""

from __future__ import annotations

from ctxdb_hooks.trigger import policy
from tests.policy.conftest import Past


def outcome(past: Past) -> dict[str, object]:
    past.read()
    (row,) = past.rows("outcome")
    return {key: row[key] for key in ("good", "reward")}


def test_loaded_and_read_is_good_and_the_read_is_timed(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=True)
    session.prompt("go on").read(past.packet).answer("Read.")
    assert outcome(past) == {"good": True, "reward": policy.USED}
    (read,) = past.rows("read")
    assert (read["wait"], read["nudged"]) == (2.0, True)  # a second until the call, one more until its result
    assert read["session"] == past.rows("outcome")[0]["session"]


def test_loaded_and_never_touched_costs_its_tokens(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=True)
    session.talk("rename the logo", "logo.svg").talk("and the icon", "icon.svg")
    assert outcome(past) == {"good": False, "reward": policy.WASTED}


def test_loaded_and_a_file_of_the_memory_comes_up(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=True)
    session.talk("make it faster", "src/tokenizer.py")
    assert outcome(past)["good"] is True


def test_a_file_that_the_prompt_itself_names_proves_nothing(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=True)
    session.talk("make tokenizer.py faster", "src/tokenizer.py")
    assert outcome(past)["good"] is False


def test_not_loaded_and_nothing_missed(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    session.talk("rename the logo", "logo.svg").talk("thanks")
    assert outcome(past) == {"good": True, "reward": policy.FINE}


def test_not_loaded_and_memory_fetched_later(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    session.talk("make it faster").prompt("no, as it was").command(f"cat '{past.packet}'").answer("I see.")
    assert outcome(past) == {"good": False, "reward": policy.MISSED}


def test_not_loaded_and_the_person_points_to_an_earlier_session(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    session.talk("make it faster").talk("look at our last session, we had decided that")
    assert outcome(past)["reward"] == policy.MISSED


def test_not_loaded_and_the_person_says_again_what_was_known(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    session.talk("make it faster").talk("the tokenizer: nested comments, templates")
    assert outcome(past)["reward"] == policy.MISSED


def test_a_command_of_ours_is_a_fetch_too(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    session.talk("make it faster").prompt("hm").command("ctxdb-hooks search tokenizer").answer("Found.")
    assert outcome(past)["reward"] == policy.MISSED


def test_what_comes_long_after_is_another_matter(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    for number in range(4):
        session.talk(f"step {number}")
    session.prompt("and now").read(past.packet).answer("Read.")
    assert outcome(past)["reward"] == policy.FINE


def test_an_outcome_is_told_once_and_corrected_when_more_is_known(past: Past) -> None:
    session = past.session(2)
    past.judged(session, 1, load=False)
    session.talk("make it faster")
    assert outcome(past)["good"] is True
    lines = (past.sandbox.state / "receipts.jsonl").read_text()
    past.read()
    assert (past.sandbox.state / "receipts.jsonl").read_text() == lines
    session.prompt("no").read(past.packet).answer("I see.")
    assert outcome(past)["good"] is False


def test_figures_of_a_session(past: Past) -> None:
    session = past.session(2)
    session.prompt("make it faster").answer("Which part do you mean?")
    session.prompt("the tokenizer").read("src/tokenizer.py").edit("src/tokenizer.py").answer("Done.")
    past.read()
    earlier, row = past.rows("session")
    assert (row["memory"], row["turns"], row["asked"], row["again"], row["edit_turn"]) == ("none", 2, 1, 1, 2)
    assert 0 < row["edit_tokens"] < 100
    assert (earlier["turns"], earlier["edit_turn"], earlier["again"]) == (1, 1, 0)


def test_reads_are_counted_and_are_not_memory(past: Past) -> None:
    past.session(2).prompt("go on").read(past.packet).read(past.packet).answer("Read.")
    past.read()
    assert len(past.rows("read")) == 2
    assert [row["memory"] for row in past.rows("session")] == ["none", "read"]
    events = "".join(path.read_text() for path in past.store.sessions_folder.glob("*/l2-events.jsonl"))
    assert "latest-claude-code" not in events


def test_off_means_off(past: Past) -> None:
    before = (past.sandbox.state / "receipts.jsonl").read_text()
    past.sandbox.env["CTXDB_TELEMETRY"] = "off"
    past.session(2).prompt("go on").read(past.packet).answer("Read.")
    past.read()
    assert (past.sandbox.state / "receipts.jsonl").read_text() == before


def test_nothing_that_was_typed_is_in_the_receipts(past: Past) -> None:
    past.session(2).talk("Frobnicate the quux", "quux.py")
    past.read()
    text = (past.sandbox.state / "receipts.jsonl").read_text().lower()
    assert "frobnicate" not in text
    assert "tokenizer" not in text
