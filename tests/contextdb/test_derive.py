"""What is written down about a session: goal, status, outcome, what is open, what mattered."""

from __future__ import annotations

import pytest

from ctxdb_hooks.contextdb import derive, model, prose
from ctxdb_hooks.contextdb.model import Event


def facts(*events, title=""):
    stamp = "2026-03-04T10:00:{:02d}.000Z"
    made = []
    for number, event in enumerate(events):
        kind, text, *rest = event
        made.append(Event(stamp.format(number), kind, text, list(rest[0]) if rest else [], rest[1] if rest[1:] else {}))
    return derive.derive(made, title)


def asked(text):
    return (model.PROMPT, text)


def said(text):
    return (model.ANSWER, text)


def failed(command, output="Exit code 1\n1 failed"):
    return (model.FAILURE, f"{command}\n{output}", [], {"was": model.COMMAND})


def ran(command):
    return (model.COMMAND, command)


LOG = """2026-03-04 10:00:00,123 INFO starting
Traceback (most recent call last):
  File "app.py", line 3, in <module>
ValueError: invalid literal for int() with base 10: 'x'"""


@pytest.mark.parametrize(
    ("prompts", "goal"),
    [
        (["Fix the login page"], "Fix the login page"),
        (["continue", "ok go on", "Add a dark mode to the settings"], "Add a dark mode to the settings"),
        (["/clear", "/review", "Write the tests for the parser"], "Write the tests for the parser"),
        (["/fix-issue the login page is blank"], "/fix-issue the login page is blank"),
        ([f"{LOG}\n\nwhy does this happen when I start the app?"], "why does this happen when I start the app?"),
        ([f"fix this\n```\n{LOG}\n```"], "fix this (ValueError: invalid literal for int() with base 10: 'x')"),
        ([LOG], "ValueError: invalid literal for int() with base 10: 'x'"),
        (["继续", "好的", "修复登录页面的空白问题"], "修复登录页面的空白问题"),
        (["続けて", "ログイン画面のテストを追加して"], "ログイン画面のテストを追加して"),
        (["계속", "로그인 화면의 테스트를 추가해 주세요"], "로그인 화면의 테스트를 추가해 주세요"),
        (["yes"], "yes"),
        (["ok", "Parser", "Never mind"], "Parser"),
        (
            ["/menu", "うーん、両方ですね", "他の環境のために、設定の手順を書いてください"],
            "他の環境のために、設定の手順を書いてください",
        ),
        (
            ["ok", "pr title in english", "Write a guide for new providers and link it"],
            "Write a guide for new providers and link it",
        ),
        (["Fix the cart", "Write a guide for new providers and link it"], "Fix the cart"),
        (
            [
                "plz fix ▐▛███▜▌   Client v2\n▝▜█▛▘ Model\n\n❯ try it\n● I try it, and all is well",
                "Now mend the parser",
            ],
            "Now mend the parser",
        ),
        (["why is this slow?\n$ make\ncc -c a.c\ncc -c b.c\n$ time ./a\n$ exit"], "why is this slow?"),
        (["fix\x00 the\x1b[31m\n\n  parser   now"], "fix the parser now"),
    ],
)
def test_the_goal_is_what_the_person_wanted(prompts, goal):
    assert facts(*[asked(text) for text in prompts])["goal"] == goal


def test_a_plan_or_the_clients_title_is_the_goal_where_no_request_says_anything():
    plan = (model.PLAN, "# Plan: Cache the responses\n\n1. Write a store")
    assert facts(plan, asked("go"), title="Other")["goal"] == "Cache the responses"
    assert facts(asked("go"), title="Cache work")["goal"] == "Cache work"
    assert facts(plan)["prompts"] == 1


def test_a_plan_that_a_session_was_begun_with_is_its_goal():
    plan = (model.PLAN, "# Cache the responses\n\nIn StoreOfPages.")
    assert facts(plan, asked("And now write the documentation of all the settings"))["goal"] == "Cache the responses"
    later = facts(asked("The pages are slow"), plan, asked("go"))
    assert later["goal"] == "The pages are slow" and later["plan"] == ["Cache the responses"]
    assert "StoreOfPages" in later["names"]


@pytest.mark.parametrize(
    ("plan", "told"),
    [
        (
            "# Cache\n\n## Context\n\nWhy.\n\n## 1. Write a store\n\n- x\n\n## 2. Use it\n\n## Verification\n\n- y",
            ["Cache", "1. Write a store", "2. Use it"],
        ),
        ("# Cache\n\n## Context\n\n- Write a store\n  - of pages\n- Use it\n", ["Cache", "Write a store", "Use it"]),
        ("# 缓存\n\n## 背景\n\n1. 写存储\n2. 使用", ["缓存", "写存储", "使用"]),
        ("", []),
    ],
)
def test_a_plan_is_told_by_its_steps(plan, told):
    assert facts(asked("Plan it"), (model.PLAN, plan))["plan"] == told


def test_a_document_names_things_as_prose_does():
    edit = "The field open_issues counts what is open (see below)."
    assert "open_issues" in facts(asked("Go"), (model.EDIT, edit, ["docs/fields.md"]))["names"]
    assert "open_issues" not in facts(asked("Go"), (model.EDIT, edit, ["src/fields.py"]))["names"]


def test_what_was_committed_is_the_goal_where_only_replies_were_typed():
    work = [asked("/order"), asked("pr in english"), ran('git commit -m "feat(npm): read the registry"')]
    assert facts(*work)["goal"] == "feat(npm): read the registry"


@pytest.mark.parametrize(
    ("command", "subjects"),
    [
        ('git add . && git commit -qm "one" && git push', ["one"]),
        ("git commit --no-verify -m \"$(cat <<'EOF'\nfeat: two\n\nWhy.\nEOF\n)\"", ["feat: two"]),
        ("gh pr create --draft \\\n  --title 'Three' \\\n  --body x", ["Three"]),
        ('git -C /x commit -m "say \\"hi\\""', ['say "hi"']),
        ('git commit -m "$MESSAGE"', []),
        ("git commit -F - && git log --grep 'commit'", []),
    ],
)
def test_commits_are_known_by_their_subjects(command, subjects):
    assert facts(asked("Go"), ran(command))["commits"] == subjects


@pytest.mark.parametrize(
    ("events", "status"),
    [
        ([asked("Fix it please now"), said("The parser is fixed and all tests pass.")], "done"),
        ([asked("Fix it please now")], "interrupted"),
        ([asked("Fix it please now"), said("I look at it."), ran("ls")], "interrupted"),
        (
            [asked("Fix it"), said("Done."), (model.NOTE, "interrupted by the user", [], {"interrupted": True})],
            "interrupted",
        ),
        ([asked("Fix it"), (model.TODO, "[x] one\n[ ] two"), said("The first step is done.")], "done"),
        ([asked("Fix it"), (model.TODO, "[x] one\n[x] two"), said("Both steps are done.")], "done"),
        ([asked("Deploy"), said("I can't proceed without the API key; I need you to provide it.")], "blocked"),
        ([asked("部署"), said("没有密钥，无法继续，需要你提供密钥。")], "blocked"),
        ([asked("Go"), (model.FAILURE, "API Error: 529 overloaded", [], {"tool": "api"})], "blocked"),
        ([asked("Go"), (model.FAILURE, "API Error: 529", [], {"tool": "api"}), said("Here it is, all done.")], "done"),
        ([asked("Unblock the queue"), said("The queue was blocked by a lock, which I removed. All good.")], "done"),
    ],
)
def test_the_status_tells_finished_from_blocked_and_broken_off(events, status):
    assert facts(*events)["status"] == status


@pytest.mark.parametrize(
    ("answers", "summary"),
    [
        (
            ["## Summary\n\nThe parser now reads nested quotes.\n\nDetails follow."],
            "The parser now reads nested quotes.",
        ),
        (
            ["I fixed these:\n\n- the **lexer** of the parser\n- the cache of the pages"],
            "I fixed these: the lexer of the parser; the cache of the pages",
        ),
        (
            ["The [parser](./src/p.py) reads `a` | b now, all of it.\n\n```py\nx\n```"],
            "The parser reads `a` | b now, all of it.",
        ),
        (["The cache is written and tested.", "Done."], "Done. The cache is written and tested."),
        (["缓存已经写好，测试全部通过。"], "缓存已经写好，测试全部通过。"),
        ([], ""),
    ],
)
def test_the_summary_says_where_it_stood(answers, summary):
    events = [event for text in answers for event in (asked("Do the next thing"), said(text))]
    assert facts(asked("Start the work now"), *events)["summary"] == summary


def test_only_the_last_answer_of_a_turn_counts():
    found = facts(
        asked("Do the parser"), said("Let me look at the files of the parser."), said("The parser is done now.")
    )
    assert found["summary"] == "The parser is done now."


def test_a_recap_of_the_clients_is_the_summary_until_more_is_said():
    recap = (model.NOTE, "You asked for a cache; the store is written.", [], {"recap": True})
    assert facts(asked("Do it now please"), said("Working on the store now."), recap)["summary"].startswith("You asked")
    assert facts(asked("Do it"), recap, said("The cache is complete and tested."))["summary"].startswith("The cache")


def test_what_failed_and_was_repaired_is_not_told():
    left = facts(
        asked("Make it green"),
        failed("cd web && npm test -- src/a.test.ts 2>&1 | tail -5"),
        failed("cargo build --release", "Exit code 101\nwarning: unused\nerror[E0308]: mismatched types"),
        failed('git commit -m "one"', "Exit code 1\nhook failed"),
        ran("npm test"),
        ran('git add . && git commit -m "two"'),
    )["failures"]
    assert left == ["cargo build --release\nerror[E0308]: mismatched types"]


@pytest.mark.parametrize(
    "event",
    [
        failed("grep -rn foo src", "Exit code 1"),
        failed("ls -la /a/very/long/path 2>&1; cat x", f"ls: {'no such file or directory ' * 20}"),
        failed("ls missing", "Exit code 2\nls: cannot access 'missing': No such file or directory"),
        (model.FAILURE, "x = 1\nString to replace not found", ["a.py"], {"was": model.EDIT}),
        failed("cat x", "Permission to read x: you haven't granted it yet"),
    ],
)
def test_a_look_that_found_nothing_is_no_failure(event):
    assert facts(asked("Look"), event)["failures"] == []


def test_what_is_left_to_do():
    todo = (model.TODO, "[x] write\n[ ] test it\n[ ] document it")
    steps = "All written.\n\n## Next steps\n\n1. Run `make`\n2. Merge\n\nThat is all."
    compacted = (
        model.COMPACT,
        "1. Request: x\n\n7. Pending Tasks:\n   - Write the docs\n   - Release\n\n8. Current Work:\n   - x",
    )
    assert facts(asked("Go"), todo)["next"] == ["test it", "document it"]
    assert facts(asked("Go"), said(steps))["next"] == ["Run `make`", "Merge"]
    assert facts(asked("Go"), said("完成。\n\n下一步：\n- 部署"))["next"] == ["部署"]
    assert facts(asked("Go"), compacted)["next"] == ["Write the docs", "Release"]
    assert facts(asked("Go"), said("All done."))["next"] == []
    assert facts(compacted, *[asked("And now?"), said("It is done.")] * 3)["next"] == []


def test_the_open_question_is_the_one_at_the_end():
    assert facts(asked("Go"), said("Is it? Yes.\n\nShall I release it?"))["question"] == "Shall I release it?"
    assert facts(asked("Go"), said("要我发布吗？"))["question"] == "要我发布吗？"
    assert facts(asked("Go"), said("Shall I? I did."))["question"] == ""
    assert facts(asked("Go"), said("Shall I?"), asked("Yes"))["question"] == ""


def test_decisions_are_carried():
    found = facts(
        asked("Let's use SQLite because it needs no server."),
        said("I looked around. We'll go with WAL mode, since readers must not block. It is fast."),
        (model.NOTE, "Which store? SQLite (Recommended)", [], {"chosen": True}),
        said("最后决定采用 SQLite，因为不需要服务器。"),
        (model.NOTE, "Is this plan ok? Does it look good? Yes, go on", [], {"chosen": True}),
        said("Should we use Redis instead?"),
    )["decisions"]
    assert found == [
        "Let's use SQLite because it needs no server.",
        "We'll go with WAL mode, since readers must not block.",
        "Which store? SQLite",
        "最后决定采用 SQLite，因为不需要服务器。",
    ]


def test_files_and_names_by_how_much_they_were_used():
    found = facts(
        asked("Change parse_header in README.md"),
        *[(model.READ, "", ["src/seen.py"])] * 2,
        *[(model.EDIT, "def parse_header(): check_length()\nlocal = 1", ["src/much.py"])] * 3,
        (model.EDIT, "class HeaderReader: pass", ["src/once.py"]),
    )
    assert found["files"] == ["src/much.py", "src/once.py"]
    assert found["reads"] == ["src/seen.py"]
    assert list(found["names"])[0] == "parse_header"
    assert set(found["names"]) == {"parse_header", "check_length", "HeaderReader"}
    assert found["names"]["check_length"][1] == "src/much.py"


def test_the_facts_of_an_endless_session_stay_small():
    events = []
    for number in range(2000):
        events.append(asked(f"Request {number} about the thing_{number} in f{number}.py"))
        events.append((model.EDIT, f"def thing_{number}_done(): pass", [f"src/f{number}.py"]))
        events.append(failed(f"run-{number}"))
        events.append(said(f"We'll use option_{number} because it is better. " * 20))
    found = facts(*[(kind, text, *rest) for kind, text, *rest in events])
    assert len(str(found)) < 40_000
    assert found["prompts"] == 2000


@pytest.mark.parametrize(
    ("texts", "lang"),
    [
        (["修复登录页面的问题"], "zh"),
        (["修复 LoginForm 组件"], "zh"),
        (["ログイン画面を直して"], "en"),
        (["로그인 화면"], "en"),
        (["fix the login"], "en"),
        (["fix the login", "改成中文的提示，并且更新文档里的说明文字"], "zh"),
        ([], "en"),
    ],
)
def test_the_language_is_that_of_the_prompts(texts, lang):
    assert facts(*[asked(text) for text in texts])["lang"] == lang


@pytest.mark.parametrize(
    "text", ["a" * 60_000, "go " * 20_000, "`" * 30_000, "x=" * 20_000, "\n- " * 20_000, "（" * 9_000]
)
def test_no_text_takes_long(text):
    found = facts(asked(text), said(text), failed(text, text), ran(text), (model.EDIT, text, ["a.py"]))
    assert len(found["goal"]) <= derive.GOAL


def test_every_fact_of_a_session_without_events_is_empty():
    found = facts()
    assert found["goal"] == "" and found["prompts"] == 0 and found["files"] == []
    assert prose.outcome([]) == ""
