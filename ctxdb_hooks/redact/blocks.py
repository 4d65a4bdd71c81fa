"""Finds what is marked out by its surroundings: private-key blocks, ``<private>`` parts, URLs and commands."""

import re
from collections.abc import Iterator

from ctxdb_hooks.redact import judge
from ctxdb_hooks.redact.spans import MARK, Span

_BEGIN = re.compile(rb"-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_END = re.compile(rb"-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_LONGEST_KEY = 65536
_KEY_LINE = re.compile(
    rb"(?:[^\n]{0,24}?[A-Za-z0-9+/=]{16,}[^\n]{0,8}|[^\n]{0,16}(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n]*"
    rb"|[^\nA-Za-z]{0,16}[A-Za-z0-9+/=]{0,76}[ \t\r\"',\\+]*)(?:\n|\Z)"
)
_KEY_TEXT = re.compile(rb"(?:[A-Za-z0-9+/=\s]|\\+[nrt])*")
_KEY_LINES_BEFORE = re.compile(
    rb"(?:[^\n]{0,24}?[A-Za-z0-9+/=]{40,80}[^\n]{0,8}\n)+[^\n]{0,24}?[A-Za-z0-9+/=]{0,80}[^\n]{0,24}\Z"
)
_PRIVATE = re.compile(rb"(?i:<|&lt;|\\u003c)private(?i:>|&gt;|\\u003e)", re.IGNORECASE)
_PRIVATE_END = re.compile(rb"(?:<|&lt;|\\u003c)\\?/private(?:>|&gt;|\\u003e)", re.IGNORECASE)


def find_private_keys(data: bytes) -> Iterator[Span]:
    """Yield PEM, OpenSSH, PGP and PuTTY private keys, whole, or as far as they go where an end is missing."""
    pos = 0
    end = _END.search(data) if b"PRIVATE KEY" in data else None
    for begin in _BEGIN.finditer(data) if b"PRIVATE KEY" in data else ():
        if begin.start() < pos:
            continue
        while end and end.start() < begin.end():
            end = _END.search(data, end.end())
        if end and end.start() - begin.end() < _LONGEST_KEY and not _BEGIN.search(data, begin.end(), end.start()):
            pos = end.end()
        else:
            pos = _key_text(data, begin.end())
        yield Span(begin.start(), pos, "private-key")
    if b"PRIVATE KEY" in data:
        first, opening = _END.search(data), _BEGIN.search(data)
        if first and not (opening and opening.start() < first.start()):
            left = max(0, first.start() - _LONGEST_KEY)
            body = _KEY_LINES_BEFORE.search(data, left, first.start())
            if body:
                yield Span(body.start(), first.end(), "private-key")
    at = data.find(b"Private-Lines: ")
    while at >= 0:
        start = data.find(b"\n", at) + 1
        if start:
            yield Span(start, _key_text(data, start), "private-key")
        at = data.find(b"Private-Lines: ", at + 1)


def _key_text(data: bytes, pos: int) -> int:
    """Return where the base64 text ends that begins at ``pos``: in one escaped line, or in lines of its own."""
    text = _KEY_TEXT.match(data, pos)
    end = text.end() if text else pos
    while end < len(data):
        line = _KEY_LINE.match(data, end)
        if not line or line.end() == end:
            break
        end = line.end()
    return end - 1 if data[end - 1 : end] == b"\n" and end > pos else end


def find_private_parts(data: bytes, low: bytes) -> Iterator[Span]:
    """Yield what stands between ``<private>`` and ``</private>``, or between the first and the end of the text."""
    if b"private" not in low:
        return
    pos = 0
    while begin := _PRIVATE.search(data, pos):
        if data[begin.start() - 1 : begin.start()] == b"`" and data[begin.end() : begin.end() + 1] == b"`":
            pos = begin.end()
            continue
        end = _PRIVATE_END.search(data, begin.end())
        pos = end.end() if end else len(data)
        yield Span(begin.start(), pos, "private")


_USERINFO = re.compile(
    rb"(://|%3[aA]%2[fF]%2[fF])([^\s:/?#\"'`<>@\\]{0,128}):((?:[^\s/?#\"'`<>\\]|%[0-9A-Fa-f]{2}){1,256})(?:@|%40)"
)
_LOOSE_USERINFO = re.compile(
    rb"://([^\s:/?#\"'`<>@\\]{0,128}):([^\s\"'`<>\\,@]{1,256})@(?=[\w.-]+[:/?\s\"'`]|[\w.-]+\Z)"
)
_TOKEN_USER = re.compile(rb"://([\w%.-]{16,256})(?::x-oauth-basic|:)?@")
_DATABASES = re.compile(
    rb"(?i:\b(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|nats|kafka|mqtts?|ldaps?|smtps?|ftps?|sftp)(?:\+\w+)?)\Z"
)
_HOOKS = re.compile(
    rb"://(?:hooks\.slack\.com/(?:services|workflows|triggers)|(?:\w+\.)?discord(?:app)?\.com/api/(?:v\d+/)?webhooks"
    rb"|hooks\.zapier\.com/hooks/catch|[\w-]+\.webhook\.office\.com/webhookb2|outlook\.office\.com/webhook|chat\.googleapis\.com/v1/spaces"
    rb"|open\.feishu\.cn/open-apis/bot/v2/hook|maker\.ifttt\.com/trigger/\w+/with/key"
    rb")/([^\s\"'`<>\\)]{16,})"
)
_ORACLE = re.compile(rb"thin:[\w$#]{1,64}/([^\s@/\"']{1,128})@")


def find_url_secrets(data: bytes, low: bytes) -> Iterator[Span]:
    """Yield the passwords and tokens in the user part of URLs, and the secret paths of web hooks."""
    at = low.find(b"://")
    while at >= 0:
        found = _USERINFO.match(data, at)
        if not found and _DATABASES.search(data[max(0, at - 24) : at]):
            loose = _LOOSE_USERINFO.match(data, at)
            if loose and not _blank_url(loose[2]):
                yield Span(loose.start(2), loose.end(2), "url-password")
        if found:
            if not _blank_url(found[3]):
                yield Span(found.start(3), found.end(3), "url-password")
            if judge.looks_like_token(found[2]):
                yield Span(found.start(2), found.end(2), "url-token")
        elif user := _TOKEN_USER.match(data, at):
            if judge.looks_like_token(user[1]):
                yield Span(user.start(1), user.end(1), "url-token")
        elif hook := _HOOKS.match(data, at):
            if MARK not in hook[1] and not judge.is_blank(hook[1]):
                yield Span(hook.start(1), hook.end(1), "webhook-url")
        at = low.find(b"://", at + 3)
    if b"%3a%2f" in low:
        for found in _USERINFO.finditer(data):
            if found[1] != b"://" and not _blank_url(found[3]):
                yield Span(found.start(3), found.end(3), "url-password")
    if b"jdbc:" in low:
        for found in _ORACLE.finditer(data):
            if not _blank_url(found[1]):
                yield Span(found.start(1), found.end(1), "url-password")


def _blank_url(value: bytes) -> bool:
    return MARK in value or judge.is_template(value)


_FLAG = re.compile(
    rb" -([upawPUbk]|-user|-proxy-user|-body|-cookie)(?:[ \t]+|=)?(\\{0,7}[\"'])?((?(2)[^\"'\\\r\n]{3,256}|[^\s\"'`\\;|&<>()]{3,256}))"
)
_TOOLS = {
    b"u": re.compile(rb"\b(?:curl|wget|https?|xh)\b"),
    b"-user": re.compile(rb"\b(?:curl|wget)\b"),
    b"U": re.compile(rb"\b(?:curl|smbclient|rpcclient|smbmap)\b"),
    b"-proxy-user": re.compile(rb"\bcurl\b"),
    b"a": re.compile(rb"\b(?:https?|xh|redis-cli)\b"),
    b"p": re.compile(
        rb"\b(?:my(?:sql|sqldump|sqladmin|sqlimport|cli)|mariadb(?:-\w+)?|sshpass|mongo\w*|(?:docker|podman|nerdctl|buildah|skopeo|helm|oras|crane|az|oc|cf)\b.*\blogin|7za?|rabbitmqadmin|cqlsh|influx)\b"
    ),
    b"w": re.compile(rb"\bldap(?:search|modify|add|delete|whoami|passwd)\b"),
    b"P": re.compile(rb"\b(?:sqlcmd|osql|bcp|tsql|zip|unzip)\b"),
    b"b": re.compile(rb"\bcurl\b|\bgh secret set\b"),
    b"-cookie": re.compile(rb"\bcurl\b"),
    b"-body": re.compile(rb"\bgh secret set\b"),
    b"k": re.compile(rb"\bopenssl\b"),
}
_WITH_USER = (b"u", b"-user", b"-proxy-user", b"U")
_GLUED = (b"mysql", b"mariadb", b"7z", b"sshpass")
_PAIRS = re.compile(rb"(?:--from-literal[= ]|secrets? set |config:set |config set )[\"']?[A-Za-z_][\w.-]*=(\S+)")
_PIPED = re.compile(
    rb"echo[ \t]+(?:-n[ \t]+)?(\\{0,7}[\"'])?([^\"'\r\n|\\]{4,128}?)(?(1)\1)[ \t]*\|[ \t]*(?:sudo[ \t]+)?(?:chpasswd|sudo[ \t]+-S|(?:docker|podman|helm)[ \t]+.{0,60}login|gh[ \t]+auth|base64 *\| *kubectl|passwd)"
)
_NETRC = re.compile(rb"login[ \t\r\n]+\S{1,128}[ \t\r\n]+password[ \t]+(\S+)")
_PGPASS = re.compile(rb"^[\w.*-]{1,128}:(?:5432|6432|\*):[\w*-]{1,64}:[\w*-]{1,64}:(\S{3,128})$", re.MULTILINE)


def find_command_secrets(data: bytes) -> Iterator[Span]:
    """Yield what well-known commands take as a password: ``curl -u``, ``mysql -p``, ``docker login -p`` and so on."""
    for flag in _FLAG.finditer(data):
        letter, value = flag[1], flag[3]
        tools = _TOOLS[letter]
        left = max(0, flag.start() - 300, data.rfind(b"\n", max(0, flag.start() - 300), flag.start()) + 1)
        tool = None
        for tool in tools.finditer(data, left, flag.start()):
            pass
        if not tool or MARK in value:
            continue
        start, end = flag.start(3), flag.end(3)
        glued = flag.end(1) == start
        if letter == b"p" and glued is not tool[0].startswith(_GLUED) and not tool[0].startswith(b"sshpass"):
            continue
        if letter in _WITH_USER or letter == b"a" and b"redis" not in tool[0]:
            mark = b"%" if letter == b"U" and tool[0] != b"curl" else b":"
            user, colon, value = value.partition(mark)
            if not colon or not value:
                continue
            start += len(user) + 1
        if letter in (b"b", b"-cookie") and b"=" not in value and b"curl" in tool[0]:
            continue
        if not judge.is_template(value) and not value.startswith(b"-"):
            yield Span(start, end, "cookie" if letter in (b"b", b"-cookie") else "password")
    if b"echo" in data:
        for found in _PIPED.finditer(data):
            if not judge.is_template(found[2]) and MARK not in found[2]:
                yield Span(found.start(2), found.end(2), "password")
    if b" set " in data or b"from-literal" in data or b"config:set" in data:
        for found in _PAIRS.finditer(data):
            if not judge.is_template(found[1]) and MARK not in found[1]:
                yield Span(found.start(1), found.end(1), "secret")
    if b"login" in data and b"password" in data:
        for found in _NETRC.finditer(data):
            if not judge.is_blank(found[1]):
                yield Span(found.start(1), found.end(1), "password")
    if b":5432:" in data or b":*:" in data or b":6432:" in data:
        for found in _PGPASS.finditer(data):
            if not judge.is_blank(found[1]):
                yield Span(found.start(1), found.end(1), "password")
