"""What the hot path knows about the last sessions, for comparison with a first prompt. Hot."""

from .reading import fold

# Names that most projects have: naming one says nothing about the last session.
COMMON = frozenset(
    "readme changelog license makefile dockerfile package index main app init test tests config setup "
    "utils util helpers types styles style constants settings requirements pyproject tsconfig agents "
    "claude gemini server client models routes api docker-compose package-lock gitignore env cargo build "
    "gradle pom go lib mod page layout conftest schema master dev develop trunk staging production "
    "release head".split()
)
_LEAST = 4


class Memory:
    """`names`: telling names of files, branches, identifiers; `goals`: words of each session's goal, newest first."""

    __slots__ = ("goals", "interrupted", "names")

    def __init__(
        self,
        *,
        goals: tuple = (),
        files: tuple = (),
        branches: tuple = (),
        identifiers: tuple = (),
        interrupted: bool = False,
    ) -> None:
        """Goals and names as they stand in the store; `interrupted`: the newest session broke off."""
        self.names = frozenset(name for text in (*files, *branches, *identifiers) for name in _names(text))
        self.goals = tuple(frozenset(_content(text)) for text in goals)
        self.interrupted = interrupted


def _names(text: str) -> list:
    text = fold(text).strip().replace("\\", "/").rstrip("/")
    last = text.rsplit("/", 1)[-1]
    stem = last.split(".", 1)[0] if not last.startswith(".") else last
    return [name for name in {text, last, stem} if _telling(name)]


def _telling(name: str) -> bool:
    if len(name) < _LEAST or name.split(".", 1)[0] in COMMON:
        return False
    return len(name) > 7 or not name.isalpha()


def _content(text: str) -> list:
    return [word for word in fold(text).replace(",", " ").replace(".", " ").split() if len(word) > _LEAST]


def mentions(text: str, words: list, memory: Memory) -> tuple:
    """`(indicator, name)` for a thing of the last sessions that a first prompt names, else ()."""
    for token in text.split():
        token = token.strip("\"'()[]<>,;:!?*`@。，、").removesuffix(".").replace("\\", "/")
        if token in memory.names or (("/" in token) and token.rsplit("/", 1)[-1] in memory.names):
            return "names", token
    for goal in memory.goals:
        shared = goal.intersection(words)
        least = 2 if memory.interrupted and goal is memory.goals[0] else 3
        if len(shared) >= least and 2 * len(shared) >= len(goal):
            return "goal", " ".join(sorted(shared))
    return ()
