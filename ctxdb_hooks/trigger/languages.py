"""Which languages a text may be in. Hot."""

# Words that a text in the language is unlikely to do without, and words of short requests.
_HINT_WORDS = {
    "es": """
        el la los las un de que del para con por una esta este esto eso como pero muy donde hay mas lo quiero
        puedes hola ayer anterior nuestra nuestro nuestras nuestros otro otra tu mi nos ya en al no sin si segun
        sobre antes cual cuales hecho haz usa falta queda todo nuevo nueva
    """,
    "fr": """
        le la les des une un de est pour dans avec sur que qui quoi quel quelle pas nous vous je tu ce ca cette
        mon ta ton tes nos depuis notre du au on hier salut bonjour oui vas l d qu j n c y en ou et fait faire
        reste suite tout meme il autre sans
    """,
    "de": """
        der die das den dem des und ist nicht mit ein eine einem einen ich wir du dein deine von zu zum auf im
        in es bitte mach was wie wo noch gestern letzte letzten ja los hallo auch aus bei hast haben war sind
        wieder weiter fur nach an alles neu ohne
    """,
    "pt": """
        o os as um uma de que nao para com por em do da no na nos sua seu voce isso esta este mais onde eu vamos
        ontem ja foi faca ha nosso nossos pode sim oi ola outro outra falta tudo sem sobre ainda muda antes qual
        fiz feito nossas nossa gente novo nova a e
    """,
    "it": """
        il la lo gli le l un una che non per con di del della dell nella sono come dove ho abbiamo questo questa
        quello anche nostro nostre nostri pure d puoi ieri vai si ciao fai dei da al altro altra ancora cosa
        qual quali tua nostra dopo senza tutto e a su
    """,
}
_HINTS = {name: frozenset(text.split()) for name, text in _HINT_WORDS.items()}
_ENGLISH = frozenset(
    """
    the a an to of and is it in for on with this that these those fix add make use run update do does did
    please can you we i my your our what where when how why which who not be are was were has have had go
    get all from by as at or but if so then now yes no ok okay continue resume proceed next last same again
    still merge commit push test tests write create remove show
    """.split()
)
_SHORT = 8


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
    present = set(words)
    counted = sorted(((len(present & hints), name) for name, hints in _HINTS.items()), reverse=True)
    if len(words) > _SHORT:
        least = max(2, counted[0][0] // 2, len(present & _ENGLISH) // 2)
        return ["en", *(name for count, name in counted if count >= least)]
    if counted[0][0] == 0 and present and not present & _ENGLISH:
        return ["en", *_HINTS]
    english = len(present & _ENGLISH)
    return ["en", *(name for count, name in counted if count and 2 * count >= english)]
