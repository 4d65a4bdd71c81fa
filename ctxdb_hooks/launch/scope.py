"""Whether a folder is one that is remembered: wrap_mode, what was switched on or off, what is excluded; hot path.

``switched`` of the compiled config is the list of ``[path, device, inode, on]`` that ``ctxdb-hooks on`` and ``off``
keep in the state folder. The nearest listed folder decides for everything below it, so that a folder of clients'
work can be switched off and one project in it on again.
"""

import posix

from ctxdb_hooks.launch import project, settings


def find(folder: str, env: dict, form: dict) -> tuple:
    """``(project or None, settings)`` for a start in ``folder``, a real path; ``form`` is the compiled config."""
    home = env.get("HOME", "")
    here = project.find(folder, home)
    values = _settings(form, env, here)
    mode = values["wrap_mode"]
    switched = form.get("switched")
    listed = nearest(here.root if here else folder, switched) if switched and isinstance(switched, list) else None
    if mode == "off" or (listed and not listed[1]) or (mode == "opt-in" and not listed):
        return None, values
    if here is None and (listed or mode == "all"):
        here = project.plain(listed[0] if listed else folder, home)
        if here:
            values = _settings(form, env, here)
    if here and values["exclude"] and excluded(folder, values["exclude"], home):
        here = None
    return here, values


def _settings(form: dict, env: dict, here: project.Project | None) -> dict:
    return settings.load(form, env, here.store_name if here and form.get("projects") else "")


def nearest(folder: str, switched: list) -> tuple | None:
    """``(path, on)`` of the listed folder that is ``folder`` or the nearest above it; None when there is none."""
    marks = {}
    for entry in switched:
        if isinstance(entry, list) and len(entry) == 4:
            marks[(entry[1], entry[2])] = bool(entry[3])
    while folder:
        try:
            found = posix.stat(folder)
        except (OSError, ValueError):
            pass
        else:
            key = (found.st_dev, found.st_ino)
            if key in marks:
                return folder, marks[key]
        folder = folder.rpartition("/")[0]
    return None


def excluded(path: str, globs: list, home: str) -> bool:
    """Whether ``path`` or a folder above it matches one of the globs.

    ``*`` and ``?`` stay within one name, ``**`` stands for any number of them, ``~`` for the home; a glob that
    does not begin at ``/`` or ``~`` may begin anywhere.
    """
    names = path.strip("/").split("/")
    for glob in globs:
        if not isinstance(glob, str) or not glob.strip("/"):
            continue
        if glob == "~" or glob.startswith("~/"):
            glob = home + glob[1:]
        pattern = glob.strip("/").split("/")
        while pattern and pattern[-1] == "**":
            pattern.pop()
        if not glob.startswith("/"):
            pattern.insert(0, "**")
        if _leads(pattern, names):
            return True
    return False


def _leads(pattern: list, names: list) -> bool:
    """Whether the whole pattern matches the first of the names."""
    states = _closed({0}, pattern)
    for name in names:
        if len(pattern) in states:
            return True
        reached = set()
        for at in states:
            if pattern[at] == "**":
                reached.add(at)
            elif alike(pattern[at], name):
                reached.add(at + 1)
        states = _closed(reached, pattern)
    return len(pattern) in states


def _closed(states: set, pattern: list) -> set:
    for at in list(states):
        while at < len(pattern) and pattern[at] == "**":
            at += 1
            states.add(at)
    return states


def alike(pattern: str, name: str) -> bool:
    """Whether a name matches a pattern of letters, ``*`` and ``?``."""
    at = seen = 0
    star, back = -1, 0
    while seen < len(name):
        if at < len(pattern) and pattern[at] == "*":
            star, back = at, seen
            at += 1
        elif at < len(pattern) and pattern[at] in ("?", name[seen]):
            at += 1
            seen += 1
        elif star >= 0:
            back += 1
            at, seen = star + 1, back
        else:
            return False
    return not pattern[at:].strip("*")
