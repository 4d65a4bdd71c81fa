"""The versions of each client that this one was tested with, oldest and newest; hot path."""

TESTED = {
    "claude": ((2, 1, 197), (2, 1, 197)),
    "codex": ((0, 171, 0), (0, 171, 0)),
    "gemini": ((0, 61, 0), (0, 61, 0)),
}
