"""What a session put into the history: the subjects of its commits and pull requests, as its commands give them."""

import re
from collections.abc import Iterator

# A subject in quotes, or the first line of a here-document, which is how Claude gives a message of several lines.
SAID = (
    r"(?:\"\$\(cat <<-?\s*['\"]?\w+['\"]?\s*\n\s*(?P<document>[^\n]+)|"
    r"\"(?P<double>(?:[^\"\\\n]|\\.)+)|'(?P<single>[^'\n]+))"
)
COMMIT = re.compile(r"\bgit\b(?: -[Cc] ?\S+)* commit\b[^\n;&|]*?\s(?:-[a-z]*m|--message)[ =]?" + SAID)
PULL = re.compile(r"\bgh pr create\b(?:[^;&|\n]|\\\n)*?\s(?:-t|--title)[ =]" + SAID)
LONGEST = 200  # characters
LOOKED = 2000  # characters of a command line


def subjects(command: str) -> Iterator[str]:
    """The subjects of the commits and pull requests that a command line makes."""
    if "commit" in command or "gh pr" in command:
        for pattern in (COMMIT, PULL):
            for match in pattern.finditer(command[:LOOKED]):
                said = match["document"] or match["double"] or match["single"]
                if "$" not in said:  # a variable's value is not known
                    yield said.replace('\\"', '"').strip()[:LONGEST]
