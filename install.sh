#!/bin/sh
# Sets ctxdb-hooks up for this user; run again, it upgrades.
#
#   ./install.sh [--python PATH] [OPTION OF `ctxdb-hooks install`...]
#   ./install.sh --uninstall [OPTION OF `ctxdb-hooks uninstall`...]
#
# It makes an environment in the data folder, links ctxdb-hooks into ~/.local/bin and runs `ctxdb-hooks install`.
# From a pipe, where there is no checkout, the package comes from PyPI. Nothing outside the home is touched.
set -eu

NAME=ctxdb-hooks

main() {
    umask 077
    trap '' PIPE # whoever reads what is said may end before us (`| head`): no reason to stop halfway
    wanted=
    action=install
    while [ $# -gt 0 ]; do
        case $1 in
        -h | --help)
            usage
            return
            ;;
        --uninstall) action=uninstall ;;
        --python)
            [ $# -gt 1 ] || die 2 "--python needs the path of an interpreter"
            wanted=$2
            shift
            ;;
        --dry-run) die 2 "there is no dry run of this; \`$NAME install --dry-run\` shows what would become of rc files" ;;
        *) break ;;
        esac
        shift
    done
    case ${HOME:-} in
    /*) ;;
    *) die 1 "HOME is not set to an absolute path; set it to your home folder and run this again" ;;
    esac
    [ -d "$HOME" ] || die 1 "$HOME, your home, does not exist; make it and run this again"
    [ "$(owner "$HOME")" = "$(id -u)" ] ||
        die 3 "$HOME belongs to another user; run this as that user, without sudo, or set HOME"
    case ${XDG_DATA_HOME:-} in
    /*) data=$XDG_DATA_HOME/$NAME ;;
    *) data=$HOME/.local/share/$NAME ;;
    esac
    case ${XDG_STATE_HOME:-} in
    /*) state=$XDG_STATE_HOME/$NAME ;;
    *) state=$HOME/.local/state/$NAME ;;
    esac
    venv=$data/venv
    bin=$HOME/.local/bin
    link=$bin/$NAME
    "$action" "$@"
}

usage() {
    cat <<END
Usage: ./install.sh [--python PATH] [--shell NAME | --all] [--rc-file PATH]
       ./install.sh --uninstall [--purge [--memory]]

Sets $NAME up for this user, in an environment of its own; run again, it upgrades.
--uninstall takes everything back, rc files byte for byte. What is remembered of
your projects stays, unless --purge --memory says otherwise.
END
}

say() {
    printf '%s\n' "$*" 2>/dev/null || :
}

die() {
    code=$1
    shift
    printf 'install.sh: %s\n' "$*" >&2
    exit "$code"
}

# A path as people write it.
short() {
    case $1 in
    "$HOME"/*) printf '~%s' "${1#"$HOME"}" ;;
    *) printf '%s' "$1" ;;
    esac
}

owner() {
    # shellcheck disable=SC2012 # a folder that is there, by its number; stat differs between systems
    ls -ldn "$1/" | tr -s ' ' | cut -d ' ' -f 3
}

install() {
    source=$(find_source)
    find_python
    made=$(missing "$data" && missing "$bin" && missing "$state")
    writable "$data"
    writable "$bin"
    [ -z "$made" ] || say "$made" >>"$data/made"
    make_environment
    swap_in
    make_link
    code=0
    "$venv/bin/$NAME" install --from-script "$@" </dev/null || code=$?
    case $code in
    0 | 3) ;; # 3: a file is left to the user, and the lines for it were shown
    *)
        undo
        exit "$code"
        ;;
    esac
    trap - EXIT
    rm -rf "$venv.old.$$"
    exit "$code"
}

# The checkout that this script lies in, else the name under which PyPI has the package.
find_source() {
    case $0 in
    */*) folder=${0%/*} ;;
    *) folder=. ;;
    esac
    if [ -f "$0" ] && grep -q "^name = \"$NAME\"" "$folder/pyproject.toml" 2>/dev/null; then
        (cd "$folder" && pwd -P)
    else
        say "$NAME"
    fi
}

# Sets python to the interpreter itself: what a version manager's shim stands for changes with the folder.
find_python() {
    python=
    version=
    old=
    while IFS= read -r candidate; do
        # Answered by the interpreter, from a folder that no project's settings reach.
        answer=$(cd / && "$candidate" -E -s -c '
import sys
sys.stdout.write("%d.%d.%d " % sys.version_info[:3] + (getattr(sys, "_base_executable", "") or sys.executable or ""))
' </dev/null 2>/dev/null) || continue
        version=${answer%% *}
        python=${answer#* }
        case $version in
        3.1[1-9].* | 3.[2-9][0-9].*) [ ! -x "$python" ] || return 0 ;;
        *) old=${old:-$version at $candidate} ;;
        esac
    done <<END
$(candidates)
END
    [ -z "$wanted" ] || die 1 "--python $wanted: ${old:+that is ${old%% *}, and }a Python 3.11 or newer is needed"
    die 1 "no Python 3.11 or newer found${old:+ (only $old)}; $(advice), or name one with --python PATH"
}

# Where an interpreter may be, best first.
candidates() {
    if [ -n "$wanted" ]; then
        command -v "$wanted" || :
        return
    fi
    set -f
    IFS=:
    for name in python3 python3.14 python3.13 python3.12 python3.11 python; do
        for folder in $PATH /opt/homebrew/bin /usr/local/bin; do
            # macOS has a stub there that opens a window about developer tools; behind it is an old version.
            case $(uname -s)$folder in
            Darwin/usr/bin) continue ;;
            esac
            case $folder in
            /*) [ ! -x "$folder/$name" ] || say "$folder/$name" ;;
            esac
        done
    done
}

advice() {
    if [ "$(uname -s)" = Darwin ]; then
        say "\`brew install python\` installs one"
    elif command -v apt-get >/dev/null 2>&1; then
        say "\`sudo apt-get install python3 python3-venv\` may install one"
    elif command -v dnf >/dev/null 2>&1; then
        say "\`sudo dnf install python3\` may install one"
    else
        say "https://www.python.org/downloads/ has one"
    fi
}

# The folders that have to be made for this one, for uninstall to take away as far as they are empty.
missing() {
    folder=$1
    while [ ! -e "$folder" ]; do
        say "$folder"
        folder=$(dirname "$folder")
    done
}

read_made() {
    made=$(sort -ru "$data/made" 2>/dev/null) || made=
}

remove_made() {
    rm -f "$data/made"
    while IFS= read -r folder; do
        [ -z "$folder" ] || rmdir "$folder" 2>/dev/null || :
    done <<END
$made
END
}

writable() {
    mkdir -p "$1" 2>/dev/null || :
    [ -w "$1" ] || die 1 "$1 cannot be written; make it yours, then run this again"
}

# Beside the environment that is in use, so that whatever fails leaves that one alone.
make_environment() {
    for stale in "$venv".new.*; do
        kill -0 "${stale##*.}" 2>/dev/null || rm -rf "$stale"
    done
    new=$venv.new.$$
    trap 'rm -rf "$new"; [ -e "$venv" ] || { read_made && remove_made; }' EXIT
    trap 'exit 130' INT
    trap 'exit 143' TERM HUP
    say "Making an environment with Python $version ($(short "$python"))"
    log=$new/log
    mkdir "$new"
    # The interpreter's own pip can fill it from outside, which saves half of the time; else it gets one.
    "$python" -I -m venv --without-pip "$new" >"$log" 2>&1 </dev/null || no_environment
    set -- "$python" -I -m pip --python "$new/bin/python"
    "$@" install --help >/dev/null 2>&1 </dev/null || {
        "$new/bin/python" -I -m ensurepip >"$log" 2>&1 </dev/null || no_environment
        set -- "$new/bin/python" -I -m pip
    }
    from=$source
    [ "$source" != "$NAME" ] || from="$NAME from PyPI, which was asked since this script lies in no checkout"
    # A person's pip may be told to install elsewhere, and their Python to look elsewhere.
    unset PIP_TARGET PIP_PREFIX PIP_ROOT PIP_REQUIRE_VIRTUALENV PIP_PYTHON PYTHONPATH PYTHONHOME
    PIP_USER=0 PYTHONNOUSERSITE=1 "$@" install --disable-pip-version-check --retries 2 "$source" \
        >"$log" 2>&1 </dev/null || die 1 "pip could not install $from ($(last_words)); nothing was changed"
    rm -f "$log"
    move_scripts
}

no_environment() {
    die 1 "$python cannot make an environment ($(last_words)); on Debian and Ubuntu, \`sudo apt-get install python3-venv\` mends that"
}

last_words() {
    error=$(grep -i '^error' "$log" | tail -n 1)
    [ -n "$error" ] || error=$(tail -n 1 "$log")
    printf '%s' "$error" | tr -s '[:space:]' ' ' | cut -c 1-300
}

# The scripts name the folder that they were made in; they are to name the one that they will be in.
move_scripts() {
    "$new/bin/python" -I - "$new" "$venv" <<'END'
import os, pathlib, sys

old, new = map(os.fsencode, sys.argv[1:])
for file in pathlib.Path(sys.argv[1], "bin").iterdir():
    if file.is_file() and not file.is_symlink():
        data = file.read_bytes()
        if old in data:
            file.write_bytes(data.replace(old, new))
END
}

swap_in() {
    rm -rf "$venv.old.$$"
    [ ! -e "$venv" ] || mv "$venv" "$venv.old.$$"
    trap undo EXIT
    mv "$new" "$venv"
}

# Back to what was there before.
undo() {
    trap - EXIT
    rm -rf "$new" "$venv"
    if [ -e "$venv.old.$$" ]; then
        mv "$venv.old.$$" "$venv"
    else
        ! is_ours || rm -f "$link"
        read_made
        remove_made
    fi
}

# Whether the link leads to the environment in the data folder.
is_ours() {
    [ "$(readlink "$link" 2>/dev/null)" = "$venv/bin/$NAME" ]
}

make_link() {
    if is_ours; then
        :
    elif [ -e "$link" ] || [ -h "$link" ]; then
        say "$(short "$link") is another installation's and was left alone; this one is $(short "$venv/bin/$NAME")"
        return
    else
        ln -s "$venv/bin/$NAME" "$link"
    fi
    say "$("$venv/bin/$NAME" --version): $(short "$link"), in $(short "$venv")"
    case :$PATH: in
    *:"$bin":*) ;;
    *) say "$(short "$bin") is not on your PATH; in your shell's rc file, this line puts it there: $(path_line)" ;;
    esac
}

path_line() {
    case ${SHELL:-} in
    */fish) say "fish_add_path $(short "$bin")" ;;
    *) say "export PATH=\"\$HOME/.local/bin:\$PATH\"" ;;
    esac
}

uninstall() {
    if [ ! -e "$venv" ]; then
        ! is_ours || rm -f "$link"
        say "$NAME is not installed in $(short "$data")"
        return
    fi
    read_made # --purge takes the file away
    code=0
    run_uninstall "$@" || code=$?
    case $code in
    0 | 3) ;;
    *) exit "$code" ;;
    esac
    ! is_ours || rm -f "$link"
    rm -rf "$venv"
    remove_made
    say "$NAME is gone from $(short "$data")."
    exit "$code"
}

# By the environment's own interpreter; should that one be gone, by another with the environment's packages.
run_uninstall() {
    if "$venv/bin/$NAME" --version >/dev/null 2>&1 </dev/null; then
        "$venv/bin/$NAME" uninstall "$@" <"$(terminal)"
        return
    fi
    find_python
    for packages in "$venv"/lib/python3*/site-packages; do
        PYTHONPATH=$packages "$python" -s -m ctxdb_hooks uninstall "$@" <"$(terminal)"
        return
    done
    die 1 "$venv is broken; run ./install.sh once more and then ./install.sh --uninstall"
}

# Where a question can be answered; standard input may be this script.
terminal() {
    if (: </dev/tty) 2>/dev/null; then
        say /dev/tty
    else
        say /dev/null
    fi
}

main "$@"
