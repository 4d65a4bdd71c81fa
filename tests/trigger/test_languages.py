"""Prompts in ten languages, written for this test: each kind is told from the others, in its place in a session.

prompts/LANGUAGE.txt holds sections of one prompt a line. A kind may miss one prompt in twenty; a prompt that needs no
memory never fires.
"""

from pathlib import Path

import pytest

from ctxdb_hooks.trigger.orchestrator import evaluate

FOLDER = Path(__file__).parent / "prompts"
LANGUAGES = sorted(file.stem for file in FOLDER.glob("*.txt"))
# kind -> whether memory is offered in the first turn and in a later one; None where it does not matter
EXPECTED = {
    "recall": (True, True),
    "continuation": (True, False),
    "reference": (True, False),
    "meta": (True, False),
    "negative": (False, False),
    "hard": (False, False),
    "first yes": (True, None),
    "later yes": (None, True),
    "first no": (False, None),
    "later no": (None, False),
}
SPECIAL = ("recall", "continuation", "reference", "meta", "negative", "hard")


def prompts(language: str) -> dict[str, list[str]]:
    """Kind -> prompts of a language."""
    kinds: dict[str, list[str]] = {}
    for line in (FOLDER / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            kind = kinds.setdefault(line[1:-1], [])
        elif line:
            kind.append(line)
    return kinds


def missed(kind: str, prompt: str) -> list[str]:
    """What is wrong with the verdicts on a prompt."""
    wrong = []
    for turn, load in zip((1, 6), EXPECTED[kind], strict=True):
        verdict = evaluate(prompt, turn=turn)
        if load is not None and verdict.load != load:
            wrong.append(f"{verdict.fired} in turn {turn}: {prompt} {verdict.why}")
    return wrong


def test_ten_languages_with_twenty_prompts_of_each_kind() -> None:
    assert LANGUAGES == ["de", "en", "es", "fr", "it", "ja", "ko", "pt", "ru", "zh"]
    for language in LANGUAGES:
        for kind in SPECIAL:
            found = prompts(language)[kind]
            assert len(set(found)) >= 20, f"{language} {kind}: {len(set(found))}"


@pytest.mark.parametrize("kind", EXPECTED)
@pytest.mark.parametrize("language", LANGUAGES)
def test_kind(language: str, kind: str) -> None:
    found = prompts(language)[kind]
    wrong = [line for prompt in found for line in missed(kind, prompt)]
    allowed = max(1, len(found) // 20) if EXPECTED[kind][0] or EXPECTED[kind][1] else 0
    assert len(wrong) <= allowed, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_negatives_stop_the_evaluation(language: str) -> None:
    found = prompts(language)["negative"]
    fired = [prompt for prompt in found if evaluate(prompt, turn=1).fired == "intent:negative"]
    assert len(fired) >= len(found) - 1, set(found) - set(fired)
