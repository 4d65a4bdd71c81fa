"""What a turn's hook can point an agent at: a file for each of the newest sessions, and what naming a path costs."""

import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

from ctxdb_hooks import __version__
from ctxdb_hooks.contextdb import facade, files, nudge, packet, tokens
from ctxdb_hooks.contextdb.store import Store

SUFFIX = "-context.md"
LATEST = "latest-"
GEMINI_COPY = "/ctxdb/packet.md"  # in Gemini's own folder for a project


def write(
    store: Store,
    metas: Iterable[dict[str, Any]],
    budget: int,
    home: str = "",
    gemini_tmp: str = "",
    *,
    apart: bool = False,
) -> dict[str, Any]:
    """Write a file of ``budget`` tokens for each session; returns what ``heads`` holds of them. Raises OSError.

    One that is as it was left, and newer than what is known of its session, stays; one that something else has
    written to is made anew before it is named. Those of other sessions go. ``home`` is what ``~`` stands for, and
    ``gemini_tmp`` holds Gemini's folders. With ``apart`` each lies in its own client's folder.
    """
    made_by = [__version__, budget]
    before = files.read_json(store.heads_file)
    known = before.get("exports") if before.get("exportsBy") == made_by else None
    seals: dict[str, list[int]] = {}
    paths: set[Path] = set()
    for meta in metas:
        name = meta["sessionId"]
        path = path_of(store, name, meta["agent"], apart=apart)
        seal = known.get(name) if isinstance(known, dict) else None
        seals[name] = _kept(store, name, path, seal) or _made(path, packet.one(store, meta, budget))
        paths.add(path)
    for path in store.readable():
        if not path.name.startswith(LATEST) and path not in paths:
            with suppress(OSError):
                path.unlink()
    ids = {name: tokens.estimate(name.rpartition("-")[2]) for name in seals}
    known_costs = costs(store, home, gemini_tmp, apart=apart) | {"ids": ids}
    return {"exports": seals, "exportsBy": made_by, "apart": apart, "costs": known_costs}


def path_of(store: Store, session_id: str, agent: str, *, apart: bool) -> Path:
    """The file of one session, beside the packet for those who may read it."""
    return Path(facade.packet_folder(str(store.folder), agent, apart), f"{session_id}{SUFFIX}")


def costs(store: Store, home: str, gemini_tmp: str, *, apart: bool = False) -> dict[str, Any]:
    """For each agent what a nudge costs with each path by which it reads the packet.

    Claude and Codex take one that begins with ``~`` too. A path stands as its beginning and its end where the middle,
    Gemini's name for the project, is not known.
    """
    found: dict[str, Any] = {}
    for agent in ("claude-code", "codex-cli"):
        path = str(store.packet(agent, apart=apart))
        found[agent] = [_costs(path, "")]
        if home and path.startswith(f"{home}/"):
            found[agent].append(_costs(f"~{path[len(home) :]}", ""))
    if gemini_tmp:
        found["gemini-cli"] = [_costs(f"{gemini_tmp}/", GEMINI_COPY)]
    return found


def _costs(before: str, after: str) -> dict[str, Any]:
    with_path: dict[str, Any] = {"path": [before, after]}
    for lang, words in nudge.WORDS.items():
        with_path[lang] = {form: tokens.estimate(words[form].format(before + after)) for form in nudge.WITH_PATH}
    return with_path


def _kept(store: Store, name: str, path: Path, seal: object) -> list[int] | None:
    """The seal of a session's file that needs no writing."""
    try:
        found = os.lstat(path)
        is_newer = found.st_mtime_ns >= os.lstat(store.sessions_folder / name / "meta.json").st_mtime_ns
    except OSError:
        return None
    return files.seal(found) if is_newer and files.seal(found) == seal else None


def _made(path: Path, text: str) -> list[int]:
    with files.stage(path, [files.encoded(text)]) as coming:
        coming.place()
        return coming.seal
