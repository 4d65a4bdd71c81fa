"""What we said ourselves, found where a model quotes it or a person pastes it, so that it is never taken for memory.

Else a packet would be told of in the next one, that in the one after it, and so on without end.
"""

import re

AGENTS = r"(?:claude-code|codex-cli|gemini-cli)"
# What stands in front of a quoted line: blockquote, bullets, code marks, a line number as tools print it.
LEAD = r"[ \t>*`\"'“•]*(?:\d+(?:→|\t|[:|] ))?[ \t>*`\"'“•-]*"
FACADE = (
    r"This project uses ContextDB",
    rf"Latest session \({AGENTS}",
    r"Full history: [\"'`]?[/~]",
    r"Load it when you need prior context",
    r"This request draws on earlier work here",
    r"Earlier work matters here; read ",
    r"Read first: [\"'`]?[/~]",
    r"本项目使用 ContextDB",
    rf"最近会话（{AGENTS}",
    r"完整历史：",
    r"需要以前的上下文时读取",
    r"此请求与先前工作有关，",
    r"与先前工作有关，先读",
    r"请先读取：[/~]",
)
PACKET = (
    r"#+ Project memory: ",
    r"What earlier agent sessions did here, newest first",
    r"More: [\"'`]?\S*ctxdb-hooks search WORDS",
    r"More: read \S+-ID-context\.md",
    r"#+ Last session \[[0-9a-f]{8}\]",
    r"#+ Sessions before\W*$",
    r"#+ Files, most used and latest first",
    rf"\d{{4}}-\d\d-\d\d \d\d:\d\d · {AGENTS} · ",
    rf"\d{{4}}-\d\d-\d\d (?:{AGENTS} )?\[[0-9a-f]{{8}}\] ",
)
# What is ours only where it stands right behind something of ours: anybody could have written it.
FOLLOWS = (
    r"Outcome: \"",
    r"Files: \"",
    r"结果：“",
    r"文件：",
    r"(?:Stood|Open question|Next|Failed, not repaired|Decided|Asked, last first|Other names): ",
)
OURS = re.compile(rf"{LEAD}(?:{'|'.join((*FACADE, *PACKET))})")
BEHIND = re.compile(rf"{LEAD}(?:{'|'.join(FOLLOWS)})")
LIST = re.compile(rf"{LEAD}#+ Files, most used and latest first")
ITEM = re.compile(r"[ \t>*`]*(?:\d+(?:→|\t|[:|] ))?[ \t>*`]*- ")
INLINE = re.compile(rf"(?:{'|'.join(FACADE[:4])}|{FACADE[7]}|{FACADE[10]}).*")
SIGNS = re.compile("|".join((*FACADE, *PACKET)), re.M)
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
