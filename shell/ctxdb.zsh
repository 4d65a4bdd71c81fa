# ctxdb-hooks for zsh. Written by `ctxdb-hooks install`; changes made here are lost.
# Each function stands alone, for agents copy some of a shell's functions and drop others.

# In awk: how a function of the user's is rewritten so that it calls ours; see the end of each.
typeset -g ctxdb_chain=@CHAIN@

# --- @CLIENT@
typeset -g ctxdb_own=
if functions '@CLIENT@' >/dev/null; then
    # One that is to be loaded at its first call is loaded now.
    autoload +X '@CLIENT@' || true
    ctxdb_own="$(functions '@CLIENT@')"
fi
# The form with the keyword is the only one that an alias of the same name does not break; quoted is what a global
# alias would expand.
function @CLIENT@ {
    unset -v CTXDB_GEMINI_FACADE
    # The positional parameters hold everything: a variable could reach the client's environment.
    set -- @MARKS@/"zsh.$$.${RANDOM-}" '@CLIENT@' "$@"
    # RANDOM repeats itself in subshells; the time, to the microsecond, does not.
    eval 'set -- "$1.${(%):-%D{%s%6.\}}" "${@:2}"'
    case ${CLAUDECODE:+agent}${CODEX_THREAD_ID:+agent}${GEMINI_CLI:+agent}${CTXDB_HOOKS-} in
    agent* | 0 | [Nn]o | NO | [Oo]ff | OFF | [Ff]alse | FALSE) ;;
    *)
        # A function that loads its client late has taken ours away with itself.
        if ! functions '@CLIENT@' >/dev/null; then
            set -- "$(functions ctxdb_@CLIENT@)" "$@"
            eval "function ${1#ctxdb_}"
            shift
        fi
        if [ ! -x @PYTHON@ ] || [ ! -f @STUB@ ]; then
            # Said once a day, and only where a person sees it.
            if [ -t 2 ] && [ "${CTXDB_QUIET:-0}" = 0 ]; then
                set -- "$(command date +%F)" "$@"
                if ! command grep -qs "$1" @TOLD@ && { printf '%s\n' "$1" >|@TOLD@; } 2>/dev/null; then
                    printf '\033[2m%s\033[0m\n' @OFF@ >&2
                fi
                shift
            fi
        elif { true >|"$1"; } 2>/dev/null; then
            if @PYTHON@ -I -S @STUB@ "$@"; then
                set -- 0 "$@"
            else
                set -- "$?" "$@"
            fi
            case $1 in
            # Interrupted or stopped: not a failure.
            130 | 14[5-9] | 150) return "$1" ;;
            esac
            [ -e "$2" ] || return "$1"
            shift
            command rm -f "$1"
        fi
        ;;
    esac
    shift
    command "$@"
}
case $ctxdb_own in
'' | *ctxdb_hooks_launch.py*) ;;
*)
    # The user's own function stays; where it calls the client, it now calls the function above.
    eval "ctxdb_$(functions '@CLIENT@')"
    eval "function $(printf '%s\n' "$ctxdb_own" | LC_ALL=C command awk -v 'name=@CLIENT@' "$ctxdb_chain" ||
        printf '%s\n' "$ctxdb_own")"
    ;;
esac
unset -v ctxdb_own

# ---
unset -v ctxdb_chain
