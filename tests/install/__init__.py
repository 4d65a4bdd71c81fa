"""Setting up: install.sh in fresh homes, and the package as pip, pipx and uv install it."""
