"""The program that rewrites a function of the user's: whatever it reads, it changes nothing but calls of the client."""

from __future__ import annotations

import re
import subprocess

from hypothesis import given, settings
from hypothesis import strategies as st

from ctxdb_hooks.shells.base import chain
from tests.shells.wired import tool

PIECES = st.sampled_from(
    [
        *(
            "claude",
            "command claude",
            "command",
            "\\claude",
            'claude "$@"',
            "ctxdb",
            "claude-x",
            "x=claude",
            "builtin ",
        ),
        *(" ", "\n", "\t", ";", "|", "&", "&&", "(", ")", "{", "}", "$(", "`", "=(", "$", "$((", "${x", "\\", "#", "é"),
        *("'", '"', "$'", "\\'", '\\"', "<<X\n", "\nX\n", "<<<", "<<-'X'", ">&2", "2>", "&>", ">|", ";;"),
        *("if ", "then", "while", "case x in", "esac", "time ", "! ", "A=1 ", 'A="b c" ', "echo ", "[[", "]]"),
    ]
)
CALL = re.compile(r"(builtin\s+)?(\\?command\s+(--\s+)?)?\\?claude\b")


def rewritten(text: str) -> str:
    argv = [tool("awk"), "-v", "name=claude", chain()]
    done = subprocess.run(argv, input=text.encode(), capture_output=True, env={"LC_ALL": "C"}, timeout=10)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=25).map("".join))
def test_nothing_but_calls_is_changed(body: str):
    text = f"claude () \n{{ \n{body}\n}}\n"

    after = rewritten(text)

    assert CALL.sub("claude", after.replace("ctxdb_claude", "claude")) == CALL.sub("claude", text)
    if "command" not in body and '"$@"' not in body and "$" not in body:
        assert after == text
