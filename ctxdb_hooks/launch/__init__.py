"""From the shell function to exec: find the project, read the facade, add it, let go."""
