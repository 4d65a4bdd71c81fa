"""The small pattern language of the vocabulary. Hot.

A pattern is one line. By words (languages that put spaces between words), atoms are separated by spaces:
`word`, `one|other`, `stem*`, `*ending`, `CLASS` (a set named in the vocabulary, upper case), `_` (up to three words),
`__` (up to six), `#` (a number, one letter, or a number word), `%` (a thing: path, code, quotation), a trailing `?`
(may be missing), a leading `^` (a clause starts here), `$` (the sentence ends here), a leading `!one|other` (not after
these).

By characters (Chinese, Japanese, Korean), `a|b~c`: one of a and b, then c within twelve characters, `a+c`: c at once;
a leading `^` and a trailing `$` as above.
"""

from .reading import Sentence


class Patterns:
    """The patterns of one language: `Words` or `Characters`."""

    __slots__ = ()

    def prepare(self, text: str) -> None:
        """Get ready for the sentences of a text."""

    def find(self, sentence: Sentence) -> dict:
        """`{mark: (start, end)}` of what a sentence matches, the first match of each mark."""
        raise NotImplementedError

    def go_ahead(self, words: list, text: str) -> bool:
        """Whether a text says no more than yes, go on."""
        raise NotImplementedError

    def text(self, sentence: Sentence, span: tuple) -> str:
        """What stands in a span."""
        raise NotImplementedError

    def around(self, sentence: Sentence, span: tuple) -> tuple:
        """`(leading, denied, beside, of_program)`.

        Whether a span leads its clause, is denied, has parts of a program beside it, has nobody but them near it.
        """
        raise NotImplementedError
