# Completion of our own command: it is asked itself, by COMP_LINE and COMP_POINT; file names where it knows nothing.
complete -o bashdefault -o default -C 'ctxdb-hooks completion --line' ctxdb-hooks 2>/dev/null || :
