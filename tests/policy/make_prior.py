"""Trains the weights that everybody begins with on prior/LANGUAGE.txt: `python -m tests.policy.make_prior`.

Each file holds prompts written for this project: [helps] are those that memory helps with in a first turn though no
word in them says so, [alone] those that stand for themselves. In a later turn the session itself knows.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ctxdb_hooks import learning
from ctxdb_hooks.learning.model import State, Weights
from ctxdb_hooks.learning.train import Example, train
from ctxdb_hooks.trigger.intent import Reading
from ctxdb_hooks.trigger.policy import DAY, HOUR, context, grams

HERE = Path(__file__).parent
TARGET = Path(learning.__file__).with_name("prior.model")
HOLD = 0.005  # so few examples would otherwise be learned by heart
RARE = -0.4  # added to the chance: of real first turns on which the others are silent fewer need memory than here
TURNS = (1, 1, 2, 5)
SINCE = (HOUR // 2, HOUR * 5, DAY * 3, DAY * 10)  # s, by turns


def prompts(language: str) -> Iterator[tuple[str, bool]]:
    """The prompts of a language, and whether memory helps with them."""
    helps = False
    for line in (HERE / "prior" / f"{language}.txt").read_text("utf-8").splitlines():
        if line.startswith("["):
            helps = line == "[helps]"
        elif line:
            yield line, helps


def examples(languages: list[str]) -> list[Example]:
    """What might have been logged of these prompts: in several turns, loaded and not.

    Of what memory would have helped with only half is seen to be missed when it was not loaded.
    """
    found = []
    for language in languages:
        for number, (text, helps) in enumerate(prompts(language)):
            read = Reading(text)
            buckets = tuple(grams(read.text))
            for place, turn in enumerate(TURNS):
                values = tuple(context(read, turn, None, "standard", SINCE[(number + place) % 4], number % 5 == 0))
                for loaded in (True, False):
                    helped = helps and turn == 1 and (loaded or number % 2 == 0)
                    found.append(Example(buckets, values, loaded, helped))
    return found


def languages() -> list[str]:
    """All languages there are prompts in."""
    return sorted(path.stem for path in (HERE / "prior").glob("*.txt"))


def made() -> bytes:
    """The bytes of the model's file."""
    weights = train(Weights.zero(), examples(languages()), hold=HOLD)
    weights.context[0] += RARE
    return State(weights).encoded()


if __name__ == "__main__":
    TARGET.write_bytes(made())
