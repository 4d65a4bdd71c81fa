"""Which languages a text may be in. Hot."""

# Words that a text in the language is unlikely to do without, and words of short requests.
_HINT_WORDS = {
    "es": """
        el la los las un de que del para con por una unos unas esta este esto eso esa ese como pero muy donde hay mas
        lo quiero puedes puede hola ayer anterior nuestra nuestro nuestras nuestros otro otra tu mi mis tus su sus nos
        ya en al no sin si segun sobre antes cual cuales hecho haz hazme hace usa falta queda todo todos todas nuevo
        nueva porque cuando entonces tambien ahora aqui asi soy es son era estaba estaban tengo tienes tiene agrega
        arregla crea cambia revisa explicame muestra borra boton archivo pagina ok perfecto listo gracias vamos sigue
    """,
    "fr": """
        le la les des une un de est pour dans avec sur que qui quoi quel quelle pas nous vous je tu ce ca cette cet
        ces mon ma mes ta ton tes son sa ses leur leurs nos depuis notre votre du au aux on hier salut bonjour oui vas
        l d qu j n c y t s en ou et fait fais faire reste suite tout tous meme il elle ils autre sans pourquoi comment
        quand mais aussi deja encore toujours peux peut veux as ai avez avons avait etait sont ajoute corrige cree
        explique regarde affiche bouton fichier marche erreur merci plus trop bien
    """,
    "de": """
        der die das den dem des und ist nicht mit ein eine einem einen einer ich wir du dein deine deinen mein meine
        von zu zum zur auf im in es bitte mach was wie wo noch gestern letzte letzten ja los hallo auch aus bei hast
        hat haben war waren sind wieder weiter fur nach an alles neu ohne warum wieso wenn dann aber oder doch jetzt
        nur schon kein keine mehr sehr soll kannst fuge erstelle zeig schreib datei seite fehler geht danke uber unter
        vor hab habe
    """,
    "pt": """
        o os as um uma uns umas de que nao para pra pro com por em do da dos das no na nos nas sua seu suas seus voce
        vc isso esse essa esta este mais onde eu vamos ontem ja foi faca faz ha nosso nossos pode sim oi ola outro
        outra falta tudo todos sem sobre ainda muda antes qual fiz feito nossas nossa gente novo nova a e ao aos meu
        minha meus quando porque como mas tambem agora aqui tem tinha era estava cria corrige adiciona mostra botao
        arquivo pagina erro obrigado beleza mesmo
    """,
    "it": """
        il la lo gli le l un una che non per con di del della dell delle dei nella nel nei sul sulla alla al sono come
        dove ho hai ha abbiamo questo questa questi quello quella anche nostro nostre nostri pure d puoi ieri vai si
        ciao fai da dal dalla altro altra ancora cosa qual quali tua tuo tuoi mio mia miei nostra dopo senza tutto
        tutti e su perche quando ma piu poi gia ora adesso mi ti ci i sei era erano fatto fare aggiungi correggi crea
        spiegami fammi dimmi guarda controlla leggi pulsante pagina errore funziona grazie
    """,
}
_HINTS = {name: frozenset(text.split()) for name, text in _HINT_WORDS.items()}
# Without those that are as common in other languages (i, no, ok, commit).
_ENGLISH = frozenset(
    """
    the an to of and is it in for on with this that these those fix add make use run update do does did
    please can you we my your our what where when how why which who not be are was were has have had go
    get all from by at or but if so then now yes continue resume proceed next last same again
    still tests write create remove show
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
