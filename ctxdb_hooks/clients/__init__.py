"""One folder per client: its argv grammar (hot), its transcripts (background), its hooks."""
