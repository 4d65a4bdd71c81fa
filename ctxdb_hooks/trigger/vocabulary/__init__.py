"""Which words carry which mark, one file per language, and which languages a text may be in. Hot.

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
             status      where are we, what is left
             again       still broken, it did not work
             report      merged it, restarted: an answer to a request that is not there
             wip         we are in the middle of something
stopping     fresh       start afresh, ignore the history
             scratch     build from zero: weak, a direct recall beats it
             kept        a stopping phrase that is itself denied (do not start over)
size         first, then, after, finally: the order of several steps; if: `then` is not about order
             scope       the whole project, all files
             orchestrate to coordinate; team: several agents, in parallel
             large       refactoring, migration, redesign
doubt        product     the words speak of a feature of the program (session cookie, chat window)
             howto       a question about how something works
"""

from ..matching import Characters, Words

UNSPACED = ("zh", "ja", "ko")

# Words that a text in the language is unlikely to do without, and short requests in it.
_HINT_WORDS = {
    "es": "el los las que del para con una por esta este como pero muy donde hay mas lo quiero puedes hola ayer anterior "
    "continua continuar continuemos seguimos sigue seguir retoma retomemos retomar recuerdas vamos adelante dale hazlo si que",
    "fr": "le les des une est pour dans avec sur que qui pas nous vous je tu ce cette mon ton du au on hier salut bonjour "
    "continue continuons reprends reprenons poursuis poursuivons oui vas allez ou en",
    "de": "der die das und ist nicht mit ein eine ich wir du den dem von zu auf fur im es bitte mach weiter was wie wo noch "
    "gestern letzte letzten ja los hallo auch aus bei hast haben",
    "pt": "o os as um uma que nao para com por em do da no na voce isso esta este mais onde eu vamos ontem continue "
    "continuar continua retome retomar sim pode faca segue seguir prossiga prosseguir lembra oi ola de",
    "it": "il lo gli le un una che non per con di del della nel sono come dove ho abbiamo questo questa anche puoi ieri "
    "continua continuiamo riprendi riprendiamo prosegui procedi vai avanti si ciao fai dei da",
}
_HINTS = {name: frozenset(text.split()) for name, text in _HINT_WORDS.items()}
_SHORT = 6
_loaded: dict[str, Words | Characters] = {}


def languages(text: str, words: list) -> list:
    """Names of the languages to read a folded text in, the likeliest first."""
    if text.isascii():
        return _latin(words)
    han = kana = hangul = cyrillic = latin = 0
    for char in text[:600]:
        code = ord(char)
        if code < 0x250:
            latin += char.isalpha()
        elif 0x400 <= code < 0x530:
            cyrillic += 1
        elif 0x3040 <= code < 0x3100:
            kana += 1
        elif 0x3400 <= code < 0xA000:
            han += 1
        elif 0xAC00 <= code < 0xD7B0 or 0x1100 <= code < 0x1200:
            hangul += 1
    names = []
    if kana:
        names.append("ja")
    elif han:
        names.append("zh")
        if han < 12:
            names.append("ja")
    if hangul:
        names.append("ko")
    if cyrillic:
        names.append("ru")
    if latin > 3 * (han + kana + hangul + cyrillic):
        names += _latin(words)
    elif latin:
        names.append("en")
    return names


def _latin(words: list) -> list:
    names = ["en"]
    present = set(words)
    least = 1 if len(words) <= _SHORT else 2
    counted = sorted(((len(present & hints), name) for name, hints in _HINTS.items()), reverse=True)
    names += [name for count, name in counted[:3] if count >= least]
    return names


def load(name: str) -> Words | Characters:
    """The patterns of a language, read once."""
    found = _loaded.get(name)
    if found is None:
        words = vars(__import__(__name__ + "." + name, fromlist=("PATTERNS",)))
        found = _loaded[name] = Characters(words) if name in UNSPACED else Words(words)
    return found
