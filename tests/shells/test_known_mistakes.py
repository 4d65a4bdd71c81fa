"""What went wrong in other tools that wrap a command or edit an rc file; each test is named for the report it answers.

Some reports need no test, for the mistake is not possible here:

R011, R020  An editor, cron, ``xargs`` or ``find -exec`` starts the client without a shell: nothing of ours is in
            between, and the session is remembered all the same, for the background reads every transcript.
R013        Functions that read variables of the shell: ours read the environment only.
R024        Self-checks at the start of the shell: there are none, ``ctxdb-hooks doctor`` looks when asked.
R055        A cached path of the client: none is kept; the launcher looks at PATH, then the shell does.
R060, R063  A second start of the client, a look into the network, many forks: test_launch_cost.py counts what a start
            forks and executes, test_limits.py (R123) that the background opens no socket.
R061        Waiting for the background: a start takes no lock; test_launch_cost.py names every file that it opens.
R064        A home that is a project: it is none (test_launch_scope.py), and a run has a deadline (test_limits.py).
R065        Starts that silently got nothing: doctor counts them (tests/doctor/test_parts.py).
R084        Two bash files, one of which reads the other: every combination is started in test_places.py.
R098        CRLF files of WSL: bytes go through unchanged (test_block.py).
R105        ``exec`` in place of a child process: the statuses of R099 to R101 depend on it.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from ctxdb_hooks.shells import rc
from ctxdb_hooks.shells.base import CLIENTS
from ctxdb_hooks.shells.rc import Outcome
from tests.shells.wired import KINDS, Wired
from tests.support.sandbox import CHECKOUT, Sandbox

LINE = "[ -r '/h/ctxdb-hooks/shell/ctxdb.zsh' ] && . '/h/ctxdb-hooks/shell/ctxdb.zsh'"
POSIX = ("bash", "zsh")


def each(*kinds: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("kind", kinds)


@each(*POSIX)
def test_R001_an_alias_of_that_name_above_us(sandbox: Sandbox, kind: str):
    shell = Wired(sandbox, kind).interactive(before="alias claude='~/.claude/local/claude'", after="LATER=reached")

    assert "rror" not in shell.terminal.screen
    assert shell.run("echo $LATER").output == "reached\n"


@each(*KINDS)
def test_R002_an_alias_keeps_its_flag_and_reaches_us(sandbox: Sandbox, kind: str):
    alias = 'alias claude "claude --some-flag"' if kind == "fish" else "alias claude='claude --some-flag'"

    shell = Wired(sandbox, kind).interactive(before=alias)

    assert shell.run("claude hi").output == "claude: <--some-flag> <hi> yes\n"


def test_R003_our_file_inside_a_function(sandbox: Sandbox):
    # A function is parsed whole before it runs, with the aliases of that moment.
    wired = Wired(sandbox, "zsh")

    before = ["setopt aliases warncreateglobal; alias claude='claude -x'"]
    done = wired.script("load() {", wired.line, "}", "load", "claude a", before=before)

    assert (done.stdout.endswith("yes\n"), done.stderr) == (True, "")


def test_R005_an_alias_for_every_name(sandbox: Sandbox):
    wired = Wired(sandbox, "zsh")
    aliases = [f"alias {name}='{name} --flag'" for name in CLIENTS]

    done = wired.script(
        "whence -w -f " + " ".join(f"'{name}'" for name in CLIENTS), before=["setopt aliases", *aliases]
    )

    assert done.stderr == ""
    assert wired.script("print ${(ok)functions}", before=aliases).stdout.split()[:3] == list(CLIENTS)


@each(*POSIX)
@pytest.mark.parametrize("row", ["R006", "R007"])
def test_the_form_without_keyword_would_fail(sandbox: Sandbox, kind: str, row: str):
    """What test_render.py forbids is indeed an error."""
    options = {"bash": "shopt -s expand_aliases", "zsh": "setopt aliases"}[kind]
    file = sandbox.root / "rc"

    for form, fails in ("claude() { :; }", True), ("function claude { :; }", False):
        file.write_text(f"{options}\nalias claude='claude -x'\n{form}\n")
        assert bool(sandbox.run([kind, "-c", f". '{file}'"], check=False).stderr) is fails


def test_R009_completion_of_the_real_command(sandbox: Sandbox):
    complete = (
        "autoload -Uz compinit; compinit -u -d $HOME/.zcompdump\n_claude() { compadd mcp }; compdef _claude claude"
    )
    shell = Wired(sandbox, "zsh").interactive(before=complete)

    shell.terminal.type("claude mc")
    shell.terminal.press("tab")
    shell.terminal.wait_for("claude mcp")


@each(*POSIX)
def test_R010_another_program_sees_the_real_command(sandbox: Sandbox, kind: str):
    for probe in "bash -c 'command -v claude'", "sh -c 'command -v claude'", "which claude", "env which claude":
        assert Wired(sandbox, kind).script(f"command {probe}").stdout == f"{sandbox.bin}/claude\n"


@each(*POSIX)
@pytest.mark.parametrize("row", ["R012", "R014", "R017", "R018"])
def test_a_snapshot_that_drops_helpers(sandbox: Sandbox, kind: str, row: str):
    drop = {"R012": "^_[^_]", "R014": "^__", "R017": "^_", "R018": "^_"}[row]
    dump = {
        "bash": f"for f in $(compgen -A function | grep -v '{drop}'); do declare -f $f; done",
        "zsh": f"for f in ${{(k)functions}}; do [[ $f =~ '{drop}' ]] || functions $f; done",
    }[kind]
    snapshot = Wired(sandbox, kind).script(dump).stdout

    for env in {"CLAUDECODE": "1"}, {}:
        done = sandbox.run([kind, "-c", f"{snapshot}\nclaude --version"], env=env)
        assert (done.stdout.startswith("claude: <--version>"), done.stderr) == (True, "")


@each(*KINDS)
def test_R016_inside_an_agent_we_are_transparent(sandbox: Sandbox, kind: str):
    assert Wired(sandbox, kind).script("claude a", env={"CLAUDECODE": "1"}).stdout == "claude: <a> raw\n"


@each(*KINDS)
def test_R021_outside_a_project_argv_is_the_same(sandbox: Sandbox, kind: str):
    sandbox.install(kind)
    sandbox.add_command("claude", '#!/bin/sh\nprintf \'<%s>\' "$0" "$@"\nenv | sort\npwd\n')
    outside = sandbox.root / "no project"
    outside.mkdir()

    def seen(line: str) -> list[str]:
        done = sandbox.run([kind, "-i", "-c", f"{line}; true"], cwd=outside)
        return [line for line in done.stdout.splitlines() if not line.startswith("_=")]

    assert seen("claude 'a b' -p --x=1") == seen("command claude 'a b' -p --x=1")


@each(*POSIX)
def test_R022_the_agents_own_command_line(sandbox: Sandbox, kind: str):
    wired = Wired(sandbox, kind)

    done = wired.script(f"eval 'claude -p x' < /dev/null && pwd -P >| '{sandbox.root}/f'", env={"CLAUDECODE": "1"})

    assert (done.stdout, done.stderr, done.returncode) == ("claude: <-p> <x> raw\n", "", 0)
    assert (sandbox.root / "f").read_text() == f"{sandbox.project}\n"


@each(*KINDS)
def test_R025_the_place_in_the_rc_file_does_not_matter(sandbox: Sandbox, kind: str):
    wired = Wired(sandbox, kind)
    prompt = {"bash": "PS1='> '", "zsh": "autoload -Uz compinit; compinit -u", "fish": "set -g fish_greeting"}[kind]

    for where in ({"before": prompt}, {"after": prompt}):
        wired.rc(**where)
        done = sandbox.run([kind, "-i", "-c", "claude a"])
        assert done.stdout == "claude: <a> yes\n"


@each(*KINDS)
@pytest.mark.parametrize("row", ["R051", "R052", "R053"])
def test_no_program_runs_at_the_start_of_the_shell(sandbox: Sandbox, kind: str, row: str):
    # With an empty PATH nothing but the shell itself could run; what it cannot find it would complain of.
    wired = Wired(sandbox, kind, "#!/bin/sh\necho python ran\n")
    path = {"bash": "PATH=", "zsh": "path=()", "fish": "set -gx PATH"}[kind]

    done = wired.script("true", before=[path])

    assert (done.stdout, done.stderr) == ("", "")


@each(*POSIX)
@pytest.mark.parametrize("row", ["R056", "R057"])
def test_a_late_loader_of_the_same_name(sandbox: Sandbox, kind: str, row: str):
    wired = Wired(sandbox, kind)
    late = sandbox.root / "late"
    late.mkdir()
    (sandbox.bin / "codex").rename(late / "codex")
    loader = f'nvm_lazy_load() {{ PATH="{late}:$PATH"; }}\ncodex() {{ nvm_lazy_load; codex "$@"; }}'
    loader = loader.replace("nvm_lazy_load;", "unset -f codex; nvm_lazy_load;") if row == "R057" else loader

    assert wired.script("codex a", "codex b", before=[loader]).stdout == "codex: <a> yes\ncodex: <b> yes\n"


def test_R059_nothing_that_stays_lies_where_TMPDIR_leads():
    # It differs between sessions and is emptied between them.
    package = CHECKOUT / "ctxdb_hooks"
    rooms = [path for room in ("launch", "bootstrap", "contextdb", "trigger") for path in (package / room).glob("*.py")]

    for path in [*rooms, package / "paths.py", package / "config.py", package / "telemetry.py"]:
        assert not {"tempfile", "TMPDIR"} & set(re.findall(r"\w+", path.read_text())), path


@pytest.mark.parametrize("row", ["R066", "R067", "R068"])
def test_links_are_kept(tmp_path: Path, row: str):
    home, dotfiles = tmp_path / "home", tmp_path / "dotfiles"
    home.mkdir()
    dotfiles.mkdir()
    (dotfiles / "zshrc").write_text("x\n")
    leads = {"R066": str(dotfiles / "zshrc"), "R067": "../home/second", "R068": "../dotfiles/zshrc"}[row]
    (home / ".zshrc").symlink_to(leads)
    if row == "R067":
        (home / "second").symlink_to("../dotfiles/zshrc")

    assert rc.apply(rc.plan_add(home / ".zshrc", LINE), tmp_path / "b").outcome is Outcome.MODIFIED

    assert (home / ".zshrc").readlink() == Path(leads)
    assert rc.has_block(dotfiles / "zshrc")
    assert not (dotfiles / "zshrc").is_symlink()


@pytest.mark.parametrize(
    ("row", "content"),
    [
        ("R070", b"# \xa1 hola\nx\n"),
        ("R071", b"# \xe4\xb8\nx\n"),
        ("R072", b"# End of file"),
        ("R074", b"x"),
        ("R074", b"x\n\n\n\n"),
        ("R074", b""),
        ("R074", b"x\r\ny\r\n"),
        ("R075", b"esac"),
        ("R096", b"a\n# comment\n"),
        ("R098", b"a\r\n# comment"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_contents_come_back(tmp_path: Path, row: str, content: bytes):
    path = tmp_path / ".zshrc"
    path.write_bytes(content)

    rc.apply(rc.plan_add(path, LINE), tmp_path / "b")
    added = path.read_bytes()
    rc.apply(rc.plan_remove(path), tmp_path / "b")

    assert path.read_bytes() == content
    assert added.startswith(content)
    assert added.endswith(b"\n")
    assert subprocess.run(["zsh", "-n"], input=added.replace(b"esac", b""), capture_output=True).returncode == 0


@pytest.mark.parametrize("row", ["R076", "R078", "R079"])
def test_zsh_reads_where_we_write(sandbox: Sandbox, row: str):
    elsewhere = sandbox.home / ".config" / "zsh"
    elsewhere.mkdir(parents=True)
    if row != "R079":
        (sandbox.home / ".zshenv").write_text("ZDOTDIR=~/.config/zsh\n")
        (sandbox.home / ".zshrc").unlink()
    sandbox.install("zsh")

    assert sandbox.run(["zsh", "-ic", "whence -w claude"]).stdout == "claude: function\n"
    assert (sandbox.home / ".zshrc").exists() is (row == "R079")


def test_R080_fish_reads_where_we_write(sandbox: Sandbox):
    sandbox.env["XDG_CONFIG_HOME"] = str(sandbox.root / "x")
    sandbox.install("fish")

    assert sandbox.run(["fish", "-ic", "type -t claude"]).stdout == "function\n"
    assert (sandbox.root / "x/fish/conf.d/ctxdb-hooks.fish").exists()


@pytest.mark.parametrize("row", ["R082", "R083", "R084"])
def test_bash_reads_where_we_write(sandbox: Sandbox, row: str):
    match row:
        case "R082":
            (sandbox.home / ".bashrc").unlink()
            (sandbox.home / ".bash_profile").write_text("A=1\n")
        case "R083":
            (sandbox.home / ".profile").write_text("A=1\n")
        case "R084":
            (sandbox.home / ".bash_profile").write_text("A=1\n")
    sandbox.install("bash")

    assert sandbox.run(["bash", "-lic", "type -t claude; echo $A"]).stdout == "function\n1\n"
    assert sandbox.run(["bash", "-ic", "type -t claude"]).stdout == "function\n"
    assert (sandbox.home / ".bash_profile").exists() is (row != "R083")


@pytest.mark.parametrize("parent", ["there", "missing"])
def test_R086_a_missing_file_needs_no_privilege(tmp_path: Path, parent: str):
    path = tmp_path / ("" if parent == "there" else "a/b") / ".zshrc"

    assert rc.apply(rc.plan_add(path, LINE), tmp_path / "b").outcome is Outcome.MODIFIED


def test_R087_what_cannot_be_written_is_said_in_one_line(tmp_path: Path):
    locked = tmp_path / ".zshrc"
    locked.write_text("x\n")
    locked.chmod(0o444)
    (tmp_path / "store").symlink_to("/nix/store/abc/zshrc")

    for path in locked, tmp_path / "store":
        result = rc.apply(rc.plan_add(path, LINE), tmp_path / "b")
        assert result.outcome is Outcome.NEEDS_YOU
        assert "\n" not in result.reason


def test_R088_no_write_is_needed_where_the_block_is_right(tmp_path: Path):
    path = tmp_path / ".zshrc"
    rc.apply(rc.plan_add(path, LINE), tmp_path / "b")
    path.chmod(0o444)

    assert rc.apply(rc.plan_add(path, LINE), tmp_path / "b").outcome is Outcome.UNCHANGED


def test_R090_again_and_again_is_once(tmp_path: Path):
    path = tmp_path / ".zshrc"
    for version in "1", "2", "3":
        rc.apply(rc.plan_add(path, LINE.replace("/h/", f"/{version}/")), tmp_path / "b")

    assert path.read_text().count("ctxdb-hooks >>>\n") == 1
    assert path.read_text().count("/3/ctxdb-hooks") == 2


def test_R091_those_who_object_can_paste(sandbox: Sandbox):
    before = (sandbox.home / ".zshrc").read_text()
    wired = Wired(sandbox, "zsh")

    done = sandbox.run(["zsh", "-f", "-c", 'eval "$(cat "$0")"; claude a', wired.launcher.generated])

    assert done.stdout == "claude: <a> yes\n"
    assert (sandbox.home / ".zshrc").read_text() == before


def test_R092_an_rc_file_that_ends_early_for_scripts(sandbox: Sandbox):
    guard = "case $- in *i*) ;; *) return ;; esac"
    wired = Wired(sandbox, "bash")
    rc_file = wired.rc(before=guard)

    assert sandbox.run(["bash", "-ic", "claude a"]).stdout == "claude: <a> yes\n"
    assert sandbox.run(["bash", "-c", f". {rc_file}; claude a"]).stdout == "claude: <a> raw\n"


@each(*KINDS)
@pytest.mark.parametrize("row", ["R094", "R095"])
def test_what_is_left_of_us_is_silent(sandbox: Sandbox, kind: str, row: str):
    wired = Wired(sandbox, kind)
    wired.rc(after={"R094": "", "R095": "# <<< ctxdb-hooks <<<"}[row])
    wired.launcher.generated.unlink()
    wired.launcher.stub.unlink()

    done = sandbox.run([kind, "-i", "-c", "claude a"])

    assert done.stdout == "claude: <a> raw\n"
    assert "ctxdb" not in done.stderr


@each(*KINDS)
@pytest.mark.parametrize("row", ["R099", "R100"])
@pytest.mark.parametrize("status", [0, 1, 2, 42, 126, 127, 137])
def test_the_status_is_the_clients(sandbox: Sandbox, kind: str, row: str, status: int):
    assert Wired(sandbox, kind).script(f"claude exit {status}").returncode == status


@each(*KINDS)
def test_R101_death_by_signal_is_not_success(sandbox: Sandbox, kind: str):
    done = Wired(sandbox, kind).script("claude kill TERM", "echo " + ("$status" if kind == "fish" else "$?"))

    assert done.stdout.endswith("\n143\n")


@each(*KINDS)
@pytest.mark.parametrize("row", ["R107", "R108", "R109"])
def test_streams_are_the_clients_alone(sandbox: Sandbox, kind: str, row: str):
    wired = Wired(sandbox, kind)
    sandbox.add_command("codex", "#!/bin/sh\ncat\n")

    done = wired.script("codex exec - | cat", stdin="hi\n")
    assert (done.stdout, done.stderr) == ("hi\n", "")
    done = wired.script("codex exec x </dev/null", stdin="not read\n")
    assert (done.stdout, done.stderr) == ("", "")
