"""What a person at a terminal is told at the start of a session, in one dim line; hot path."""

import posix
import time

from ctxdb_hooks.contextdb import facade

DIM, PLAIN = "\x1b[2m", "\x1b[0m"
GOAL = 48  # characters of the last session's goal


def tell(start, whole: bool) -> None:  # type: ignore[no-untyped-def]  # main.Start, which imports this module
    """Say that there is memory and what the last session was, and what the background has to say."""
    try:
        if start.head:
            say(line(start.head, start.call.packet if whole else ""), start.env)
        notice(start.call.store + "/notice")
    except OSError:
        pass  # a terminal that went away, a state folder that cannot be written


def line(head: dict, packet: str) -> str:
    """The line about the session of ``head``; ``packet`` is the path where the whole packet was given."""
    minutes = max(0, int(time.time()) - head["updated"]) // 60
    age = f"{minutes} min" if minutes < 60 else f"{minutes // 60} h" if minutes < 2880 else f"{minutes // 1440} d"
    text = f"Context packet: {packet or '(lazy-load; agent self-discovers memory)'}"
    if head["goal"]:
        text += f' · last: "{head["goal"][:GOAL]}" {head["agent"]}, {age} ago, {facade.status(head)}'
    return text


def say(text: str, env: dict) -> None:
    """Write a line to the terminal, dim where it can be."""
    if not env.get("NO_COLOR") and env.get("TERM") != "dumb":
        text = DIM + text + PLAIN
    posix.write(2, (text + "\n").encode("utf-8", "replace"))


def notice(path: str) -> None:
    """Pass on, once, what the background has to say to a person."""
    text = facade.read_bytes(path)
    if text:
        posix.unlink(path)
        posix.write(2, text)
