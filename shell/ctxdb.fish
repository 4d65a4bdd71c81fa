# ctxdb-hooks for fish. Written by `ctxdb-hooks install`; changes made here are lost.
# Each function stands alone, for agents copy some of a shell's functions and drop others.

# The user's own functions (an alias is one) are kept while ours are defined.
set -l ctxdb_client
set -l ctxdb_own
for ctxdb_client in @CLIENTS@
    if functions -q $ctxdb_client; and test (functions -D $ctxdb_client) != @GENERATED@
        and not functions $ctxdb_client | string match -q '*ctxdb_hooks_launch.py*'
        set -a ctxdb_own $ctxdb_client
        functions -e ctxdb_own_$ctxdb_client
        functions -c $ctxdb_client ctxdb_own_$ctxdb_client
    end
end

# --- @CLIENT@
function @CLIENT@ --description '@CLIENT@ with the memory of its project'
    set -e CTXDB_GEMINI_FACADE
    set -l ctxdb_mark @MARKS@/fish.$fish_pid.(random).(random)
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
# ---

# They stay; where one calls the client (a loader of another way: by the bare name), it now calls the function above.
for ctxdb_client in $ctxdb_own
    functions -e ctxdb_$ctxdb_client
    functions -c $ctxdb_client ctxdb_$ctxdb_client
    set -l ctxdb_text (functions ctxdb_own_$ctxdb_client | string replace "function ctxdb_own_$ctxdb_client" "function $ctxdb_client")
    functions -e ctxdb_own_$ctxdb_client
    set -l ctxdb_before '"(?:[^"\\\\]|\\\\.)*"(*SKIP)(*F)|\'(?:[^\'\\\\]|\\\\.)*\'(*SKIP)(*F)|(?:^|\s)#.*(*SKIP)(*F)|((?:^|[;&|(!]|\b(?:not|and|or|if|while|begin|time)\s)\s*(?:\w+=(?:[^\s"]|"(?:[^"\\\\]|\\\\.)*")*\s+)*)'
    set -l ctxdb_call $ctxdb_before'(?:builtin\s+)?command\s+'$ctxdb_client'(?=[\s;&|)<>]|$)'
    string match -rq -- $ctxdb_call $ctxdb_text; or set ctxdb_call $ctxdb_before$ctxdb_client'(?=\s[^;&|)]*\$)'
    string replace -ra -- $ctxdb_call '$1ctxdb_'$ctxdb_client $ctxdb_text | source
end

# config.fish, and so the user's aliases, is read after this file: look once more before the first prompt.
if status is-interactive
    function ctxdb_late --on-event fish_prompt
        functions -e ctxdb_late
        set -l ctxdb_places (for ctxdb_client in @CLIENTS@
            functions -D $ctxdb_client
        end)
        for ctxdb_place in $ctxdb_places
            if not contains -- $ctxdb_place n/a @GENERATED@; and test -r @GENERATED@
                source @GENERATED@
                return
            end
        end
    end
end
