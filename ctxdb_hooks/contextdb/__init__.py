"""The memory: sessions, events, checkpoints, packet and facade on disk."""
