"""What a check has to say, what it may look at, and how nothing private gets into it."""

import getpass
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ctxdb_hooks.launch.project import Project
from ctxdb_hooks.paths import Paths
from ctxdb_hooks.redact import redact
from ctxdb_hooks.shells.base import Around

OK, NOTE, WARNING, ERROR = "ok", "note", "warning", "error"


@dataclass(frozen=True)
class Finding:
    """One thing that was found; ``fix`` is the command that mends it, ``mend`` does so where that is safe.

    ``mend`` returns what it did, or raises OSError.
    """

    area: str
    level: str
    what: str
    why: str = ""
    fix: str = ""
    mend: Callable[[], str] | None = None

    def record(self) -> dict[str, Any]:
        """The finding as JSON."""
        return {
            "area": self.area,
            "level": self.level,
            "what": self.what,
            "why": self.why,
            "fix": self.fix,
            "fixable": self.mend is not None,
        }


@dataclass(frozen=True)
class Subject:
    """The installation that is looked at, and the project that doctor was started in, switched on or not."""

    paths: Paths
    around: Around
    env: Mapping[str, str]
    project: Project | None
    switched_on: bool

    def public(self, text: str) -> str:
        """``text`` without what tells who and where: home, user, the project's place, secrets."""
        text = redact(text)
        if self.project:
            text = text.replace(self.project.store_name, f"…-{self.project.id}").replace(self.project.root, "<project>")
        text = text.replace(str(self.around.home), "~")
        return re.sub(rf"(?<=/){re.escape(_user())}(?=/|$|\s)", "<user>", text)


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a uid without an entry in the user database
        return "?"
