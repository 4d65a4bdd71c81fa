"""``python -m ctxdb_hooks``."""

from ctxdb_hooks.cli import main

main()
