"""What a shell is to us: how it quotes, which rc files it reads, how our functions are written for it."""

import os
import pwd
import re
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

CLIENTS = ("claude", "codex", "gemini")
_PACKAGE = Path(__file__).resolve().parent.parent
_CLIENT_PART = "# --- @CLIENT@\n"
_COMMON_PART = "# ---\n"
_PLACEHOLDER = re.compile(r"@([A-Z]+)@")
_OFF = "ctxdb-hooks: the memory is off, its Python or its launcher is gone; run: ctxdb-hooks install"


@dataclass(frozen=True)
class Launcher:
    """The absolute paths that a function needs: interpreter, launch stub, folder of the marks, its own file."""

    python: Path
    stub: Path
    marks: Path
    generated: Path


@dataclass(frozen=True)
class Around:
    """Whose shell it is: environment, home folder, and whether this is macOS."""

    env: Mapping[str, str] = field(default_factory=lambda: os.environ)
    home: Path = Path()
    macos: bool = sys.platform == "darwin"

    @classmethod
    def here(cls, env: Mapping[str, str] | None = None) -> "Around":
        """This process's surroundings; shells fall back to the user database where HOME is not usable."""
        env = os.environ if env is None else env
        home = env.get("HOME", "")
        if not home.startswith("/"):
            home = pwd.getpwuid(os.getuid()).pw_dir
        return cls({**env, "HOME": home}, Path(home))


class Shell(ABC):
    """One kind of shell; there is one subclass per file of this folder."""

    name: ClassVar[str]
    activate: ClassVar[str]

    @abstractmethod
    def rc_files(self, around: Around) -> list[Path]:
        """The files that need our block, so that both interactive and login shells read it."""

    def known_files(self, around: Around) -> list[Path]:
        """Every file that may hold our block, from this version or another set-up of the user's."""
        return self.rc_files(around)

    def login_file(self, around: Around) -> Path | None:
        """The file that a login shell reads instead of those, where there is such a one."""
        return None

    def leaves(self, around: Around) -> list[Path]:
        """The folders that the shell itself makes when it is started, for whoever starts it only to ask."""
        return []

    def quote(self, text: str) -> str:
        """``text`` as one literal word of this shell."""
        return "'" + text.replace("'", "'\\''") + "'"

    def source_line(self, generated: Path, rc_file: Path) -> str:
        """The line in ``rc_file`` that reads the generated file, silent where that is missing."""
        word = self.quote(str(generated))
        return f"[ -r {word} ] && . {word}"

    def probe_argv(self, binary: str, script: str, *, login: bool = False) -> Sequence[str]:
        """The command that reads the rc files as a terminal would and then runs ``script``."""
        return [binary, *(["-l"] if login else []), "-i", "-c", script]

    def render(self, launcher: Launcher, clients: Sequence[str] = CLIENTS) -> str:
        """The text of the functions. Raises ValueError where a path cannot stand in a shell file."""
        head, _, rest = _data(f"ctxdb.{self.name}").partition(_CLIENT_PART)
        body, _, common = rest.partition(_COMMON_PART)
        text = head + "\n".join(body.strip("\n").replace("@CLIENT@", client) + "\n" for client in clients)
        text += f"\n{common.strip(chr(10))}\n" if common else ""
        paths = {
            "PYTHON": launcher.python,
            "STUB": launcher.stub,
            "MARKS": launcher.marks,
            "GENERATED": launcher.generated,
            "TOLD": launcher.generated.with_name("told"),
        }
        for path in paths.values():
            if not path.is_absolute() or any(character < " " for character in str(path)):
                raise ValueError(f"{str(path)!r} cannot be named in a shell file: it must be absolute, on one line")
        words = {name: self.quote(str(path)) for name, path in paths.items()} | {
            "OFF": self.quote(_OFF),
            "CLIENTS": " ".join(clients),
            "CHAIN": on_one_line(chain()),
        }
        return _PLACEHOLDER.sub(lambda found: words[found[1]], f"{text}\n{self.completion()}")

    def completion(self) -> str:
        """What completes `ctxdb-hooks` itself."""
        return _data(f"completion.{self.name}")


def chain() -> str:
    """The program that rewrites a function of the user's, without what only its readers need."""
    lines = (line.strip() for line in _data("chain.awk").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("#"))


def on_one_line(text: str) -> str:
    """``text`` as one word of bash or zsh without a line break, which zsh may be set not to take in quotes."""
    for plain, written in ("\\", r"\\"), ("'", r"\'"), ("\n", r"\n"):
        text = text.replace(plain, written)
    return f"$'{text}'"


def _data(name: str) -> str:
    """A file of ``shell/``: beside the modules in a wheel, beside the package in a checkout."""
    for folder in (_PACKAGE / "shell", _PACKAGE.parent / "shell"):
        path = folder / name
        if path.is_file():
            return path.read_text("utf-8")
    raise FileNotFoundError(f"{name} is missing from {_PACKAGE}: install ctxdb-hooks again")
