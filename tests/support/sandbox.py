"""A place of its own for each test: a home, a project, an environment; nothing of the tester's gets in."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import psutil

from tests.support.shell import Shell
from tests.support.terminal import Terminal
from tests.support.wait import wait_for

CHECKOUT = Path(__file__).resolve().parents[2]
CLIENTS = CHECKOUT / "tests" / "e2e" / "node_modules" / ".bin"

# Where the system's own commands are; what a tester adds to PATH stays out.
SYSTEM_PATH = ("/usr/local/bin", "/usr/bin", "/bin", "/usr/sbin", "/sbin")
BREW_PATH = "/opt/homebrew/bin"
LOOKS = 5  # at the processes, while they change

PROJECT_NAME = "my prö ject 项目"


class Sandbox:
    """The home, the project and the environment of one test, and everything that was started in them."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.home = self.root / "home"
        self.bin = self.root / "bin"
        tmp = self.root / "tmp"
        for folder in (self.home, self.bin, tmp):
            folder.mkdir(parents=True)
        self.env = _environment(self.home, self.bin, tmp)
        self._write_home()
        self._terminals: list[Terminal] = []
        self.project = self.new_project(PROJECT_NAME)

    @property
    def state(self) -> Path:
        """Our state folder, as it is with no XDG variable set."""
        return self.home / ".local" / "state" / "ctxdb-hooks"

    @property
    def data(self) -> Path:
        """Our data folder, as it is with no XDG variable set."""
        return self.home / ".local" / "share" / "ctxdb-hooks"

    @property
    def config(self) -> Path:
        """Our config file, as it is with no XDG variable set."""
        return self.home / ".config" / "ctxdb-hooks" / "config.toml"

    def new_project(self, name: str, under: Path | None = None) -> Path:
        """A git work tree with one commit, in a folder of that name below `under` (the home's `work`)."""
        folder = (under or self.home / "work") / name
        folder.mkdir(parents=True)
        (folder / "README.md").write_text("# A project\n")
        self.run(["git", "init", "-q", "-b", "main"], cwd=folder)
        self.run(["git", "add", "README.md"], cwd=folder)
        self.run(["git", "commit", "-q", "-m", "Begin"], cwd=folder)
        return folder

    def run(
        self,
        argv: Sequence[str | Path],
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        stdin: str = "",
        seconds: float = 60,
        check: bool = True,
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, in the project unless told otherwise; `env` is added to the sandbox's.

        Raises AssertionError with what it wrote when it fails, unless `check` is off.
        """
        done = subprocess.run(
            [str(part) for part in argv],
            cwd=cwd or self.project,
            env={**self.env, **(env or {})},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=seconds,
            start_new_session=True,
        )
        if check and done.returncode:
            raise AssertionError(f"{argv} gave {done.returncode}:\n{done.stdout}{done.stderr}")
        return done

    def terminal(
        self, argv: Sequence[str], *, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> Terminal:
        """Start a program under a terminal of its own."""
        terminal = Terminal(argv, env={**self.env, **(env or {})}, cwd=cwd or self.project)
        self._terminals.append(terminal)
        return terminal

    def shell(
        self, kind: str, *, login: bool = False, cwd: Path | None = None, env: Mapping[str, str] | None = None
    ) -> Shell:
        """Start an interactive bash, zsh or fish that reads this home's rc files."""
        argv = Shell.argv(kind, login=login)
        return Shell(kind, self.terminal(argv, cwd=cwd, env={"SHELL": argv[0], **(env or {})}))

    def install(self, shell: str) -> None:
        """Set ctxdb-hooks up for a shell, by the package that the tests themselves run with."""
        self.add_command("ctxdb-hooks", Path(sys.executable).parent / "ctxdb-hooks")
        self.run([sys.executable, "-m", "ctxdb_hooks", "install", "--shell", shell])

    def add_command(self, name: str, target: Path | str) -> Path:
        """Put a command into the first folder of PATH: a link to a path, or a script with that text."""
        command = self.bin / name
        command.unlink(missing_ok=True)
        if isinstance(target, Path):
            command.symlink_to(target)
        else:
            command.write_text(target)
            command.chmod(0o755)
        return command

    def processes(self) -> list[psutil.Process]:
        """The processes that run in this sandbox: its root stands in their environment or command line."""
        return [process for process, _ in _processes_of(str(self.root))]

    def processes_with(self, wanted: Callable[[list[str]], bool]) -> list[psutil.Process]:
        """Those of ``processes`` whose command line is the wanted one."""
        return [process for process, line in _processes_of(str(self.root)) if wanted(line)]

    def rest(self) -> None:
        """Wait until nothing of ours works in the background any more."""
        wait_for(lambda: not self.working(), 30, lambda: f"the end of {self.working()}")

    def working(self) -> list[psutil.Process]:
        """The processes of ours, from a launcher that starts a client to the background."""
        return self.processes_with(lambda line: "ctxdb_hooks" in " ".join(line))

    def waiters(self) -> list[psutil.Process]:
        """The background processes that wait beside clients."""
        return self.processes_with(lambda line: "--background" in line)

    def close(self) -> None:
        """End everything that was started here, detached children included."""
        for terminal in self._terminals:
            terminal.close()
        wait_for(self._killed, 10, lambda: f"processes that do not end: {self.processes()}")

    def _killed(self) -> bool:
        left = self.processes()
        for process in left:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(signal.SIGKILL)
        return not left

    def _write_home(self) -> None:
        # Without this folder fish's first start spends half a minute of processor time on man pages.
        (self.home / ".local/share/fish/generated_completions").mkdir(parents=True)
        git = "[user]\n\tname = Tester\n\temail = tester@example.com\n[commit]\n\tgpgsign = false\n"
        (self.home / ".gitconfig").write_text(git)
        for name in (".bashrc", ".zshrc", ".config/fish/config.fish"):
            rc = self.home / name
            rc.parent.mkdir(parents=True, exist_ok=True)
            rc.write_text("# A file of the user's own.\n")


def _environment(home: Path, bin_folder: Path, tmp: Path) -> dict[str, str]:
    """An environment built from nothing, so that no variable of an agent, of XDG or of CI gets in."""
    path = [str(bin_folder), str(home / ".local" / "bin"), *SYSTEM_PATH, BREW_PATH]
    return {
        "HOME": str(home),
        "USER": "tester",
        "LOGNAME": "tester",
        "PATH": os.pathsep.join(path),
        "SHELL": "/bin/bash",
        "LANG": "C.UTF-8" if sys.platform == "linux" else "en_US.UTF-8",
        "TERM": "xterm-256color",
        "TMPDIR": str(tmp),
        "TZ": "UTC",
        "GIT_CONFIG_NOSYSTEM": "1",
    }


@functools.cache
def node() -> Path:
    """The node that runs the npm clients, by its real path and not by a version manager's shim."""
    found = shutil.which("node")
    if found is None:
        raise AssertionError("node is missing: start the tests with tests/run")
    real = subprocess.run([found, "-p", "process.execPath"], capture_output=True, text=True, check=True)
    return Path(real.stdout.strip())


def _processes_of(root: str) -> list[tuple[psutil.Process, list[str]]]:
    """The processes with ``root`` in their environment or command line, each with the latter.

    Looked at again while one ended meanwhile: what it left behind would be missed.
    """
    for _ in range(LOOKS):
        found, complete = [], True
        for process in psutil.process_iter():
            try:
                if process.pid == os.getpid() or process.status() == psutil.STATUS_ZOMBIE:
                    continue
                deadline = time.monotonic() + 1
                while not (line := process.cmdline()) and process.exe() and time.monotonic() < deadline:
                    time.sleep(0.001)  # in the middle of its exec; the kernel's own have neither
                if any(root in text for text in (*line, *process.environ().values())):
                    found.append((process, line))
            except psutil.NoSuchProcess:
                complete = False
            except (psutil.Error, OSError):
                continue  # another user's
        if complete:
            break
    return found
