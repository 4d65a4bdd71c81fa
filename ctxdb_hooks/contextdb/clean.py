"""Making text from a transcript safe to stand in a prompt: one line, nothing that steers a terminal or a model."""

import re
import unicodedata

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,200}>|```+|~~~+")
KEEP_FORMAT = {"\u200d", "\u200c"}  # joiners inside emoji and Indic or Persian words


def clean(text: str) -> str:
    """One line without control characters, lone surrogates, bidi controls, escapes and markup; quotes made single."""
    text = MARKUP.sub(" ", ANSI.sub("", text))
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if category in ("Cc", "Zl", "Zp"):
            kept.append(" ")
        elif category in ("Cs", "Co", "Cn") or (category == "Cf" and char not in KEEP_FORMAT):
            continue
        else:
            kept.append(char)
    return " ".join("".join(kept).replace('"', "'").replace("“", "'").replace("”", "'").split())
