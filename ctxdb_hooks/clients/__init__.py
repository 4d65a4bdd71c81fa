"""One folder per client: its argv grammar (hot), its transcripts (background), its hooks."""

# A client's command, and its name in the store.
AGENTS = {"claude": "claude-code", "codex": "codex-cli", "gemini": "gemini-cli"}
# What each sets in the shell that its agent uses.
INSIDE = {"CLAUDECODE": "claude", "CODEX_THREAD_ID": "codex", "GEMINI_CLI": "gemini"}
