"""Taking secrets out of text before anything is written."""

import re

SECRETS = re.compile(
    r"-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\Z)"
    r"|\b(?:sk-[A-Za-z0-9_-]{20,}|gh[pousr]_[A-Za-z0-9]{36,}|github_pat_\w{22,}|AKIA[0-9A-Z]{16}|xox[abprs]-[\w-]{10,}|AIza[\w-]{35})"
    r"|(?<=://)[^\s/:@]+:[^\s/@]+(?=@)",
    re.S,
)


def redact(text: str) -> str:
    """``text`` with every known secret replaced by a placeholder."""
    return SECRETS.sub("[redacted]", text)
