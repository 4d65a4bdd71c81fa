"""Finds what well-known commands take as a password: ``curl -u``, ``mysql -p``, ``docker login -p`` and so on."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ctxdb_hooks.redact import judge
from ctxdb_hooks.redact.spans import Span
from ctxdb_hooks.redact.text import Text, stem

_VALUE = rb"(\\{0,7}[\"'])?((?(2)[^\"'\\\r\n]{3,256}|[^\s\"'`\\;|&<>(){}\[\],]{3,256}))"
_FLAG = re.compile(
    rb"-(?<=[\s\"'\[,]-)([aupwPUbk]|-user|-proxy-user|-proxy|x|-body|-cookie|-from-literal)"
    rb"(?:[ \t]+|=|\\{0,7}[\"'],\s?)?" + _VALUE
)
_PIPE = stem(
    b"|",
    rb"\|(?:[ \t]*(?:sudo[ \t]+)?(?:chpasswd|passwd|sudo[ \t]+-\w*s"
    rb"|(?:docker|podman|helm|gh|az|oc)[ \t][^\n|]{0,80}(?:login|auth)))",
)
_ECHO = re.compile(
    rb"(?:echo|printf)[ \t]+(?:-\w[ \t]+|\"?%s(?:\\n)?\"?[ \t]+)?(\\{0,7}[\"'])?"
    rb"((?(1)[^\"'\\\r\n]{4,256}|[^\s\"'\\|;&]{4,256}))(?(1)\\{0,7}[\"'])[ \t]*\Z"
)
_SETS = stem(b"set ", rb"c(?:rets? set )")
_PAIR = re.compile(
    rb"[ \t]*[\"']?[A-Za-z_][\w.-]{0,128}=(?:\"([^\"\r\n]{1,4096})\"|'([^'\r\n]{1,4096})'|([^\s\"'\\]{1,4096}))"
)
_PLACED = (
    stem(b"sqlplus", rb"q(?:lplus)(?:[ \t]+-\w+){0,4}[ \t]+[\"']?[\w$#.-]{1,64}/([^\s@/\"'`]{3,128})"),
    stem(b"vault", rb"vault[ \t]+login[ \t]+([\w.-]{16,256})"),
    stem(
        b"htpasswd",
        rb"htpasswd(?=[ \t][^\n|;&]{0,40}-\w*b)(?:[ \t]+-[\w-]+){1,4}[ \t]+[^\s-]\S{0,256}[ \t]+[^\s\"']{1,64}[ \t]+"
        rb"([^\s\"'|;&]{3,128})",
    ),
)
"""What is a secret by its place."""
_LINE = 300
"""How far in front of a flag its command may stand."""


class _Use(NamedTuple):
    """Which tools take a secret after a flag, and in which form."""

    tools: tuple[bytes, ...]
    form: str = "value"
    """``value``; ``pair``: what follows the colon; ``percent``: the per cent sign; ``glued``; ``cookie``; ``set``."""
    word: bytes = b""
    """A further word that must stand between tool and flag."""


_LOGIN = (b"docker", b"podman", b"nerdctl", b"buildah", b"skopeo", b"helm", b"oras", b"crane", b"az", b"oc", b"cf")
_USER = _Use((b"curl", b"wget", b"http", b"https", b"xh", b"xhs", b"curlie"), "pair")
_USES: dict[bytes, tuple[_Use, ...]] = {
    b"u": (_USER,),
    b"-user": (_USER,),
    b"-proxy-user": (_USER,),
    b"x": (_Use((b"curl",), "proxy"),),
    b"-proxy": (_Use((b"curl", b"pip", b"npm", b"wget"), "proxy"),),
    b"U": (_Use((b"curl",), "pair"), _Use((b"smbclient", b"rpcclient", b"smbmap", b"net"), "percent")),
    b"a": (_Use((b"http", b"https", b"xh", b"xhs"), "pair"), _Use((b"redis-cli", b"valkey-cli"))),
    b"p": (
        _Use((b"mysql", b"mysqldump", b"mysqladmin", b"mysqlimport", b"mysqlcheck", b"mycli"), "glued"),
        _Use((b"mariadb", b"mariadb-dump", b"mariadb-admin", b"7z", b"7za", b"sshpass"), "glued"),
        _Use((b"sshpass", b"mongo", b"mongosh", b"mongodump", b"mongorestore", b"mongoexport", b"mongoimport")),
        _Use((b"rabbitmqadmin", b"cqlsh", b"influx", b"clickhouse-client", b"nats")),
        _Use(_LOGIN, word=b"login"),
    ),
    b"w": (_Use((b"ldapsearch", b"ldapmodify", b"ldapadd", b"ldapdelete", b"ldapwhoami", b"ldappasswd")),),
    b"P": (_Use((b"sqlcmd", b"osql", b"bcp", b"tsql", b"zip", b"unzip")),),
    b"b": (_Use((b"curl",), "cookie"), _Use((b"gh",), word=b"secret set")),
    b"k": (_Use((b"openssl",)),),
    b"-cookie": (_Use((b"curl",), "cookie"),),
    b"-body": (_Use((b"gh",), word=b"secret set"),),
    b"-from-literal": (_Use((b"kubectl", b"oc"), "set"),),
}


def find_command_secrets(text: Text) -> Iterator[Span]:
    """Yield the secrets among the arguments and the input of well-known commands."""
    data = text.data
    for flag in _FLAG.finditer(data):
        if span := _flag_value(data, flag):
            yield span
    for pipe in text.hits(_PIPE):
        left = max(0, pipe.start() - _LINE)
        if (echo := _ECHO.search(data[left : pipe.start()])) and not judge.is_template(echo[2]):
            yield Span(left + echo.start(2), left + echo.end(2), "password")
    for setting in text.hits(_SETS):
        at = setting.end()
        while pair := _PAIR.match(data, at):
            group = pair.lastindex or 3
            if not judge.is_template(pair[group]):
                yield Span(pair.start(group), pair.end(group), "secret")
            at = pair.end()
    for placed in _PLACED:
        for hit in text.hits(placed):
            if not judge.is_template(data[hit.start(1) : hit.end(1)]):
                yield Span(hit.start(1), hit.end(1), "password")


def _flag_value(data: bytes, flag: re.Match[bytes]) -> Span | None:
    left = max(0, flag.start() - _LINE)
    line = data[left : flag.start()]
    line = line[max(line.rfind(b"\n"), line.rfind(b"&&"), line.rfind(b";"), line.rfind(b"| ")) + 1 :]
    for use in _USES[flag[1]]:
        if any(_has_word(line, tool) for tool in use.tools) and use.word in line:
            start, end = flag.span(3)
            value = flag[3]
            glued = not data[flag.end(1) : start].strip(b"\\\"'")
            if use.form == "glued" and not glued or use.form == "value" and flag.end(1) == start:
                continue
            if use.form in ("pair", "percent", "set", "proxy"):
                if use.form == "proxy" and b"@" not in value:
                    continue
                value = value.rpartition(b"@")[0] if use.form == "proxy" else value
                user, mark, secret = value.rpartition(b"/")[2].partition(_MARKS[use.form])
                if not mark:
                    continue
                start += len(value) - len(secret)
                end = start + len(secret)
                value = secret
            if use.form == "cookie" and b"=" not in value:
                continue
            if not value or value.startswith(b"-") or judge.is_template(value):
                continue
            return Span(start, end, "cookie" if use.form == "cookie" else "password")
    return None


_MARKS = {"pair": b":", "proxy": b":", "percent": b"%", "set": b"="}


def _has_word(line: bytes, word: bytes) -> bool:
    at = line.rfind(word)
    if at < 0:
        return False
    after = line[at + len(word) : at + len(word) + 1]
    return not line[at - 1 : at].isalnum() and not after.isalnum() and after not in (b"-", b"_")
