"""Making text from a transcript safe to stand in a prompt: one line, nothing that steers a terminal or a model."""

import re
import unicodedata

ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,200}>|```+|~~~+")
OPENING = re.compile(r"<(?=[A-Za-z/|!?])")  # of what is no whole tag, or is one only now
KEEP_FORMAT = {"\u200d", "\u200c"}  # joiners inside emoji and Indic or Persian words
UNSEEN = range(0xE0100, 0xE01F0)  # variation selectors that can spell a text nobody sees


def clean(text: str) -> str:
    """One line without control characters, lone surrogates, bidi controls, escapes and markup; quotes made single."""
    text = MARKUP.sub(" ", ANSI.sub("", text))
    kept = []
    for char in text:
        category = unicodedata.category(char)
        if category in ("Cc", "Zl", "Zp"):
            kept.append(" ")
        elif char in KEEP_FORMAT:
            if kept and kept[-1] not in KEEP_FORMAT and not kept[-1].isspace():  # it joins what is before it
                kept.append(char)
        elif category not in ("Cf", "Cs", "Co", "Cn") and ord(char) not in UNSEEN:
            kept.append(char)
    line = "".join(kept).replace('"', "'").replace("“", "'").replace("”", "'")
    return " ".join(OPENING.sub("‹", line).split())
