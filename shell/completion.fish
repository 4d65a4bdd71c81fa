# Completion of our own command, which is asked itself.
complete -c ctxdb-hooks -f -a '(env _CTXDB_HOOKS_COMPLETE=fish_complete COMP_WORDS=(commandline -cp) COMP_CWORD=(commandline -t) ctxdb-hooks | string replace -rf "^plain," "")'
