"""The user's own ``developer_instructions``, wherever Codex reads them, and whether our hooks are trusted; hot path.

Codex takes one value: /etc, config.toml, the profile's file, a trusted project's file, each over the one before it.
Parsing TOML costs more than the whole launch, so the background keeps the values with each file's seal; a file that
is newer than its seal is only searched for the key's name.
"""

import posix

from ctxdb_hooks.clients.call import Call
from ctxdb_hooks.clients.codex.argv import KEY, codex_home
from ctxdb_hooks.contextdb import facade

SYSTEM = "/etc/codex/config.toml"
PROJECT = "/.codex/config.toml"  # below a project
MAX_CONFIG = 1 << 20


def sources(home: str, profile: str, folders: list) -> list:
    """The files that may set the key, the one that wins last."""
    found = [SYSTEM, home + "/config.toml"]
    if profile:
        found.append(f"{home}/{profile}.config.toml")
    return found + [folder + PROJECT for folder in folders]


def configured(call: Call) -> str | None:
    """The text that counts without us; empty when there is none, None when it cannot be told this time."""
    home = codex_home(call.env)
    cache = facade.parse(facade.read_bytes(call.state + "/codex.cache")) or {}
    files = cache.get("files")
    files = files if isinstance(files, dict) else {}
    folders = [call.root] if call.cwd == call.root else [call.root, call.cwd]
    text, changed = "", False
    for path in sources(home, call.profile, folders):
        seal = _seal(path)
        if seal is None:
            continue
        known = files.get(path)
        # Which projects are trusted stands in a file that comes before theirs.
        sure = not (changed and path[: -len(PROJECT)] in folders)
        if sure and isinstance(known, list) and known[:3] == seal and len(known) == 4:
            text = known[3] if isinstance(known[3], str) else text
        elif KEY in _text(path):
            return None
        else:
            changed = True
    return text


def hooks_trusted(call: Call) -> bool:
    """Whether Codex itself runs our user-level hooks, so that nothing need be added here."""
    cache = facade.parse(facade.read_bytes(call.state + "/codex.cache")) or {}
    hashes = cache.get("hooks")
    return isinstance(hashes, list) and are_trusted(hashes, call.env)


def are_trusted(hashes: list, env: dict) -> bool:
    """Whether Codex's configuration says that the user has trusted the hooks with these hashes."""
    config = _text(codex_home(env) + "/config.toml")
    return bool(hashes) and all(isinstance(item, str) and item in config for item in hashes)


def value_of(text: str) -> str:
    """The value of the user's own ``-c`` as Codex reads it: TOML, else the raw text without its outer quotes."""
    inner = text[1:-1]
    if len(text) > 1 and text[0] == text[-1] == '"' and '"' not in inner and "\\" not in inner:
        return inner
    import tomllib  # rare, and slower than all the rest

    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except (ValueError, KeyError):
        return text.strip().strip("\"'")
    return value if isinstance(value, str) else text.strip().strip("\"'")


def _seal(path: str) -> list | None:
    try:
        found = posix.stat(path)
    except (OSError, ValueError):
        return None
    return [found.st_mtime_ns, found.st_size, found.st_ino]


def _text(path: str) -> str:
    try:
        fd = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC | posix.O_NONBLOCK)
    except (OSError, ValueError):
        return ""
    try:
        return posix.read(fd, MAX_CONFIG).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        posix.close(fd)
