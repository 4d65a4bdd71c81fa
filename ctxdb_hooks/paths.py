"""Where things lie, as Path objects, for background and commands; the rules are those of the hot path."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ctxdb_hooks.launch import places
from ctxdb_hooks.launch.project import Project


class NoHome(Exception):
    """Neither HOME nor the XDG variable for a folder is set to an absolute path."""


@dataclass(frozen=True)
class Paths:
    """The product's own folders for one environment."""

    state: Path
    config: Path
    data: Path
    home: Path
    projects: Path  # one folder per project, those of another account's clients apart

    @classmethod
    def of(cls, env: Mapping[str, str] | None = None) -> "Paths":
        """The folders for ``env`` (default: this process's); raises NoHome when one cannot be told."""
        env = dict(os.environ if env is None else env)
        found = [places.state_dir(env), places.config_dir(env), places.data_dir(env)]
        if not all(found):
            raise NoHome("HOME is not set to an absolute path; set HOME, or all of XDG_{STATE,CONFIG,DATA}_HOME")
        projects = Path(places.projects_dir(env))
        return cls(Path(found[0]), Path(found[1]), Path(found[2]), Path(env.get("HOME", "")), projects)

    @property
    def log(self) -> Path:
        """One line per background run."""
        return self.state / "log"

    @property
    def config_file(self) -> Path:
        """What the user may edit."""
        return self.config / "config.toml"

    @property
    def compiled(self) -> Path:
        """The configuration in the form that the hot path reads."""
        return self.state / "config.compiled"

    @property
    def launch(self) -> Path:
        """The byte-compiled launcher and its marks."""
        return self.data / "launch"

    @property
    def shell(self) -> Path:
        """The generated shell functions."""
        return self.data / "shell"

    def store(self, project: Project) -> Path:
        """The folder of one project's memory."""
        return self.projects / project.store_name
