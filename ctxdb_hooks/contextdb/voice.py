"""What we said ourselves, found where a model quotes it or a person pastes it, so that it is never taken for memory.

Else a packet would be told of in the next one, that in the one after it, and so on without end.
"""

import re
from collections.abc import Iterator

from ctxdb_hooks.contextdb import facade, nudge

AGENTS = r"(?:claude-code|codex-cli|gemini-cli)"
PATH = r"[\"'`]?[/~]"
# What stands in front of a quoted line: blockquote, bullets, code marks, a line number as tools print it.
LEAD = r"[ \t>*`\"'“•]*(?:\d+(?:→|\t|[:|] ))?[ \t>*`\"'“•-]*"
PACKET = (
    rf"#+ {re.escape(facade.PACKET.strip('# '))} ",
    r"What earlier agent sessions did here, newest first",
    r"More\b.*(?:-ID-context\.md|ctxdb-hooks (?:search WORDS|show ID))",
    r"#+ Last session \[[0-9a-f]{8}\]",
    r"#+ Sessions before\W*$",
    r"#+ Files, most used and latest first",
    rf"\d{{4}}-\d\d-\d\d \d\d:\d\d · {AGENTS} · ",
    rf"\d{{4}}-\d\d-\d\d (?:{AGENTS} )?\[[0-9a-f]{{8}}\] ",
)


def _prompt() -> Iterator[str]:
    """How the lines of the facade prompt begin that nobody else would write, in each language."""
    for words in facade.TEXT.values():
        yield re.escape(re.split("[(（]", words["use"])[0].strip())
        yield re.escape(words["latest"].partition("{0}")[0]) + AGENTS
        yield re.escape(words["path"].partition("{0}")[0]) + PATH
        yield re.escape(words["load"][:24])


def _nudges() -> Iterator[str]:
    """How the words begin that are said in the middle of a session."""
    for words in nudge.WORDS.values():
        for form, text in words.items():
            begin, place, _ = text.partition("{0}")
            if form != "sessions":
                yield re.escape(begin) + (PATH if place else "")


PROMPT = "|".join(_prompt())
# What is ours only where it stands right behind something of ours: anybody could have written it.
FOLLOWS = "|".join(
    [re.escape(words[name].partition("{0}")[0]) for words in facade.TEXT.values() for name in ("summary", "files")]
)
ANY = "|".join((PROMPT, *_nudges(), *PACKET))
OURS = re.compile(f"{LEAD}(?:{ANY})")
BEHIND = re.compile(rf"{LEAD}(?:{FOLLOWS}|[A-Z][A-Za-z, -]{{2,28}}: )")
LIST = re.compile(rf"{LEAD}#+ Files, most used and latest first")
ITEM = re.compile(r"[ \t>*`]*(?:\d+(?:→|\t|[:|] ))?[ \t>*`]*- ")
INLINE = re.compile(f"(?:{PROMPT}).*")
SIGNS = re.compile(ANY, re.M)
BLANK = re.compile(rf"{LEAD}\W*$")
FENCE = re.compile(r"^[ \t>]*```.*$", re.M)
SAYS = re.compile(r"\w")


def without_ours(text: str) -> str:
    """``text`` without what we said; empty where nothing else was said."""
    if not SIGNS.search(text):
        return text
    kept, block, in_list = [], False, False
    for line in text.split("\n"):
        if OURS.match(line):
            block, in_list = True, bool(LIST.match(line))
        elif block and (BLANK.match(line) or BEHIND.match(line) or (in_list and ITEM.match(line))):
            continue
        else:
            block = in_list = False
            kept.append(INLINE.sub("", line))
    rest = "\n".join(kept).strip()
    return rest if SAYS.search(FENCE.sub("", rest)) else ""
