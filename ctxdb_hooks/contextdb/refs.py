"""Files that a text or a command line names: what a session was about, seen in words."""

import os
import re
from collections.abc import Iterable, Iterator

URL = re.compile(r"\b[a-z][a-z0-9+.-]*://\S+|\b[\w.-]+@[\w.-]+\.\w+(?::\S*)?|\bgithub\.com/\S+", re.I)
LINE_NUMBER = re.compile(r"(?:#L\d+(?:-L?\d+)?|:\d+(?:[:-]\d+)*)$")
ELSEWHERE = re.compile(r"\bgh api \S+")  # paths of a server
HEREDOC = re.compile(r"<<-?\s*(['\"]?)(\w+)\1.*?(?:^[ \t]*\2[ \t]*$|\Z)", re.S | re.M)
MESSAGE = re.compile(r"(?<=\s)(?:-m|--message|--body|--title|-b|-t)[ =]+(?:\"(?:[^\"\\]|\\.)*\"|'[^']*')", re.S)
CHANGE_FOLDER = re.compile(r"\s*cd\s+(\"[^\"]+\"|'[^']+'|[^\s;&|]+)\s*(?:&&|;)")
BETWEEN = str.maketrans(dict.fromkeys("\"'`;|&<>=,{}!\\，。；、（）「」“”", " "))  # what ends a word
UNSURE = frozenset("*?$%^")  # globs, variables, and the like
EXTENSIONS = frozenset(
    "astro bash bat bib c cc cfg cjs clj cmake cnf conf cpp cs css csv cts cxx dart diff dockerfile ejs env erl ex exs "
    "feature fish go gql gradle graphql groovy h hbs hcl hh hpp hs htm html http ini ipynb java jl js json json5 jsonc "
    "jsonl jsx kt kts less lock log lua m md mdc mdx mjs ml mm mod mts mustache nim nix patch php pl plist pm po pot "
    "prisma properties proto ps1 py pyi pyx r rake rb rego rs rst rules sass sbt scala scss sh sln snap sol sql sqlite "
    "sum svelte svg swift tcl tex tf tfvars toml ts tsv tsx twig txt v vb vim vue wasm xaml xml xsd yaml yml zig "
    "zsh csproj example local service template tmpl tpl j2 db png jpg jpeg gif webp ico pdf".split()
)
NAMES = frozenset(
    "Makefile Dockerfile Justfile justfile Gemfile Rakefile Procfile Vagrantfile Jenkinsfile Caddyfile Brewfile "
    "LICENSE CODEOWNERS CMakeLists.txt .gitignore .gitattributes .dockerignore .npmrc .nvmrc .env .envrc .editorconfig "
    ".prettierrc .eslintrc .tool-versions .mcp.json".split()
)
ASCII_WORD = re.compile(r"[\w@+~./-]{3,}", re.A)
SHORT = frozenset("c h m r v d db env log local service example template rules http diff patch".split())
NO_FILES = frozenset(
    "node.js next.js vue.js react.js d3.js three.js express.js nuxt.js chart.js nest.js deno.js ember.js alpine.js "
    "socket.io asp.net p5.js e.g i.e".split()
)
PASSED = frozenset("node_modules .git .venv venv __pycache__ site-packages .next .mypy_cache .pytest_cache".split())
WORKTREE = re.compile(r"^(?:\.claude/worktrees|\.worktrees|worktrees)/[^/]+/")
LONGEST = 300  # characters


def in_text(text: str) -> Iterator[str]:
    """The files that a text or a command line names, as it names them."""
    if "://" in text or "@" in text or "github.com/" in text:
        text = URL.sub(" ", text)
    words = text.translate(BETWEEN).split()
    if not text.isascii():
        words = [part for word in words for part in _parted(word)]
    found = set()
    for word in words:
        if "." not in word and word not in NAMES:
            continue
        name = word.strip("()[]").rstrip(".:").removeprefix("@")
        if ":" in name or "#" in name:
            name = LINE_NUMBER.sub("", name)
        if name not in found and is_file_like(name):
            found.add(name)
            yield name


def _parted(word: str) -> list[str]:
    """A word and the names inside it, where it may be part of a sentence of a script without spaces.

    With a file's name before its end it is no name itself: ``a.md和b.md``.
    """
    if word.isascii():
        return [word]
    inner = list(ASCII_WORD.finditer(word))
    is_sentence = any(match.end() < len(word) and is_file_like(match[0]) for match in inner)
    return [*([] if is_sentence else [word]), *(match[0] for match in inner)]


def is_file_like(name: str) -> bool:
    """Whether a word looks like a file of a project rather than like prose, a version or a domain."""
    base = name.rpartition("/")[2]
    if not 3 <= len(name) <= LONGEST or name.startswith(("-", "~", "//", "...")) or UNSURE & set(name):
        return False
    if PASSED & set(name.split("/")):
        return False
    if base in NAMES or base.startswith(".env"):
        return True
    stem, dot, extension = base.rpartition(".")
    if not (stem and dot) or extension.lower() not in EXTENSIONS or base.lower() in NO_FILES:
        return False
    if not any(char.isalpha() for char in stem):
        return False
    return "/" in name or extension.lower() not in SHORT or len(stem) > 2


def in_command(command: str, cwd: str) -> Iterator[str]:
    """The files that a command line works on, as absolute paths; not those in what it writes or says."""
    text = HEREDOC.sub(" ", command) if "<<" in command else command
    if "gh api" in text:
        text = ELSEWHERE.sub(" ", text)
    if " -" in text:
        text = MESSAGE.sub(" ", text)
    moved = CHANGE_FOLDER.match(text)
    if moved:
        cwd = os.path.join(cwd, moved[1].strip("\"'"))
        text = text[moved.end() :]
    for name in in_text(text):
        yield os.path.normpath(os.path.join(cwd, name))


def relative(path: str, cwd: str, roots: Iterable[str]) -> str:
    """A path as the memory keeps it: relative to the project's root, also from within a worktree below it.

    Outside of the project it stays absolute.
    """
    path = os.path.normpath(os.path.join(cwd or "/", path))
    for root in sorted(roots, key=len, reverse=True):
        if path.startswith(root + "/"):
            inner = path[len(root) + 1 :]
            return WORKTREE.sub("", inner) or inner
    return path
