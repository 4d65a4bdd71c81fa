"""The prompt stays under 150 real tokens, whatever a session is about, and says what fits."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ctxdb_hooks.contextdb import facade, heads
from ctxdb_hooks.contextdb.clean import clean

PATH = "/home/alice/.local/state/ctxdb-hooks/projects/my-project-8cf24f7aebfce546/memory/context-db/exports/"
PATH += "latest-claude-code-context.md"
NOW = 1_800_000_000
STATES = ("done", "blocked", "interrupted", "running")
WORDS = st.lists(
    st.sampled_from(
        "fix the parser authentication переделать сломанный 修复 登录 ログイン 화면을 configuración Überprüfung "
        'src/a/b_c.test.tsx useEffect HTTPServer xqzvkj 0x7ffe ⚡ 👩‍👩‍👧‍👦 นี่คือ हिन्दी --no-verify {"a":1}'.split()
    ),
    max_size=40,
).map(" ".join)
TEXTS = WORDS | st.text(max_size=400)


def head(**changed):
    found = {"id": "claude-code-20270115T080000-00000000", "agent": "claude-code", "goal": "", "status": "done"}
    found |= {"summary": "", "refs": [], "branch": "", "dirs": [], "updated": NOW - 60, "client": [], "lang": "en"}
    return found | changed


def prompt(found, path=PATH, branch="main"):
    return facade.render(found, path, branch, NOW)


def test_the_longest_prompt_of_a_head_is_what_is_measured(count):
    found = head(goal="goal", summary="summary", refs=["a.py"], branch="feature/x")
    assert heads.over(found, PATH) + heads.BUDGET >= count(prompt(found)) > 90


HEADS = st.fixed_dictionaries(
    {
        "goal": TEXTS,
        "summary": TEXTS,
        "refs": st.lists(TEXTS, max_size=3),
        "branch": TEXTS,
        "lang": st.sampled_from(["en", "zh"]),
        "agent": st.sampled_from(heads.AGENTS),
        "status": st.sampled_from(STATES[:3]),
    }
)


@settings(max_examples=300, deadline=None)
@given(data=HEADS)
@example(
    data={
        "goal": "修复" * 200,
        "summary": "完成" * 200,
        "refs": ["src/登录.ts"] * 3,
        "branch": "功能/登录",
        "lang": "zh",
    }
)
@example(data={"goal": "👩‍👩‍👧‍👦" * 60, "summary": "👍🏽" * 60, "status": "blocked"})
@example(data={"goal": "".join(map(chr, range(0x4E00, 0x4F00))), "lang": "zh"})
def test_a_prompt_is_under_150_real_tokens(data, count):
    found = head(**data)
    found |= {name: clean(found[name]) for name in ("goal", "summary")}
    found |= {"refs": [clean(ref) for ref in found["refs"]], "branch": heads.branch_of(found["branch"])}
    text = prompt(heads.fit(found, PATH))
    assert count(text) <= 149
    assert PATH in text and facade.TEXT[found["lang"]]["use"] in text and facade.TEXT[found["lang"]]["load"] in text
    text.encode("utf-8")


def test_a_goal_of_fifteen_words_fits_with_summary_and_file():
    goal = "fix the flaky login test in CI, it times out every second run since the move"
    found = heads.fit(
        head(goal=goal, summary="The timeout was raised and the test passes.", refs=["tests/login.py"]), PATH
    )
    assert (found["goal"], found["summary"], found["refs"]) == (
        goal,
        "The timeout was raised and the test passes.",
        ["tests/login.py"],
    )


def test_files_give_way_before_the_summary_and_the_summary_before_the_goal():
    long = "Rewrite the importer so that it reads the new export format of the accounting system and keeps"
    found = heads.fit(
        head(goal=long, summary="Half of it works, the rest fails.", refs=["src/importer/reader.py"] * 3), PATH
    )
    assert found["goal"] == long and found["summary"] and len(found["refs"]) < 3
    found = heads.fit(head(goal=f"{long} {long} {long} {long}", summary="Half of it works.", refs=["a.py"]), PATH)
    assert found["goal"].endswith("…") and len(found["goal"]) > 150
    assert not found["summary"] and not found["refs"]


@pytest.mark.parametrize(
    ("lang", "goal"),
    [("en", "Rewrite the importer for the new export format"), ("zh", "修复登录页面超时的问题并更新文档")],
)
def test_with_a_store_deep_in_a_home_the_goal_is_still_told_in_full(lang, goal):
    deep = PATH.replace("/home/alice/", "/home/anna.schmidt@example.com/" + "work/clients/" * 6)
    found = heads.fit(head(goal=goal, summary=goal, refs=["src/login/page.tsx"], lang=lang), deep)
    assert found["goal"] == goal


def test_a_path_that_leaves_no_room_is_not_named():
    assert heads.fits(PATH)
    assert not heads.fits("/" + "überlanger-ordner/" * 30 + PATH)


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("Fix the parser. Then the docs.", "Fix the parser. Then the docs."),
        ("Fix v1.2 of the parser, e.g. its quotes", "Fix v1.2 of the parser, e.g. its quotes"),
        ("修复解析器。然后更新文档。", "修复解析器。 然后更新文档。"),
        (
            "First sentence of some length here. " + "Second one that is far longer than what fits " * 4,
            "First sentence of some length here.",
        ),
        ("", ""),
    ],
)
def test_a_headline_is_made_of_whole_sentences(text, headline):
    assert heads.headline(text, 16) == headline.strip()
