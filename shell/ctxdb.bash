# ctxdb-hooks for bash. Written by `ctxdb-hooks install`; changes made here are lost.
# Each function stands alone, for agents copy some of a shell's functions and drop others.

# In awk: how a function of the user's is rewritten so that it calls ours; see the end of each.
ctxdb_chain=@CHAIN@

# --- @CLIENT@
ctxdb_own=
ctxdb_exported=
if declare -F @CLIENT@ >/dev/null; then
    ctxdb_own=$(declare -f @CLIENT@)
    case "$(declare -F) " in
    *" -fx @CLIENT@"[![:alnum:]_-]*) ctxdb_exported=yes ;;
    esac
fi
# The form with the keyword is the only one that an alias of the same name does not break.
function @CLIENT@ {
    unset -v CTXDB_GEMINI_FACADE
    # The positional parameters hold everything: a variable could reach the client's environment.
    set -- @MARKS@/"bash.$$.${BASHPID-}.${RANDOM-}${RANDOM-}" @CLIENT@ "$@"
    case ${CLAUDECODE:+agent}${CODEX_THREAD_ID:+agent}${GEMINI_CLI:+agent}${CTXDB_HOOKS-} in
    agent* | 0 | [Nn]o | NO | [Oo]ff | OFF | [Ff]alse | FALSE) ;;
    *)
        # A function that loads its client late has taken ours away with itself.
        if ! declare -F @CLIENT@ >/dev/null; then
            set -- "$(declare -f ctxdb_@CLIENT@)" "$@"
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
            # bash's own words ("Killed", "Stopped") wait in the mark until it is known whose they are.
            # shellcheck disable=SC2094 # so it is written and read
            {
                if @PYTHON@ -I -S @STUB@ "$@" 2>&198 197<&- 198>&-; then
                    set -- 0 "$@"
                else
                    set -- "$?" "$@"
                fi
                case $1 in
                # Interrupted or stopped: not a failure.
                130 | 14[5-9] | 150) ;;
                *) [ ! -e "$2" ] || set -- failed "$@" ;;
                esac
                if [ "$1" != failed ]; then
                    [ "$1" -lt 129 ] || command cat <&197 >&198
                    return "$1"
                fi
            } 197<"$1" 198>&2 2>|"$1" || true
            [ "$1" != failed ] || shift 2
            command rm -f "$1"
        fi
        ;;
    esac
    shift
    command "$@"
}
# Exported is only what the user exports, though `set -a` exports functions, too.
case $ctxdb_own in
'' | *ctxdb_hooks_launch.py*) export -nf @CLIENT@ ;;
*)
    # The user's own function stays; where it calls the client, it now calls the function above.
    eval "ctxdb_$(declare -f @CLIENT@)"
    eval "function $(printf '%s\n' "$ctxdb_own" | LC_ALL=C command awk -v 'name=@CLIENT@' "$ctxdb_chain" ||
        printf '%s\n' "$ctxdb_own")"
    if [ -n "$ctxdb_exported" ]; then
        export -f @CLIENT@ ctxdb_@CLIENT@
    else
        export -nf @CLIENT@ ctxdb_@CLIENT@
    fi
    ;;
esac
unset -v ctxdb_own ctxdb_exported

# ---
unset -v ctxdb_chain
