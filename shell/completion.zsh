# Completion of our own command, where the shell's is in use: it is asked itself; file names where it knows nothing.
if [ -n "${_comps-}" ]; then
    _comps+=(ctxdb-hooks 'compadd -- ${(f)"$(COMP_LINE=$BUFFER COMP_POINT=$CURSOR command ctxdb-hooks completion --line)"} || _files')
fi
