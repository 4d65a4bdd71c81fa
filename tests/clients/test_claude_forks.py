"""Each thing once across files: forks hold only their own part, whatever the order in which they are read."""

from __future__ import annotations

import pytest

from tests.clients.claude_lines import Transcript

PARENT, FORK, THIRD = (f"{letter * 8}-0000-4000-8000-000000000001" for letter in "123")


def history(memory, name=PARENT):
    talk = Transcript(name, cwd=str(memory.root))
    talk.prompt("build the parser")
    talk.tool("Edit", file_path=f"{memory.root}/parse.py", new_string="def parse(): ...")
    talk.answer("The parser is built.")
    return talk


def fork_of(talk, name=FORK):
    fork = talk.fork(name)
    fork.prompt("now in Rust")
    fork.answer("In Rust it is.")
    return fork


BOTH = {
    PARENT: ["build the parser", "def parse(): ...", "The parser is built."],
    FORK: ["now in Rust", "In Rust it is."],
}


@pytest.mark.parametrize("ages", [(0, 0), (0, 60), (60, 0)])
def test_both_read_at_once(ages, memory):
    talk = history(memory)
    memory.put(talk, age=ages[0])
    memory.put(fork_of(talk), age=ages[1])
    memory.work()
    assert memory.told() == BOTH


def test_the_fork_comes_later_and_grows(memory):
    talk = history(memory)
    memory.put(talk)
    memory.work()
    fork = fork_of(talk)
    memory.put(fork)
    memory.work()
    assert memory.told() == BOTH
    fork.prompt("and in C")
    memory.put(fork)
    memory.work()
    assert memory.told()[FORK] == [*BOTH[FORK], "and in C"]
    assert memory.told()[PARENT] == BOTH[PARENT]


@pytest.mark.parametrize("ages", [(0, 60), (60, 0)])
def test_the_parent_goes_on_after_the_fork(ages, memory):
    talk = history(memory)
    fork = fork_of(talk)
    talk.count += 600
    talk.prompt("write its docs")
    memory.put(talk, age=ages[0])
    memory.put(fork, age=ages[1])
    memory.work()
    assert memory.told() == BOTH | {PARENT: [*BOTH[PARENT], "write its docs"]}


@pytest.mark.parametrize("order", [(0, 60, 120), (120, 60, 0), (60, 0, 120), (0, 120, 60)])
def test_a_fork_of_a_fork(order, memory):
    talk = history(memory)
    fork = fork_of(talk)
    third = fork.fork(THIRD)
    third.prompt("faster")
    for one, age in zip((talk, fork, third), order, strict=True):
        memory.put(one, age=age)
    memory.work()
    assert memory.told() == BOTH | {THIRD: ["faster"]}


def test_a_plain_copy_is_no_session_of_its_own(memory):
    talk = history(memory)
    memory.put(talk, talk.fork(FORK))
    memory.work()
    memory.work()
    assert list(memory.told().values()) == [BOTH[PARENT]]


def test_a_resumed_conversation_stays_one_session_and_replayed_lines_count_once(memory):
    talk = history(memory)
    talk.lines += talk.lines[:]
    memory.put(talk)
    memory.work()
    talk.lines += talk.lines[:3]
    talk.prompt("go on")
    memory.put(talk)
    memory.work()
    assert memory.told() == {PARENT: [*BOTH[PARENT], "go on"]}


def test_a_rewound_conversation_is_rewound_in_the_store(memory):
    talk = history(memory)
    leaf = talk.leaf
    talk.prompt("try yacc")
    talk.answer("yacc it is.")
    memory.put(talk)
    memory.work()
    talk.prompt("try peg", parent=leaf)
    memory.put(talk)
    memory.work()
    assert memory.told() == {PARENT: [*BOTH[PARENT], "try peg"]}


def test_a_file_that_vanished_keeps_its_session(memory):
    memory.put(history(memory))
    memory.work()
    for path in memory.transcripts.iterdir():
        path.unlink()
    memory.work()
    assert memory.told() == {PARENT: BOTH[PARENT]}


def test_a_second_run_reads_nothing_again(memory):
    memory.put(history(memory))
    assert memory.work().read == 1
    assert memory.work().read == 0


def test_a_transcript_written_anew_with_another_beginning_replaces_its_session(memory):
    memory.put(history(memory))
    memory.work()
    talk = Transcript(PARENT, cwd=str(memory.root), minute=30)
    talk.prompt("something else")
    memory.put(talk)
    memory.work()
    assert memory.told() == {PARENT: ["something else"]}
