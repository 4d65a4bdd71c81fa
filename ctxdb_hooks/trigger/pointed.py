"""Which of the earlier sessions a prompt points at; only asked once it has called for memory. Hot."""

from .memory import content, is_named, telling_names
from .reading import fold, window

NAME = 3.0  # for a file or branch of the session that the prompt names
AGENT = 0.5  # for the other client that it names
LEAST = 0.5


def sessions(prompt: str, heads: list, asked: list, agent: str) -> list:
    """The heads that match best, best first; none where nothing in the prompt tells.

    ``heads``: the earlier sessions, newest first. ``asked``: words of the prompt that called for memory and say
    nothing of its subject. ``agent``: the client's own agent.
    """
    text = fold(window(prompt))
    said = content(text).difference(*[fold(words).split() for words in asked])
    shared = [content(fold(head["goal"] + " " + head["summary"])) & said for head in heads]
    counts: dict = {}
    for words in shared:
        for word in words:
            counts[word] = counts.get(word, 0) + 1
    scored = []
    for number, head in enumerate(heads):
        score = sum([1 / counts[word] for word in shared[number]])  # a word that many sessions have tells little
        names = [name for ref in (*head["refs"], head["branch"]) if isinstance(ref, str) for name in telling_names(ref)]
        score += NAME * any(is_named(name, text) for name in names)
        other = head["agent"].partition("-")[0]
        score += AGENT * (head["agent"] != agent and bool(other) and is_named(other, text))
        if score >= LEAST:
            scored.append((-score, number))
    scored.sort()
    return [heads[number] for score, number in scored if 2 * score <= scored[0][0]]
