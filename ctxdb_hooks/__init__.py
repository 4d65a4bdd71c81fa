"""A project memory for coding agents on the command line; this file stays empty of imports for the hot path."""

__version__ = "0.1.0"
