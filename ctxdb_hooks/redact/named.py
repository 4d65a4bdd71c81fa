"""Finds secrets by the name in front of them: ``password: x``, ``"api_key": "x"``, ``X_TOKEN=x``, ``--token x``."""

import re
from collections.abc import Iterator
from functools import lru_cache

from ctxdb_hooks.redact import judge
from ctxdb_hooks.redact.spans import MARK, Span

_STEMS = (b"pass", b"pwd", b"secret", b"token", b"key", b"cred", b"auth", b"cookie", b"bearer", b"mnemonic", b"sig=",
          b"signature=")  # fmt: skip
_OTHER_STEMS = tuple(word.encode() for word in ("密码", "口令", "令牌", "密钥", "パスワード", "비밀번호"))
_AFTER = re.compile(
    rb"[A-Za-z0-9_\-]{0,40}+"
    rb"(\\{0,7}[\"'`])?(\])?(\*\*)?"
    rb"(?:(?P<sep>[ \t]{0,8}(?::=|=>|={1,3}|:|\xef\xbc\x9a|\|)[ \t]{0,8}(?:\r?\n[ \t]*+(?=[\"']))?|[ \t]+(?:is|was|\xe6\x98\xaf)[ \t:]+|\xe6\x98\xaf[ \t]*"
    rb"|[ \t]+|\\{0,7}[\"'],\s{0,8}(?=\\{0,7}[\"'])|,[ \t]{0,4}(?=[\"'])|>))"
)
_QUOTE = re.compile(rb"[fFrRbBuU]{0,2}(\\{0,7}[\"'`])")
_BARE = re.compile(rb"(?:[^\s\"'`\\,;<>&|()\[\]{}]|\\(?![nrtbfu\"'\\]))++")
_BARE_ENV = re.compile(rb"(?:[^\s\"'`\\]|\\(?![nrtbfu\"'\\]))++")
_REST_OF_LINE = re.compile(rb"[ \t]*+(?:[#;].*)?(?:\r?\n|\\+[nr]|\Z|\\{0,7}[\"'])")
_SCHEME = re.compile(
    rb"(?i:(basic|bearer|token|apikey|api-key|digest|negotiate|oauth|key|jwt|ssws|splunk|aws4-hmac-sha256|genie?key)[ \t]+)?"
)
_CREDENTIAL = re.compile(rb"(?:[^\s\"'`\\,;<>(){}\[\]]|\\(?![nrtbfu\"'\\]))++")
_COOKIE = re.compile(rb"[^\r\n\"'`\\<>{}]*?[\w.-]+=[^\r\n\"'`\\<>{}]+")
_KEY_CHARS = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"
_PARTS = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
_LONGEST = 8192

_SUFFIXES = frozenset(
    b"""prod production dev development stage staging test testing live sandbox local default old new primary secondary
    value val plain plaintext raw base64 b64 base encoded current previous prev main backup rw ro env str string v
    hex header""".split()
)
_PAGING = frozenset(
    b"""next page pagination continuation sync start end first last eos bos pad unk mask sep cls special stop max min num
    per total input output cached prompt completion cancel cancellation lex parse syntax design css symbol
    prev previous nextpage word sub id bad""".split()
)
_KEYED = frozenset(
    b"""api access secret private encryption encrypt decryption signing sign signature master account shared auth app
    application service role admin client license storage consumer webhook deploy ssh subscription functions function
    integration ingest ingestion server jwt session crypto hmac aes rsa pgp gpg machine maps cipher
    root openai anthropic stripe gemini google github gitlab azure aws gcp datadog sendgrid twilio mailgun algolia
    cloudflare openrouter mistral cohere groq deepseek huggingface pinecone tavily serper newrelic linear notion
    rails django flask laravel wireguard preshared psk x""".split()
)
_GLUED_KEYS = (b"apikey", b"accesskey", b"secretkey", b"privatekey", b"sharedkey", b"authkey", b"signingkey", b"accountkey",
               b"appkey", b"encryptionkey", b"masterkey", b"servicekey", b"storagekey", b"presharedkey")  # fmt: skip
_GENERIC_KEY = "key"


@lru_cache(4096)
def classify(name: bytes) -> str | None:
    """Return what kind of secret a field of this name holds, or None. Only the last words of a name count."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    while parts and (parts[-1].isdigit() or parts[-1] in _SUFFIXES) and len(parts) > 1:
        parts.pop()
    if not parts:
        return None
    last = parts[-1]
    before = parts[-2] if len(parts) > 1 else b""
    if last.endswith((b"password", b"passwd", b"passphrase", b"passcode", b"passwort")) or last in (
        b"pwd",
        b"pass",
        b"pw",
    ):
        return "password"
    if last.endswith(b"secret") or (last == b"secrets" and before):
        return "secret"
    if last.endswith(b"token"):
        return None if before in _PAGING or last[:-5] in _PAGING else "token"
    if last.endswith((b"credential", b"credentials", b"creds")):
        return "credential"
    if last.endswith(_GLUED_KEYS):
        return "private-key" if last.endswith(b"privatekey") else "api-key"
    if last == b"key":
        if before in _KEYED or before.endswith(_GLUED_KEYS):
            return "private-key" if before == b"private" else "api-key"
        return _GENERIC_KEY if before and name.isupper() and before not in (b"public", b"primary", b"foreign") else None
    if last in (b"authorization", b"bearer", b"cookie", b"mnemonic"):
        return str(last, "ascii")
    if last in (b"signature", b"sig") and not name.isupper():
        return "signature"
    if last == b"auth" or (last == b"authorization"):
        return "auth"
    return None


def find_named(data: bytes, low: bytes) -> Iterator[Span]:
    """Yield the values of secret-bearing names; ``low`` is ``data`` in lower case."""
    after = _AFTER.match
    for stem in _STEMS if data.isascii() else _STEMS + _OTHER_STEMS:
        if stem not in low:
            continue
        find = low.find
        at = find(stem)
        width = len(stem)
        while at >= 0:
            hit = after(data, at)
            if hit:
                span = _at(data, at, hit)
                if span:
                    yield span
            at = find(stem, at + width)


_COMMANDS_BEFORE = (b"config set", b"configure set", b"/:")
"""What may stand in front of a name whose value follows after a blank only."""


def _at(data: bytes, at: int, hit: re.Match[bytes]) -> Span | None:
    left = max(0, at - 64)
    start = at - len(data[left:at]) + len(data[left:at].rstrip(_KEY_CHARS))
    closing = hit.start(1) if hit[1] else hit.start("sep")
    name = data[start:closing].strip(b"-_")
    flag = data[start : start + 2] == b"--"
    sep = hit["sep"]
    if sep.isspace() or sep.lstrip(b"\\")[:1] in (b'"', b"'"):
        front = data[max(0, start - 24) : start].rstrip()
        if not (flag or hit[0].lower().startswith(b"bearer") or front.endswith(_COMMANDS_BEFORE)):
            return None
    kind = classify(name) if name.isascii() else "password"
    if kind is None:
        return None
    pos = hit.end()
    if data.startswith(MARK, pos):
        return None
    if kind in ("authorization", "auth", "bearer"):
        return _authorization(data, pos, kind, sep)
    quote = _QUOTE.match(data, pos)
    if kind == "cookie":
        found = _COOKIE.match(data, quote.end() if quote else pos)
        return Span(found.start(), found.end(), "cookie") if found and b":" in sep and MARK not in found[0] else None
    if quote:
        value_at = quote.end()
        end = _closing(data, value_at, quote[1])
        value = data[value_at:end]
        if b"f" in data[pos : quote.start(1)].lower() and b"{" in value:
            return None
        return Span(value_at, end, kind) if _is_secret(kind, value, quoted=True, alone=False) else None
    if sep.strip() == b">":
        end = data.find(b"<", pos, pos + _LONGEST)
        if end < 0 or data[start - 1 : start] != b"<":
            return None
        return Span(pos, end, kind) if _is_secret(kind, data[pos:end], quoted=True, alone=False) else None
    shell = name.isupper() and sep == b"="
    bare = (_BARE_ENV if shell else _BARE).match(data, pos)
    if not bare:
        return None
    value = bare[0].rstrip(b".,;:)" if not shell else b";,)")
    end = pos + len(value)
    if shell:
        good = judge.env(value) if kind != _GENERIC_KEY else judge.is_dense(value, 20) and not judge.is_blank(value)
        return Span(pos, end, kind) if good else None
    before = data[data.rfind(b"\n", 0, start) + 1 : start] if start else b""
    alone = (
        (len(before) < 40 and not before.strip(b" \t-.+>#\"'") or before[-1:] in b"&?;" and before != b"")
        and (bool(_REST_OF_LINE.match(data, end)) or data[end : end + 1] in (b"&", b";"))
        and sep.strip() not in (b"|", b"is", b"was")
    )
    if sep.strip() == b"|" or flag is False and sep.isspace():
        return Span(pos, end, kind) if judge.is_dense(value, 12) and not judge.is_blank(value) else None
    return Span(pos, end, kind) if _is_secret(kind, value, quoted=False, alone=alone or flag) else None


def _is_secret(kind: str, value: bytes, *, quoted: bool, alone: bool) -> bool:
    if kind == "password":
        return judge.password(value, quoted=quoted, alone=alone)
    if kind == "mnemonic":
        return quoted and value.count(b" ") >= 11
    if kind in (_GENERIC_KEY, "signature"):
        return judge.is_dense(value, 24) and not judge.is_blank(value)
    return judge.opaque(value, quoted=quoted, alone=alone)


def _authorization(data: bytes, pos: int, kind: str, sep: bytes) -> Span | None:
    quote = _QUOTE.match(data, pos)
    if quote:
        if b"f" in data[pos : quote.start(1)].lower():
            return None
        pos = quote.end()
    scheme = _SCHEME.match(data, pos)
    value = _CREDENTIAL.match(data, scheme.end()) if scheme else None
    if not scheme or not value:
        return None
    text = value[0].rstrip(b".,;")
    if judge.is_blank(text) or text.startswith(MARK):
        return None
    named = scheme[1] is not None or kind == "bearer"
    if len(text) < 6 or not (judge.is_mixed(text) or named and text.endswith(b"=") or judge.is_dense(text)):
        return None
    if not named and (kind == "auth" and not judge.is_dense(text, 8) and not text.endswith(b"=") or len(text) < 10):
        return None
    return Span(value.start(), value.start() + len(text), kind if kind != "auth" else "authorization")


def _closing(data: bytes, pos: int, quote: bytes) -> int:
    """Return where the value ends that opened with ``quote`` (a quotation mark and the backslashes before it)."""
    limit = min(len(data), pos + _LONGEST)
    at = pos
    while True:
        end = data.find(quote, at, limit)
        if end < 0:
            stop = data.find(b"\n", pos, limit)
            return stop if stop >= 0 else limit
        if data[end - 1 : end] != b"\\" or len(quote) > 1 and data[end - 1 : end] != b"\\":
            return end
        at = end + len(quote)


def kind_of_field(key: str, value: str) -> str | None:
    """Return what ``value`` is if it is a secret because its key says so, else None."""
    kind = classify(key.encode("utf-8", "replace")[-128:])
    data = value.encode("utf-8", "replace")
    if kind is None or judge.is_blank(data) or data.startswith(MARK):
        return None
    if kind in ("authorization", "auth", "bearer"):
        return "authorization" if _authorization(data, 0, kind, b":") else None
    if kind == "cookie":
        return "cookie" if b"=" in data else None
    return kind if _is_secret(kind, data, quoted=True, alone=True) else None
