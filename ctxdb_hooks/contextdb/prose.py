"""Reading what people and models write: what is asked, where it stood, what is open, what was decided."""

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ctxdb_hooks.contextdb import refs
from ctxdb_hooks.contextdb.clean import ANSI

CJK = re.compile(r"[\u4e00-\u9fff]")
HIRAGANA = re.compile(r"[\u3040-\u309f]")
KANA = re.compile(r"[\u3040-\u30ff]")
HANGUL = re.compile(r"[\uac00-\ud7af]")
LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u0370-\u052f]{2,}")
FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.S)
QUOTED = re.compile(r"`([^`\n]{3,80})`")
GO_AHEAD = re.compile(
    r"^\W*(?:(?:please|ok(?:ay)?|yes|yep|yeah|sure|no|and|then|now|just|do it|go on|go ahead|proceed|"
    r"continue|resume|next|"
    r"keep going|again|retry|try again|start|thanks?|thank you|hi|hello|hey|good|great|nice|perfect|"
    r"lgtm|commit|push|merge|"
    r"继续|好的?|是的?|可以|行|嗯|谢谢|你好|开始|提交|推送|続けて|続行|はい|うん|お願い(?:します)?|ありがとう|"
    r"계속|네|응|좋아|감사합니다|sí|vale|adelante|sigue|oui|continue[rz]?|ja|weiter|mach weiter|danke|"
    r"да|продолжай|давай|sim)"
    r"[\W\d_]*)+$",
    re.I,
)
# Lines that machines print and people paste: logs, stack traces, prompts and frames of terminals.
PASTED = re.compile(
    r"^\s*(?:"
    r"\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d|at \S+ ?\(|File \"|Traceback |\S+Error\b|\S+Exception\b|"
    r"(?:npm|yarn|pnpm) (?:ERR!|WARN|error)|(?:error|warning|info|debug|fatal|note)(?:\[\w+\])?:|"
    r"\$ |# ?\w+@|PS [A-Z]:|❯ |➜ |>>> |\+\+\+ |--- |@@ |diff --git |[│┃|╭╰╮╯─━▐▝▘█⏺⎿●✻]|\^+$|\d+ \| "
    r")",
    re.I,
)
SCREEN = re.compile(r"[▀-▟]{2}.*", re.S)  # a client's banner: what follows is a pasted screen
ERROR = re.compile(r"^\s*(\S*(?:Error|Exception)\b.{0,160}|(?:error|fatal)(?:\[\w+\])?: .{3,160})", re.M)
SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]?\s+|(?<=[。！？])|\n+")
PARAGRAPH = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*+]|\d+[.)])\s)")
MARKDOWN = re.compile(r"^\s*(?:#{1,6}\s+|[-*+]\s+|\d+[.)]\s+|>\s*)")
STEP = re.compile(r"(?:[-*+]|\d+[.)])\s")  # of a list, the outermost level
FURNITURE = re.compile(  # headings that every plan has
    r"^(?:\d+[.)] *)?(?:context|background|overview|summary|goals?|motivation|approach|risks?|verification|validation|"
    r"test(?:ing|s| plan)?|notes?|references?|(?:critical |key |affected )?files(?: to \w+)?|(?:proposed )?changes|"
    r"implementation(?: (?:plan|steps))?|steps|tasks|背景|概要|方針|目的|変更内容|対象ファイル|検証|リスク|参考|"
    r"概述|目标|上下文|方案|风险|验证|测试|涉及文件|改动)\W*$",
    re.I,
)
EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
LINK = re.compile(r"\[([^\]\n]+)\]\((?:https?:|/|\.)[^)\s]*\)")
DECIDED = re.compile(
    r"\b(?:we(?:'ll| will)? (?:use|go with|keep|switch to)|let's (?:use|go with|keep|switch to)|"
    r"decided (?:to|on|against)|"
    r"i(?:'ll| will)? (?:chose|went with|opted for|use \S+ (?:because|since|rather))|going with|"
    r"instead of \S+ (?:we|i) |"
    r"chose \S+ (?:over|because)|prefer \S+ (?:over|to|because))"
    r"|决定(?:采用|使用|用|不)|采用.{1,20}(?:方案|因为)|改用|就用|選択しました|(?:採用|使用)することに|にします(?:。|$)",
    re.I,
)
REASON = re.compile(
    r"\b(?:because|since|so that|as it|to avoid|rather than|instead of)\b|因为|以便|避免|ため|ので", re.I
)
RECOMMENDED = re.compile(r"\s*[(（](?:Recommended|推奨|推荐)[)）]")
APPROVAL = re.compile(
    r"\b(?:looks? (?:good|ok(?:ay)?|right)|is this (?:ok(?:ay)?|right)|ready to (?:proceed|start|implement)|"
    r"(?:shall|should|may|can) (?:i|we) (?:proceed|go ahead|continue|start))\b"
    r"|問題(?:ない|あり)|よろしい|進め(?:て(?:も|よ|い)|ますか)|没问题|是否(?:继续|可以)|可以(?:继续|开始)吗",
    re.I,
)
BLOCKED = re.compile(
    r"\b(?:i(?:'m| am) (?:blocked|stuck)|(?:is|are|remains?|still) blocked\b|blocked until|(?:can(?:'t|"
    r"not)|unable to|could not|"
    r"couldn't) (?:proceed|continue|complete|finish|access|connect|authenticate)|waiting (?:for|"
    r"on) (?:you|your|the user|"
    r"approval)|need(?:s)? (?:your|you to) (?:\w+ ){0,3}(?:approve|approval|permission|credential|"
    r"token|key|provide|confirm|"
    r"log ?in|run|grant)|requires? your (?:approval|input|permission|decision)|before i can (?:continue|proceed))"
    r"|(?:无法|不能)(?:继续|完成|访问|连接)|受阻|需要你(?:提供|确认|授权|批准)|等待你|"
    r"(?:続行|完了|接続|アクセス)(?:でき|出来)ません|承認が必要|ブロックされ",
    re.I,
)
STEPS = re.compile(
    r"^\W*(?:next steps?|remaining(?: work| tasks| steps| items)?|still (?:open|to do|missing)|"
    r"to-?dos?|what(?:'s| is) left|"
    r"not (?:yet )?done|left to do|open (?:points|items|questions)|follow-?ups?|pending(?: tasks)?|"
    r"下一步|后续(?:步骤|工作)?|待办|剩余(?:工作|任务)?|未完成|次のステップ|残(?:り|タスク|作業)|今後の(?:作業|対応)|"
    r"다음 단계|남은 작업)\W*:?\W*$",
    re.I,
)
PENDING = re.compile(
    r"(?:^|\n)\W*\d*\.?\s*(?:\*\*)?Pending Tasks:?(?:\*\*)?:?\s*\n(.*?)(?=\n\s*\d+\.\s|\n#|\Z)", re.S | re.I
)
NOISE = re.compile(r"^\s*(?:Exit code \d+|$|[-=*.#\s]+$|npm (?:notice|warn)|warning:)", re.I)
TROUBLE = re.compile(
    r"\b(?:error|failed|failure|fatal|denied|not found|no such|cannot|unable|panic|exception|E\d{3})\b", re.I
)
CONTROL = re.compile(r"[\x00-\x1f\x7f]")
LONG = 20_000  # characters of a text that are looked at
STEPS_TOLD = 10  # lines of a plan
NEAR = 6  # lines: what stands between two pasted ones that are no farther apart was pasted too


def one_line(text: str) -> str:
    """``text`` on one line, white space folded."""
    return " ".join(text.split())


def asked(text: str) -> str:
    """What a person typed, without what was pasted into it; the pasted error in short where there is little else."""
    text = ANSI.sub("", text[:LONG])
    lines = list(_typed(SCREEN.sub("", FENCE.sub("\n", text)).splitlines()))
    typed = one_line(CONTROL.sub(" ", " ".join(lines)))
    if len(typed) < len(text.strip()) and words(typed) < 6:
        error = ERROR.search(text)
        pasted = one_line(error[1]) if error else "" if typed else one_line(text)
        typed = f"{typed} ({pasted})" if typed and pasted else typed or pasted
    return typed[:2000]


def _typed(lines: list[str]) -> Iterator[str]:
    """Lines without those that machines print, and without the few between two of those."""
    printed = [number for number, line in enumerate(lines) if PASTED.match(line)]
    between = set(printed)
    for one, other in pairwise(printed):
        if other - one <= NEAR:
            between.update(range(one, other))
    yield from (line for number, line in enumerate(lines) if number not in between)


def words(text: str) -> float:
    """How much a text says, about as many as an English text of that content has words."""
    return (
        len(LATIN.findall(text))
        + len(CJK.findall(text)) / 1.5
        + len(KANA.findall(text)) / 3
        - len(HIRAGANA.findall(text)) / 8  # mostly endings
        + len(HANGUL.findall(text)) / 2
    )


def tells(text: str) -> bool:
    """Whether a request says what is wanted, unlike ``continue`` or a command's name."""
    if text.startswith("/"):
        return words(text.partition(" ")[2]) >= 3
    return words(text) >= 2.5 and is_request(text)


def is_request(text: str) -> bool:
    """Whether a prompt is more than a go-ahead."""
    return bool(text) and not text.startswith("/") and not (len(text) < 200 and GO_AHEAD.match(text))


def heading(text: str) -> str:
    """The first heading or line of a document."""
    line = next((line for line in text.splitlines() if line.strip()), "")
    return plain(
        re.sub(
            r"^(?:(?:Implementation )?Plan|(?:实施)?计划|(?:実装)?(?:プラン|計画))\s*[:：]\s*",
            "",
            MARKDOWN.sub("", line),
            flags=re.I,
        )
    )


def outline(text: str) -> list[str]:
    """What a plan is about and its steps: its headings, or where it has none but the first its list."""
    lines = [line for line in FENCE.sub("\n", text[:LONG]).splitlines() if line.strip()]
    headings = [plain(line.lstrip("# ")) for line in lines[1:] if line.startswith("#")]
    headings = [line for line in headings if not FURNITURE.match(line)]
    steps = [plain(MARKDOWN.sub("", line)) for line in lines[1:] if STEP.match(line)]
    found = [heading(text), *(headings if len(headings) > 1 else steps)]
    return [line[:160] for line in found if line][:STEPS_TOLD]


def plain(text: str) -> str:
    """Markdown as one line of text."""
    return one_line(LINK.sub(r"\1", EMPHASIS.sub(r"\2", text)))


def quoted(text: str) -> list[str]:
    """What a text names as code."""
    return QUOTED.findall(text[:LONG])


def sentences(text: str) -> Iterator[str]:
    """The sentences of prose, without code, tables and headings."""
    for part in SENTENCE.split(FENCE.sub("\n", text[:LONG])):
        found = plain(MARKDOWN.sub("", part or ""))
        if found and not found.startswith("|"):
            yield found


def outcome(answers: list[str]) -> str:
    """Where it stood at the end: what the last answers say, the last one first, until that is enough."""
    found = ""
    for text in reversed(answers):
        part = _paragraph(text)
        if part and part not in found:
            found = f"{found} {part}".strip()
        if words(found) >= 8:
            break
    return found


def _paragraph(text: str) -> str:
    """The first paragraph of prose; one that ends in a colon together with the list that follows it."""
    found = ""
    listing = False
    for part in PARAGRAPH.split(FENCE.sub("\n\n", text[:LONG])):
        if part.lstrip().startswith(("#", "|", "---")):
            continue
        line = plain(" ".join(MARKDOWN.sub("", row) for row in part.splitlines()))
        if not line:
            continue
        joint = " " if found.endswith((":", "：", ".", "!", "。", "！")) else "; "
        found = f"{found}{joint}{line}" if found else line
        listing = listing or found.endswith((":", "："))
        if words(found) >= (20 if listing else 5) or len(found) > 400:
            break
    return found


def question(text: str) -> str:
    """The question that a text ends with; empty when it ends otherwise."""
    found = deque(sentences(text), maxlen=1)
    return found[0][:300] if found and found[0].endswith(("?", "？")) else ""


def trouble(output: str) -> str:
    """The line of an error that says most."""
    lines = [plain(line) for line in output[:LONG].splitlines() if not NOISE.match(line)]
    lines = [line for line in lines if line]
    return next((line for line in lines if TROUBLE.search(line)), lines[0] if lines else "")[:240]


def without_documents(command: str) -> str:
    """A command line without here-documents and the text that is written into commits."""
    return refs.MESSAGE.sub(" ", refs.HEREDOC.sub(" ", command))


def choice(line: str) -> str:
    """What was answered to a client's question, as one line; empty where it only lets the client go on."""
    return "" if APPROVAL.search(line) else RECOMMENDED.sub("", line)[:240]


def says_blocked(text: str) -> bool:
    """Whether an answer says that it cannot go on."""
    return BLOCKED.search(text[:LONG]) is not None


def decisions(text: str) -> Iterator[str]:
    """Sentences that say what was chosen, and why."""
    if not DECIDED.search(text[:LONG]):
        return
    for sentence in sentences(text):
        if DECIDED.search(sentence) and (REASON.search(sentence) or len(sentence) < 160) and not sentence.endswith("?"):
            yield sentence[:240]


def next_steps(texts: Iterable[str]) -> list[str]:
    """The list below a heading such as "Next steps", of the last text that has one."""
    for text in reversed(list(texts)):
        found: list[str] = []
        listing = False
        for line in FENCE.sub("\n", text[:LONG]).splitlines():
            bare = plain(MARKDOWN.sub("", line))
            if STEPS.match(bare):
                listing, found = True, []
            elif listing and MARKDOWN.match(line) and not line.lstrip().startswith("#"):
                found.append(bare[:200])
            elif listing and bare and found:
                listing = False
        if found:
            return found
    return []


def pending(summary: str) -> list[str]:
    """The pending tasks in the summary that a client makes when it compacts a conversation."""
    found = PENDING.search(summary)
    lines = found[1].splitlines() if found else []
    return [plain(MARKDOWN.sub("", line))[:200] for line in lines if MARKDOWN.match(line)]


class Language:
    """The language in which a person works, from their last prompts."""

    def __init__(self) -> None:
        self.text = ""

    def add(self, text: str) -> None:
        """Take a prompt in."""
        self.text = f"{self.text[-8000:]} {text[:2000]}"

    @property
    def name(self) -> str:
        """``zh`` where the person works in Chinese, else ``en``."""
        others = len(KANA.findall(self.text)) + len(HANGUL.findall(self.text))
        return "zh" if len(CJK.findall(self.text)) > 0.1 * len(self.text) and others < 0.05 * len(self.text) else "en"
