"""Tells a secret from what merely stands where one could: code, placeholders, type names, labels."""

import re
from functools import lru_cache

from ctxdb_hooks.redact.spans import MARK

_TEMPLATE = re.compile(
    rb"\$[({]|\$(?<![\w$]\$)[A-Za-z_]|%[({A-Za-z]\w*[%)}]|%[sdr]\Z|\{\{|\}\}|#\{|<[A-Za-z/|%]|@@"
    rb"|\{[A-Za-z_][\w.!:\[\]()'\"]*\}|\{\}|__\w+__\Z|\[redacted"
)
_FILLER = re.compile(rb"(?:[\w.-]{0,24}[_=.-])?[xX*.:\-_#?0\xe2\x80\xa6\xa2]+\Z|(.)\1*\Z", re.DOTALL)
_STAND_IN = re.compile(
    rb"(?i:[<\[({]?\s*(?:your|my|the|some|our|an?|this|that|insert|enter|put|replace|add|set|use|change|example|sample"
    rb"|dummy|fake|placeholder|todo|tbd|redacted|masked|hidden|removed|omitted|see|same|no|not|any|new|old|invalid|valid"
    rb"|wrong|bad|good|test|foo|bar|baz|default|generate|get|load|read|from|process|env|os|self|config|settings"
    rb"|secrets?|vars|args|options|opts|ctx|req|res|request|response|params|props|data|user|state)"
    rb"(?:[\s_.:\-/]+[A-Za-z]+)*[\s_.\-]*\d?[>\])}]?)\Z"
)
_WORDS = frozenset(
    b"""string str bytes bytearray text int integer number float bool boolean any object none null nil undefined true
    false void optional required type types value values default password passwd passphrase passcode pass pwd pw secret
    secrets token tokens key keys apikey api_key credential credentials cookie cookies auth authorization bearer basic
    digest hidden input field fields label name user username email login admin root option options flag flags argument
    arguments parameter parameters param params file path env stdin stdout prompt public private protected
    const let var function func def class struct enum interface self this cls super return yield await async new
    and or not is in if else elif then for while with from to as by on of at the a an it its be was were are has have
    must should can will may when where which what that there here see only also but yes no off enabled disabled
    empty missing invalid valid expired wrong incorrect unknown error failed inherit read write auto always never
    random generated example changeme redacted masked word buffer char varchar uuid json yaml
    secretstr reader vec list dict map set tuple array date datetime url uri id ref props state
    test foo bar baz todo tbd na n/a""".split()
)
_WORDISH = re.compile(rb"[A-Za-z]+(?:[_\-. /][A-Za-z]+)*\Z")
_CODE_SIGN = re.compile(rb"[()\[\]{}<>|&;`\"'$]|=>|->|::")
_CODE_START = re.compile(rb"[*&@!~/]|\.{1,2}/|[A-Za-z]:\\|[A-Za-z_]\w*(?:\??\.[A-Za-z_]\w*)+\Z|[A-Za-z_]\w*=[^=]")
_CODE_VALUE = re.compile(rb"[\w.:]+\(|[\[{(]|[A-Za-z_]\w*(?:\.[a-z_]\w*)+\Z")
_PATH = re.compile(rb"(?:~|\.{0,2})/[\w.@+-]+(?:/[\w.@+-]*)*\Z|[a-z]+://|[A-Za-z]:[\\/]")
_VERSION = re.compile(rb"[v^~>=<]*\d+(?:\.[\dx*]+)*(?:[-+.](?:alpha|beta|rc|dev|post)[.\d]*)?\Z")
_PARTS = re.compile(rb"[A-Za-z0-9]+")
_ITSELF = re.compile(rb"(?:pass(?:word|wd|phrase|code)?|token|secret|[_.-]?key|pwd|credentials?)\Z")
_WORD_AND_NUMBER = re.compile(
    rb"(?!sha|md\d|bcrypt|scrypt|argon|pbkdf|base|utf|aes|rsa|oauth|http|step|test|user)[a-z]{3,}[0-9]{1,6}\Z"
)
_HUMPS = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[0-9]+")
_DIGIT = re.compile(rb"[0-9]")
_LETTER = re.compile(rb"[A-Za-z]")
_DIGIT_OR_SIGN = re.compile(rb"[0-9!@#$%^&*+=?~]")


_ENOUGH = 256
"""How much of a value is looked at."""


def is_template(value: bytes) -> bool:
    """Whether ``value`` is to be filled in by something else, or is hidden already."""
    value = value[:_ENOUGH]
    return bool(_TEMPLATE.search(value) or _FILLER.match(value))


def is_blank(value: bytes) -> bool:
    """Whether ``value`` only holds the place of a secret: a template, filler, a word that says what belongs there."""
    return (
        not value
        or value.startswith(MARK)
        or is_template(value)
        or value.lower() in _WORDS
        or bool(_STAND_IN.match(value))
    )


def is_mixed(value: bytes) -> bool:
    """Whether letters come with digits, or with punctuation that words do not have."""
    return bool(_LETTER.search(value) and _DIGIT_OR_SIGN.search(value))


def _is_code(value: bytes) -> bool:
    return bool(_CODE_START.match(value) or _CODE_SIGN.search(value))


def is_dense(value: bytes, least: int = 16) -> bool:
    """Whether ``value`` is long, without blanks, and mixes digits and letters, or large and small, as no name does."""
    value = value[:_ENOUGH]
    if len(value) < least or b" " in value:
        return False
    if _DIGIT.search(value):
        return any(len(part) >= 8 and not part.isdigit() and not part.isalpha() for part in _PARTS.findall(value))
    return len(value) >= 20 and not value.islower() and _case_changes(value) * 3 > len(value)


def _case_changes(value: bytes) -> int:
    pairs = zip(value, value[1:], strict=False)
    return sum((left < 91) != (right < 91) for left, right in pairs if left > 64 < right)


def is_identifier(value: bytes) -> bool:
    """Whether ``value`` reads as a name in code does: words, and at most two numbers."""
    if not re.fullmatch(rb"[A-Za-z_]\w*", value):
        return False
    humps = _HUMPS.findall(value)
    numbers = [hump for hump in humps if hump.isdigit()]
    letters = sum(len(hump) for hump in humps if not hump.isdigit())
    return (
        len(numbers) <= 2
        and letters >= len(value.replace(b"_", b"")) - sum(map(len, numbers))
        and (letters > 4 * max(1, len(humps) - len(numbers)) - 2)
    )


def looks_like_token(value: bytes) -> bool:
    """Whether the user name in a URL is no name: long, with digits among its letters."""
    return is_dense(value) and not is_blank(value)


def is_password(value: bytes, *, quoted: bool, alone: bool) -> bool:
    """Whether ``value``, given for a password, is one. ``alone``: name and value have the line to themselves."""
    value = value[:_ENOUGH]
    if len(value) < 4 or is_blank(value):
        return False
    if b" " in value or b"\t" in value:
        return quoted and is_mixed(value) and not value.endswith((b".", b"?", b"!", b":"))
    if not value.isascii() and not is_mixed(value):
        return False
    if quoted:
        if _WORDISH.match(value):
            return value.islower() and not is_about_itself(value)
        return not _PATH.match(value)
    if _is_code(value) or _PATH.match(value):
        return False
    if _WORDISH.match(value):
        return alone and value.islower() and not is_about_itself(value)
    if value.isdigit():
        return alone and len(value) >= 6
    if len(value) < 6 or not is_mixed(value) or is_about_itself(value):
        return False
    return alone or not is_identifier(value) or bool(_WORD_AND_NUMBER.match(value))


def is_opaque(value: bytes, *, quoted: bool, alone: bool) -> bool:
    """Whether ``value``, given for a token, secret or key, is one."""
    value = value[:_ENOUGH]
    if len(value) < 8 or not is_mixed(value) or not (_DIGIT.search(value) or is_dense(value)):
        return False
    if value.find(b" ") >= 0 or value.isdigit() or _VERSION.match(value) or _PATH.match(value):
        return False
    if is_blank(value) or is_about_itself(value):
        return False
    if quoted:
        return True
    return not _is_code(value) and (alone or len(value) >= 10 and not is_identifier(value))


def is_setting(value: bytes) -> bool:
    """Whether ``value``, assigned to a shell variable with a telling name, is a secret."""
    value = value[:_ENOUGH]
    if len(value.rstrip(b".")) < 4 or is_blank(value) or _PATH.match(value) or _CODE_VALUE.match(value):
        return False
    return not (value.isdigit() and len(value) < 6)


@lru_cache(4096)
def is_about_itself(value: bytes) -> bool:
    """Whether the value names what it is: ``token_2``, ``password1``, ``user.password``, ``my-secret``."""
    text = value.lower().rstrip(b"0123456789")
    return bool(_ITSELF.search(text)) and bool(_WORDISH.match(text)) and len(value) - len(text) < 3
