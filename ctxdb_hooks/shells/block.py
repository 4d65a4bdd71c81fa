"""The marked block in an rc file, as pure functions from bytes to bytes; taking it out undoes putting it in."""

import re

BEGIN = b"# >>> ctxdb-hooks >>>"
END = b"# <<< ctxdb-hooks <<<"
NO_NEWLINE = b"# (the line above this block had no newline at its end)"
_MADE = b"# (ctxdb-hooks made this file and %d folders for it)"
_MADE_PATTERN = re.compile(rb"# \(ctxdb-hooks made this file and (\d+) folders for it\)")
NOTHING = b":\n"
_OPENS = re.compile(rb"(^|[\s;)])(then|else|do|\{)\s*(#.*)?$")
_CLOSES = re.compile(rb"\s*((fi|elif|else|done)\b|\})")
_SOURCES = re.compile(rb"ctxdb-hooks/shell/ctxdb\.(bash|zsh|fish)")


def add_block(data: bytes, line: bytes, *, made_folders: int | None = None) -> bytes:
    """``data`` with one current block, in the place of the first that was there, else at the end.

    ``made_folders`` is for a file that does not exist yet: how many folders have to be made for it. What must be
    known to undo the change (that, and a last line without newline) is written into the block.
    """
    clean, place, stood_alone = _take_out(data)
    if place is None:
        place = len(clean)
    made = made_folders if made_folders is not None else made_by_us(data)
    before, after = clean[:place], clean[place:].removeprefix(NOTHING if stood_alone else b"")
    lines = [BEGIN]
    if made is not None:
        lines.append(_MADE % made)
    if before and not before.endswith(b"\n"):
        before += b"\n"
        lines.append(NO_NEWLINE)
    return before + b"\n".join([*lines, line, END, b""]) + after


def remove_block(data: bytes) -> bytes:
    """``data`` without any block, half block or stray marker of ours; a user's lines inside a block stay."""
    return _take_out(data)[0]


def made_by_us(data: bytes) -> int | None:
    """For a file that we made: how many folders were made for it; None for a file of the user's."""
    found = _MADE_PATTERN.search(data)
    return int(found[1]) if found else None


def _take_out(data: bytes) -> tuple[bytes, int | None, bool]:
    """The bytes without our lines, where among them the first whole block stood, and whether that was alone there.

    A branch or function that somebody made for a block alone may not be left empty: it gets the command for nothing.
    """
    lines = _split(data)
    blocks, strays = _find(lines)
    ours = set(strays)
    for begin, end in blocks:
        ours |= {begin, end, *(index for index in range(begin, end) if _is_ours(lines[index]))}
    alone = {begin for begin, _ in blocks if _is_alone(lines, begin, ours)}
    kept = {index: NOTHING if index in alone else line for index, line in enumerate(lines) if index not in ours - alone}
    clean = b"".join(kept.values())
    if not blocks:
        return clean, None, False
    if _closes_file(lines, blocks[-1], ours):
        clean = clean.removesuffix(b"\n")
    first = blocks[0][0]
    place = sum(len(line) for index, line in kept.items() if index < first)
    return clean, min(place, len(clean)), first in alone


def _is_alone(lines: list[bytes], begin: int, ours: set[int]) -> bool:
    """Whether a branch holds nothing but our lines, of which this is the first."""
    text = [line.strip() for line in lines]
    before = next((line for line in reversed(text[:begin]) if line), b"")
    after = next((text[index] for index in range(begin, len(text)) if index not in ours and text[index]), b"")
    return begin - 1 not in ours and _OPENS.search(before) is not None and _CLOSES.match(after) is not None


def _split(data: bytes) -> list[bytes]:
    """Lines by line feed alone: a carriage return belongs to its line."""
    *whole, last = data.split(b"\n")
    return [line + b"\n" for line in whole] + ([last] if last else [])


def _find(lines: list[bytes]) -> tuple[list[tuple[int, int]], set[int]]:
    """Whole blocks as (begin, end), and the lines of ours around markers that have lost their other half."""
    blocks: list[tuple[int, int]] = []
    strays: set[int] = set()
    begin: int | None = None
    for index, line in enumerate(lines):
        mark = line.rstrip()
        if mark == BEGIN:
            if begin is not None:
                strays |= _half(lines, begin)
            begin = index
        elif mark == END and begin is not None:
            blocks.append((begin, index))
            begin = None
        elif mark == END:
            strays |= {index, *([index - 1] if index and _is_ours(lines[index - 1]) else [])}
    if begin is not None:
        strays |= _half(lines, begin)
    return blocks, strays


def _half(lines: list[bytes], begin: int) -> set[int]:
    """A begin without end, with what follows it: our lines, or the start of one where the file was cut off."""
    strays = {begin}
    for index in range(begin + 1, len(lines)):
        line = lines[index]
        cut = not line.endswith(b"\n") and (line.startswith(b"[ -") or END.startswith(line))
        if not (cut or _is_ours(line)):
            break
        strays.add(index)
    return strays


def _closes_file(lines: list[bytes], block: tuple[int, int], ours: set[int]) -> bool:
    """Whether the file ends with this block, all ours, and the line before it once ended the file unterminated."""
    begin, end = block
    inside = range(begin, end)
    return (
        end == len(lines) - 1
        and ours.issuperset(inside)
        and any(lines[index].strip() == NO_NEWLINE for index in inside)
    )


def _is_ours(line: bytes) -> bool:
    """Whether a line beside our markers is one that we wrote."""
    text = line.strip()
    return text == NO_NEWLINE or _MADE_PATTERN.fullmatch(text) is not None or _SOURCES.search(text) is not None
