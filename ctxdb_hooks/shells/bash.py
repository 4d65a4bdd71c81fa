"""bash: a login shell reads one of three files, any other interactive shell ~/.bashrc."""

import re
from pathlib import Path

from ctxdb_hooks.shells.base import Around, Shell

_LOGIN = (".bash_profile", ".bash_login", ".profile")
_READS_BASHRC = re.compile(rb"^(?!\s*alias\s)[^#\n]*\bbashrc\b", re.M)


class Bash(Shell):
    """GNU bash, from the 3.2 of macOS on."""

    name = "bash"
    activate = "exec bash"

    def rc_files(self, around: Around) -> list[Path]:
        """~/.bashrc, and the file that a login shell reads where that one does not read ~/.bashrc.

        A login shell reads only the first of ~/.bash_profile, ~/.bash_login and ~/.profile. So ~/.bash_profile
        is never made here: it would hide the other two.
        """
        bashrc = around.home / ".bashrc"
        login = self.login_file(around)
        if not login.is_file():
            return [bashrc, login]
        if _READS_BASHRC.search(_content(login)):
            return [bashrc]
        if around.macos and not bashrc.exists():  # Terminal.app opens login shells only
            return [login]
        return [bashrc, login]

    def login_file(self, around: Around) -> Path:
        """The file that a login shell reads, or would if there were one."""
        return next((file for name in _LOGIN if (file := around.home / name).is_file()), around.home / _LOGIN[-1])

    def known_files(self, around: Around) -> list[Path]:
        """All that bash may read at its start."""
        return [around.home / name for name in (".bashrc", *_LOGIN)]

    def source_line(self, generated: Path, rc_file: Path) -> str:
        """As in every shell; ~/.profile is read by sh too, which cannot read our functions."""
        line = super().source_line(generated, rc_file)
        return f'[ -n "${{BASH_VERSION-}}" ] && {line}' if rc_file.name == ".profile" else line


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""
