"""What a person wrote in a prompt: pasted matter taken out, the rest as sentences of plain words. Hot."""

HEAD = 3200
TAIL = 1200
WIDE_HEAD = 1200
WIDE_TAIL = 600
THING = "\x00"
"""Stands for something named or shown and not said: a path, a flag, an identifier, code, a quotation."""

_PLAIN = {
    "a": "àáâãäåā",
    "c": "çč",
    "e": "èéêëēę",
    "i": "ìíîïī",
    "n": "ñń",
    "o": "òóôõöøō",
    "u": "ùúûüū",
    "y": "ýÿ",
    "ss": "ß",
    "ae": "æ",
    "oe": "œ",
    "е": "ё",
    "'": "’‘ʼ´＇",
    '"': "“”„«»＂",
    "(": "（",
    ")": "）",
    ",": "，",
    "!": "！",
    "?": "？",
    ":": "：",
    ";": "；",
    " ": "　",
    "": "".join(map(chr, range(0x300, 0x370))) + "\u200b\u200c\u200d\ufeff",
}
_FOLD = {ord(char): plain for plain, chars in _PLAIN.items() for char in chars}
_FOLD |= {ord("０") + digit: str(digit) for digit in range(10)}
_SYMBOLS = dict.fromkeys(map(ord, '{}[]()<>=;|\\$#_/:+*&^%~`"@0123456789'))
_QUOTES = (('"', '"'), ("「", "」"), ("『", "』"), ("“", "”"), ("„", "“"), ("«", "»"), ("`", "`"))
_LONGEST_QUOTE = 400
_NOT_PROSE = ("|", "$ ", "at ", 'file "', "traceback", "+++", "@@", "diff --git", "{", "}", "</", "❌", "✔", "✓", "#!")
_LEVELS = (" INFO", " ERROR", " WARN", " DEBUG", "[INFO", "[ERROR", "[WARN", "[DEBUG", "Error:", "Exception")
_CLOSERS = ".!?;:…。！？；"
_JOINED = frozenset(("s", "t", "m", "d", "re", "ve", "ll"))
# As a tail (corrige-la) a pronoun, else an article: kept apart by the hyphen.
_ARTICLES = frozenset(("le", "la", "les", "lo"))
_PRONOUN_TAILS = frozenset("tu vous moi nous je on il ils elle ce toi y le la les lo me mi ti ci te se nos o a".split())


class Sentence:
    """`raw`: folded text; `words`: its words, things as THING; `starts`: indices where a clause begins."""

    __slots__ = ("raw", "starts", "words")

    def __init__(self, raw: str, words: list, starts: set) -> None:
        self.raw = raw
        self.words = words
        self.starts = starts


def window(prompt: str) -> str:
    """The part of a prompt that is looked at: all of it, or head and tail of a long one.

    Less of writing without spaces: a character there says more, and costs more to read.
    """
    head, tail = (WIDE_HEAD, WIDE_TAIL) if _wide(prompt[:HEAD]) else (HEAD, TAIL)
    if len(prompt) <= head + tail:
        return prompt
    return prompt[:head] + "\n" + prompt[-tail:]


def _wide(text: str) -> bool:
    return not text.isascii() and sum(map("\u2e7f".__lt__, text)) * 4 > len(text)


def prose(text: str) -> str:
    """The lines that a person typed, as far as shape can tell: no code, logs, tables, diffs or quoted lines."""
    kept = []
    fence = closing = ""
    for line in text.split("\n"):
        bare = line.strip()
        if fence:
            if bare.startswith(fence):
                fence = ""
            continue
        if closing:
            if closing in bare:
                closing = ""
            continue
        if bare[:3] in ("```", "~~~"):
            fence = bare[:3] if bare.count(bare[:3]) == 1 else ""
            continue
        if bare[:1] == "<" and bare[1:2].isalpha() and ">" in bare:
            name = bare[1 : bare.index(">")].split(" ", 1)[0]
            if name.islower() and not bare.endswith("/>"):
                end = "</" + name + ">"
                if end not in bare:
                    closing = end if end in text else ""
                continue
        if bare and not _pasted(bare):
            kept.append(bare)
    return "\n".join(kept)


def _pasted(line: str) -> bool:
    if line[:1] == ">" and len(line) > 1:
        return True
    if line[:10].lower().startswith(_NOT_PROSE):
        return True
    if line[0] == "[" and line[1:2].isdigit():
        return True
    if line[:2].isdigit() and (line[2:3] == ":" or line[4:5] == "-" and line[:4].isdigit()):
        return True
    if len(line) < 24:
        return False
    for level in _LEVELS:
        if level in line:
            return True
    rest = line
    for word in line.split():
        if "/" in word or "\\" in word:
            rest = rest.replace(word, "", 1)
    symbols = len(rest) - len(rest.translate(_SYMBOLS))
    return symbols * 5 > len(rest) and symbols > 6


def unquoted(text: str) -> str:
    """Replace quotations and inline code, unless they are all there is."""
    out = text
    for opening, end in _QUOTES:
        if opening not in out:
            continue
        parts = []
        at = 0
        while True:
            start = out.find(opening, at)
            if start < 0:
                break
            stop = out.find(end, start + 1, start + _LONGEST_QUOTE)
            if stop < 0 or "\n" in out[start:stop]:
                parts.append(out[at : start + 1])
                at = start + 1
                continue
            parts.append(out[at:start] + " " + THING + " ")
            at = stop + 1
        parts.append(out[at:])
        out = "".join(parts)
    said = sum(map(str.isalpha, out))
    return out if said > 1 or said * 3 > len(text) else text.replace('"', " ").replace("`", " ")


def sentences(text: str) -> list:
    """Sentences of a folded text (see `fold`)."""
    out: list = []
    for mark in "。！？":
        if mark in text:
            text = text.replace(mark, mark + "\n")
    for line in text.split("\n"):
        line = line.strip(" \t#*-•·>")
        if line:
            _sentences_of(line, out)
    return out


def fold(text: str) -> str:
    """Lower case, accents and full-width forms away, typographic quotes made plain."""
    text = text.lower()
    return text if text.isascii() else text.translate(_FOLD)


def _sentences_of(line: str, out: list) -> None:
    words = []
    raw = []
    starts = {0}
    for token in line.split():
        raw.append(token)
        core = token.strip("\"'()[]*_,.!?;:…。、，¿¡")
        if token[:1] in "-@/~." and len(token) > 2:
            core = token
        if core:
            if core.isalpha():
                words.append(core)
            elif core[:1] == THING:
                words.append(THING)
            else:
                _pieces(core, words)
        last = token[-1]
        if last in _CLOSERS or (last in "\")'" and token[-2:-1] in _CLOSERS):
            if words:
                out.append(Sentence(" ".join(raw), words, starts))
            words, raw, starts = [], [], {0}
        elif last in ",–—" or token in ("-", "->"):
            starts.add(len(words))
    if words:
        out.append(Sentence(" ".join(raw), words, starts))


def _pieces(core: str, words: list) -> None:
    if core.isdigit():
        words.append(core)
        return
    if "'" in core and core.replace("'", "").replace("-", "").isalpha():
        head, _, tail = core.rpartition("'")
        if tail in _JOINED and len(head) > 1:
            words.append(head.replace("'", "") + tail)
            return
        for part in core.split("'"):
            if part:
                _pieces(part, words)
        return
    for mark in "/\\_@<>{}=()[]:.$|":
        if mark in core:
            words.append(THING)
            return
    if "-" in core:
        parts = core.split("-")
        if "а" <= core[0] <= "я":
            words.extend(part for part in parts if part)
            return
        if core[0] == "-":
            words.append(THING)
        elif parts[-1] in _PRONOUN_TAILS and parts[0].isalpha():
            words.extend("-" + part if part in _ARTICLES else part for part in parts if part)
        else:
            words.append(core)
        return
    words.append(core if core[0].isalpha() else THING)


def listed(text: str) -> tuple:
    """`(items, picked)`: how many lines are list items; the first line, if it continues a list that is not there."""
    items = 0
    lowest = 99
    lines = text.strip().split("\n")
    for line in lines:
        number, rest = _numbered(line)
        if number or line[:2] in ("- ", "* ", "• "):
            items += 1
        if number:
            lowest = min(lowest, number)
    return items, lines[0] if 2 <= lowest < 99 and _numbered(lines[0])[0] == lowest else ""


def _numbered(line: str) -> tuple:
    line = line.strip()
    digits = 2 if line[:2].isdigit() else 1 if line[:1].isdigit() else 0
    if digits and line[digits : digits + 1] in (".", ")") and line[digits + 1 : digits + 2].isspace():
        return int(line[:digits]), line[digits + 2 :]
    return 0, line


# Where agents and their helpers keep what was said.
RECORDS = (
    ".specstory/history/",
    ".claude/projects/",
    ".codex/sessions/",
    ".gemini/tmp/",
    "context-db/",
    ".aider.chat.history",
    ".cursor/chats",
    "chat_history",
    "chat-history",
    "chathistory",
    "conversation-",
    "transcript",
    "handoff",
    "hand-off",
    "session-notes",
    "session_notes",
    "session-log",
    "session_log",
    "last-session",
    "last_session",
)
RECORD_FOLDERS = (".specstory/", ".claude/projects/", ".codex/sessions/", ".gemini/tmp/", "context-db/")


def paths(text: str) -> tuple:
    """`(files, records)`: distinct files and folders named in a folded text, and those that keep earlier sessions."""
    files = []
    records = []
    for token in text.split():
        token = token.strip("\"'()[],;:!?*`。，、").replace("\\", "/")
        if "://" in token or not ("/" in token or "." in token[1:] or token[:1] == "."):
            continue
        name = token.rsplit("/", 1)[-1]
        ending = name.rsplit(".", 1)[-1]
        is_file = ending != name and 1 <= len(ending) <= 5 and ending.isalnum() and not ending.isdigit()
        if (is_file or token[0] == "@") and token not in files:
            files.append(token)
        if is_file:
            keeps = ending in ("md", "jsonl", "json", "txt", "log") and any(place in token for place in RECORDS)
        else:
            keeps = any(folder in token + "/" for folder in RECORD_FOLDERS)
        if keeps and token not in records:
            records.append(token)
    return files, records
