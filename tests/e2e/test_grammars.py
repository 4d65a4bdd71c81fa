"""The tables of codex's and gemini's command lines against what the installed clients say of themselves."""

from __future__ import annotations

import re

import pytest

from ctxdb_hooks.clients.codex import argv as codex_table
from ctxdb_hooks.clients.gemini import argv as gemini_table
from tests.support.codex_client import Codex
from tests.support.gemini_client import Gemini

pytestmark = pytest.mark.lazy  # nothing is loaded here

OPTION = re.compile(r"^\s+(?:(-\w),\s)?\s*(--[\w-]+)(?:[ =]<([^>]+)>(\.\.\.)?)?", re.M)
COMMAND = re.compile(r"^  ([a-z][\w-]+)(?= {2,})(?:.*?\[aliases: ([\w, ]+)\])?", re.M)


def commands(text: str) -> set[str]:
    """The subcommands that a help text lists, aliases included."""
    section = text.partition("Commands:")[2].partition("\nArguments:")[0].partition("\nOptions:")[0]
    section = re.sub(r"\n {10,}", " ", section)
    return {name for found in COMMAND.findall(section) for name in (found[0], *found[1].split(", ")) if name}


def options(text: str) -> dict[str, str]:
    """Options and their arity: none, one or many."""
    found = {}
    for short, name, value, dots in OPTION.findall(text.partition("Options:")[2]):
        arity = ("many" if dots else "one") if value else "none"
        found |= {spelling: arity for spelling in (short, name) if spelling}
    return found


def test_every_command_of_codex_is_known(codex: Codex):
    said = commands(codex.sandbox.run(["codex", "--help"]).stdout)
    assert {"exec", "e", "mcp", "resume"} <= said  # the help is read at all
    assert said <= codex_table.SESSIONS | codex_table.COMMANDS


def test_every_option_of_codex_s_sessions_is_known(codex: Codex):
    missing = {}
    flags = codex_table.NONE | codex_table.INFORM
    for words in (
        [],
        ["exec"],
        ["exec", "resume"],
        ["exec", "review"],
        ["exec", "fork"],
        ["review"],
        ["resume"],
        ["fork"],
    ):
        for name, arity in options(codex.sandbox.run(["codex", *words, "--help"]).stdout).items():
            many = arity == "many" or name in (
                "-i",
                "--image",
            )  # it takes one where a session goes on: nothing is added
            table = codex_table.MANY if many else codex_table.ONE if arity == "one" else flags
            if name not in table:
                missing[" ".join([*words, name])] = arity
    assert not missing


def test_every_command_and_option_of_gemini_is_known(gemini: Gemini):
    text = gemini.sandbox.run(["gemini", "--help"]).stdout
    said = {word for line in re.findall(r"^  gemini ([a-z]+) ", text, re.M) for word in [line]}
    said |= {alias for aliases in re.findall(r"\[aliases: ([\w, ]+)\]", text) for alias in aliases.split(", ")}
    assert "mcp" in said
    assert said <= gemini_table.COMMANDS

    known = gemini_table.ONE | gemini_table.MAYBE | gemini_table.NONE | gemini_table.INFORM
    found = {name for pair in re.findall(r"^\s+(?:(-\w), )?\s*(--[\w-]+)  ", text, re.M) for name in pair if name}
    assert "--model" in found
    assert found <= known
