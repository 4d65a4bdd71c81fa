"""Finds secrets by the name in front of them: ``password: x``, ``"api_key": "x"``, ``X_TOKEN=x``, ``--token x``."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ctxdb_hooks.redact import judge
from ctxdb_hooks.redact.spans import MARK, Span
from ctxdb_hooks.redact.text import Text, stem

# Where a telling name may be.
_STEMS = (
    stem(b"ke", rb"k(?:ey|en)"),  # key, token
    stem(b"okie", rb"k(?:ie)"),  # cookie
    stem(b"cre", rb"c(?:re[dt])"),  # secret, credential
    stem(b"pwd", rb"w(?:d)(?<=pwd)"),
    stem(b"bearer", rb"b(?:earer[ \t])"),
    stem(b"=", rb"=(?<=sig=|ure=)"),
    stem(b"pass", rb"pass"),
    stem(b"auth", rb"auth"),
)
_OTHER_NAMES = {
    "密码".encode(): "password",
    "口令".encode(): "password",
    "令牌".encode(): "token",
    "密钥".encode(): "api-key",
    "パスワード".encode(): "password",
    "비밀번호".encode(): "password",
}
_OTHER_STEMS = (
    stem(b"\xe5", rb"\xe5(?:\xaf\x86(?:\xe7\xa0\x81|\xe9\x92\xa5)|\x8f\xa3\xe4\xbb\xa4)"),  # 密码, 密钥, 口令
    stem(b"\xe4", rb"\xe4(?:\xbb\xa4\xe7\x89\x8c)"),  # 令牌
    *(stem(name, name) for name in list(_OTHER_NAMES)[4:]),
)
_NAME_CHARS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_AFTER = re.compile(
    rb"[A-Za-z0-9_\-]{0,40}+(?P<quote>\\{0,7}[\"'`])?\]?(?:\*\*)?(?:"
    rb"[ \t]{0,8}(?P<assign>:=|=>|={1,3}|:|\xef\xbc\x9a|\|)[ \t]{0,8}(?:\r?\n[ \t]*+(?=[\"']))?"
    rb"|(?P<says>[ \t]+(?:is|was)[ \t:]+|[ \t]*(?:\xe6\x98\xaf|\xe4\xb8\xba|\xe3\x81\xaf)[ \t:]*)"
    rb"|(?P<attribute>[ \t]+value=(?=\\{0,7}[\"']))|(?P<tag>>)|,[ \t]{0,4}(?P<argument>(?=\\{0,7}[\"']))"
    rb"|(?P<blank>[ \t]+))"
)
_OTHER_AFTER = re.compile(rb"[ \t]*(?:\xe6\x98\xaf|\xe4\xb8\xba|\xe3\x81\xaf|\xeb\x8a\x94|:|=|\xef\xbc\x9a)[ \t]*")
_QUOTE = re.compile(rb"([fFrRbBuU@$]{0,2})(\\{0,7}[\"'`])")


def _up_to(stops: bytes, longest: int) -> re.Pattern[bytes]:
    """Return the expression for a value that ends at a blank, a quote, an escape, an East Asian sign or a stop."""
    run = rb"[^\s\"'`\\\xe3\xef" + stops + rb"]{0,%d}+" % longest
    odd = rb"(?:\\(?![nrtbfu\"'\\])|\xe3(?!\x80)|\xef(?!\xbc))"
    return re.compile(rb"(?!\\?[\s\"'`])" + run + rb"(?:" + odd + run + rb"){0,64}+")


_BARE = _up_to(rb",;<>&|()\[\]{}", 400)
_SETTING = _up_to(b"", 1024)
_CREDENTIAL = _up_to(rb",;<>(){}\[\]", 1024)
_TAIL = _up_to(rb",;<>&|()\[\]{}", 8192)
"""For the rest of a secret that was longer than what it takes to tell."""
_SCHEME = re.compile(rb"(?i:(basic|bearer|token|api-?key|digest|oauth|key|jwt|ssws|splunk|genie-?key|bot)[ \t]+)?")
_COOKIE = re.compile(rb"[\w!#$%&*+.^|~-]{1,128}=[^\s\"'`\\<>{};=]{3,4096}+[^\r\n\"'`\\<>{}]{0,8192}")
_COOKIE_VALUE = re.compile(rb"=(?=[^;]*[0-9])[^;]{6}|=[^;\s]{16}")
_LINE_START = re.compile(rb"(?:[\s\-+>#*\"'`0-9:|]|\xe2\x86\x92)*\Z")
_LINE_END = re.compile(rb"[ \t]*(?:[#;].*)?(?:\r?\n|\Z|\\{0,7}[\"'`])")
_NAME_PARTS = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_COMMANDS_BEFORE = (b"config set", b"configure set", b"/:", b"ENV", b"ARG", b"setx", b"set -gx", b"set -x", b"set -Ux")
"""What may stand in front of a name whose value follows after a blank only."""
_SETS_BEFORE = (b"export ", b"set ", b"env ", b"-e ", b"--env ", b"--build-arg ")
_REGEX_SIGNS = re.compile(rb"[\[\]()*\\^|]")
_LONGEST = 8192

_SUFFIXES = frozenset(
    b"""prod production dev development stage staging test testing live sandbox local default old new primary secondary
    value val plain plaintext raw base64 b64 base encoded current previous prev main backup rw ro env str string v
    hex""".split()
)
_NO_TOKEN = frozenset(
    b"""next page pagination continuation sync start end first last eos bos pad unk mask sep cls special stop max min
    num per total input output cached prompt completion cancel cancellation lex parse syntax design css symbol
    prev previous nextpage word sub id bad""".split()
)
_PASS_OF = frozenset(
    b"""db database user smtp mail email root admin ftp sftp ssh redis mysql pg postgres mongo rabbitmq mqtt vnc wifi
    proxy auth api ldap imap pop http basic my login account sudo master client server keystore store key app""".split()
)
_KEY_OF = frozenset(
    b"""api access secret private encryption encrypt decryption signing sign signature master account shared auth app
    application service role admin client license storage consumer webhook deploy ssh subscription functions function
    integration ingest ingestion server jwt session crypto hmac aes rsa pgp gpg machine cipher
    root openai anthropic stripe gemini google github gitlab azure aws gcp datadog sendgrid twilio mailgun algolia
    cloudflare openrouter mistral cohere groq deepseek huggingface pinecone tavily serper newrelic linear notion
    rails django flask laravel wireguard preshared psk""".split()
)
_KEYS = (b"apikey", b"accesskey", b"secretkey", b"sharedkey", b"authkey", b"signingkey", b"accountkey", b"appkey")
_MORE_KEYS = (b"encryptionkey", b"masterkey", b"servicekey", b"storagekey", b"presharedkey", b"privatekey")
_PASSWORDS = (b"password", b"passwd", b"passphrase", b"passcode", b"passwort")
_CREDENTIALS = ("authorization", "auth", "bearer")


@lru_cache(4096)
def classify(name: bytes) -> str | None:
    """Return what kind of secret a field of this name holds, or None. The last words of a name count."""
    parts = [part.lower() for part in _NAME_PARTS.findall(name)]
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in _SUFFIXES):
        parts.pop()
    if not parts:
        return None
    last = parts[-1]
    before = parts[-2] if len(parts) > 1 else b""
    if last.endswith(_PASSWORDS) or last in (b"pwd", b"pw"):
        return "password"
    if last == b"pass" and (not before or before in _PASS_OF or name.isupper()):
        return "password"
    if last.endswith(b"secret") or last == b"secrets" and before:
        return "secret"
    if last.endswith(b"token"):
        return None if before in _NO_TOKEN or last[:-5] in _NO_TOKEN else "token"
    if last.endswith((b"credential", b"credentials", b"creds")):
        return "credential"
    if last.endswith(_KEYS + _MORE_KEYS):
        return "private-key" if last.endswith(b"privatekey") else "api-key"
    if last == b"key":
        return _classify_key(before, shouted=name.isupper())
    if last in (b"signature", b"sig"):
        return None if name.isupper() else "signature"
    return str(last, "ascii") if last in (b"authorization", b"auth", b"bearer", b"cookie") else None


def _classify_key(owner: bytes, *, shouted: bool) -> str | None:
    if owner in _KEY_OF:
        return "private-key" if owner == b"private" else "api-key"
    return "key" if owner and shouted and owner not in (b"public", b"primary", b"foreign") else None


def find_named(text: Text) -> Iterator[Span]:
    """Yield the values of the names in ``text`` that say of themselves that they hold a secret."""
    data = text.data
    after = _AFTER.match
    for name in _STEMS:
        for hit in text.hits(name):
            if (found := after(data, hit.start())) and (span := _value(data, hit.start(), found)):
                yield span
    for name in () if data.isascii() else _OTHER_STEMS:
        for hit in text.hits(name):
            if sep := _OTHER_AFTER.match(data, hit.end()):
                span = _after_assignment(data, hit.start(), sep.end(), _OTHER_NAMES[hit[0]], b"")
                if span:
                    yield span


def _value(data: bytes, at: int, hit: re.Match[bytes]) -> Span | None:
    """Return the secret that follows the name at ``at``, whose end and separator ``hit`` has matched."""
    left = data[max(0, at - 64) : at]
    start = at - len(left) + len(left.rstrip(_NAME_CHARS))
    name = data[start : hit.start("quote") if hit["quote"] else hit.start(hit.lastgroup or 0)]
    flag = name.startswith(b"--")
    name = name.strip(b"-_ \t")
    if name.lower() == b"key":
        name = data[max(0, start - 12) : start].rpartition(b" ")[0].rpartition(b" ")[2] + b"_key"
    kind = classify(name)
    pos = hit.end()
    if kind is None or data.startswith(MARK, pos):
        return None
    if kind in _CREDENTIALS:
        return _authorization(data, pos, kind, hit)
    if hit["tag"]:
        return _element(data, start, pos, kind)
    if hit.lastgroup == "argument" and not hit["quote"]:
        return None
    if hit["blank"] and not flag and not data[max(0, start - 24) : start].rstrip().endswith(_COMMANDS_BEFORE):
        return _after_blank(data, start, pos, kind, hit)
    if kind == "cookie":
        return _cookie(data, pos, hit)
    return _after_assignment(data, start, pos, kind, name, hit, flag=flag)


def _after_assignment(
    data: bytes, start: int, pos: int, kind: str, name: bytes, hit: re.Match[bytes] | None = None, *, flag: bool = False
) -> Span | None:
    sign = hit["assign"] if hit else b":"
    assigned = name.isupper() and hit is not None and hit["assign"] == b"=" and hit[0].endswith(b"=")
    assigned = assigned or sign == b"=" and data[max(0, start - 12) : start].endswith(_SETS_BEFORE)
    if quote := _QUOTE.match(data, pos):
        if hit and not hit["quote"] and data[start - 1 : start] == quote[2][-1:]:
            return None  # The name is inside the quotation that this ends.
        end = _closing(data, quote.end(), quote[2])
        value = data[quote.end() : end]
        if b"f" in quote[1].lower() and b"{" in value or b"r" in quote[1].lower() and _REGEX_SIGNS.search(value):
            return None
        if hit and hit.lastgroup == "argument" and (b" " in value or not judge.is_mixed(value)):
            return None
        good = (
            judge.is_setting(value) if assigned and kind != "key" else is_secret(kind, value, quoted=True, alone=False)
        )
        return Span(quote.end(), end, kind) if good else None
    bare = (_SETTING if assigned else _BARE).match(data, pos)
    if not bare or not bare[0]:
        return None
    value = bare[0].rstrip(b";,)" if assigned else b".,;:)!?")
    end = pos + len(value)
    if assigned:
        good = judge.is_setting(value) if kind != "key" else is_secret(kind, value, quoted=False, alone=True)
    elif sign == b"|":
        good = data[pos - 2 : pos] == b"| " and judge.is_dense(value, 12) and not judge.is_blank(value)
    elif data[end : end + 1] in (b"(", b"[", b"<", b"{"):
        good = False  # A call, an index, a type.
    else:
        good = is_secret(kind, value, quoted=False, alone=flag or _is_alone(data, start, end, sign))
    return Span(pos, _tail_end(data, end), kind) if good else None


def _tail_end(data: bytes, end: int) -> int:
    tail = _TAIL.match(data, end)
    return tail.end() if tail and tail[0][:1] not in (b".", b":", b"!", b"?", b"") else end


def _is_alone(data: bytes, start: int, end: int, sign: bytes | None) -> bool:
    """Whether nothing else is on the line, or between the ``&`` or ``;`` of a query or a connection string."""
    before = data[max(0, start - 48) : start]
    after = data[end : end + 1]
    if sign == b"=" and (before[-1:] in (b"&", b"?", b";") or after in (b"&", b";")) and before[-1:] != b" ":
        return True
    line = before[before.rfind(b"\n") + 1 :]
    if len(line) == 48 or sign is None:
        return False
    return bool(_LINE_START.match(line)) and bool(_LINE_END.match(data, end))


def _after_blank(data: bytes, start: int, pos: int, kind: str, hit: re.Match[bytes]) -> Span | None:
    """Return the value that only a blank separates from its name: what is no word, or follows a login in ``.netrc``."""
    bare = _BARE.match(data, pos)
    if hit["quote"] or not bare:
        return None
    value = bare[0].rstrip(b".,;:)!?")
    netrc = kind == "password" and b"login " in data[max(0, start - 80) : start] and not judge.is_blank(value)
    return (
        Span(pos, pos + len(value), kind)
        if netrc
        or judge.is_dense(value, 20)
        and not (judge.is_blank(value) or judge.is_identifier(value) or b"/" in value)
        else None
    )


def _element(data: bytes, start: int, pos: int, kind: str) -> Span | None:
    """Return the content of an XML element."""
    end = data.find(b"<", pos, pos + _LONGEST)
    if data[start - 1 : start] not in (b"<", b":", b".") or end < 0 or data[end + 1 : end + 2] not in (b"/", b"\\"):
        return None
    return Span(pos, end, kind) if is_secret(kind, data[pos:end], quoted=True, alone=False) else None


def _cookie(data: bytes, pos: int, hit: re.Match[bytes]) -> Span | None:
    quote = _QUOTE.match(data, pos)
    found = _COOKIE.match(data, quote.end() if quote else pos)
    if not found or hit["assign"] != b":" or judge.is_template(found[0]) or not _COOKIE_VALUE.search(found[0]):
        return None
    return Span(found.start(), found.end(), "cookie")


def is_secret(kind: str, value: bytes, *, quoted: bool, alone: bool) -> bool:
    """Whether ``value`` is a secret, found where one of that kind belongs."""
    if kind == "password":
        return judge.is_password(value, quoted=quoted, alone=alone)
    if kind in ("key", "signature"):
        return judge.is_dense(value, 20) and not judge.is_blank(value) and not judge.is_identifier(value)
    return judge.is_opaque(value, quoted=quoted, alone=alone)


def _authorization(data: bytes, pos: int, kind: str, hit: re.Match[bytes]) -> Span | None:
    if kind == "bearer" and (hit["quote"] or not hit["blank"]) or kind != "bearer" and hit["blank"]:
        return None
    if quote := _QUOTE.match(data, pos):
        if kind == "bearer" or b"f" in quote[1].lower():
            return None
        pos = quote.end()
    scheme = _SCHEME.match(data, pos)
    found = _CREDENTIAL.match(data, scheme.end()) if scheme else None
    if not scheme or not found:
        return None
    value = found[0].rstrip(b".,;")
    named = kind == "bearer" or scheme[1] is not None
    if judge.is_blank(value) or not (judge.is_mixed(value) or named and judge.is_dense(value)):
        return None
    if len(value) < (6 if named else 16) or not named and judge.is_identifier(value):
        return None
    if re.match(rb"[A-Za-z_]+=\Z", value):
        return None  # The parameter of a challenge.
    if data[scheme.end() + len(value) : scheme.end() + len(value) + 1] in (b"(", b"["):
        return None
    return Span(found.start(), _tail_end(data, found.start() + len(value)), "authorization")


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


def kind_of_field(key: str, value: str) -> str | None:
    """Return what ``value`` is if it is a secret because its key says so, else None."""
    kind = classify(key.encode("utf-8", "replace")[-128:])
    data = value.encode("utf-8", "replace")
    if kind is None or judge.is_blank(data):
        return None
    if kind in _CREDENTIALS:
        return "authorization" if len(data) >= 16 and judge.is_mixed(data) else None
    if kind == "cookie":
        return kind if b"=" in data else None
    return kind if is_secret(kind, data, quoted=True, alone=True) else None
