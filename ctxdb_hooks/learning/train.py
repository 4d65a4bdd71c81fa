"""Training: logistic regression on sparse features, held near the weights it begins with."""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from ctxdb_hooks.learning.model import Weights
from ctxdb_hooks.trigger.policy import logistic

EPOCHS = 6
RATE = 0.15
HOLD = 0.002  # pull towards the weights it began with, per step


@dataclass(frozen=True)
class Example:
    """A decision and what came of it: ``helped`` when memory was used (loaded) or missed (not loaded)."""

    grams: tuple[int, ...]
    context: tuple[float, ...]
    loaded: bool
    helped: bool


def train(
    begin: Weights, examples: Sequence[Example], *, epochs: int = EPOCHS, rate: float = RATE, hold: float = HOLD
) -> Weights:
    """New weights that explain the examples better; the same input gives the same weights.

    AdaGrad: a feature that is met often moves less and less.
    """
    weights = begin.copy()
    grams, context = [1.0] * len(weights.grams), [1.0] * len(weights.context)
    offset = 1.0
    order = list(range(len(examples)))
    shuffle = random.Random(len(examples))
    for _ in range(epochs):
        shuffle.shuffle(order)
        for number in order:
            example = examples[number]
            share = 1 / len(example.grams) ** 0.5 if example.grams else 0.0
            score = sum(weight * value for weight, value in zip(weights.context, example.context, strict=True))
            score += share * sum(weights.grams[bucket] for bucket in example.grams)
            score += weights.offset if example.loaded else 0.0
            slope = logistic(score) - example.helped
            for bucket in example.grams:
                step = slope * share + hold * (weights.grams[bucket] - begin.grams[bucket])
                grams[bucket] += step * step
                weights.grams[bucket] -= rate * step / grams[bucket] ** 0.5
            for place, value in enumerate(example.context):
                if value:
                    step = slope * value + hold * (weights.context[place] - begin.context[place])
                    context[place] += step * step
                    weights.context[place] -= rate * step / context[place] ** 0.5
            if example.loaded:
                step = slope + hold * (weights.offset - begin.offset)
                offset += step * step
                weights.offset -= rate * step / offset**0.5
    return weights
