"""Counting tokens with a real tokenizer."""

from __future__ import annotations

import json
import subprocess

from tests.support.sandbox import CHECKOUT, node

SCRIPT = CHECKOUT / "tests" / "e2e" / "count_tokens.mjs"


def count_tokens(*texts: str) -> list[int]:
    """The tokens of each text: the larger of the counts by o200k_base and cl100k_base."""
    counted = subprocess.run(
        [node(), SCRIPT], input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=60
    )
    return [max(counts) for counts in json.loads(counted.stdout)]
