"""Secrets of every kind, in every place a transcript can hold them, are gone; ordinary text is not touched."""

import base64
import json
from collections.abc import Callable

import pytest

from ctxdb_hooks.redact import redact, redact_json
from tests.secrets_made import TOKENS, in_json_in_json, make, private_key

PLACES: dict[str, Callable[[str], str]] = {
    "prompt": lambda s: f"please use {s} for the deploy, thanks",
    "sentence": lambda s: f"The key was {s}.",
    "chinese": lambda s: f"令牌是{s}，请使用",
    "command": lambda s: f"tool --flag {s} && ls",
    "colour": lambda s: f"\x1b[31m{s}\x1b[0m",
    "json": lambda s: json.dumps({"a": s, "b": 1}),
    "json in json": lambda s: in_json_in_json(f"line\n{s}\nend"),
    "header": lambda s: f"Authorization: Bearer {s}",
    "other header": lambda s: f'curl -H "X-Foo: {s}" https://x.example/',
    "env": lambda s: f"A=1\nFOO_TOKEN={s}\nB=2",
    "query": lambda s: f"https://h.example/x?token={s}&y=1",
}


@pytest.mark.parametrize("kind", TOKENS)
def test_a_token_is_taken_out_wherever_it_stands(kind: str) -> None:
    for place, put in PLACES.items():
        for seed in range(3):
            token = make(TOKENS[kind], (kind, seed))
            out = redact(put(token))
            assert leaked(token, out) is None, (place, out)
            assert "[redacted:" in out
            assert redact(out) == out


def leaked(secret: str, text: str, length: int = 10) -> str | None:
    """Return a part of ``secret`` of ``length`` letters that ``text`` still holds."""
    text = text.replace("\\\n", "").replace("\n", "")
    return next(
        (secret[i : i + length] for i in range(len(secret) - length + 1) if secret[i : i + length] in text), None
    )


def test_base64_is_looked_into() -> None:
    for kind, recipe in TOKENS.items():
        token = make(recipe, kind)
        blob = base64.b64encode(f"some words, then {token} and more".encode()).decode()
        assert redact(f"data: {blob}") == "data: [redacted:base64]", kind


@pytest.mark.parametrize("label", ["PRIVATE KEY", "RSA PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
def test_a_private_key_is_taken_out_whole_escaped_and_cut(label: str) -> None:
    key = private_key(label, 1)
    assert redact(f"a\n{key}\nb") == "a\n[redacted:private-key]\nb"
    assert redact(json.dumps({"key": key})) == '{"key": "[redacted:private-key]"}'
    assert "[redacted:private-key]" in redact(in_json_in_json(key))
    assert redact(key[: len(key) // 2]) == "[redacted:private-key]"


def test_nested_values_are_redacted_by_content_and_by_key() -> None:
    token = make(TOKENS["npm"], 1)
    assert redact_json({"password": "hunter2", "list": [token, 3, None], "name": "bob"}) == {
        "password": "[redacted:password]",
        "list": ["[redacted:npm-token]", 3, None],
        "name": "bob",
    }
