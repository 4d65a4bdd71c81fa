# ctxdb-hooks for fish. Written by `ctxdb-hooks install`; changes made here are lost.
# Each function stands alone, for agents copy some of a shell's functions and drop others.

# --- @CLIENT@
set -l ctxdb_own
if functions -q @CLIENT@; and test (functions -D @CLIENT@) != @GENERATED@
    set ctxdb_own (functions @CLIENT@)
end
function @CLIENT@ --description '@CLIENT@ with the memory of its project'
    set -e CTXDB_GEMINI_FACADE
    set -l ctxdb_mark @MARKS@/$fish_pid.(random).(random)
    if test -n "$CLAUDECODE$CODEX_THREAD_ID$GEMINI_CLI"
        or contains -- "$CTXDB_HOOKS" 0 no No NO off Off OFF false False FALSE
        command @CLIENT@ $argv
        return
    end
    # A function that loads its client late has taken ours away with itself.
    if not functions -q @CLIENT@
        functions -c ctxdb_@CLIENT@ @CLIENT@
    end
    if not test -x @PYTHON@ -a -f @STUB@
        # Said once a day, and only where a person sees it.
        if isatty stderr; and contains -- "$CTXDB_QUIET" '' 0
            set -l ctxdb_day (command date +%F)
            if not command grep -qs $ctxdb_day @TOLD@; and echo $ctxdb_day | command tee @TOLD@ >/dev/null 2>&1
                printf '\033[2m%s\033[0m\n' @OFF@ >&2
            end
        end
        command @CLIENT@ $argv
        return
    end
    if not test -w @MARKS@
        command @CLIENT@ $argv
        return
    end
    echo -n >$ctxdb_mark
    set -l ctxdb_jobs (jobs -p)
    @PYTHON@ -I -S @STUB@ $ctxdb_mark @CLIENT@ $argv
    set -l ctxdb_status $status
    # Interrupted or stopped (then there is one job more) is not a failure.
    if test -e $ctxdb_mark -a $ctxdb_status -ne 130 -a (count (jobs -p)) -le (count $ctxdb_jobs)
        command rm -f $ctxdb_mark
        command @CLIENT@ $argv
        return
    end
    return $ctxdb_status
end
# The user's own function (an alias is one) stays; where it calls the client, it now calls the function above.
if set -q ctxdb_own[1]; and not string match -q '*ctxdb_hooks_launch.py*' -- $ctxdb_own
    functions -e ctxdb_@CLIENT@
    functions -c @CLIENT@ ctxdb_@CLIENT@
    string replace -ra '(^\s*|(?:;|&|\||\(|\bnot|\band|\bor) *)((?:\w+=\S* )*)(?:command )?@CLIENT@(?=\s|;|\)|$)' '$1$2ctxdb_@CLIENT@' -- $ctxdb_own | source
end
# ---

# config.fish, and so the user's aliases, is read after this file: look once more before the first prompt.
if status is-interactive
    function ctxdb_late --on-event fish_prompt
        test -r @GENERATED@; and source @GENERATED@
        functions -e ctxdb_late
    end
end
