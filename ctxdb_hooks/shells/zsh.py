"""zsh: .zshrc in ZDOTDIR, which is often set in ~/.zshenv only, where no other program can see it."""

import shutil
import subprocess
from pathlib import Path

from ctxdb_hooks.shells.base import Around, Shell

_ASK = 'print -rn -- "<ZDOTDIR=${ZDOTDIR-}>"'
_PATIENCE = 5  # seconds; a .zshenv that takes longer is asked no further


class Zsh(Shell):
    """zsh, from 5.0 on."""

    name = "zsh"
    activate = "exec zsh"

    def rc_files(self, around: Around) -> list[Path]:
        """.zshrc of the folder that zsh itself names; interactive shells read it, login or not."""
        return [self._folder(around) / ".zshrc"]

    def known_files(self, around: Around) -> list[Path]:
        """That, and ~/.zshrc."""
        return list(dict.fromkeys([*self.rc_files(around), around.home / ".zshrc"]))

    def _folder(self, around: Around) -> Path:
        env = dict(around.env)
        # VS Code's terminals point ZDOTDIR at a folder of their own and keep the user's here.
        if env.get("USER_ZDOTDIR"):
            env["ZDOTDIR"] = env["USER_ZDOTDIR"]
        folder = _asked(env) or env.get("ZDOTDIR", "")
        return Path(folder) if folder.startswith("/") else around.home


def _asked(env: dict[str, str]) -> str:
    """ZDOTDIR as zsh has it after /etc/zshenv and .zshenv; empty when unset or zsh cannot be asked."""
    binary = shutil.which("zsh", path=env.get("PATH"))
    if binary is None:
        return ""
    try:
        done = subprocess.run(
            [binary, "-c", _ASK],
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    answer = done.stdout.decode("utf-8", "surrogateescape").rpartition("<ZDOTDIR=")[2]
    return answer.removesuffix(">") if answer.endswith(">") else ""
