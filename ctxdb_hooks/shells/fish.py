"""fish: a file of our own in conf.d, which every fish reads."""

import re
from pathlib import Path

from ctxdb_hooks.shells.base import Around, Shell

_BARE = re.compile(r"[A-Za-z0-9_/-]+")


class Fish(Shell):
    """fish, from 3.0 on."""

    name = "fish"
    activate = "exec fish"

    def rc_files(self, around: Around) -> list[Path]:
        """conf.d/ctxdb-hooks.fish; a relative or empty XDG_CONFIG_HOME counts as unset."""
        return [_folder(around, "XDG_CONFIG_HOME", ".config") / "conf.d" / "ctxdb-hooks.fish"]

    def known_files(self, around: Around) -> list[Path]:
        """That, and config.fish."""
        return [*self.rc_files(around), _folder(around, "XDG_CONFIG_HOME", ".config") / "config.fish"]

    def leaves(self, around: Around) -> list[Path]:
        """The folder of its history."""
        return [_folder(around, "XDG_DATA_HOME", ".local/share")]

    def quote(self, text: str) -> str:
        """fish knows two escapes in single quotes; a plain word stands bare, as fish's formatter has it."""
        if _BARE.fullmatch(text):
            return text
        return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"

    def source_line(self, generated: Path, rc_file: Path) -> str:
        """As in every shell; ``.`` is deprecated in fish."""
        word = self.quote(str(generated))
        return f"[ -r {word} ] && source {word}"


def _folder(around: Around, variable: str, default: str) -> Path:
    base = around.env.get(variable, "")
    return (Path(base) if base.startswith("/") else around.home / default) / "fish"
