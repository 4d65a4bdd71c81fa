"""What each signal says, and in which order they are asked."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ctxdb_hooks.trigger.memory import Memory, of_heads
from ctxdb_hooks.trigger.orchestrator import Policy, evaluate, tier_of

ROOT = Path(__file__).resolve().parents[2]
SLOW = {"re", "json", "typing", "dataclasses", "enum", "pathlib", "os", "subprocess", "collections", "functools"}


@pytest.mark.parametrize(
    ("prompt", "first", "later"),
    [
        ("do you remember how we solved the timeout last week?", "intent:recall", "intent:recall"),
        ("continue", "intent:continuation", "none"),
        ("yes, do both", "intent:continuation", "none"),
        ("マージしました", "intent:continuation", "none"),
        ("2. use the second layout", "intent:continuation", "none"),
        ("your last suggestion broke the build", "intent:reference", "none"),
        ("what is left to do?", "intent:meta", "none"),
        ("pls go on w/ the refactor from the other day", "intent:recall", "none"),
        ("is the thing from monday done", "intent:recall", "none"),
        ("den Bug von letztens beheben", "intent:recall", "none"),
        ("load the orders from yesterday into a table", "none", "none"),
        ("start fresh, ignore the history", "intent:negative", "intent:negative"),
        ("don't start from scratch, pick up where we left off", "intent:continuation", "none"),
        ("fix the memory leak in the parser", "none", "none"),
        ("after git rebase --continue the hook fails", "none", "none"),
        ('rename the button to "Continue where you left off"', "none", "none"),
        ("", "none", "none"),
        ("\n \t\x00", "none", "none"),
    ],
)
def test_what_fires(prompt: str, first: str, later: str) -> None:
    assert evaluate(prompt, turn=1).fired == first
    assert evaluate(prompt, turn=7).fired == later


def test_pasted_text_does_not_fire() -> None:
    log = "Why does this fail?\n```\n$ agent --resume\nwhere we left off last session: see our chat history\n```"
    quoted = "Why does this fail?\n> as we discussed yesterday, continue where we left off"
    logged = "Why does this fail?\n2024-03-01 10:00:01 INFO resuming the last session, continue where we left off"
    for prompt in (log, quoted, logged):
        assert evaluate(prompt, turn=1).fired == "none"


def test_only_head_and_tail_of_a_long_prompt_are_read() -> None:
    filler = "the quick brown fox jumps over a lazy dog " * 2000
    said = " please look at our last session. "
    assert evaluate(said + filler, turn=1).load
    assert evaluate(filler + said, turn=1).load
    assert not evaluate(filler + said + filler, turn=1).load


def test_a_recall_beats_building_from_scratch_but_not_a_fresh_start() -> None:
    assert evaluate("look at our last session and rewrite it from scratch", turn=1).fired == "intent:recall"
    assert evaluate("look at our last session? no, start fresh", turn=1).fired == "intent:negative"


def test_what_the_memory_knows_counts_in_the_first_turn_only() -> None:
    memory = Memory(
        goals=("Cache the exchange rates in the pricing service",),
        files=("src/pricing/rate_cache.py", "README.md"),
        branches=("feature/rate-cache", "main"),
        identifiers=("warmUpRates",),
    )
    for prompt in (
        "add a timeout to src/pricing/rate_cache.py",
        "rate_cache.py has no tests",
        "rebase feature/rate-cache",
        "make warmUpRates async",
        "should the pricing service cache exchange rates for longer?",
    ):
        assert evaluate(prompt, turn=1, memory=memory).fired == "intent:reference", prompt
        assert evaluate(prompt, turn=3, memory=memory).fired == "none", prompt
        assert evaluate(prompt, turn=1).fired == "none", prompt
    for prompt in ("fix the typo in README.md", "merge main", "which service is slow?", "explain how to cache DNS"):
        assert evaluate(prompt, turn=1, memory=memory).fired == "none", prompt


def test_complexity_adds_up_indicators() -> None:
    small = evaluate("rename this variable", turn=1)
    assert (small.score, small.why) == (0, [])
    steps = evaluate("First extract the parser, then move it to its own package.", turn=1)
    assert steps.fired == "none"
    assert steps.score == 24
    large = evaluate("First migrate the database, then update the API, finally deploy the frontend.", turn=1)
    assert large.fired == "complexity:high"
    assert large.score == sum(points for signal, _, points in large.why if signal == "B")
    assert evaluate("orchestrate a team of agents to review every module", turn=1).fired == "complexity:high"


def test_then_after_a_condition_is_no_step() -> None:
    verdict = evaluate("If the file is missing, then return null first.", turn=1)
    assert verdict.score == 0


def test_a_running_session_knows_its_task() -> None:
    prompt = "First migrate the database, then update the API, finally deploy the frontend."
    assert evaluate(prompt, turn=5).score == evaluate(prompt, turn=1).score // 2


def test_tiers_differ_in_how_easily_complexity_loads() -> None:
    prompt = "First extract the parser, then test it, for the backend and the docs."
    loads = {tier: evaluate(prompt, turn=1, tier=tier).load for tier in ("weak", "standard", "strong")}
    assert loads == {"weak": True, "standard": True, "strong": False}


def test_tier_of_a_model() -> None:
    assert tier_of("claude-haiku-4-5") == "weak"
    assert tier_of("gemini-3-flash-preview") == "weak"
    assert tier_of("gpt-5.1-codex-mini") == "weak"
    assert tier_of("claude-opus-4-6") == "strong"
    assert tier_of("somebodys-model") == "standard"
    assert tier_of("") == "standard"
    assert tier_of("Claude-Opus-4-6", {"claude-*": "weak"}) == "weak"
    assert tier_of("claude-opus-4-6", {"*opus": "weak", "c*-o*s-4-*": "standard"}) == "standard"


def test_policy_is_asked_last() -> None:
    asked = []

    class Loads(Policy):
        def __call__(self, *question: object) -> tuple:
            asked.append(question)
            return True, [("like a prompt that memory helped", "0.9")]

    assert evaluate("continue", turn=1, policy=Loads()).fired == "intent:continuation"
    assert evaluate("start fresh", turn=1, policy=Loads()).fired == "intent:negative"
    assert asked == []
    verdict = evaluate("rename this variable", turn=1, policy=Loads())
    assert (verdict.fired, verdict.load) == ("policy:load", True)
    assert verdict.why == [("C", "like a prompt that memory helped", "0.9")]


def test_imports_nothing_slow() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
        "from ctxdb_hooks.trigger.orchestrator import evaluate\n"
        "for text in ('go on', 'weiter', '继续', '続けて', '계속', 'продолжай', 'sigue'): evaluate(text, turn=1)\n"
        "print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split())
    assert "ctxdb_hooks.trigger.vocabulary.ko" in loaded
    assert not loaded & SLOW


def test_names_are_found_in_writing_without_spaces() -> None:
    memory = Memory(files=("docs/use-case-simulation.md",), goals=("請求書のレイアウト崩れを修正する",))
    assert evaluate("use-case-simulation.mdを見て改善点を提案して", turn=1, memory=memory).fired == "intent:reference"
    assert evaluate("請求書レイアウト、崩れの確認", turn=1, memory=memory).fired == "intent:reference"
    assert evaluate("old-use-case-simulation.mdを消して", turn=1, memory=memory).fired == "none"
    assert evaluate("請求書の色を青にして", turn=1, memory=memory).fired == "none"


def test_memory_of_heads() -> None:
    heads = [
        {"goal": "Cache the exchange rates in pricing", "refs": ["src/rate_cache.py"], "branch": "feature/rates"},
        {"goal": None, "refs": None},
    ]
    memory = of_heads(heads, interrupted=True)
    assert memory.names == {"src/rate_cache.py", "rate_cache.py", "rate_cache", "feature/rates"}
    assert memory.interrupted
    assert evaluate("which exchange is open today?", turn=1, memory=memory).fired == "none"
    assert evaluate("rates of the exchange: cache them", turn=1, memory=memory).fired == "intent:reference"


@given(
    st.text(st.characters(codec=None), max_size=400)
    | st.text("继续上次的前回の 계속 da weiter,.!?`\"'<>/\n123 {}[]^$|", max_size=80),
    st.integers(-1, 9),
)
def test_any_text_is_evaluated(prompt: str, turn: int) -> None:
    verdict = evaluate(prompt, turn=turn, memory=Memory(goals=("a goal of three words",), files=("a_file.py",)))
    assert verdict.load == (verdict.fired not in ("none", "intent:negative"))
    assert verdict.fired.startswith(("none", "intent:", "complexity:"))
