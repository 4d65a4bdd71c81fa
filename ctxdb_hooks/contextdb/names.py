"""Names of functions, types and constants in code and in prose: what a later session looks for again."""

import re
from collections.abc import Iterator

WORD = re.compile(r"(?<![A-Za-z0-9_])[A-Za-z_][A-Za-z0-9_]{4,79}")
CALLED = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z_][A-Za-z0-9_]{4,79})\s*\(")
DEFINED = re.compile(
    r"\b(?:func(?:\s*\([^)\n]*\))?|fn|def|class|function|interface|type|struct|enum|trait|impl|protocol|module|component)"
    r"\s+\*?([A-Za-z_][A-Za-z0-9_]{4,79})"
)
HUMP = re.compile(r"[a-z0-9][A-Z]")
URL = re.compile(r"\b[a-z]+://\S+")
SEPARATOR = re.compile(r"\\?\||\\[bswd]|[\\^$()\[\]{}\"'`+?*.,:;=<> ]+")
# Names of languages, their libraries and tools: they come up everywhere and tell nothing about a project.
COMMON = frozenset(
    "JavaScript TypeScript GitHub GitLab PostgreSQL MongoDB OpenAI ChatGPT FastAPI NextJS NodeJS MacOS WebSocket "
    "addEventListener removeEventListener getElementById querySelector querySelectorAll createElement appendChild "
    "preventDefault stopPropagation innerHTML textContent className classList localStorage sessionStorage setTimeout "
    "clearTimeout setInterval clearInterval requestAnimationFrame encodeURIComponent decodeURIComponent parseInt "
    "parseFloat toString toFixed toLowerCase toUpperCase startsWith endsWith indexOf lastIndexOf forEach findIndex "
    "stringify hasOwnProperty instanceof undefined readFile writeFile readFileSync writeFileSync existsSync mkdirSync "
    "useState useEffect useCallback useMemo useRef useContext useReducer forwardRef onClick onChange onSubmit "
    "describe beforeEach afterEach beforeAll afterAll toBeNull toEqual toHaveBeenCalled mockReturnValue toContain "
    "expect toBeTruthy toBeDefined toThrow console require exports process promise Promise Object String Number Array "
    "Boolean isinstance enumerate __init__ __main__ __name__ __file__ staticmethod classmethod property dataclass "
    "ValueError TypeError KeyError IndexError AttributeError RuntimeError NotImplementedError ImportError OSError "
    "FileNotFoundError ModuleNotFoundError StopIteration Exception Optional TypedDict BaseModel MagicMock read_text "
    "write_text read_csv to_string unwrap_or clone_from println eprintln format Sprintf Printf Println Errorf Fatalf "
    "TestCase assertEqual assertTrue setUp tearDown parametrize fixture session_id file_path old_string new_string "
    "replace_all node_modules package_json README LICENSE CHANGELOG README_md HTTP HTTPS".split()
)


def in_prose(text: str) -> Iterator[str]:
    """Words of a text that only code writes: ``snake_case``, ``camelCase``, ``PascalCase`` of several parts."""
    text = URL.sub(" ", text) if "://" in text else text
    for word in WORD.findall(text):
        if is_name(word):
            yield word


def in_code(text: str) -> Iterator[str]:
    """What a passage of code defines and calls, and the types and constants that it uses; no local variables."""
    called = set(CALLED.findall(text))
    for word in WORD.findall(text):
        if (word in called or word[0].isupper()) and is_name(word):
            yield word
    for word in DEFINED.findall(text):
        if not word.islower() or len(word) > 6:
            yield word


def in_pattern(pattern: str) -> Iterator[str]:
    """The names that somebody searched for."""
    for part in SEPARATOR.split(pattern):
        if is_name(part) or (part == pattern and len(part) > 6 and part[0].isupper() and not part.isupper()):
            yield part


def is_name(word: str) -> bool:
    """Whether a word is of a form that prose does not have, and none of those that every project has."""
    if len(word) < 6 or word in COMMON:
        return False
    bare = word.strip("_")
    if "_" in bare:
        return sum(any(char.isalpha() for char in part) for part in bare.split("_")) > 1
    return HUMP.search(bare) is not None and not all(char in "0123456789abcdefABCDEF" for char in bare)
