"""Where things lie, worked out from an environment mapping; hot path, so no imports beyond the interpreter.

All paths are ``str`` (decoded with surrogateescape, as the interpreter decodes argv).
"""

MARKER = "ctxdb-hooks"


def digest(data: bytes, size: int) -> str:
    """BLAKE2b of ``data`` in ``size`` bytes, as hex digits; hashlib itself would take longer to load than a start."""
    try:
        from _blake2 import blake2b
    except ImportError:
        from hashlib import blake2b
    return str(blake2b(data, digest_size=size).hexdigest())


def _base(env: dict, variable: str, fallback: str) -> str:
    value = env.get(variable, "")
    if value.startswith("/"):  # empty and relative values count as unset (XDG base directory spec)
        return value
    home = env.get("HOME", "")
    return f"{home}/{fallback}" if home.startswith("/") else ""


def state_dir(env: dict) -> str:
    """``$XDG_STATE_HOME/ctxdb-hooks``; empty when neither it nor HOME is usable."""
    base = _base(env, "XDG_STATE_HOME", ".local/state")
    return base and f"{base}/{MARKER}"


def config_dir(env: dict) -> str:
    """``$XDG_CONFIG_HOME/ctxdb-hooks``; empty when neither it nor HOME is usable."""
    base = _base(env, "XDG_CONFIG_HOME", ".config")
    return base and f"{base}/{MARKER}"


def data_dir(env: dict) -> str:
    """``$XDG_DATA_HOME/ctxdb-hooks``; empty when neither it nor HOME is usable."""
    base = _base(env, "XDG_DATA_HOME", ".local/share")
    return base and f"{base}/{MARKER}"


def projects_dir(env: dict) -> str:
    """Where the stores lie: those of another account's clients, by their own variables, in a folder of their own."""
    state, home = state_dir(env), env.get("HOME", "")
    usual = (("CLAUDE_CONFIG_DIR", home + "/.claude"), ("CODEX_HOME", home + "/.codex"), ("GEMINI_CLI_HOME", home))
    other = [
        env.get(name, "").rstrip("/") for name, folder in usual if env.get(name, "").rstrip("/") not in ("", folder)
    ]
    if not state or not other:
        return state and f"{state}/projects"
    account = digest("\0".join(other).encode("utf-8", "surrogateescape"), 4)
    return f"{state}/accounts/{account}/projects"


def claude_home(env: dict) -> str:
    """Claude's own folder: ``$CLAUDE_CONFIG_DIR`` or ``~/.claude``."""
    return env.get("CLAUDE_CONFIG_DIR") or f"{env.get('HOME', '')}/.claude"
