"""install.sh in fresh homes: what it sets up, what it leaves, and how it fails."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from tests.install.conftest import MINUTES, PYTHON, install, tree
from tests.support.sandbox import CHECKOUT, Sandbox
from tests.support.wait import wait_for

TOOLS = "sh cat chmod cut dirname env grep id ln ls mkdir mv readlink rm rmdir sed sort tail tr uname".split()
FISH_ITSELF = re.compile(r"(^|/)fish(/(?!conf\.d)|$)")  # what fish writes when it is started
NOWHERE = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": "/dev/null"}


def without_python(home: Sandbox) -> dict[str, str]:
    """A PATH with what a system has, but no Python."""
    folder = home.root / "tools"
    folder.mkdir()
    for name in TOOLS:
        (folder / name).symlink_to(str(shutil.which(name)))
    return {"PATH": str(folder)}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_from_nothing_and_back(home: Sandbox, shell: str) -> None:
    data = home.home / "dä ta'"
    (data / "fish" / "generated_completions").mkdir(parents=True)  # as in any sandbox
    home.env["XDG_DATA_HOME"] = str(data)
    before = tree(home.home)
    told = install(home, "--shell", shell).stdout
    assert f"New {shell} terminals have it" in told
    terminal = home.shell(shell)
    assert "function" in terminal.run("type claude").output
    assert terminal.run("ctxdb-hooks --version").status == 0
    install(home, "--uninstall")
    after = tree(home.home)
    assert {name: after[name] for name in after if name in before or not FISH_ITSELF.search(name)} == before


def test_what_reads_its_output_may_end_first(home: Sandbox) -> None:
    done = home.run(
        ["bash", "-c", '"$0" --shell bash | true; exit "${PIPESTATUS[0]}"', CHECKOUT / "install.sh"], seconds=MINUTES
    )
    assert done.stderr == ""
    home.run([home.home / ".local" / "bin" / "ctxdb-hooks", "--version"])
    assert "ctxdb.bash" in (home.home / ".bashrc").read_text()


def test_run_again_it_upgrades(home: Sandbox) -> None:
    install(home, "--shell", "bash")
    first = tree(home.home)
    environment = home.data / "venv"
    inode = environment.stat().st_ino
    told = install(home, "--shell", "bash").stdout
    assert "~/.bashrc: unchanged" in told
    assert environment.stat().st_ino != inode
    assert [name for name in os.listdir(home.data) if name.startswith("venv")] == ["venv"]
    assert tree(home.home).keys() == first.keys()


def test_without_a_network_nothing_is_half_done(home: Sandbox) -> None:
    before = tree(home.home)
    done = install(home, check=False, env=NOWHERE)
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert "pip could not install" in done.stderr
    assert tree(home.home) == before


def test_an_upgrade_that_fails_leaves_the_old_one_working(home: Sandbox) -> None:
    install(home, "--shell", "bash")
    before = tree(home.home)
    assert install(home, check=False, env=NOWHERE).returncode == 1
    assert tree(home.home) == before
    home.run([home.home / ".local" / "bin" / "ctxdb-hooks", "--version"])


def test_interrupted_it_leaves_nothing(home: Sandbox) -> None:
    before = tree(home.home)
    process = subprocess.Popen(
        [CHECKOUT / "install.sh"], env=home.env, cwd=home.project, start_new_session=True, stdout=subprocess.PIPE
    )
    wait_for(lambda: list(home.data.glob("venv.new.*/bin/python")), 60)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    assert tree(home.home) == before


def test_the_interpreter_itself_is_used_and_not_a_shim(home: Sandbox) -> None:
    shim = home.add_command("python3", f'#!/bin/sh\n[ ! -e old ] || exec false\nexec "{PYTHON}" "$@"\n')
    (home.project / "old").touch()  # as a .python-version in the folder would send a shim elsewhere
    install(home, "--shell", "bash")
    python = Path(os.path.realpath(home.data / "venv" / "bin" / "python"))
    assert python == PYTHON.resolve()
    assert str(shim) not in (home.data / "shell" / "ctxdb.bash").read_text()


def test_an_interpreter_without_pip_will_do(home: Sandbox) -> None:
    script = f"""#!/bin/sh
case "$*" in
*-c*) printf '3.11.7 %s' "$0" ;;
*"-m pip"*) exit 1 ;;
*) exec "{PYTHON}" "$@" ;;
esac
"""
    python = home.add_command("python3", script)
    assert f"({python})" in install(home, "--shell", "bash").stdout
    home.run([home.home / ".local" / "bin" / "ctxdb-hooks", "--version"])


def test_a_python_too_old_is_named(home: Sandbox) -> None:
    env = without_python(home)
    old = Path(env["PATH"], "python3")
    old.write_text(f"#!/bin/sh\nprintf '3.9.6 {old}'\n")
    old.chmod(0o755)
    before = tree(home.home)
    done = install(home, check=False, env=env)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.count("\n") == 1
    assert f"3.9.6 at {old}" in done.stderr
    assert tree(home.home) == before


def test_without_any_python_it_says_where_to_get_one(home: Sandbox) -> None:
    done = install(home, check=False, env=without_python(home))
    assert (done.returncode, done.stdout) == (1, "")
    assert "no Python 3.11 or newer found" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_stub_of_macos_is_never_started(home: Sandbox) -> None:
    env = without_python(home)
    tools = Path(env["PATH"])
    (tools / "uname").unlink()
    (tools / "uname").write_text("#!/bin/sh\necho Darwin\n")
    (tools / "uname").chmod(0o755)
    done = install(home, check=False, env={"PATH": f"{tools}:/usr/bin"})
    assert done.returncode == 1
    assert "no Python 3.11 or newer found;" in done.stderr
    assert "brew install python" in done.stderr


def test_a_newer_python_behind_an_old_one_is_found(home: Sandbox) -> None:
    home.add_command("python3", "#!/bin/sh\nprintf '3.9.6 /usr/bin/python3'\n")
    home.add_command("python3.14", PYTHON)
    assert "New bash terminals" in install(home, "--shell", "bash").stdout


def test_the_python_that_is_named_counts(home: Sandbox) -> None:
    done = install(home, "--python", "/bin/false", check=False)
    assert done.returncode == 1
    assert "/bin/false" in done.stderr


def test_a_folder_that_cannot_be_written_is_named(home: Sandbox) -> None:
    blocked = home.home / "file"
    blocked.write_text("")
    before = tree(home.home)
    done = install(home, check=False, env={"XDG_DATA_HOME": str(blocked)})
    assert done.returncode == 1
    assert f"{blocked}/ctxdb-hooks cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1
    assert tree(home.home) == before


def test_a_home_of_another_user_is_left_alone(home: Sandbox) -> None:
    foreign = Path("/")
    if os.geteuid() == 0:
        foreign = home.root / "foreign"
        foreign.mkdir()
        os.chown(foreign, 12345, 12345)
    before = tree(foreign) if foreign != Path("/") else None
    done = install(home, check=False, env={"HOME": str(foreign)})
    assert done.returncode == 3
    assert "belongs to another user" in done.stderr
    assert before is None or tree(foreign) == before


def test_an_option_that_does_not_exist_leaves_nothing(home: Sandbox) -> None:
    before = tree(home.home)
    assert install(home, "--no-such-option", check=False).returncode == 2
    assert tree(home.home) == before


def test_another_installations_command_is_left_alone(home: Sandbox) -> None:
    command = home.home / ".local" / "bin" / "ctxdb-hooks"
    command.parent.mkdir(parents=True)
    command.write_text("#!/bin/sh\n# another's\n")
    assert "another installation's" in install(home, "--shell", "bash").stdout
    install(home, "--uninstall")
    assert command.read_text() == "#!/bin/sh\n# another's\n"


def test_from_a_pipe_the_package_comes_by_its_name(home: Sandbox, wheel: Path) -> None:
    home.env["PIP_FIND_LINKS"] = f"{home.env.get('PIP_FIND_LINKS', '')} {wheel.parent}"
    script = (CHECKOUT / "install.sh").read_text()
    told = home.run(["sh", "-s", "--", "--shell", "zsh"], stdin=script, seconds=MINUTES).stdout
    assert "New zsh terminals have it" in told
    before = home.run(["sh", "-s", "--", "--uninstall"], stdin=script).stdout
    assert "is gone" in before
    assert not home.data.exists()


def test_without_its_interpreter_it_is_uninstalled_all_the_same(home: Sandbox) -> None:
    rc = home.home / ".bashrc"
    before = rc.read_bytes()
    install(home, "--shell", "bash")
    for name in ("python", "python3"):
        link = home.data / "venv" / "bin" / name
        link.unlink()
        link.symlink_to("/no/such/python")
    install(home, "--uninstall")
    assert rc.read_bytes() == before
    assert not home.data.exists()


def test_purged_nothing_at_all_is_left(home: Sandbox) -> None:
    before = tree(home.home)
    install(home, "--shell", "bash")
    home.run([home.home / ".local" / "bin" / "ctxdb-hooks", "pack"])
    told = install(home, "--uninstall", "--purge", "--memory").stdout
    assert f"~/work/{home.project.name}" in told
    assert tree(home.home) == before


def test_what_is_not_installed_is_not_missed(home: Sandbox) -> None:
    assert "is not installed" in install(home, "--uninstall").stdout


def test_the_memory_stays(home: Sandbox) -> None:
    install(home, "--shell", "bash")
    kept = home.state / "projects" / "some-0123456789abcdef" / "heads"
    kept.parent.mkdir(parents=True)
    kept.write_text("{}")
    install(home, "--uninstall")
    assert kept.read_text() == "{}"
