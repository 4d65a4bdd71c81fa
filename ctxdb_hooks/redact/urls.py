"""Finds the passwords and tokens that stand in addresses."""

import re
from collections.abc import Iterator

from ctxdb_hooks.redact import judge
from ctxdb_hooks.redact.spans import Span
from ctxdb_hooks.redact.text import Text, stem

_ADDRESS = stem(b":", rb":(?://|thin:|5432:)")
_USER = rb"([^\s:/?#\"'`<>@\\]{0,128})"
_USERINFO = re.compile(rb"://" + _USER + rb":((?:[^\s/?#\"'`<>\\]){1,256})@")
# Drivers take what a standard forbids: a password with a slash or a question mark.
_LOOSE_USERINFO = re.compile(rb"://" + _USER + rb":([^\s\"'`<>\\,]{1,256})@(?=[\w.-]+(?:[:/?,\s\"'`]|\Z))")
_TOKEN_USER = re.compile(rb"://([\w%.~-]{16,256})(?::x-oauth-basic|:)?@")
_DATABASE = re.compile(
    rb"(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|nats|kafka|mqtts?|ldaps?"
    rb"|smtps?|ftps?|sftp)(?:\+\w+)?\Z"
)
_HOOK = re.compile(
    rb"://(?:hooks\.slack\.com/(?:services|workflows|triggers)|(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks"
    rb"|hooks\.zapier\.com/hooks/catch|[\w-]+\.webhook\.office\.com/webhookb2|outlook\.office\.com/webhook"
    rb"|chat\.googleapis\.com/v1/spaces|open\.feishu\.cn/open-apis/bot/v2/hook|maker\.ifttt\.com/trigger/\w+/with/key)"
    rb"/([^\s\"'`<>\\)]{16,512})"
)
_ENCODED_ADDRESS = stem(b"%", rb"%(?:3a%2f%2f)")
_ENCODED = re.compile(
    rb"%3[aA]%2[fF]%2[fF]([\w.%-]{0,128}?)%3[aA]((?:[\w.~!*-]|%(?!40|2[fF])[0-9A-Fa-f]{2}){1,256})%40"
)
_PGPASS = re.compile(rb":5432:([\w*-]{1,64}:[\w*-]{1,64}):([^\s:\"'\\]{3,128})(?=\s|\Z|\\?[\"'])")
_ORACLE = re.compile(rb":thin:([\w$#]{1,64})/([^\s@/\"'`]{1,128})@")


def find_url_secrets(text: Text) -> Iterator[Span]:
    """Yield the passwords and tokens in the user part of URLs, and the secret paths of web hooks."""
    data = text.data
    for address in text.hits(_ADDRESS):
        yield from _at(data, address.start(), address[0])
    for address in text.hits(_ENCODED_ADDRESS):
        if (found := _ENCODED.match(data, address.start())) and not judge.is_template(found[2]):
            yield Span(found.start(2), found.end(2), "url-password")


def _at(data: bytes, at: int, sign: bytes) -> Iterator[Span]:
    if sign == b"://":
        found = _USERINFO.match(data, at)
        if not found and _DATABASE.search(data[max(0, at - 24) : at].lower()):
            found = _LOOSE_USERINFO.match(data, at)
    else:
        found = (_ORACLE if sign == b":thin:" else _PGPASS).match(data, at)
    if found:
        if not judge.is_template(found[2]):
            yield Span(found.start(2), found.end(2), "url-password")
        if judge.looks_like_token(found[1]):
            yield Span(found.start(1), found.end(1), "url-token")
    elif (user := _TOKEN_USER.match(data, at)) and judge.looks_like_token(user[1]):
        yield Span(user.start(1), user.end(1), "url-token")
    elif (hook := _HOOK.match(data, at)) and not judge.is_template(hook[1]):
        yield Span(hook.start(1), hook.end(1), "webhook-url")
