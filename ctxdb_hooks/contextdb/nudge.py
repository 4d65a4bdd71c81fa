"""The words that point an agent to the memory in the middle of a session, within 60 tokens; hot path.

What a text costs with a path in it is worked out in the background, with a vocabulary, and stands in ``heads``
(``costs_of`` of `pointers`); what is added to it here is counted by an upper bound.
"""

BUDGET = 60  # tokens
# How many sessions are named at most, by the model's tier; a strong model is also told in fewer words.
MOST = {"weak": 3, "standard": 2, "strong": 2}
TERSE = ("strong",)
SLACK = 2  # tokens that two texts may cost more once they stand side by side

# The forms of WITH_PATH are said around a path, `above` where none fits or the session knows it: the facade named it.
# `sessions` follows any of them, with the last eight digits of sessions' ids, which the packet lists.
WITH_PATH = ("full", "short", "bare")
WORDS = {
    "en": {
        "full": "This request draws on earlier work here. Read first: {0}",
        "short": "Earlier work matters here; read {0}",
        "bare": "Read first: {0}",
        "above": "This request draws on earlier work here: first read the history named before",
        "sessions": " (sessions {0})",
    },
    "zh": {
        "full": "此请求与先前工作有关，请先读取：{0}",
        "short": "与先前工作有关，先读 {0}",
        "bare": "请先读取：{0}",
        "above": "此请求与先前工作有关，请先读取前述历史",
        "sessions": "（会话 {0}）",
    },
}
# Tokens, without what stands in {0}; and what stands between two ids.
COSTS = {"en": {"above": 14, "sessions": 5}, "zh": {"above": 18, "sessions": 7}}
COMMA = 2


def text(lang: str, paths: list, ids: list, tier: str, costs: object, again: bool = False) -> tuple:
    """``(text, ids named in it)``: the fullest of the forms that are within the budget.

    ``paths`` are those by which the client reads the packet, the best first, none where it stands just above; ``ids``
    are ``(short id, tokens)``; ``costs`` is what ``heads`` has for this client. ``again``: the session was told before,
    so only ids are news.
    """
    lang = lang if lang in WORDS else "en"
    words = WORDS[lang]
    for path, base in [
        *((path, _with_path(costs, lang, path)) for path in paths),
        ("", {"above": COSTS[lang]["above"]}),
    ]:
        for count in range(min(len(ids), MOST[tier]), 0 if again else -1, -1):
            more = sum([cost + COMMA for _, cost in ids[:count]]) + COSTS[lang]["sessions"] if count else 0
            for form in base:
                if base[form] + more <= BUDGET and not (form == "full" and tier in TERSE):
                    named = [one for one, _ in ids[:count]]
                    said = words[form].format(path)
                    return said + (words["sessions"].format(", ".join(named)) if named else ""), named
    return "", []


def _with_path(costs: object, lang: str, path: str) -> dict:
    """What the forms with a path cost: the background knows all of it, or (Gemini) all but a folder in its middle."""
    for one in costs if isinstance(costs, list) else ():
        known, ends = one.get(lang), one.get("path")
        if not isinstance(known, dict) or not isinstance(ends, list) or [type(end) for end in ends] != [str, str]:
            continue
        before, after = ends
        middle = path[len(before) : len(path) - len(after)]
        if before + middle + after == path:
            more = bound(middle) + SLACK if middle else 0
            return {form: known[form] + more for form in WITH_PATH if type(known.get(form)) is int}
    return {}


def bound(text: str) -> int:
    """No vocabulary needs more tokens: up to three digits are one, any other character its bytes."""
    cost = digits = 0
    for char in text:
        if "0" <= char <= "9":
            cost += digits % 3 == 0
            digits += 1
        else:
            cost += len(char.encode("utf-8", "surrogatepass"))
            digits = 0
    return cost
