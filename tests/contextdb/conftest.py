"""Two real tokenizers, to measure estimates against."""

from collections.abc import Callable

import bpe_openai
import pytest


@pytest.fixture(scope="session")
def count() -> Callable[[str], int]:
    """Tokens of a text, the larger count of o200k_base and cl100k_base."""
    encodings = [bpe_openai.get_encoding(name) for name in ("o200k_base", "cl100k_base")]
    return lambda text: max(len(encoding.encode(text)) for encoding in encodings)
