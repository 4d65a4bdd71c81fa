"""Which words carry which mark, one file per language. Hot.

Every language file gives the same marks, so that `intent.py` states each rule once:

any turn     recall      an earlier session is spoken of, or forgotten work
             source      a record of earlier work: chat history, the agent's memory, hand-off notes
             look        to read, search or use something
             past        a time before this session (yesterday, two weeks ago)
             wedid       we or you did something
             otheragent  what another agent or session did
first turn   vague       last time, do you remember, as discussed: earlier, but how much earlier only the turn can tell
             resume      go on with something that is not named
             ours        we or you did something, whenever that was
             numbered    phase 2, the next step: a place in a plan that is not there
             anaphor     the fix, your suggestion, those changes: something that nobody has mentioned
             bare        fix it, undo that, with nothing said before
             status      where are we, what is left
             again       still broken, it did not work
             still       something is as it was before: told of a thing, not asked for
             report      merged it, restarted: an answer to a request that is not there
             broke       the session crashed, this is a new one
stopping     fresh       start afresh, ignore the history
             scratch     build from zero: weak, a direct recall beats it
             kept        a stopping phrase that is itself denied (do not start over)
size         first, then, after, finally: the order of several steps; if: `then` is not about order
             scope       the whole project, all files
             orchestrate to coordinate; team: several agents, in parallel
             large       refactoring, migration, redesign
doubt        wish        something is to be so, or to be looked at
             others      customers, users, colleagues: not we
             howto       a question about how something works

Beside the patterns stand word lists: FILLERS (politeness before a clause), AHEAD and AHEAD_CORE (a bare go-ahead consists
of the first and has one of the second), PRODUCT (parts of a program, as in session cookie), DENIALS, and TIES (the person
and the agent). For the pattern language see `patterns.py`.
"""

from ..patterns import Patterns

UNSPACED = ("zh", "ja", "ko")
_loaded: dict = {}


def load(name: str) -> Patterns:
    """The patterns of a language, read once."""
    if name not in _loaded:
        if name in UNSPACED:
            from ..by_characters import Characters as Reader
        else:
            from ..by_words import Words as Reader  # type: ignore[assignment]
        _loaded[name] = Reader(vars(__import__(__name__ + "." + name, fromlist=("PATTERNS",))))
    return _loaded[name]
