"""Claude's command lines: what each form is, and where what is added stands."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxdb_hooks.clients.call import ONESHOT, PASS, RESUME, SESSION, Call
from ctxdb_hooks.clients.claude import argv, grammar

ID = "0b0e7b6e-1111-4222-8333-444455556666"


def call(*args: str, terminal: bool = True) -> Call:
    found = Call(list(args), {}, (terminal, terminal))
    argv.classify(found)
    found.exports, found.state = "/e", "/nowhere"
    return found


# Each row: the words as in a shell without quoting beyond blanks, and what kind of call they make at a terminal.
FORMS = [
    ("", SESSION),
    ("-p", ONESHOT),
    ("--print", ONESHOT),
    ("-p|what is this?", ONESHOT),
    ("what is this?|-p", ONESHOT),
    ("fix the bug", SESSION),
    ("修复这个错误", SESSION),
    ("Fix", SESSION),
    ("fix!", SESSION),
    ("1", SESSION),
    ("-", SESSION),
    ("--|fix the bug", SESSION),
    ("--|-x", SESSION),
    ("-p|--|--append-system-prompt", ONESHOT),
    ("-p|--|mcp", ONESHOT),
    ("-p|mcp|list", ONESHOT),
    ("mcp|list|-p", ONESHOT),
    ("mcp|list|--|-p", ONESHOT),
    # subcommands, and a single word that may be one to another version
    ("mcp|list", PASS),
    ("--|mcp|list", PASS),
    ("--model|opus|mcp|list", PASS),
    ("--append-system-prompt|x|mcp|list", PASS),
    ("mcp list", SESSION),
    ("Mcp", SESSION),
    ("doctor", PASS),
    ("doctr", PASS),
    ("foo", PASS),
    ("--model|opus|foo", SESSION),
    ("fix|the|bug", PASS),
    ("new-command|--with|options", PASS),
    ("logs|abc", PASS),
    ("stop|abc", PASS),
    ("remote-control", PASS),
    ("rc", PASS),
    ("agents", PASS),
    ("--update", PASS),
    ("--bg-spare|/x", PASS),
    ("cc://open", PASS),
    ("-p|cc+unix://x", PASS),
    ("--handle-uri|x", PASS),
    # what only informs
    ("-v", PASS),
    ("--version", PASS),
    ("-h", PASS),
    ("-p|--help", PASS),
    ("-ph", PASS),
    ("mcp|-h", PASS),
    # options with values that look like prompts, and prompts that look like options
    ("--model|opus", SESSION),
    ("--model=opus|fix the bug", SESSION),
    ("--model", PASS),
    ("--append-system-prompt", PASS),
    ("--append-system-prompt|-dash", SESSION),
    ("--allowedTools|Read|Edit|-p", ONESHOT),
    ("--allowedTools|Read|mcp|list", SESSION),
    ("--add-dir=/x|mcp|list", PASS),
    ("-d|mcp|list", SESSION),
    ("-dapi", SESSION),
    ("-d|api", SESSION),
    ("-n|my session", SESSION),
    ("-nmine", SESSION),
    ("-d2e", SESSION),
    ("--tmux=classic|-w", SESSION),
    ("--tmux|-w|x", SESSION),
    ("--bg|do it all", SESSION),
    ("--settings|{}", SESSION),
    ("--bare|-p", ONESHOT),
    ("--safe-mode", SESSION),
    ("--init-only", ONESHOT),
    ("-w", SESSION),
    ("-w|feature", SESSION),
    ("-wfeature", SESSION),
    # unknown: of another version
    ("--new-option", PASS),
    ("--new-option=3|-p", PASS),
    ("-z", PASS),
    ("-pz", PASS),
    ("--verbose=3", PASS),
    ("-m|opus", PASS),
    # sessions that go on
    ("-c", RESUME),
    ("--continue|and now?", RESUME),
    ("-pc|x", RESUME),
    ("-cp|x", RESUME),
    ("-p|-c|x", RESUME),
    (f"-r|{ID}", RESUME),
    (f"--resume={ID}|-p|x", RESUME),
    ("-r", RESUME),
    ("-r|foo", RESUME),
    (f"-r|{ID}|--fork-session", RESUME),
    ("--from-pr|3", RESUME),
    ("--teleport", RESUME),
]


@pytest.mark.parametrize(("words", "kind"), FORMS, ids=[words or "nothing" for words, _ in FORMS])
def test_forms(words: str, kind: str):
    assert call(*(words.split("|") if words else [])).kind == kind


@pytest.mark.parametrize("words", [words for words, kind in FORMS if kind == SESSION])
def test_without_a_terminal_a_session_answers_and_ends(words: str):
    assert call(*(words.split("|") if words else []), terminal=False).kind == ONESHOT


@pytest.mark.parametrize(
    ("words", "target", "printing"),
    [
        ("-c", "newest", False),
        ("--continue|-p|x", "newest", True),
        ("-pc|x", "newest", False),
        ("-c|--fork-session", "newest", False),
        (f"-r|{ID}", ID, False),
        (f"-r{ID}", ID, False),
        (f"--resume|{ID.upper()}", ID, False),
        (f"--resume={ID}|--fork-session|-p", ID, True),
        (f"-pr|{ID}", ID, False),
        (f"-c|-r|{ID}", "", False),
        ("-r", "", False),
        ("-r|the parser", "", False),
        ("-rp", "", False),
        (f"-r={ID}", "", False),
        (f"--from-pr|3|-r|{ID}", "", False),
        (f"--teleport|{ID}", "", False),
        ("--fork-session", "", False),
        (f"--rewind-files|{ID}", "", False),
    ],
)
def test_which_session_goes_on(words: str, target: str, printing: bool):
    found = call(*words.split("|"))
    assert (found.kind, found.session, found.printing) == (RESUME, target, printing)


def test_a_new_session_may_name_its_id():
    assert call("--session-id", ID, "-p", "x").session == ID


@pytest.mark.parametrize(
    "words",
    ["--append-system-prompt-file|x", "--append-system-prompt-file=x|-p", "--remote", "--remote-control|x", "--cloud"],
)
def test_sessions_to_which_nothing_is_added(words: str):
    assert call(*words.split("|")).closed


@pytest.mark.parametrize(
    "words", ["--bg|x y", "--background", "-p|--no-session-persistence", "--init-only", "--tmux|-w"]
)
def test_forms_that_leave_no_transcript(words: str):
    assert call(*words.split("|")).leaves_nothing


def test_worktree_forms():
    assert all(call(*words.split("|")).worktree for words in ("-w", "-wx", "--worktree|x", "--worktree=x|-p"))
    assert call("-p", "-w is an option").worktree  # to the client's own parser it is one, with a value attached
    assert not call("-p", "--", "-w is no option").worktree


def test_ours_come_first_and_theirs_stay():
    assert argv.add(call("-p", "x"), "T") == ["--append-system-prompt=T", "--add-dir=/e", "-p", "x"]
    assert argv.add_packet(call("-p", "x"), "/f") == ["--append-system-prompt-file=/f", "--add-dir=/e", "-p", "x"]


@pytest.mark.parametrize(
    ("words", "merged"),
    [
        ("--append-system-prompt|MINE|x y", "--append-system-prompt|T\n\nMINE|x y"),
        ("x y|--append-system-prompt=MINE", "x y|--append-system-prompt=T\n\nMINE"),
        ("--append-system-prompt|A|--append-system-prompt=B", "--append-system-prompt|A|--append-system-prompt=T\n\nB"),
        ("--append-system-prompt=A|--append-system-prompt|B", "--append-system-prompt=A|--append-system-prompt|T\n\nB"),
        ("--append-system-prompt|", "--append-system-prompt|T"),
        ("--append-system-prompt|-dash", "--append-system-prompt|T\n\n-dash"),
        ("--append-system-prompt=a=b", "--append-system-prompt=T\n\na=b"),
    ],
)
def test_the_users_last_text_stays_in_its_place_behind_ours(words: str, merged: str):
    assert argv.add(call(*words.split("|")), "T") == ["--add-dir=/e", *merged.split("|")]


def test_a_text_behind_two_dashes_is_a_prompt():
    assert argv.add(call("-p", "--", "--append-system-prompt", "x"), "T")[0] == "--append-system-prompt=T"


OPTIONS = sorted(grammar.ONE | grammar.MANY | grammar.MAYBE | grammar.NONE)
WORDS = st.one_of(
    st.sampled_from([*OPTIONS, "-p", "--", "-pc", "mcp", "fix it", "-r", ID, "--model=x", "--append-system-prompt"]),
    st.text(max_size=40),
    st.text("-=pcdrwn\n'\"$`\\", max_size=6),
)


@given(st.lists(WORDS, max_size=8), st.booleans())
def test_whatever_is_typed_reaches_the_client_as_it_was_typed(words: list[str], terminal: bool):
    """Ours is a prefix in the one form that nothing can swallow, or stands before the user's own text."""
    found = call(*words, terminal=terminal)
    if found.kind == PASS:
        return
    added = argv.add(found, "OURS")
    if not found.own:
        assert added == ["--append-system-prompt=OURS", "--add-dir=/e", *words]
        return
    assert added[0] == "--add-dir=/e" and len(added) == len(words) + 1
    changed = [(was, now) for was, now in zip(words, added[1:], strict=True) if was != now]
    [(was, now)] = changed
    assert now.replace("OURS\n\n", "").replace("OURS", "") == was


@given(st.lists(WORDS, max_size=8))
def test_a_new_version_s_option_passes_untouched(words: list[str]):
    assert call("--option-of-the-future", *words).kind == PASS


def test_the_tables_do_not_overlap():
    tables = [grammar.ONE, grammar.MANY, grammar.MAYBE, grammar.NONE]
    assert sum(map(len, tables)) == len(frozenset().union(*tables))
    known = frozenset().union(*tables) | grammar.INFORM
    for part in (grammar.GOES_ON, grammar.ELSEWHERE, grammar.LEAVES_NOTHING, grammar.WORKTREE, grammar.PRINT):
        assert part <= known
