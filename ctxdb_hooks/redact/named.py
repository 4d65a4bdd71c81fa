"""Finds secrets by the name in front of them: ``password: x``, ``"api_key": "x"``, ``X_TOKEN=x``, ``--token x``."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctxdb_hooks.redact import judge
from ctxdb_hooks.redact.names import CREDENTIALS, GENERIC, classify
from ctxdb_hooks.redact.spans import MARK, Span
from ctxdb_hooks.redact.text import Text, stem

# Where a telling name may be.
_STEMS = (
    stem(b"ke", rb"k(?:e[ny])(?:(?![a-z])|val|prod|dev|base|live|test|stag|b64)"),  # key, token
    stem(b"okie", rb"k(?:ie)"),  # cookie
    stem(b"cre", rb"c(?:re[dt])"),  # secret, credential
    stem(b"pw", rb"w(?:[d=:\"'])(?<=pw.)"),
    stem(b"pass", rb"pass(?:w|phrase|code|(?![a-z]))"),
    stem(b"auth", rb"auth(?:orization|(?![a-z]))"),
    stem(b"bearer", rb"b(?:earer[ \t])"),
    stem(b"=", rb"=(?<=sig=|ure=)"),
)
_OTHER_NAMES = {
    "密码".encode(): "password",
    "口令".encode(): "password",
    "令牌".encode(): "token",
    "密钥".encode(): "api-key",
    "パスワード".encode(): "password",
    "비밀번호".encode(): "password",
    b"mot de passe": "password",
    "contraseña".encode(): "password",
    "ароль".encode(): "password",
}
_OTHER_STEMS = (
    stem(b"\xe5", rb"\xe5(?:\xaf\x86(?:\xe7\xa0\x81|\xe9\x92\xa5)|\x8f\xa3\xe4\xbb\xa4)"),  # 密码, 密钥, 口令
    stem(b"\xe4", rb"\xe4(?:\xbb\xa4\xe7\x89\x8c)"),  # 令牌
    stem(b"\xe3", "パスワード".encode()),
    stem(b"\xeb", "비밀번호".encode()),
    stem("contraseñ".encode(), "contraseña".encode()),
    stem("ароль".encode(), "(?<=[\xbf\x9f])".encode("latin-1") + "ароль".encode()),  # with a small or a capital П
)
_OTHER_ASCII = stem(b"mot de pass", rb"mot de passe")
_SQL = stem(b"ified by", rb"b(?:y )(?<=identified by )(?=\\{0,7}[\"'])")

_NAME_CHARS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
# What a tool writes to colour its output, and how YAML begins a text on lines of its own.
_COLOUR = rb"(?:(?:\x1b|\\{1,7}u001b)\[[\d;]{0,16}m){0,3}+"
_BLOCK = rb"[|>][-+]?\r?\n[ \t]{1,40}+"
_IS = rb"(?:is|was|ist|war|lautet|est|es|era|\xc3\xa8|\xc3\xa9)"
# The rest of a name, and what leads from it to the value. The groups are the ways of ``_Site.way``.
_AFTER = re.compile(
    rb"(?P<rest>[A-Za-z0-9_\-]{0,40}+)(?P<quote>\\{0,7}[\"'`])?" + _COLOUR + rb"\]?(?:\*\*)?(?:"
    rb"[ \t]{0,8}(?P<assign>:=|=>|={1,3}|:|\xef\xbc\x9a|\|)"
    + _COLOUR
    + rb"[ \t]{0,8}"
    + _COLOUR
    + rb"(?:\r?\n[ \t]*+(?=[\"'])|"
    + _BLOCK
    + rb")?"
    rb"|(?P<says>[ \t]+" + _IS + rb"[ \t:]+|[ \t]*(?:\xe6\x98\xaf|\xe4\xb8\xba|\xe3\x81\xaf)[ \t:]*)"
    rb"|(?P<attribute>(?:[ \t]|\s{0,8},\s{0,8}|\r?\n[ \t]*+)\\{0,7}[\"']?[vV]alue\\{0,7}[\"']?[ \t]{0,4}[:=][ \t]{0,4})"
    rb"|(?P<tag>>)"
    rb"|(?P<argument>,)[ \t]{0,4}(?=\\{0,7}[\"'])|(?P<call>\()(?=\\{0,7}[\"'])|(?P<blank>[ \t]+))"
)
_OTHER_AFTER = re.compile(
    rb"[ \t]*(?:\xe6\x98\xaf|\xe4\xb8\xba|\xe3\x81\xaf|\xeb\x8a\x94|:|=|\xef\xbc\x9a|[ \t]"
    + _IS
    + rb"[ \t])[ \t]*(?=[!-~])"
)
_QUOTE = re.compile(rb"([fFrRbBuU@$]{0,2})(\\{0,7}[\"'`])")
_REGEX_SIGNS = re.compile(rb"[\[\]()*\\^|]")


def _up_to(stops: bytes, longest: int) -> re.Pattern[bytes]:
    """Return the expression for a value that ends at a blank, a quote, an escape, an East Asian sign or a stop."""
    run = rb"[^\s\"'`\\\x1b\xe3\xef" + stops + rb"]{0,%d}+" % longest
    odd = rb"(?:\\(?![nrtbfu\"'\\])|\xe3(?!\x80)|\xef(?!\xbc))"
    return re.compile(rb"(?!\\?[\s\"'`])" + run + rb"(?:" + odd + run + rb"){0,64}+")


_BARE = _up_to(rb",;<>&|()\[\]{}", 400)
_SETTING = _up_to(b"", 1024)
_CREDENTIAL = _up_to(rb",;<>(){}\[\]", 256)
_TAIL = _up_to(rb",;<>&|()\[\]{}", 8192)
"""For the rest of a secret that was longer than what it takes to tell."""
_LONGEST = 8192

_SCHEME = re.compile(rb"(?i:(basic|bearer|token|api-?key|digest|oauth|key|jwt|ssws|splunk|genie-?key|bot)[ \t]+)?")
_CHALLENGE = re.compile(rb"[A-Za-z_]+=\Z")
_PAIR = re.compile(
    rb"(?:[\w.]{0,64}\()\\{0,7}[\"'][^\"'\\\r\n]{0,128}\\{0,7}[\"'],[ \t]*(\\{0,7}[\"'])([^\"'\\\r\n]{3,256})\1"
)
_COOKIE = re.compile(rb"[\w!#$%&*+.^|~-]{1,128}=[^\s\"'`\\<>{};=]{3,4096}+[^\r\n\"'`\\<>{}]{0,8192}")
_COOKIE_VALUE = re.compile(rb"=(?=[^;]*[0-9])[^;]{6}|=[^;\s]{16}")
_WORD_AFTER = re.compile(rb"[ \t\"']|\r?\n|\Z")
_LINE_START = re.compile(rb"(?:[\s\-+>#*\"'`0-9:|]|\xe2\x86\x92)*\Z")
_LINE_END = re.compile(rb"[ \t]*(?:[#;].*)?(?:\r?\n|\Z|\\{0,7}[\"'`])")
_COMMANDS_BEFORE = (b"config set", b"configure set", b"/:", b"ENV", b"ARG", b"setx", b"set -gx", b"set -x", b"set -Ux")
"""What may stand in front of a name whose value follows after a blank only."""
_SETS_BEFORE = (b"export ", b"set ", b"env ", b"-e ", b"--env ", b"--build-arg ")
_SETTERS = (b"set", b"Set", b"with", b"With")


class _Site(NamedTuple):
    """A name that says of itself that it holds a secret, and the way from it to what follows at ``pos``."""

    data: bytes
    start: int
    name: bytes
    kind: str
    way: str
    sign: bytes
    quoted: bool
    pos: int

    @property
    def flag(self) -> bool:
        return self.data.startswith(b"--", self.start)

    @property
    def setting(self) -> bool:
        """Whether it is an assignment as a shell or an ``.env`` file has it, or a manifest's name and value."""
        if self.way == "attribute":
            return self.name.isupper()
        if self.sign != b"=" or self.data[self.pos - 1] != 61:
            return False
        return self.name.isupper() or self.data[max(0, self.start - 12) : self.start].endswith(_SETS_BEFORE)


def find_named(text: Text) -> Iterator[Span]:
    """Yield the values of the names in ``text`` that say of themselves that they hold a secret."""
    data = text.data
    after = _AFTER.match
    for name in _STEMS:
        for hit in text.hits(name):
            found = after(data, hit.start())
            if found and (site := _site(data, hit.start(), found)) and (span := _secret(site)):
                yield span
    for name in (_OTHER_ASCII,) if data.isascii() else (_OTHER_ASCII, *_OTHER_STEMS):
        for hit in text.hits(name):
            if sep := _OTHER_AFTER.match(data, hit.end()):
                kind = _OTHER_NAMES[hit[0]]
                site = _Site(data, hit.start(), hit[0], kind, "assign", b":", quoted=False, pos=sep.end())
                if span := _bare(site):
                    yield span
    for hit in text.hits(_SQL):
        site = _Site(data, hit.start(), b"PASSWORD", "password", "blank", b"", quoted=False, pos=hit.end())
        if span := _quoted(site):
            yield span


def _site(data: bytes, at: int, hit: re.Match[bytes]) -> _Site | None:
    """Return the name around ``at``, whose end ``hit`` has matched, if it is one that counts."""
    pos = hit.end()
    if data.startswith(MARK, pos):
        return None
    left = data[max(0, at - 64) : at]
    start = at - len(left) + len(left.rstrip(_NAME_CHARS))
    way = hit.lastgroup or ""
    name = data[start : hit.end("rest")].strip(b"-_")
    if name.lower() == b"key":
        name = data[max(0, start - 12) : start].rpartition(b" ")[0].rpartition(b" ")[2] + b"_key"
    kind = classify(name)
    return _Site(data, start, name, kind, way, hit["assign"] or b"", bool(hit["quote"]), pos) if kind else None


def _secret(site: _Site) -> Span | None:
    data, way = site.data, site.way
    if site.kind in CREDENTIALS:
        return _authorization(site)
    if way == "tag":
        return _element(site)
    if way == "argument" and not site.quoted or way == "call" and not site.name.startswith(_SETTERS):
        return None
    if site.kind == "cookie":
        return _cookie(site)
    if _QUOTE.match(data, site.pos):
        return _quoted(site)
    if way == "blank" and not site.flag:
        before = data[max(0, site.start - 24) : site.start].rstrip()
        return _bare(site) if before.endswith(_COMMANDS_BEFORE) else _after_blank(site)
    return _bare(site)


def _quoted(site: _Site) -> Span | None:
    """Return the value in quotes."""
    data = site.data
    quote = _QUOTE.match(data, site.pos)
    if not quote or not site.quoted and data[site.start - 1 : site.start] == quote[2][-1:]:
        return None  # Else the name is inside the quotation that this ends.
    start, end = quote.end(), _closing(data, quote.end(), quote[2])
    value = data[start:end]
    prefix = quote[1].lower()
    if prefix.find(b"f") >= 0 and value.find(b"{") >= 0 or prefix.find(b"r") >= 0 and _REGEX_SIGNS.search(value):
        return None
    clear = value.find(b" ") < 0 and judge.is_mixed(value)
    if site.way in ("argument", "call", "blank") and not (clear or site.name.isupper() and site.way == "blank"):
        return None
    if site.way == "blank" and (quote[2].endswith(b"`") or value.startswith(b"-")):
        return None  # "Pass `-x`".
    if site.setting and site.kind != GENERIC:
        good = judge.is_setting(value)
    else:
        good = is_secret(site.kind, value, quoted=True, alone=False)
    return Span(start, end, site.kind) if good else None


def _bare(site: _Site) -> Span | None:
    """Return the value without quotes."""
    data, pos = site.data, site.pos
    found = (_SETTING if site.setting else _BARE).match(data, pos)
    if not found or not found[0]:
        return None
    value = found[0].rstrip(b";,)" if site.setting else b".,;:)!?")
    end = pos + len(value)
    if site.setting and site.kind != GENERIC:
        good = judge.is_setting(value)
    elif site.sign == b"|":
        cell = data[pos - 2 : pos] == b"| " and not judge.is_identifier(value)
        good = cell and judge.is_dense(value, 12) and not judge.is_blank(value)
    elif data[end : end + 1] in (b"(", b"[", b"<", b"{"):
        good = False  # A call, an index, a type.
    else:
        good = is_secret(site.kind, value, quoted=False, alone=site.flag or site.setting or _is_alone(site, end))
    return Span(pos, _tail_end(data, end), site.kind) if good else None


def _tail_end(data: bytes, end: int) -> int:
    tail = _TAIL.match(data, end)
    return tail.end() if tail and tail[0][:1] not in (b".", b":", b"!", b"?", b"") else end


def _is_alone(site: _Site, end: int) -> bool:
    """Whether nothing else is on the line, or between the ``&`` or ``;`` of a query or a connection string."""
    data, start = site.data, site.start
    before = data[max(0, start - 48) : start]
    after = data[end : end + 1]
    if site.sign == b"=" and (before[-1:] in (b"&", b"?", b";") or after in (b"&", b";")) and before[-1:] != b" ":
        return True
    word_begins = before.rstrip(_NAME_CHARS + b".")[-1:] in (b" ", b"\n", b"\t", b'"', b"'")
    if word_begins and data[site.pos - 1] == 61 and _WORD_AFTER.match(data, end):
        return judge.is_mixed(data[site.pos : end])  # One of several words, as of a command or a connection string.
    line = before[before.rfind(b"\n") + 1 :]
    if len(line) == 48 or site.way not in ("assign", "attribute"):
        return False
    return bool(_LINE_START.match(line)) and bool(_LINE_END.match(data, end))


def _after_blank(site: _Site) -> Span | None:
    """Return the value that only a blank separates from its name: what is no word, or follows a login in ``.netrc``."""
    found = _BARE.match(site.data, site.pos)
    if site.quoted or not found:
        return None
    value = found[0].rstrip(b".,;:)!?")
    if judge.is_blank(value):
        return None
    dense = judge.is_dense(value, 20) and not judge.is_identifier(value) and value.find(b"/") < 0
    if dense or site.kind == "password" and _is_beside_user(site, value):
        return Span(site.pos, site.pos + len(value), site.kind)
    return None


def _is_beside_user(site: _Site, value: bytes) -> bool:
    """Whether a user is named in front: as in ``login bob password x`` of a .netrc, or "user bob, password x"."""
    before = site.data[max(0, site.start - 80) : site.start].lower()
    if before.find(b"login ") >= 0:
        return True
    return before.find(b"user") >= 0 and not value.isdigit() and judge.is_password(value, quoted=False, alone=False)


def _element(site: _Site) -> Span | None:
    """Return the content of an XML element."""
    data, pos = site.data, site.pos
    end = data.find(b"<", pos, pos + _LONGEST)
    if data[site.start - 1 : site.start] not in (b"<", b":", b".") or data[end + 1 : end + 2] not in (b"/", b"\\"):
        return None
    good = end >= 0 and is_secret(site.kind, data[pos:end], quoted=True, alone=False)
    return Span(pos, end, site.kind) if good else None


def _cookie(site: _Site) -> Span | None:
    """Return the content of a cookie header."""
    quote = _QUOTE.match(site.data, site.pos)
    found = _COOKIE.match(site.data, quote.end() if quote else site.pos)
    if not found or site.sign != b":" or judge.is_template(found[0]) or not _COOKIE_VALUE.search(found[0]):
        return None
    return Span(found.start(), found.end(), "cookie")


def _authorization(site: _Site) -> Span | None:
    """Return the credential of an authorization header, or of an argument ``auth=(user, password)``."""
    data, pos, kind = site.data, site.pos, site.kind
    if (site.way != "blank" or site.quoted) if kind == "bearer" else site.way == "blank":
        return None
    pair = _PAIR.match(data, pos) if kind == "auth" else None
    if pair and not judge.is_blank(pair[2]) and (site.sign == b"=" or judge.is_mixed(pair[2])):
        return Span(pair.start(2), pair.end(2), "password")
    if quote := _QUOTE.match(data, pos):
        if kind == "bearer" or quote[1].lower().find(b"f") >= 0:
            return None
        pos = quote.end()
    scheme = _SCHEME.match(data, pos)
    found = _CREDENTIAL.match(data, scheme.end()) if scheme else None
    if not scheme or not found:
        return None
    value = found[0].rstrip(b".,;")
    end = found.start() + len(value)
    named = kind == "bearer" or scheme[1] is not None
    if len(value) < (6 if named else 16) or not (judge.is_mixed(value) or named and judge.is_dense(value)):
        return None
    if not named and judge.is_identifier(value) or data[end : end + 1] in (b"(", b"["):
        return None
    if _CHALLENGE.match(value) or judge.is_blank(value):
        return None
    return Span(found.start(), _tail_end(data, end), "authorization")


def _closing(data: bytes, pos: int, quote: bytes) -> int:
    """Return where the value ends that opened with ``quote``: a quotation mark and the backslashes before it."""
    line = data.find(b"\n", pos, pos + _LONGEST)
    limit = line if line >= 0 else min(len(data), pos + _LONGEST)
    at = pos
    while (end := data.find(quote, at, limit)) >= 0:
        if data[end - 1 : end] != b"\\":
            return end
        at = end + len(quote)
    return limit


def is_secret(kind: str, value: bytes, *, quoted: bool, alone: bool) -> bool:
    """Whether ``value`` is a secret, found where one of that kind belongs."""
    if kind == "password":
        return judge.is_password(value, quoted=quoted, alone=alone)
    if kind in (GENERIC, "signature"):
        return judge.is_dense(value, 20) and not judge.is_blank(value) and not judge.is_identifier(value)
    return judge.is_opaque(value, quoted=quoted, alone=alone)


def kind_of_field(key: str, value: str) -> str | None:
    """Return what ``value`` is if it is a secret because its key says so, else None."""
    kind = classify(key.encode("utf-8", "replace")[-128:])
    data = value.encode("utf-8", "replace")
    if kind is None or judge.is_blank(data):
        return None
    if kind in CREDENTIALS:
        return "authorization" if len(data) >= 16 and judge.is_mixed(data) else None
    if kind == "cookie":
        return kind if data.find(b"=") >= 0 else None
    return kind if is_secret(kind, data, quoted=True, alone=True) else None
