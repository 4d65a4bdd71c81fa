"""The clients: which are there, in which version, and what of ours they were given."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from ctxdb_hooks.bootstrap import breaker
from ctxdb_hooks.bootstrap.cursors import COMPRESSED
from ctxdb_hooks.clients.claude import hooks as claude_hooks
from ctxdb_hooks.clients.claude import plugin
from ctxdb_hooks.clients.codex import hooks as codex_hooks
from ctxdb_hooks.clients.codex.argv import codex_home, shared_server
from ctxdb_hooks.clients.gemini import extension
from ctxdb_hooks.clients.tested import TESTED
from ctxdb_hooks.contextdb import files
from ctxdb_hooks.doctor.finding import ERROR, NOTE, OK, WARNING, Finding, Subject
from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.install import launch_paths
from ctxdb_hooks.wording import count

AREA = "clients"
PATIENCE = 20  # s; the slowest of them starts in about one
KEPT = 30  # days for which Claude keeps transcripts unless it is told otherwise


def check(subject: Subject) -> Iterator[Finding]:
    """The findings about claude, codex and gemini."""
    found = {name: shutil.which(name, path=subject.env.get("PATH")) for name in TESTED}
    with ThreadPoolExecutor() as pool:
        asked = {name: pool.submit(version_of, path, subject) for name, path in found.items() if path}
    if not asked:
        yield Finding(AREA, NOTE, "none of claude, codex and gemini is on PATH here")
    for name, answer in asked.items():
        yield _version(name, answer.result())
    yield from _breaker(subject)
    yield from _claude(subject, bool(found["claude"]))
    yield from _codex(subject)
    if found["gemini"]:
        yield from _gemini(subject)
    yield from _opted_in(subject)


def version_of(path: str, subject: Subject) -> tuple[int, ...]:
    """The version that a client reports; empty when it does not."""
    try:
        done = subprocess.run(
            [path, "--version"],
            env={**subject.env, "CTXDB_HOOKS": "0"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ()
    match = re.search(rb"(\d+)\.(\d+)\.(\d+)", done.stdout)
    return tuple(map(int, match.groups())) if match else ()


def _version(name: str, version: tuple[int, ...]) -> Finding:
    oldest, newest = TESTED[name]
    span = dotted(oldest) if oldest == newest else f"{dotted(oldest)} to {dotted(newest)}"
    if not version:
        return Finding(
            AREA, WARNING, f"{name} does not say its version", "it may not start at all", f"{name} --version"
        )
    if version < oldest:
        why = f"the oldest that was tested is {dotted(oldest)}; to an older one nothing is added"
        return Finding(AREA, WARNING, f"{name} {dotted(version)} is too old", why, f"update {name}")
    newer = "" if version <= newest else ", newer than what was tested"
    return Finding(AREA, NOTE if newer else OK, f"{name} {dotted(version)}{newer} (tested: {span})")


def _breaker(subject: Subject) -> Iterator[Finding]:
    """The clients to which nothing is added, since their starts failed with what we added and worked without."""

    def mend() -> str:
        return f"we are back for {', '.join(breaker.reset(subject.paths))}"

    for client, entry in breaker.entries(subject.paths.state).items():
        if entry.get("old"):
            told = f"{client} gets nothing: it is older than the oldest version that was tested"
            yield Finding(AREA, WARNING, told, "it may not know what we add", f"update {client}")
        elif entry.get("off"):
            told = f"{client} gets nothing any more: it ended at once with what we add, and worked without"
            why = "a company's policy may forbid it, or this version may not know it; another version is tried again"
            yield Finding(AREA, ERROR, told, why, "ctxdb-hooks doctor --fix", mend)
        elif breaker.open_for(entry):
            told = f"{client} ended at once twice; its next start gets nothing, to see whether that was us"
            yield Finding(AREA, NOTE, told)


def dotted(version: tuple[int, ...]) -> str:
    """A version as people write it."""
    return ".".join(map(str, version))


def _claude(subject: Subject, found: bool) -> Iterator[Finding]:
    """Claude's own settings, as far as they concern the memory."""
    path = Path(places.claude_home(dict(subject.env)), "settings.json")
    settings = _settings(path)
    if settings is None:
        why = "Claude ignores it, and so do we"
        yield Finding(AREA, WARNING, f"{path} is not JSON", why, f"mend {path}")
        return
    yield _retention(path, settings.get("cleanupPeriodDays", KEPT))
    if settings.get("disableAllHooks") is True:
        why = "a prompt that refers to earlier work no longer makes Claude read the history by itself"
        yield Finding(AREA, NOTE, f"hooks are disabled in {path}", why)
    if found and not plugin.allowed():
        yield Finding(AREA, NOTE, "a company's policy is in force: Claude gets the short prompt, no per-turn hook")


def _retention(path: Path, days: object) -> Finding:
    """For how long Claude keeps its transcripts, ``days`` being what its settings say."""
    mend = f"set cleanupPeriodDays in {path} to at least 1"
    if isinstance(days, bool) or not isinstance(days, int | float):
        why = "it may not keep transcripts for as long as you think"
        return Finding(AREA, WARNING, f"cleanupPeriodDays in {path} is not a number", why, mend)
    if days < 1:
        why = "a session of which Claude keeps nothing cannot be remembered"
        return Finding(AREA, WARNING, f"Claude keeps no transcripts (cleanupPeriodDays is {days})", why, mend)
    told = f"Claude deletes transcripts after {days:g} days; what was read of them before stays remembered"
    return Finding(AREA, NOTE if days < KEPT else OK, told)


def _codex(subject: Subject) -> Iterator[Finding]:
    """Codex's background server, and what Codex keeps in a form that nothing here reads (off where it was tested)."""
    if shared_server(dict(subject.env)):
        why = "the launcher tells its sessions nothing (their own hooks may), and it cannot see CTXDB_PRIVATE"
        yield Finding(AREA, NOTE, "codex's background server is running", why)
    home = Path(codex_home(dict(subject.env)))
    folders = [home / "sessions", home / "archived_sessions"]
    packed = sum(1 for folder in folders for _ in folder.rglob(f"rollout-*{COMPRESSED}"))
    if packed:
        why = "what was read of them before stays remembered; of the others nothing is known"
        yield Finding(AREA, NOTE, f"{count(packed, 'session')} of codex compressed by it", why)


def _gemini(subject: Subject) -> Iterator[Finding]:
    """Gemini's extension, the only way to it."""
    hook = launch_paths(subject.paths.data).hook
    folder = extension.folder(subject.env)
    current = all(_text(folder / name) == text for name, text in extension.content(hook).items())

    def mend() -> str:
        extension.install(hook, subject.env)
        return "put gemini's extension in place"

    if not current:
        why = "gemini gets its memory through it and in no other way"
        yield Finding(
            AREA, ERROR, "gemini's extension is missing or another version's", why, "ctxdb-hooks install", mend
        )
        return
    settings = _settings(extension.home(subject.env) / "settings.json") or {}
    yield from _gemini_retention(settings)
    hooks = settings.get("hooksConfig")
    hooks = hooks if isinstance(hooks, dict) else {}
    disabled = hooks.get("disabled")
    if hooks.get("enabled") is False or (isinstance(disabled, list) and extension.NAME in disabled):
        why = "gemini gets its memory through a hook and in no other way"
        yield Finding(AREA, WARNING, "hooks are disabled in gemini's settings", why, "gemini /hooks enable ctxdb-hooks")
    else:
        yield Finding(AREA, OK, "gemini's extension is in place")


def _gemini_retention(settings: dict[str, Any]) -> Iterator[Finding]:
    """Whether Gemini deletes its chats sooner than it does by itself (after 30 days)."""
    general = settings.get("general")
    rule = general.get("sessionRetention") if isinstance(general, dict) else None
    if not isinstance(rule, dict) or rule.get("enabled") is False:
        return
    age, most = re.fullmatch(r"(\d+)([hdwm])", str(rule.get("maxAge"))), rule.get("maxCount")
    days = int(age[1]) * {"h": 1 / 24, "d": 1, "w": 7, "m": 30}[age[2]] if age else KEPT
    limits = [f"after {days:g} days"] if days < KEPT else []
    if isinstance(most, int):
        limits.append(f"beyond the newest {most}")
    if limits:
        told = f"Gemini deletes chats {' and '.join(limits)}; what was read of them before stays remembered"
        yield Finding(AREA, NOTE, told)


def _opted_in(subject: Subject) -> Iterator[Finding]:
    """The hooks that a user may ask for: in force, in place, or left behind half."""
    hook = launch_paths(subject.paths.data).hook
    way = codex_hooks.in_force(codex_hooks.file(hook, subject.paths.state, subject.env), subject.env)
    if way:
        yield Finding(AREA, OK, way[0], way[1])
    for name, module in (("claude", claude_hooks), ("codex", codex_hooks)):
        file = module.file(hook, subject.paths.state, subject.env)
        if file.present():
            yield Finding(AREA, OK, f"{name}'s own hooks are in place ({file.path})")
        elif "ctxdb_hooks_hook" in _text(file.path):
            yield Finding(
                AREA,
                WARNING,
                f"{name}'s own hooks are there in part ({file.path})",
                "what is missing is not told to sessions that no shell function starts",
                f"ctxdb-hooks install --{name}-hooks",
            )


def _settings(path: Path) -> dict[str, Any] | None:
    """A settings file; empty where there is none, None where it is broken."""
    try:
        value = json.loads(files.read_bytes(path))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _text(path: Path) -> str:
    try:
        return files.read_bytes(path).decode("utf-8", "replace")
    except OSError:
        return ""
