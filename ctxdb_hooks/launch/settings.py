"""The settings that count for one start: environment over the project's entry over config.toml over default; hot path.

config.toml itself is read in the background, which keeps a compiled form (JSON) beside the log.
"""

from ctxdb_hooks.contextdb import facade

DEFAULTS = {
    "wrap_mode": "repo-only",
    "lazy_load": True,
    "oneshot": "full",
    "oneshot_wait_ms": 1500,
    "packet_tokens": 2000,
    "language": "auto",
    "trigger": True,
    "telemetry": True,
    "quiet": False,
    "exclude": [],
    "share": "all",
    "placement": "state",
    "retention": "keep",
    "retention_days": 0,
    "model_tiers": {},
    "breaker": True,
}
OFF = ("0", "false", "no", "off", "")


def load(state: str, env: dict, store_name: str) -> dict:
    """All settings as a dict, for the project whose store is ``store_name``."""
    values = dict(DEFAULTS)
    compiled = facade.parse(facade.read_bytes(state + "/config.compiled")) or {}
    for layer in (compiled.get("values"), _entry(compiled, store_name)):
        if isinstance(layer, dict):
            for key in layer:
                if key in DEFAULTS and type(layer[key]) is type(DEFAULTS[key]):
                    values[key] = layer[key]
    for key in DEFAULTS:
        given = env.get("CTXDB_" + key.upper())
        if given is not None:
            values[key] = convert(given, DEFAULTS[key])
    return values


def _entry(compiled: dict, store_name: str) -> object:
    entries = compiled.get("projects")
    return entries.get(store_name) if isinstance(entries, dict) else None


def convert(given: str, default: object) -> object:
    """The text of an environment variable as a value of the default's type; the default where that fails."""
    if isinstance(default, bool):
        return given.strip().lower() not in OFF
    if isinstance(default, int):
        return int(given) if given.strip().isdigit() else default
    if isinstance(default, list):
        return [part for part in given.split(":") if part]
    if isinstance(default, dict):
        return default
    return given.strip() or default


def off(env: dict, name: str, default: str = "1") -> bool:
    """Whether a switch in the environment says no."""
    return env.get(name, default).strip().lower() in OFF
