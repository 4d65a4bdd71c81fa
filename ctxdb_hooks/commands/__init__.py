"""One file per subcommand, each a function that returns an exit code."""
