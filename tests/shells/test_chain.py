"""What people have under the same names: aliases, functions of their own, version managers that load late."""

from __future__ import annotations

import pytest

from tests.shells.wired import CLIENT, Wired


def aliased(wired: Wired, name: str, text: str) -> str:
    return f'alias {name} "{text}"' if wired.kind == "fish" else f"alias {name}='{text}'"


def test_an_alias_before_keeps_its_flags(wired: Wired):
    shell = wired.interactive(before=aliased(wired, "claude", "claude --flag"), after="echo end of rc")

    assert "end of rc" in shell.terminal.screen
    assert "rror" not in shell.terminal.screen
    assert shell.run("claude hi").output == "claude: <--flag> <hi> yes\n"


def test_an_alias_after_keeps_its_flags(wired: Wired):
    if wired.kind == "fish":  # conf.d is read first, so there it is in config.fish
        (wired.sandbox.home / ".config/fish/config.fish").write_text(aliased(wired, "claude", "claude --flag"))
        shell = wired.interactive()
    else:
        shell = wired.interactive(after=aliased(wired, "claude", "claude --flag"))

    assert shell.run("claude hi").output == "claude: <--flag> <hi> yes\n"


def test_aliases_on_every_name(wired: Wired):
    names = ("claude", "codex", "gemini")
    shell = wired.interactive(before="\n".join(aliased(wired, name, f"{name} --flag") for name in names))

    for name in names:
        assert shell.run(f"{name} hi").output == f"{name}: <--flag> <hi> yes\n"


def test_a_global_alias_keeps_its_flags(sandbox):
    shell = Wired(sandbox, "zsh").interactive(before="alias -g claude='claude --flag'")

    assert shell.run("claude hi").output == "claude: <--flag> <hi> yes\n"


def test_an_alias_to_a_path_is_left_alone(wired: Wired):
    path = f"{wired.sandbox.bin}/claude --flag"
    shell = wired.interactive(before=aliased(wired, "claude", path), after="echo end of rc")

    assert "end of rc" in shell.terminal.screen
    assert shell.run("claude hi").output == "claude: <--flag> <hi> raw\n"


OWN = {
    "plain": ('command claude --flag "$@"', "claude: <--flag> <a b> yes\n"),
    "with words around": ('echo mine; command claude "$@"; echo done', "mine\nclaude: <a b> yes\ndone\n"),
    "with a variable": ('X=1 Y="2 3" command claude "$@"', "claude: <a b> yes\n"),
    "in a list": ('true && command claude "$@" || echo no', "claude: <a b> yes\n"),
    "in a branch": ('if true; then command claude "$@"; fi', "claude: <a b> yes\n"),
    "in a pipeline": ('command claude "$@" | cat', "claude: <a b> yes\n"),
    "in a subshell": ('(command claude "$@")', "claude: <a b> yes\n"),
    "substituted": ('echo "[$(command claude "$@")]"', "[claude: <a b> yes]\n"),
    "as a condition": ('if command claude "$@"; then echo ok; fi', "claude: <a b> yes\nok\n"),
    "in a loop": ('while command claude "$@"; do break; done', "claude: <a b> yes\n"),
    "in a case": ('case $1 in a*) command claude "$@" ;; esac', "claude: <a b> yes\n"),
    "in a group": ('test -n "$1" && { command claude "$@"; return; }', "claude: <a b> yes\n"),
    "kept in a variable": ('x=$(command claude "$@"); echo "$x"', "claude: <a b> yes\n"),
    "in backquotes": ('x=`command claude "$@"`; echo "$x"', "claude: <a b> yes\n"),
    "with a substituted variable": ('X=$(echo 1 2) command claude "$@"', "claude: <a b> yes\n"),
    "behind a redirection": ('2>/dev/null command claude "$@"', "claude: <a b> yes\n"),
    "by more words": ('builtin command -- claude "$@"', "claude: <a b> yes\n"),
    "past an alias": ('\\command \\claude "$@"', "claude: <a b> yes\n"),
    "in a function inside": ('inner() { command claude "$@"; }; inner "$@"', "claude: <a b> yes\n"),
    "which calls itself": (
        '[ "$1" = x ] || { claude x "$@"; return; }; command claude "$@"',
        "claude: <x> <a b> yes\n",
    ),
    "to a path": ('"$BIN/claude" "$@"', "claude: <a b> raw\n"),
    "by another program": ('env claude "$@"', "claude: <a b> raw\n"),
    "which only names it": ('echo command: claude "$@"', "command: claude a b\n"),
    "which says it": ('echo "now (claude) or; claude $1"', "now (claude) or; claude a b\n"),
    "which shows it": ("cat <<X\ncommand claude; claude $1\nX\n:", "command claude; claude a b\n"),
    "in an array": ('x=(claude "$@"); "${x[@]:0:0}" command "${x[@]}"', "claude: <a b> raw\n"),
    "as a pattern": ('case claude in claude | "$1") echo "that $1" ;; esac', "that a b\n"),
}


@pytest.mark.parametrize("case", OWN)
def test_the_users_function_is_chained(posix: Wired, case: str):
    body, output = OWN[case]
    env = {"BIN": str(posix.sandbox.bin)}

    for before in (f"claude() {{ {body}; }}", f"function claude {{\n{body}\n}}"):
        done = posix.script("claude 'a b'", before=[before], env=env)
        assert (done.stdout, done.stderr) == (output, "")


def test_a_function_that_is_exported_works_in_a_child(sandbox):
    own = 'claude() { command claude --flag "$@"; }; export -f claude'

    done = Wired(sandbox, "bash").script("claude a", "bash -c 'claude b'", before=[own])

    assert (done.stdout, done.stderr) == ("claude: <--flag> <a> yes\nclaude: <--flag> <b> yes\n", "")


def test_without_awk_the_users_function_stays(posix: Wired):
    awk = {"bash": "PATH=$BIN:/nowhere", "zsh": "path=($BIN)"}[posix.kind]
    own = 'claude() { command claude --flag "$@"; }'

    done = posix.script("claude a", before=[own, awk], env={"BIN": str(posix.sandbox.bin)})

    assert done.stdout == "claude: <--flag> <a> raw\n"


FISH_OWN = {
    "plain": ("command claude --flag $argv", "claude: <--flag> <a b> yes\n"),
    "with words around": ("echo mine; command claude $argv; echo done", "mine\nclaude: <a b> yes\ndone\n"),
    "in a list": ("true; and command claude $argv; or echo no", "claude: <a b> yes\n"),
    "in a branch": ("if true\ncommand claude $argv\nend", "claude: <a b> yes\n"),
    "in a pipeline": ("command claude $argv | cat", "claude: <a b> yes\n"),
    "substituted": ("echo [(command claude $argv)]", "[claude: <a b> yes]\n"),
    "as a condition": ("if command claude $argv; echo ok; end", "claude: <a b> yes\nok\n"),
    "with a variable": ('X=1 Y="2 3" command claude $argv', "claude: <a b> yes\n"),
    "kept in a variable": ("set -l x (command claude $argv); echo $x", "claude: <a b> yes\n"),
    "which calls itself": (
        "if test $argv[1] != x; claude x $argv; return; end; command claude $argv",
        "claude: <x> <a b> yes\n",
    ),
    "to a path": ("$BIN/claude $argv", "claude: <a b> raw\n"),
    "which says it": ('echo "now (claude) or; claude $argv"  # ; claude $argv', "now (claude) or; claude a b\n"),
    "which lists it": ("set -l x claude $argv; echo $x", "claude a b\n"),
}


@pytest.mark.parametrize("case", FISH_OWN)
def test_the_users_fish_function_is_chained(sandbox, case: str):
    body, output = FISH_OWN[case]
    wired = Wired(sandbox, "fish")

    done = wired.script("claude 'a b'", before=[f"function claude\n{body}\nend"], env={"BIN": str(sandbox.bin)})

    assert (done.stdout, done.stderr) == (output, "")


def test_a_saved_fish_function_is_chained(sandbox):
    wired = Wired(sandbox, "fish")
    saved = sandbox.home / ".config/fish/functions/claude.fish"
    saved.parent.mkdir(parents=True)
    saved.write_text("function claude --wraps=claude --description 'alias'\n    command claude --flag $argv\nend\n")

    assert wired.interactive().run("claude hi").output == "claude: <--flag> <hi> yes\n"


def test_an_autoloaded_zsh_function_is_chained(sandbox):
    wired = Wired(sandbox, "zsh")
    (sandbox.home / "f").mkdir()
    (sandbox.home / "f" / "claude").write_text('command claude --flag "$@"\n')

    done = wired.script("claude hi", before=["fpath=($HOME/f $fpath)", "autoload -Uz claude"])

    assert (done.stdout, done.stderr) == ("claude: <--flag> <hi> yes\n", "")


def test_reading_our_file_again_chains_nothing_twice(wired: Wired):
    own = {"fish": "function claude; command claude --flag $argv; end"}.get(
        wired.kind, 'claude() { command claude --flag "$@"; }'
    )

    for before in ([], [own]):
        done = wired.script(wired.line, wired.line, "claude a", "codex b", before=before)
        flag = "<--flag> " if before else ""
        assert (done.stdout, done.stderr) == (f"claude: {flag}<a> yes\ncodex: <b> yes\n", "")


def lazy(wired: Wired, *, unset: bool) -> str:
    """A loader as for nvm: the client is on PATH only once it has run."""
    folder = wired.sandbox.root / "late"
    folder.mkdir()
    (wired.sandbox.bin / "codex").unlink()
    (folder / "codex").write_text(CLIENT)
    (folder / "codex").chmod(0o755)
    if wired.kind == "fish":
        away = "functions -e codex; " if unset else ""
        return f"function load; {away}set -gx PATH {folder} $PATH; end\nfunction codex; load; codex $argv; end"
    away = "unset -f codex; " if unset else ""
    return f'load() {{ {away}PATH="{folder}:$PATH"; }}\ncodex() {{ load; codex "$@"; }}'


def test_a_late_loader_that_takes_itself_away(wired: Wired):
    done = wired.script("codex a", "codex b", before=[lazy(wired, unset=True)])

    assert (done.stdout, done.stderr) == ("codex: <a> yes\ncodex: <b> yes\n", "")


def test_a_late_loader_that_stays(wired: Wired):
    done = wired.script("codex a", "codex b", before=[lazy(wired, unset=False)])

    assert (done.stdout, done.stderr) == ("codex: <a> yes\ncodex: <b> yes\n", "")


def test_a_late_loader_with_a_broken_launcher(wired: Wired):
    wired.set_python("#!/bin/sh\nexit 1\n")

    done = wired.script("codex a", "codex b", before=[lazy(wired, unset=True)])

    assert (done.stdout, done.stderr) == ("codex: <a> raw\ncodex: <b> raw\n", "")


def test_a_function_defined_later_wins(wired: Wired):
    own = {"fish": "function claude; echo mine; end"}.get(wired.kind, "claude() { echo mine; }")

    assert wired.script(own, "claude a").stdout == "mine\n"


@pytest.mark.parametrize("kept", ["all", "without _x", "without _x and __x"])
def test_an_agents_snapshot(posix: Wired, kept: str):
    """An agent's shell has the functions of the user's, less some; what our file needs must be in them."""
    own = 'claude() { command claude --flag "$@"; }\n_x() { :; }\n__x() { :; }'
    drop = {"all": "^$", "without _x": "^_[^_]", "without _x and __x": "^_"}[kept]
    dump = {
        "bash": f"for f in $(compgen -A function | grep -v '{drop}'); do declare -f $f; done",
        "zsh": f"for f in ${{(k)functions}}; do [[ $f =~ '{drop}' ]] || functions $f; done",
    }[posix.kind]
    snapshot = posix.script(dump, before=[own]).stdout

    quiet = {"bash": ["--norc"], "zsh": ["-f"]}[posix.kind]
    for env, word in ({"CLAUDECODE": "1"}, "raw"), ({}, "yes"):
        for call, output in ("claude a", f"claude: <--flag> <a> {word}\n"), ("codex b", f"codex: <b> {word}\n"):
            done = posix.sandbox.run([posix.kind, *quiet, "-c", f"{snapshot}\n{call}"], env=env)
            assert (done.stdout, done.stderr) == (output, "")


def test_completions_of_the_real_command_still_apply(sandbox):
    complete = "_c() { COMPREPLY=(mcp); }; complete -F _c claude"
    shell = Wired(sandbox, "bash").interactive(before=complete)

    shell.terminal.type("claude mc")
    shell.terminal.press("tab")
    shell.terminal.wait_for("claude mcp")


def test_zsh_completions_still_apply(sandbox):
    complete = "autoload -Uz compinit; compinit -u -d $HOME/.zcompdump\n_c() { compadd mcp }; compdef _c claude"
    shell = Wired(sandbox, "zsh").interactive(after=complete)

    shell.terminal.type("claude mc")
    shell.terminal.press("tab")
    shell.terminal.wait_for("claude mcp")


def test_fish_completions_still_apply(sandbox):
    shell = Wired(sandbox, "fish").interactive()
    shell.run("complete -c claude -f -a mcp")

    shell.terminal.type("claude mc")
    shell.terminal.press("tab")
    shell.terminal.wait_for("claude mcp")
