"""The model's weights, and the file in which the hot path reads them: a line of JSON, then a byte per bucket."""

import json
from dataclasses import dataclass, field
from importlib.resources import files as resources
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb import files
from ctxdb_hooks.trigger import policy

SHADOW, ACTIVE = "shadow", "active"
STEPS = 127  # of the byte that holds a weight


@dataclass
class Weights:
    """What a score is made of; ``offset`` is what a load adds to the chance that memory is read."""

    context: list[float]
    grams: list[float]
    offset: float = 0.0

    @classmethod
    def zero(cls) -> "Weights":
        """Weights that know nothing."""
        return cls([0.0] * len(policy.CONTEXT), [0.0] * policy.BUCKETS)

    def copy(self) -> "Weights":
        """The same weights, to be changed."""
        return Weights(list(self.context), list(self.grams), self.offset)

    def packed(self) -> tuple[float, bytes]:
        """The n-grams' weights as ``(size of a step, signed bytes)``."""
        most = max(map(abs, self.grams), default=0.0)
        scale = most / STEPS if most else 1.0
        return scale, bytes(round(weight / scale) & 0xFF for weight in self.grams)


@dataclass
class State:
    """The weights with what is known of them. ``number`` goes up with each training.

    Decisions before ``begun`` (s since the epoch) are not learned from, those before ``earning`` do not count for
    whether it may act: it was reset, or fell silent, then. ``judged`` is the last judgement, as JSON.
    """

    weights: Weights
    mode: str = SHADOW
    explore: bool = True
    number: int = 0
    begun: float = 0.0
    earning: float = 0.0
    seen: int = 0
    judged: dict[str, Any] = field(default_factory=dict)

    def encoded(self) -> bytes:
        """The file's bytes."""
        scale, packed = self.weights.packed()
        head = {
            "version": policy.VERSION,
            "mode": self.mode,
            "explore": self.explore,
            "number": self.number,
            "begun": self.begun,
            "earning": self.earning,
            "seen": self.seen,
            "context": [round(weight, 6) for weight in self.weights.context],
            "offset": round(self.weights.offset, 6),
            "scale": scale,
            "judged": self.judged,
        }
        return json.dumps(head).encode() + b"\n" + packed

    def hot(self) -> policy.Model:
        """The model as the hot path would read it from the file."""
        head, _, packed = self.encoded().partition(b"\n")
        return policy.Model(json.loads(head), memoryview(packed).cast("b"))


def read(folder: Path) -> State | None:
    """The state that a state folder keeps; None where there is none that can be used."""
    if policy.load(str(folder)) is None:
        return None
    return decoded((folder / policy.NAME).read_bytes())


def decoded(data: bytes) -> State:
    """A state from its file's bytes. Raises ValueError, KeyError, TypeError for what is none."""
    head, _, packed = data.partition(b"\n")
    form = json.loads(head)
    grams = [float(form["scale"]) * step for step in memoryview(packed).cast("b")]
    return State(
        Weights([float(weight) for weight in form["context"]], grams, float(form["offset"])),
        mode=ACTIVE if form["mode"] == ACTIVE else SHADOW,
        explore=bool(form["explore"]),
        number=int(form["number"]),
        begun=float(form.get("begun", 0.0)),
        earning=float(form.get("earning", 0.0)),
        seen=int(form.get("seen", 0)),
        judged=form["judged"] if isinstance(form.get("judged"), dict) else {},
    )


def write(folder: Path, state: State) -> None:
    """Put a state where the hot path reads it. Raises OSError."""
    files.write(folder / policy.NAME, state.encoded())


def prior() -> Weights:
    """The weights that everybody begins with, trained on examples written for this project."""
    return decoded((resources(__package__) / "prior.model").read_bytes()).weights
