"""The tests; a package, so that `python -m tests.support.claude_api` works from the checkout."""
