"""What the hot path knows about the last sessions, for comparison with a first prompt. Hot."""

from .reading import fold

# Names that most projects have: naming one says nothing about the last session.
COMMON = frozenset(
    "readme changelog license makefile dockerfile package index main app init test tests config setup "
    "utils util helpers types styles style constants settings requirements pyproject tsconfig agents "
    "claude gemini server client models routes api docker-compose package-lock gitignore env cargo build "
    "gradle pom go lib mod page layout conftest schema master dev develop trunk staging production "
    "release head overview scope design todo notes spec specs plan tasks contributing architecture docs "
    "guide component components service services store routes handler handlers controller middleware "
    "flake jest.config vite.config next.config webpack.config eslint.config yarn.lock poetry.lock uv.lock "
    "pnpm-lock".split()
)
SHORTEST = 4
LONGEST_GOAL = 400
SESSIONS = 3


class Memory:
    """`names`: telling names of files, branches, identifiers; `goals`: what each goal is about, newest first."""

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
        self.names = frozenset(name for text in (*files, *branches, *identifiers) for name in telling_names(text))
        self.goals = tuple(content(fold(text[:LONGEST_GOAL])) for text in goals)
        self.interrupted = interrupted


def of_heads(heads: list, interrupted: bool = False) -> Memory:
    """The memory that the newest of the sessions in `heads` make."""
    newest = heads[:SESSIONS]
    return Memory(
        goals=tuple(head.get("goal") or "" for head in newest),
        files=tuple(ref for head in newest for ref in head.get("refs") or ()),
        branches=tuple(head.get("branch") or "" for head in newest),
        interrupted=interrupted,
    )


def telling_names(text: str) -> list:
    """The names, folded, by which a prompt may mean a file, branch or identifier; none where any project has it."""
    path = text.strip().replace("\\", "/").rstrip("/")
    last = path.rsplit("/", 1)[-1]
    stem = last.split(".", 1)[0] or last
    return [fold(name) for name in {path, last, stem} if _telling(name, stem)]


def _telling(name: str, stem: str) -> bool:
    """Whether few other projects have this name: a compound one, or a plain one with its ending."""
    if len(name) < SHORTEST or stem.lower() in COMMON or name.lower().rsplit("/", 1)[-1].rsplit(".", 1)[0] in COMMON:
        return False
    return not name.isalpha() or name[1:] != name[1:].lower()


def content(text: str) -> frozenset:
    """What a folded text is about: its long words, and of writing without spaces the pairs of characters.

    Hiragana is left out: it is grammar.
    """
    words = {word.strip("\"'()[]<>,.;:!?*`") for word in text.split() if word.isascii() or max(word) < "\u2e7f"}
    found = {word for word in words if len(word) > SHORTEST}
    if not text.isascii():
        pairs = zip(text, text[1:], strict=False)
        found |= {one + other for one, other in pairs if _telling_character(one) and _telling_character(other)}
    return frozenset(found)


def _telling_character(char: str) -> bool:
    return char > "\u30a0" and char.isalpha()


def mentions(text: str, memory: Memory) -> tuple:
    """`(indicator, name)` for a thing of the last sessions that a first prompt (folded) names, else ()."""
    for name in memory.names:
        if is_named(name, text):
            return "names", name
    said = content(text[:LONGEST_GOAL])
    for goal in memory.goals:
        shared = goal & said
        least = 2 if memory.interrupted and goal is memory.goals[0] else 3
        if len(shared) >= least and 2 * len(shared) >= len(goal):
            return "goal", " ".join(sorted(shared))
    return ()


def is_named(name: str, text: str) -> bool:
    """Whether a name stands in a text by itself (both folded)."""
    at = text.find(name)
    return at >= 0 and not _goes_on(text[at - 1 : at]) and not _goes_on(text[at + len(name) : at + len(name) + 1])


def _goes_on(char: str) -> bool:
    return char.isascii() and (char.isalnum() or char in ("_", "-"))
