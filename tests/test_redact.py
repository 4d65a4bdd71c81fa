"""Secrets of every kind, in every place a transcript can hold them, are gone; ordinary text is not touched."""

import base64
import json
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ctxdb_hooks.redact import redact, redact_json
from tests.secrets_made import NAMED, TOKENS, fill, in_json_in_json, make, private_key

PLACES: dict[str, Callable[[str], str]] = {
    "prompt": lambda s: f"please use {s} for the deploy, thanks",
    "sentence": lambda s: f"The key was {s}.",
    "chinese": lambda s: f"令牌是{s}，请使用",
    "command": lambda s: f"tool --flag {s} && ls",
    "colour": lambda s: f"\x1b[31m{s}\x1b[0m",
    "json": lambda s: json.dumps({"a": s, "b": 1}),
    "json in json": lambda s: in_json_in_json(f"line\n{s}\nend"),
    "header": lambda s: f"Authorization: Bearer {s}",
    "other header": lambda s: f'curl -H "X-Foo: {s}" https://x.example/',
    "env": lambda s: f"A=1\nFOO_TOKEN={s}\nB=2",
    "query": lambda s: f"https://h.example/x?token={s}&y=1",
    "url-encoded": lambda s: f"https://h.example/x?q=a%3D{s}",
}

AROUND: dict[str, Callable[[str], str]] = {
    "alone": lambda s: s,
    "lines": lambda s: f"some text\n{s}\nmore text",
    "windows lines": lambda s: f"some text\r\n{s}\r\nmore text",
    "json": lambda s: json.dumps({"out": f"x\n{s}\ny"}),
    "json in json": lambda s: in_json_in_json(f"x\n{s}\ny"),
    "numbered": lambda s: f"     1→a\n     2→{s}\n     3→b",
    "diff": lambda s: f" x\n+{s}\n y",
    "removed": lambda s: f" x\n-{s}\n y",
}


def leaked(secret: str, text: str, length: int = 10) -> str | None:
    """Return a part of ``secret`` of ``length`` letters that ``text`` still holds, line breaks aside."""
    text = text.replace("\\\n", "").replace("\n", "")
    parts = (secret[i : i + length] for i in range(max(1, len(secret) - length + 1)))
    return next((part for part in parts if part in text), None)


@pytest.mark.parametrize("kind", TOKENS)
def test_a_token_is_taken_out_wherever_it_stands(kind: str) -> None:
    for place, put in PLACES.items():
        for seed in range(3):
            token = make(TOKENS[kind], (kind, seed))
            out = redact(put(token))
            assert leaked(token, out) is None, (place, out)
            assert "[redacted:" in out
            assert redact(out) == out


@pytest.mark.parametrize("template", NAMED)
def test_R167_a_secret_is_told_by_what_stands_around_it(template: str) -> None:
    for around, put in AROUND.items():
        for seed in range(3):
            text, secrets = fill(template, seed)
            out = redact(put(text))
            for secret in secrets:
                assert secret not in out, (around, out)
                assert leaked(secret, out, 6) is None, (around, out)
            assert redact(out) == out
            if around.startswith("json"):
                json.loads(out)


def test_what_is_not_secret_stays_around_it() -> None:
    assert (
        redact("postgres://user:sw0rdf1sh@db.example/app") == "postgres://user:[redacted:url-password]@db.example/app"
    )
    assert redact("mysql -u root -psw0rdf1sh app") == "mysql -u root -p[redacted:password] app"
    assert redact('{"user": "bob", "password": "sw0rdf1sh"}') == '{"user": "bob", "password": "[redacted:password]"}'
    assert redact("A=1\nDB_PASSWORD=sw0rdf1sh\nB=2") == "A=1\nDB_PASSWORD=[redacted:password]\nB=2"
    token = make(TOKENS["github-classic"], 1)
    assert redact(f"GH_TOKEN={token}\nOTHER=1234567890ab\n") == "GH_TOKEN=[redacted:github-token]\nOTHER=1234567890ab\n"
    assert redact(f"{token}\n3f2a1bc0 Fix it") == "[redacted:github-token]\n3f2a1bc0 Fix it"
    assert redact(f"{token}\n{token}\n") == "[redacted:github-token]\n[redacted:github-token]\n"


@pytest.mark.parametrize("said", ["la contraseña es ", "Contraseña: ", "Пароль: ", "мой пароль = ", "密码是"])
def test_a_password_is_told_by_its_name_in_other_languages(said: str) -> None:
    assert redact(f"{said}sw0rdf1sh") == f"{said}[redacted:password]"
    assert redact(json.dumps({"a": f"{said}sw0rdf1sh"}, ensure_ascii=False)).count("[redacted:password]") == 1


def test_a_text_of_yaml_on_lines_of_its_own() -> None:
    for sign in ("|", ">-", "|+"):
        assert redact(f"password: {sign}\n  sw0rdf1sh\nuser: bob\n") == (
            f"password: {sign}\n  [redacted:password]\nuser: bob\n"
        )
    assert redact("password: |\n  The one that you were given\n") == "password: |\n  The one that you were given\n"


def test_tokens_wrapped_at_a_column() -> None:
    tried = missed = 0
    words = "some words stand before it here and there " * 3
    for kind, recipe in TOKENS.items():
        for width in (64, 76, 80):
            for column in range(2, width, 5):
                token = make(recipe, (kind, width, column))
                text = f"{words[: column - 1]} {token} and after"
                out = redact("\n".join(text[i : i + width] for i in range(0, len(text), width)))
                tried += 1
                missed += leaked(token, out) is not None
    # What remains are breaks inside a short prefix, where neither part has anything to tell it by.
    assert tried > 3000
    assert missed / tried < 0.02


@pytest.mark.parametrize("end", ["\\\n", "\\\n    ", "\n", "\r\n"])
def test_tokens_in_two_parts(end: str) -> None:
    # A break may take the prefix from its token, or leave both parts too short: most are found all the same.
    missed = []
    for kind, recipe in TOKENS.items():
        token = make(recipe, kind)
        half = len(token) // 2
        if leaked(token, redact(f"run {token[:half]}{end}{token[half:]} now").replace("\r", "").replace(end, "")):
            missed.append(kind)
    assert len(missed) <= 4, missed


def test_R171_tokens_cut_off() -> None:
    missed = []
    for kind, recipe in TOKENS.items():
        part = make(recipe, kind)
        part = part[: len(part) * 3 // 5]
        for text in (f"the token is {part}", f"{part}… [12 lines left out]", f"a {part}...", f"{part} [truncated]"):
            if leaked(part, redact(text)):
                missed.append(kind)
                break
    assert len(missed) <= 6, missed


def test_base64_is_looked_into() -> None:
    for kind, recipe in TOKENS.items():
        token = make(recipe, kind)
        blob = base64.b64encode(f"some words, then {token} and more".encode()).decode()
        assert redact(f"data: {blob}") == "data: [redacted:base64]", kind
        wrapped = base64.encodebytes(f"{'some words to fill a line ' * 3}{token} and more words".encode()).decode()
        assert redact(f"data:\n{wrapped}end") == "data:\n[redacted:base64]\nend", kind
    twice = base64.b64encode(base64.b64encode(b"DB_PASSWORD=sw0rdf1sh and more")).decode()
    assert redact(twice) == "[redacted:base64]"
    wide = base64.b64encode("$password = 'sw0rdf1sh'".encode("utf-16-le")).decode()
    assert redact(f"powershell -EncodedCommand {wide}") == "powershell -EncodedCommand [redacted:base64]"


KEY_LABELS = ["PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]


@pytest.mark.parametrize("label", KEY_LABELS)
def test_private_keys(label: str) -> None:
    key = private_key(label, 1)
    assert redact(f"a\n{key}\nb") == "a\n[redacted:private-key]\nb"
    assert redact(json.dumps({"key": key, "a": 1})) == '{"key": "[redacted:private-key]", "a": 1}'
    assert redact(in_json_in_json(key)) == in_json_in_json("[redacted:private-key]")
    assert redact(f"KEY={key!r}") == "KEY='[redacted:private-key]'"
    numbered = "\n".join(f"{number:6}→{line}" for number, line in enumerate(key.split("\n"), 1))
    assert redact(f"{numbered}\n     9→b") == "     1→[redacted:private-key]\n     9→b"
    half = key[: len(key) // 2]
    assert redact(half) == "[redacted:private-key]"
    assert redact(f"{half}\n\nAnd then some words.") == "[redacted:private-key]\n\nAnd then some words."
    tail = key.split("\n", 3)[3]
    assert redact(f"out:\n{tail}\ndone") == "out:\n[redacted:private-key]\ndone"
    short = tail.replace("\n-----END", "\nAb3d==\n-----END")
    assert redact(f"out:\n{short}\ndone") == "out:\n[redacted:private-key]\ndone"
    assert redact(key.replace("\n", "\r\n")) == "[redacted:private-key]"
    encoded = base64.b64encode(key.encode()).decode()
    assert redact(f"key: {encoded}") == "key: [redacted:base64]"


def test_other_private_keys() -> None:
    body = private_key("X", 2).split("\n")[1]
    headed = private_key("RSA PRIVATE KEY", 3).replace(
        "-----\n", "-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,0123456789ABCDEF\n\n", 1
    )
    assert redact(f"x\n{headed}\ny") == "x\n[redacted:private-key]\ny"
    putty = f"PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n{body}\n{body}\nPrivate-MAC: 0123"
    assert (
        redact(putty) == "PuTTY-User-Key-File-2: ssh-rsa\nPrivate-Lines: 2\n[redacted:private-key]\nPrivate-MAC: 0123"
    )
    service = json.dumps({"type": "service_account", "private_key": private_key("PRIVATE KEY", 4) + "\n"}, indent=2)
    assert json.loads(redact(service))["private_key"] == "[redacted:private-key]\n"


def test_R170_R171_private_parts() -> None:
    assert redact("a <private>b\nc</private> d") == "a [redacted:private] d"
    assert redact("a <PRIVATE>b</Private> c <private>d</private> e") == "a [redacted:private] c [redacted:private] e"
    assert redact("a <private>b, and no end") == "a [redacted:private]"
    assert redact("a &lt;private&gt;b&lt;/private&gt; c") == "a [redacted:private] c"
    assert redact(r"a \u003cprivate\u003eb\u003c/private\u003e c") == "a [redacted:private] c"
    assert redact("a <private>b<\\/private> c") == "a [redacted:private] c"
    assert redact("the `<private>` tag; Vec<private>") == "the `<private>` tag; Vec<private>"


def test_a_secret_key_beside_its_id() -> None:
    text, (secret,) = fill(f"{make(TOKENS['aws-key-id'], 1)},@B40,us-east-1", 1)
    assert secret not in redact(text)
    assert redact(text) == "[redacted:aws-key-id],[redacted:aws-secret-key],us-east-1"


HARMLESS = r"""
commit 9fceb02d0ae598e95dc970b74767f19372d61af8
HEAD is now at 1aaea6a Install the functions
2b4c7a1e-9c0d-4e1f-8a2b-3c4d5e6f7a8b
"integrity": "sha512-v2kDEe57lecTulaDIuNTPy3Ry4gLGJ6Z1O3vE1krgXZNrsQ+LFTGHVxVjcXPs17LhbZVGedAJv8XZ1tvj5FvSg==",
--hash=sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
golang.org/x/net v0.17.0 h1:pVaXccu2ozPjCXewfr1S7xza/zcXTity9cCdXQYSjIM=
resolved "https://registry.yarnpkg.com/@babel/code-frame/-/code-frame-7.22.13.tgz#e3c1c099402598483b7a8c46a721d1038803755e"
claude-opus-4-8 and gpt-5.5 and gemini-3-pro-preview and claude-sonnet-4-5-20250929
"version": "1.2.3-beta.4"
"@types/node": "^20.11.5"
color: #ff00aa; background: #1a2b3c;
/home/dev/projects/some-thing/src/components/LoginForm/password.test.tsx
password = get_password()
password = getpass.getpass("Password: ")
password: str = Field(...)
token: Optional[str] = None
def login(user: str, password: str) -> Token:
self.token = token or os.environ["API_KEY"]
api_key=os.environ.get("OPENAI_API_KEY")
apiKey: process.env.OPENAI_API_KEY,
SECRET_KEY=${SECRET_KEY}
SECRET_KEY=$SECRET_KEY
SECRET_KEY="$(openssl rand -hex 32)"
PASSWORD=$(cat /run/secrets/pw)
API_KEY=<your-api-key>
API_KEY=your_api_key_here
API_KEY=
API_KEY=xxxxxxxxxxxxxxxx
API_KEY=sk-...
"password": "<your password>"
"password": "your-password"
"password": "********"
"password": "{{ password }}"
"password": "${DB_PASSWORD}"
"password": null
"password": "string"
"password": "Password"
"forgot_password": "Forgot your password?"
"token_type": "bearer"
"max_tokens": 4096, "input_tokens": 12345
token: "NAME"
token = next(tokens)
next_page_token = "CAUQAA1234567"
pip install scikit-learn sk-learn
<div class="sk-fading-circle sk-circle12">
pypi-attestations npm_config_registry hf_hub_download
glpat-xxxxxxxxxxxxxxxxxxxx ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
git push origin feature/password-reset-flow-2
git checkout -b fix-token-refresh-2024
key = "user_id"
primary_key=True
cache_key = f"user:{user_id}"
KEY_PATH=/etc/ssl/key.pem
SSH_KEY=~/.ssh/id_rsa
PWD=/home/dev/project
Author: dev <dev@example.com>
"auth": "oauth2"
Authorization: Bearer $TOKEN
Authorization: Bearer <token>
Authorization: Bearer YOUR_TOKEN
headers = {"Authorization": f"Bearer {token}"}
headers["Authorization"] = "Bearer " + token
'Authorization': `Bearer ${token}`
req.Header.Set("Authorization", "Bearer "+t.token)
WWW-Authenticate: Bearer realm="x"
cookie: string
document.cookie = name + "=" + value
http://localhost:3000/api/users?id=5
git@github.com:org/repo.git
postgres://localhost/db
postgres://${USER}:${PASS}@host/db
f"postgres://{user}:{password}@{host}/db"
npm i foo@npm:bar@1.0
curl -u "$USER:$PASS" https://x
curl -o out.txt -u https://x
mysql -u root -p db
docker run -p 127.0.0.1:5432:5432 -u 1000:1000 postgres
ssh -p 2222 host
mkdir -p a/b/c
--password <password>
-p, --password string   Password
--api-key flag is required
assert password == "x"
password is too short
API key is missing
<input type="password" name="password" id="password">
<label for="password">Password</label>
secretName: my-secret
secrets: inherit
uses: actions/checkout@8f4b7f84864484a7bf31766abe9204da3cbe65b3
GITHUB_TOKEN: ${{ secrets.GITHUB_TOKEN }}
key: ${{ runner.os }}-pip-${{ hashFiles('**/requirements.txt') }}
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==
url(data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHdpZHRoPSIxMCIvPg==)
aGVsbG8gd29ybGQsIHRoaXMgaXMganVzdCBhIHRlc3Qgb2Ygc29tZXRoaW5n
!function(e,t){"object"==typeof exports&&"undefined"!=typeof module?t(exports):e.token=function(){return a.key=b}}
var a={key:"x1y2",password:n.password,token:t.token||"",secret:r};
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl user@host
-----BEGIN CERTIFICATE-----
"id": "msg_01XFDUDYJgAACzvnptvVoYEL", "tool_use_id": "toolu_01A09q90qw90lq917835lq9"
call_Qx7pL2mN8vR4tW6yZ1aB3cD5 resp_68a1b2c3d4e5f60718293a4b5c6d7e8f
arn:aws:iam::123456789012:role/my-role
projects/my-project/secrets/my-secret/versions/1
pass: 12/12, bypass=true
tokenizer = AutoTokenizer.from_pretrained("bert-base-uncased")
eos_token="<|endoftext|>"
keyboard: qwerty123 monkey=banana12
"hotkey": "ctrl+shift+p"
PASSWORD_RE = re.compile(r"password=\S+")
Client(token=token, secret=client_secret, api_key=settings.API_KEY)
secret = hmac.new(key, msg, hashlib.sha256).hexdigest()
private_key: Ed25519PrivateKey | None
self.auth = MultiDomainBasicAuth(index_urls=x)
error: password authentication failed for user "postgres"
Enter password:
src/auth/token.ts:12:5 error TS2322: Type
A3-sized paper, A4-sized
das Passwort ist zu kurz
mot de passe oublié ?
La contraseña es incorrecta
Пароль: обязательное поле
echo $1 $2 $10$20 and $2a$ or $6$x
awk '{print $1$2$3}' file
openssl req -new -key server.key -k
htpasswd -c .htpasswd bob
sqlplus / as sysdba
sqlplus $DB_USER/$DB_PASS@db
vault login -method=oidc
https://docs.example.com/auth/tokens#bearer-tokens-2024-edition
""".strip().splitlines()


@pytest.mark.parametrize("line", HARMLESS)
def test_ordinary_text_is_not_touched(line: str) -> None:
    for put in AROUND.values():
        text = put(line)
        assert redact(text) == text
    assert redact(f"    {line}") == f"    {line}"


def test_ordinary_text_in_one_piece_is_not_touched() -> None:
    text = "\n".join(HARMLESS)
    assert redact(text) == text


def test_few_false_alarms_in_the_standard_library() -> None:
    folder = Path(sysconfig.get_path("stdlib"))
    files = sorted(f for f in folder.rglob("*.py") if not {"site-packages", "test", "tests"} & {*f.parts})
    size = alarms = 0
    for file in islice(files, 500):
        text = file.read_text("utf-8", "replace")
        size += len(text)
        alarms += redact(text).count("[redacted:")
    assert size > 1_000_000
    assert alarms / (size / 1_000_000) < 1


def test_nested_values_are_redacted_by_content_and_by_key() -> None:
    token = make(TOKENS["npm"], 1)
    value = {
        "password": "sw0rdf1sh",
        "list": [token, 3, None, True, {"api_key": "a1b2c3d4e5f6"}],
        "name": "bob",
        "max_tokens": 5,
        token: "x",
        "text": '{"token": "a1b2c3d4e5f6"}',
    }
    assert redact_json(value) == {
        "password": "[redacted:password]",
        "list": ["[redacted:npm-token]", 3, None, True, {"api_key": "[redacted:api-key]"}],
        "name": "bob",
        "max_tokens": 5,
        "[redacted:npm-token]": "x",
        "text": '{"token": "[redacted:token]"}',
    }
    deep: object = token
    for _ in range(5000):
        deep = [deep]
    assert token not in repr_deep(redact_json(deep))


def repr_deep(value: object) -> str:
    while isinstance(value, list):
        value = value[0]
    return str(value)


PIECES = st.sampled_from(
    [
        *(make(recipe, kind) for kind, recipe in TOKENS.items()),
        *(fill(template, 1)[0] for template in NAMED),
        *(
            "password",
            "token=",
            "api_key",
            ": ",
            '"',
            "\\",
            "\n",
            "\\n",
            "://",
            "@",
            ":",
            "=",
            "<private>",
            "</private>",
        ),
        *("-----BEGIN RSA PRIVATE KEY-----", "-----END RSA PRIVATE KEY-----", "[redacted:", "]", "Bearer ", "curl -u "),
        *("eyJ", "ghp_", "sk-", "AKIA", "A" * 70, "…", "\x00", "\ud800", "密码", "<password>", "</", "| "),
    ]
)


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(PIECES | st.text(max_size=8), max_size=12).map("".join))
def test_redacting_again_changes_nothing(text: str) -> None:
    once = redact(text)
    assert redact(once) == once
    assert redact_json({"a": [text]}) == {"a": [once]}


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet=st.characters(codec=None), max_size=200))
def test_any_text_can_be_redacted(text: str) -> None:
    assert isinstance(redact(text), str)


LONG = [
    *(
        "a",
        " ",
        "\n",
        "\\",
        "\\n",
        "\\\\",
        '"',
        '\\"',
        "x1",
        "-eyJaaaaaaaaaaaa",
        "eyJaaaaaaaa.",
        "glpat-aaaaaaaaaaaaaaaaa1.",
        "sk-",
    ),
    *("-----BEGIN PRIVATE KEY-----", "-----BEGIN PRIVATE KEY-----\n", "-----END PRIVATE KEY-----\n", "A" * 64 + "\n"),
    *(
        "<private>",
        "<private></private>",
        "api_key=",
        'api_key="',
        "password='",
        "token ",
        "--password ",
        "://",
        "://a:b",
    ),
    *(
        "postgres://a:b/c",
        " -u a",
        "curl -u a ",
        "echo a | sudo -S ",
        "secret set a=b ",
        "...",
        "a...",
        "a1\n",
        "aB1cdefgh\\\n",
    ),
    *(
        "authorization: bearer ",
        "cookie: a=b;",
        "AKIAABCDEFGHIJKLMNOP,",
        "12345678:AA",
        "密码是",
        "<password>",
        "\x1b[31m",
    ),
    *(":5432:a:b:c", "Private-Lines: 1\n", "3f2a1bc04d5e6f708192a3b4c5d6e7f8a9b0c1d2\n", '{"a":', "'password': \\"),
]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("unit", LONG)
def test_R174_a_long_run_takes_no_more_than_its_length(unit: str) -> None:
    # Anything that grows with the square of the length would take minutes.
    text = unit * (400_000 // len(unit))
    for line in (text, f"password: {text}\n-----BEGIN PRIVATE KEY-----\n{text[:1000]}"):
        assert isinstance(redact(line), str)


def test_it_is_light_to_import() -> None:
    code = "import sys, ctxdb_hooks.redact; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"json", "hashlib", "base64", "dataclasses", "logging", "asyncio", "inspect"} & set(loaded)
