"""Tells a secret from what merely stands where one could: code, placeholders, type names, labels."""

import re
from functools import lru_cache

from ctxdb_hooks.redact.spans import MARK

_TEMPLATE = re.compile(
    rb"\$[({A-Za-z_]|%[({A-Za-z]\w*[%)}]|%[sd]\Z|\{\{|\}\}|#\{|<[A-Za-z/|%]|@@|\{[A-Za-z_][\w.!:\[\]]*\}|\{\}|__\w+__\Z"
)
_FILLER = re.compile(rb"(?:[xX*.\-_#?0\xe2\x80\xa6\xa2]+|(.)\1*)\Z", re.DOTALL)
_STAND_IN = re.compile(
    rb"(?i:[<\[({]?\s*(?:your|my|the|some|our|an?|this|that|insert|enter|put|replace|add|set|use|change|example|sample"
    rb"|dummy|fake|placeholder|todo|tbd|redacted|masked|hidden|removed|omitted|see|same|no|not|any|new|old|invalid|valid"
    rb"|wrong|bad|good|test|foo|bar|baz|default|generate|get|load|read|from|process|env|os|self|config|settings"
    rb"|secrets?|vars|args|options|opts|ctx|req|res|request|response|params|props|data|user|state|this)"
    rb"(?:[\s_.:\-/]+[A-Za-z]+)*[\s_.\-]*\d?[>\])}]?)\Z"
)
_NAMES = frozenset(
    b"""string str bytes bytearray text int integer number float bool boolean any object none null nil undefined true
    false void optional required type types value values default password passwd passphrase passcode pass pwd pw secret
    secrets token tokens key keys apikey api_key credential credentials cookie cookies auth authorization bearer basic
    digest hidden input field fields label name user username email login admin root option options flag flags argument
    arguments parameter parameters param params file path env stdin stdout prompt required public private protected
    const let var function func def class struct enum interface self this cls super return yield await async new
    and or not is in if else elif then for while with from to as by on of at the a an it its be was were are has have
    must should can will may when where which what that there here see only also but yes no off enabled disabled
    empty missing invalid valid expired wrong incorrect unknown error failed inherit read write auto always never
    random generated example changeme redacted masked word random_string buffer char varchar uuid json yaml
    secretstr buffer reader vec list dict map set tuple array json date datetime url uri id ref props state
    test foo bar baz todo tbd na n/a""".split()
)
_WORDISH = re.compile(rb"[A-Za-z]+(?:[_\-. ][A-Za-z]+)*\Z")
_CODE = re.compile(
    rb"[()\[\]{}<>|&;`]|=>|->|::|\$|\A[*&@!~/]|\A\.{1,2}/|\A[A-Za-z]:\\|\A[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+\Z"
)
_PATH = re.compile(rb"(?:~|\.{0,2})/[\w.@+-]+(?:/[\w.@+-]*)*\Z|[a-z]+://")
_VERSION = re.compile(rb"[v^~>=<]*\d+(?:\.[\dx*]+)*(?:[-+.](?:alpha|beta|rc|dev|post)[.\d]*)?\Z")
_SPLIT = re.compile(rb"[A-Za-z0-9]+")


def is_blank(value: bytes) -> bool:
    """Whether ``value`` only holds the place of a secret: a template, filler, or something redacted already."""
    return (
        not value
        or value.startswith(MARK)
        or bool(_FILLER.match(value))
        or bool(_TEMPLATE.search(value))
        or value.lower() in _NAMES
        or bool(_STAND_IN.match(value))
    )


def is_template(value: bytes) -> bool:
    """Whether ``value`` is to be filled in by something else, or is already hidden."""
    return bool(_TEMPLATE.search(value) or _FILLER.match(value))


def looks_like_token(value: bytes) -> bool:
    """Whether the user name in a URL is no name: long, with digits among its letters."""
    return is_dense(value) and not is_blank(value)


def is_mixed(value: bytes) -> bool:
    """Whether letters come with digits or with punctuation that words do not have."""
    digit = letter = odd = False
    for byte in value:
        if 48 <= byte <= 57:
            digit = True
        elif 65 <= byte <= 90 or 97 <= byte <= 122:
            letter = True
        elif byte in b"!@#$%^&*+=?~":
            odd = True
    return letter and (digit or odd)


def is_dense(value: bytes, least: int = 16) -> bool:
    """Whether ``value`` is long, without blanks, and mixes digits and letters inside one stretch."""
    if len(value) < least or b" " in value:
        return False
    return any(
        len(part) >= 8 and not part.isdigit() and any(48 <= byte <= 57 for byte in part)
        for part in _SPLIT.findall(value)
    ) or _odd_case(value)


def _odd_case(value: bytes) -> bool:
    """Whether capitals stand in it as no camel case has them."""
    if len(value) < 20:
        return False
    changes = sum(
        1 for left, right in zip(value, value[1:], strict=False) if (left < 91) != (right < 91) and right > 64 < left
    )
    return changes * 3 > len(value)


def password(value: bytes, *, quoted: bool, alone: bool) -> bool:
    """Whether ``value``, given for a password, is one. ``alone``: name and value have the line to themselves."""
    if len(value) < 4 or is_blank(value):
        return False
    if b" " in value or b"\t" in value:
        return quoted and is_mixed(value) and not value.endswith((b".", b"?", b"!", b":"))
    if any(byte > 127 for byte in value) and not is_mixed(value):
        return False
    if quoted:
        if _WORDISH.match(value):
            return value.islower() and not _about_itself(value)
        return not _PATH.match(value)
    if _CODE.search(value) or _PATH.match(value):
        return False
    if _WORDISH.match(value):
        return alone and value.islower() and not _about_itself(value)
    if value.isdigit():
        return alone and len(value) >= 6
    return len(value) >= 6 and is_mixed(value) and not _about_itself(value)


def opaque(value: bytes, *, quoted: bool, alone: bool) -> bool:
    """Whether ``value``, given for a token, secret or key, is one."""
    if len(value) < 8 or is_blank(value) or _WORDISH.match(value) or _VERSION.match(value) or _PATH.match(value):
        return False
    if b" " in value or value.isdigit() or _about_itself(value):
        return False
    if not quoted and _CODE.search(value):
        return False
    return is_mixed(value) if quoted or alone else is_mixed(value) and len(value) >= 10


def env(value: bytes) -> bool:
    """Whether ``value``, assigned to a shell variable with a telling name, is a secret."""
    if len(value) < 3 or is_blank(value) or _PATH.match(value):
        return False
    if value.isdigit() and len(value) < 6:
        return False
    return not re.match(rb"[\w.]+\(|\[|\{|[a-z_]+\.[a-z_.]+\Z", value)


@lru_cache(4096)
def _about_itself(value: bytes) -> bool:
    """Whether the value names what it is: ``token_2``, ``password1``, ``user.password``, ``my-secret``."""
    low = value.lower()
    return bool(
        re.search(rb"pass(?:word|wd|phrase|code)?\d?\Z|token\d?\Z|secret\d?\Z|[_.-]key\d?\Z|pwd\d?\Z", low)
    ) and (_WORDISH.match(value.rstrip(b"0123456789")) is not None)
