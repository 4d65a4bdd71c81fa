"""Which names say that their value is a secret, and of which kind."""

import re
from functools import lru_cache

_PARTS = re.compile(rb"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")

_SUFFIXES = frozenset(
    b"""prod production dev development stage staging test testing live sandbox local default old new primary secondary
    value val plain plaintext raw base64 b64 base encoded current previous prev main backup rw ro env str string v
    hex""".split()
)
"""What may follow the word that counts."""
_NO_TOKEN = frozenset(
    b"""next page pagination continuation sync start end first last eos bos pad unk mask sep cls special stop max min
    num per total input output cached prompt completion cancel cancellation lex parse syntax design css symbol
    prev previous nextpage word sub id bad""".split()
)
"""Tokens of these are no secrets."""
_PASS_OF = frozenset(
    b"""db database user smtp mail email root admin ftp sftp ssh redis mysql pg postgres mongo rabbitmq mqtt vnc wifi
    proxy auth api become ldap imap pop http basic my login account sudo master client server keystore store key
    app""".split()
)
_KEY_OF = frozenset(
    b"""api access secret private encryption encrypt decryption signing sign signature master account shared auth app
    application service role admin client license storage consumer webhook deploy ssh subscription functions function
    integration ingest ingestion server jwt session crypto hmac aes rsa pgp gpg machine cipher
    root openai anthropic stripe gemini google github gitlab azure aws gcp datadog sendgrid twilio mailgun algolia
    cloudflare openrouter mistral cohere groq deepseek huggingface pinecone tavily serper newrelic linear notion
    rails django flask laravel wireguard preshared psk""".split()
)
_KEYS = (
    *(b"apikey", b"accesskey", b"secretkey", b"sharedkey", b"authkey", b"signingkey", b"accountkey", b"appkey"),
    *(b"encryptionkey", b"masterkey", b"servicekey", b"storagekey", b"presharedkey", b"privatekey"),
)
_PASSWORDS = (
    *(b"password", b"passwd", b"passphrase", b"passcode", b"passwort"),
    *(b"dbpass", b"userpass", b"smtppass", b"mailpass", b"rootpass", b"adminpass", b"requirepass"),
)

GENERIC = "key"
"""The kind of ``SOME_KEY``: what it holds must look like a key."""
CREDENTIALS = frozenset(("authorization", "auth", "bearer"))
"""The kinds whose value may begin with a scheme."""


@lru_cache(4096)
def classify(name: bytes) -> str | None:
    """Return what kind of secret a field of this name holds, or None. The last words of a name count."""
    parts = [part.lower() for part in _PARTS.findall(name)]
    while len(parts) > 1 and (parts[-1].isdigit() or parts[-1] in _SUFFIXES):
        parts.pop()
    if not parts:
        return None
    last = parts[-1]
    before = parts[-2] if len(parts) > 1 else b""
    shouted = name.isupper()
    if last.endswith(_PASSWORDS) or last in (b"pwd", b"pw"):
        return "password"
    if last == b"pass":
        return "password" if not before or before in _PASS_OF or shouted else None
    if last.endswith(b"secret") or last == b"secrets" and before:
        return "secret"
    if last.endswith(b"token"):
        return None if before in _NO_TOKEN or last[:-5] in _NO_TOKEN else "token"
    if last.endswith((b"credential", b"credentials", b"creds")):
        return "credential"
    if last.endswith(_KEYS):
        return "private-key" if last.endswith(b"privatekey") else "api-key"
    if last == b"key":
        return _key_of(before, shouted=shouted)
    if last in (b"signature", b"sig"):
        return None if shouted else "signature"
    return str(last, "ascii") if last in (b"authorization", b"auth", b"bearer", b"cookie") else None


def _key_of(owner: bytes, *, shouted: bool) -> str | None:
    if owner in _KEY_OF:
        return "private-key" if owner == b"private" else "api-key"
    return GENERIC if owner and shouted and owner not in (b"public", b"primary", b"foreign") else None
