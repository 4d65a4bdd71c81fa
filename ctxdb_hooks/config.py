"""The configuration: which keys there are, reading and writing config.toml, and the compiled form for the hot path."""

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ctxdb_hooks.contextdb import facade, files
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.launch import scope, settings
from ctxdb_hooks.launch.project import Project
from ctxdb_hooks.paths import Paths

MAX_BYTES = 1 << 20
TIERS = ("weak", "standard", "strong")


class Refused(Exception):
    """A key or value that cannot be, said for a person."""


class HandWritten(Exception):
    """The file has comments of the user's own, so it is left alone; the message says what to write where."""


@dataclass(frozen=True)
class Key:
    """One setting: ``kind`` is bool, int, str, list or dict; ``choices`` are those of a str."""

    name: str
    help: str

    @property
    def default(self) -> Any:
        """What counts where nothing is said."""
        return settings.DEFAULTS[self.name]

    @property
    def kind(self) -> type:
        """The type of its values."""
        return type(self.default)

    @property
    def choices(self) -> tuple[str, ...]:
        """The values it may have; empty when they cannot be listed."""
        return settings.CHOICES.get(self.name, ())


KEYS = {
    name: Key(name, text)
    for name, text in (
        ("wrap_mode", "which folders are remembered: any folder, git work trees, those switched on, none"),
        ("lazy_load", "on: a short prompt names the history; off: the whole packet at every start"),
        ("oneshot", "what a call that answers and ends gets: the packet, the short prompt, nothing"),
        ("oneshot_wait_ms", "how long such a call may wait for fresh memory, in milliseconds"),
        ("packet_tokens", "size of the packet, in tokens"),
        ("language", "language of the prompt; auto: the one you work in"),
        ("trigger", "whether a prompt that refers to earlier work makes the agent load the history"),
        ("telemetry", "whether figures are kept, on this machine only"),
        ("quiet", "whether the line at the start of a session is left out"),
        ("exclude", "folders that are never remembered, as globs"),
        ("share", "all: each client learns what the others did; same-client: only its own"),
        ("placement", "project: copies of packet and facade in the work tree as well"),
        ("retention", "keep: sessions outlive the client's own record; client: they go with it"),
        ("retention_days", "sessions older than this are forgotten; 0: never"),
        ("model_tiers", "patterns of model names and their tier: weak, standard or strong"),
        ("breaker", "whether starts that fail twice with our additions get none for a while"),
    )
}


@dataclass(frozen=True)
class Setting:
    """A value and where it comes from: ``environment``, ``project``, ``file`` or ``default``."""

    key: Key
    value: Any
    source: str


def key_of(name: str) -> Key:
    """The key of this name, ``-`` for ``_`` allowed. Raises Refused."""
    key = KEYS.get(name.replace("-", "_"))
    if key is None:
        raise Refused(f"{name}: no such setting; there are {', '.join(KEYS)}")
    return key


def parse(key: Key, texts: list[str]) -> Any:
    """The words of a command line as a value of the key. Raises Refused.

    A list takes any number of words, a table words of the form ``pattern=tier``.
    """
    if key.kind is list:
        if not all(text.strip() for text in texts):
            raise Refused(f"{key.name}: an empty value will not do; `unset` takes it back")
        return list(texts)
    if key.kind is dict:
        pairs = [text.rpartition("=") for text in texts]
        if not all(pattern and tier in TIERS for pattern, _, tier in pairs):
            raise Refused(f"{key.name}: give it as PATTERN=TIER, where the tier is one of {', '.join(TIERS)}")
        return {pattern: tier for pattern, _, tier in pairs}
    if len(texts) != 1 or not texts[0].strip():
        raise Refused(f"{key.name}: takes one value")
    value = settings.convert(key.name, texts[0], None)
    if value is None or not settings.fits(key.name, value):
        wanted = f"one of {', '.join(key.choices)}" if key.choices else "a whole number of at most nine digits"
        raise Refused(f"{key.name}: {texts[0]!r} will not do; it takes {wanted}")
    return value


def read(path: Path) -> dict[str, Any]:
    """config.toml as a dict; empty when there is none. Raises Refused when it cannot be read or is no TOML."""
    try:
        with open(files.open_regular(path), "rb") as file:
            data = file.read(MAX_BYTES + 1)
        if len(data) > MAX_BYTES:
            raise Refused(f"{path}: larger than {MAX_BYTES >> 20} MB")
        return _parsed(data.decode("utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise Refused(f"{path}: {error.strerror or error}") from None
    except ValueError as error:
        raise Refused(f"{path}: not TOML: {error}") from None


def _parsed(text: str) -> dict[str, Any]:
    """A file's settings. Raises ValueError."""
    import tomllib  # here: most commands read the compiled form only

    try:
        return tomllib.loads(text.removeprefix("\ufeff"))  # some editors of Windows put it there
    except RecursionError:
        raise ValueError("nested too deeply") from None


def sift(table: Mapping[str, Any], where: str) -> tuple[dict[str, Any], list[str]]:
    """The settings of one table that can be used, and a sentence about each one that cannot."""
    good: dict[str, Any] = {}
    problems = []
    for name, value in table.items():
        if name not in KEYS:
            problems.append(f"{where}{name}: no such setting")
            continue
        if isinstance(settings.DEFAULTS[name], str | bool) and isinstance(value, str | bool | int):
            value = settings.convert(name, str(value), value)  # "off", false and 0 all mean off
        if settings.fits(name, value) and _inner(name, value):
            good[name] = value
        else:
            problems.append(f"{where}{name}: {value!r} will not do")
    return good, problems


def _inner(name: str, value: Any) -> bool:
    if isinstance(value, list):
        return all(isinstance(part, str) for part in value)
    if isinstance(value, dict):
        return all(tier in TIERS for tier in value.values())
    return True


def compile_config(paths: Paths, *, make: bool = True) -> list[str]:
    """Bring config.compiled up to date with config.toml and the switched folders; what was wrong with them.

    A file that cannot be read leaves the last good form in force. Without ``make`` a state folder that is gone stays
    so. Raises OSError when nothing can be written.
    """
    from ctxdb_hooks.bootstrap import breaker  # which itself writes into the compiled form

    try:
        raw = read(paths.config_file)
    except Refused as error:
        return [str(error)]
    entries = raw.pop("projects", {})
    values, problems = sift(raw, "")
    values |= _real_homes(values, paths)
    compiled: dict[str, Any] = {"version": 1, "values": values, "projects": {}, "switched": []}
    if tripped := breaker.compiled(breaker.entries(paths.state)):
        compiled["breaker"] = tripped
    if not isinstance(entries, dict):
        entries = {}
        problems.append("projects: not a table")
    for name, table in entries.items():
        if not isinstance(table, dict):
            problems.append(f"projects.{name}: not a table")
            continue
        good, bad = sift(table, f"projects.{name}.")
        problems += bad
        compiled["projects"][_project(name, paths).store_name] = good | _real_homes(good, paths)
    for path, on in switches(paths):
        try:
            found = os.stat(path)
        except OSError:
            continue
        compiled["switched"].append([path, found.st_dev, found.st_ino, on])
    text = json.dumps(compiled, ensure_ascii=False) + "\n"
    if len(text.encode("utf-8", "replace")) > facade.MAX_BYTES:
        return [*problems, f"{paths.config_file}: too much for one start to read; the last good form stays in force"]
    if compiled_text(paths) != text:
        if make:
            files.make_folder(paths.state)
        files.write(paths.compiled, text)
    return problems


def _real_homes(values: Mapping[str, Any], paths: Paths) -> dict[str, Any]:
    """The excluded globs once more for a home that is reached through a link: folders are compared by real path."""
    home = os.path.realpath(paths.home)
    if "exclude" not in values or home == str(paths.home):
        return {}
    return {"exclude": values["exclude"] + [home + glob[1:] for glob in values["exclude"] if glob.startswith("~/")]}


def set_breaker(state: Path, entries: Mapping[str, Any]) -> None:
    """Let starts know which clients get nothing, and why: what bootstrap/breaker.py has found. Raises OSError."""
    form = {key: value for key, value in settings.compiled(str(state)).items() if key != "breaker"}
    if entries:
        form["breaker"] = dict(entries)
    files.write(state / "config.compiled", json.dumps(form, ensure_ascii=False) + "\n")


def compiled_text(paths: Paths) -> str:
    """config.compiled as it is; empty when there is none."""
    try:
        return paths.compiled.read_text("utf-8", "replace")
    except OSError:
        return ""


def project_of(paths: Paths, folder: Path | str, env: Mapping[str, str]) -> tuple[Project | None, dict[str, Any]]:
    """The project that a start in ``folder`` would have, and its settings, worked out as the launcher does."""
    project, values = scope.find(os.path.realpath(folder), dict(env), settings.compiled(str(paths.state)))
    return project, values


def listing(paths: Paths, project: Project | None, env: Mapping[str, str]) -> list[Setting]:
    """Every setting as it counts now, with where it comes from. Raises Refused when config.toml cannot be read."""
    raw = read(paths.config_file)
    entries = raw.pop("projects", {})
    values, _ = sift(raw, "")
    own: dict[str, Any] = {}
    for name, table in entries.items() if isinstance(entries, dict) else ():
        if project and isinstance(table, dict) and _project(name, paths).store_name == project.store_name:
            own |= sift(table, "")[0]
    found = []
    for key in KEYS.values():
        source, value = "default", key.default
        for layer, place in ((values, "file"), (own, "project")):
            if key.name in layer:
                source, value = place, layer[key.name]
        given = env.get("CTXDB_" + key.name.upper())
        if given and (said := settings.convert(key.name, given, None)) is not None:
            source, value = "environment", said
        found.append(Setting(key, value, source))
    return found


def get(paths: Paths, name: str, project: Project | None, env: Mapping[str, str]) -> Setting:
    """One setting as it counts now. Raises Refused."""
    key = key_of(name)
    return next(setting for setting in listing(paths, project, env) if setting.key is key)


def set_value(paths: Paths, name: str, texts: list[str], project: Project | None = None) -> Any:
    """Write a setting into config.toml, for one project or for all; returns the value.

    Raises Refused, HandWritten, OSError.
    """
    key = key_of(name)
    value = parse(key, texts)
    raw = read(paths.config_file)
    table = _table(raw, project, paths)
    if table.get(key.name) == value and key.name in table:
        return value
    table[key.name] = value
    _write(paths, raw, f"the line to write{_place(project)}:\n{key.name} = {_inline(value)}")
    return value


def unset_value(paths: Paths, name: str, project: Project | None = None) -> bool:
    """Take a setting out of config.toml; False when it was not there. Raises Refused, HandWritten, OSError."""
    key = key_of(name)
    raw = read(paths.config_file)
    table = _table(raw, project, paths)
    if key.name not in table:
        return False
    del table[key.name]
    if project and not table:
        entries = raw["projects"]
        for entry in [entry for entry in entries if entries[entry] is table]:
            del entries[entry]
        if not entries:
            del raw["projects"]
    _write(paths, raw, f"what to take out{_place(project)}: the line that sets {key.name}")
    return True


def _table(raw: dict[str, Any], project: Project | None, paths: Paths) -> dict[str, Any]:
    """The table for all projects, or the one of ``project``, made when it is not there."""
    if project is None:
        return raw
    entries = raw.setdefault("projects", {})
    if not isinstance(entries, dict):
        raise Refused(f"{paths.config_file}: projects is not a table")
    for name, table in entries.items():
        if isinstance(table, dict) and _project(name, paths).store_name == project.store_name:
            return table
    made: dict[str, Any] = entries.setdefault(project.root, {})
    return made


def _place(project: Project | None) -> str:
    return f" below [projects.{_inline(project.root)}]" if project else " above the first [table]"


def _inline(value: Any) -> str:
    """A value as TOML on one line; JSON's strings, numbers and lists are TOML's."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_inline(name)} = {_inline(part)}" for name, part in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _write(paths: Paths, raw: dict[str, Any], by_hand: str) -> None:
    """Replace config.toml, unless the user wrote comments into it; a link to it (dotfiles) stays a link."""
    import tomli_w  # as above

    path = Path(os.path.realpath(paths.config_file))
    try:
        old = path.read_text("utf-8")
    except FileNotFoundError:
        old = ""
    if "#" in old and tomli_w.dumps(_parsed(old)) != old:
        raise HandWritten(f"{paths.config_file} has comments of yours and is left as it is; {by_hand}")
    files.make_folder(path.parent)
    files.write(path, tomli_w.dumps(raw))
    compile_config(paths)


def _project(name: str, paths: Paths) -> Project:
    """The project that a path in config.toml means; ``~`` is the home, a folder without git stands for itself."""
    path = str(paths.home) + name[1:] if name == "~" or name.startswith("~/") else name
    real = os.path.realpath(path)
    return projects.find(real, str(paths.home)) or Project(real, "", real)


def switches(paths: Paths) -> list[tuple[str, bool]]:
    """The folders that were switched on or off, in the order of their paths."""
    value = files.read_json(paths.state / "switched.json").get("folders")
    if not isinstance(value, dict):
        return []
    return sorted((path, on) for path, on in value.items() if isinstance(on, bool))


def switch(paths: Paths, folder: Path | str, on: bool | None) -> Path:
    """Switch a folder, or the project it belongs to, on or off; None takes it off the list. Returns the folder meant.

    Raises Refused for a folder that is not there, OSError when the list cannot be written.
    """
    real = os.path.realpath(folder)
    if not folder or not os.path.isdir(real):  # an empty one is a variable that is not set, not the folder we are in
        raise Refused(f"{folder or repr(folder)}: no such folder")
    found = projects.find(real, str(paths.home))
    place = found.root if found else real
    kept = {path: was for path, was in switches(paths) if not _same(path, place)}
    if on is not None:
        kept[place] = on
    files.make_folder(paths.state)
    files.write_json(paths.state / "switched.json", {"version": 1, "folders": kept})
    compile_config(paths)
    return Path(place)


def _same(path: str, other: str) -> bool:
    try:
        return os.path.samefile(path, other)
    except OSError:
        return path == other
