"""How secrets came into other tools' memories; each test is named for the report it answers."""

from __future__ import annotations

import base64
import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from ctxdb_hooks.contextdb import model
from tests.bootstrap.place import Place
from tests.secrets_made import TOKENS, make, private_key
from tests.support.transcripts import Transcript

START = 1_770_000_000.0  # s since the epoch
TOKEN = make(TOKENS["github-classic"], "leak")
PASSWORD = "tr0ub4dor" + "&3xyz"
ENV = f"DB_PASSWORD={PASSWORD}\nDATABASE_URL=postgres://app:{PASSWORD}@db.example.com/app\nGITHUB_TOKEN={TOKEN}\n"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def found(place: Place, *secrets: str) -> Iterator[str]:
    """The files below the state folder that hold one of the secrets, or a good part of one."""
    for path in place.store.state.rglob("*"):
        if path.is_file():
            data = path.read_bytes()
            yield from (f"{path.name}: {secret}" for secret in secrets if secret.encode()[:14] in data)


def talk(place: Place) -> Transcript:
    return Transcript(place.home, place.root, at=START).prompt("Find out why it does not start")


def test_R166_in_every_place_of_a_call(place: Place):
    nested = json.dumps({"body": json.dumps({"headers": {"Authorization": f"Bearer {TOKEN}"}})})
    hidden = base64.b64encode(f"the token is {TOKEN}".encode()).decode()
    said = talk(place).prompt(f"Use {TOKEN} for it").command(f"curl -H 'Authorization: token {TOKEN}' https://x")
    said.command("deploy", f"stdout: {TOKEN}\nstderr: {TOKEN}", failed=True).command(
        f"post '{nested}'", nested, failed=True
    )
    said.command(f"echo {hidden} | base64 -d").edit("config.py", f'TOKEN = "{TOKEN}"').answer(f"I used {TOKEN}.")
    place.run()
    assert list(found(place, TOKEN, hidden)) == []


def test_R167_R175_what_a_file_of_settings_holds_in_the_last_messages(place: Place):
    key = private_key("RSA PRIVATE KEY", 1)
    wrapped = "\n".join(key[at : at + 40] for at in range(0, len(key), 40))
    said = (
        talk(place)
        .command("cat .env", ENV)
        .command("cat .env missing", f"{ENV}cat: missing: no such file", failed=True)
    )
    said.edit(".env", ENV).command("cat key.pem missing", key, failed=True).answer(f"It holds this:\n```\n{ENV}```")
    said.prompt(f"And this?\n{wrapped}").answer(f"mongodb+srv://app:{PASSWORD}@c0.example.net is the address.")
    place.run()
    body = key.split("\n")[2]
    assert list(found(place, TOKEN, PASSWORD, body)) == []


def test_R170_nobody_has_to_mark_anything_and_what_is_marked_goes_whole(place: Place):
    said = talk(place).prompt("The plan: <private>we buy the competitor</private> and rename it")
    said.answer("Noted: <private>the competitor\nis sold")
    place.run()
    kept = " ".join(event.text for name in place.store.ids() for event in place.store.events(name))
    assert "rename it" in kept
    assert list(found(place, "buy the competitor", "the competitor")) == []


@pytest.mark.parametrize("kind", [model.PROMPT, model.ANSWER, model.COMMAND, model.EDIT, model.FAILURE])
def test_R171_a_secret_that_a_cut_would_go_through_is_taken_out_before(place: Place, kind: str):
    """Cut first, the half that is left would no longer look like a secret."""
    limit = model.LIMITS[kind]
    for number, back in enumerate(range(1, 40, 3)):
        said = Transcript(place.home, place.root, at=START + number * 1000).prompt("Go on")
        text = "word " * (limit // 5)
        text = f"{text[: limit - back - 1]} {TOKEN} and more words"
        if kind == model.PROMPT:
            said.prompt(text)
        elif kind == model.ANSWER:
            said.answer(text)
        elif kind == model.EDIT:
            said.edit("a.py", text)
        else:
            said.command(text if kind == model.COMMAND else "make", text[5:], failed=kind == model.FAILURE)
        said.answer("Done.")
    place.run()
    parts = [TOKEN[at : at + 9] for at in range(4, len(TOKEN) - 9)]
    assert list(found(place, "ghp_", *parts)) == []


def test_R172_files_are_the_users_alone_whatever_the_umask(place: Place):
    talk(place).answer("It starts now.")
    old = os.umask(0)
    try:
        place.run()
    finally:
        os.umask(old)
    modes = {path: path.stat().st_mode & 0o777 for path in place.store.base.rglob("*")}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o600}
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o700}
    assert place.store.folder.stat().st_mode & 0o077 == 0
