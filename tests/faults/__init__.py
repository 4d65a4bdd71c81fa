"""Faults, injected: each kind in a module of its own. `python -m tests.faults` runs them and prints the counts."""
