"""A client of our own behind the real launcher, and a home in which only the background runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.bootstrap.place import Place
from tests.support.background import Background
from tests.support.sandbox import Sandbox


@pytest.fixture
def make_background(sandbox: Sandbox) -> Iterator[Callable[..., Background]]:
    """The launcher with other times for the waiter than its own, by their names."""
    made: list[Background] = []

    def make(**settings: float) -> Background:
        made.append(Background(sandbox, **settings))
        return made[-1]

    yield make
    for background in made:
        background.close()


@pytest.fixture
def background(make_background: Callable[..., Background]) -> Background:
    """The launcher as it is installed, its waiter less patient."""
    return make_background(START_DELAY=0.3, GAP=0.5, LINGER=1.0)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)
