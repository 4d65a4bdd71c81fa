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
CHOICES = {
    "wrap_mode": ("all", "repo-only", "opt-in", "off"),
    "oneshot": ("full", "facade", "off"),
    "language": ("auto", "en", "zh"),
    "share": ("all", "same-client"),
    "placement": ("state", "project"),
    "retention": ("keep", "client"),
}
OFF = ("0", "false", "no", "off")
MOST = 10**9  # of what is counted: nine digits, in a file as in a variable


def compiled(state: str) -> dict:
    """config.compiled: ``values``, ``projects`` (by store name) and ``switched`` (folders switched on or off)."""
    return facade.parse(facade.read_bytes(state + "/config.compiled")) or {}


def load(form: dict, env: dict, store_name: str) -> dict:
    """All settings as a dict, for the project whose store is ``store_name``; ``form`` is the compiled config."""
    values = dict(DEFAULTS)
    entries = form.get("projects")
    for layer in (form.get("values"), entries.get(store_name) if isinstance(entries, dict) else None):
        if isinstance(layer, dict):
            for key in layer:
                if key in DEFAULTS and fits(key, layer[key]):
                    values[key] = layer[key]
    for key in DEFAULTS:
        given = env.get("CTXDB_" + key.upper())
        if given:  # an empty variable counts as unset
            values[key] = convert(key, given, values[key])
    return values


def fits(key: str, value: object) -> bool:
    """Whether a value is of its key's type, and one of the key's choices."""
    if type(value) is not type(DEFAULTS[key]):
        return False
    if key in CHOICES:
        return value in CHOICES[key]
    return type(value) is not int or 0 <= value < MOST


def convert(key: str, given: str, otherwise: object) -> object:
    """The text of an environment variable as a value of its key; ``otherwise`` where it cannot be one."""
    default = DEFAULTS[key]
    given = given.strip()
    if isinstance(default, bool):
        return given.lower() not in OFF
    if isinstance(default, int):
        return int(given) if given.isascii() and given.isdigit() and len(given) < 10 else otherwise
    if isinstance(default, list):
        return [part for part in given.split(":") if part]
    if isinstance(default, dict):
        return otherwise
    choices = CHOICES[key]
    word = given.lower()
    if word in OFF and "off" in choices:
        return "off"
    return word if word in choices else otherwise


def off(env: dict, name: str) -> bool:
    """Whether a switch in the environment says no."""
    return env.get(name, "").strip().lower() in OFF


def on(env: dict, name: str) -> bool:
    """Whether a switch in the environment says yes; unset and empty say nothing."""
    return env.get(name, "").strip().lower() not in ("", *OFF)
