"""Makes fake secrets of every kind, at test time, so that none stands in this repository.

A recipe is a sequence of literals and of ``{alphabet:length}`` parts; no secret scanner takes it for a token.
"""

import base64
import json
import random
import re
import string

ALPHABETS = {
    "h": "0123456789abcdef",
    "H": "0123456789ABCDEF",
    "a": string.ascii_lowercase + string.digits,
    "A": string.ascii_uppercase + string.digits,
    "m": string.ascii_letters + string.digits,
    "w": string.ascii_letters + string.digits + "_-",
    "b": string.ascii_letters + string.digits + "+/",
    "d": string.digits,
    "p": string.ascii_letters + string.digits + "!#%^*",
    "2": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
}

_UUID = "{h:8}-{h:4}-{h:4}-{h:4}-{h:12}"
TOKENS = {
    "github-classic": "ghp_{m:36}",
    "github-oauth": "gho_{m:36}",
    "github-user": "ghu_{m:36}",
    "github-server": "ghs_{m:36}",
    "github-server-jwt": "ghs_{d:7}_eyJ{m:60}.eyJ{m:120}.{w:86}",
    "github-refresh": "ghr_{m:76}",
    "github-fine-grained": "github_pat_{m:22}_{m:59}",
    "gitlab": "glpat-{w:20}",
    "gitlab-routable": "glpat-{w:27}.{a:2}.{a:9}",
    "gitlab-deploy": "gldt-{w:20}",
    "gitlab-runner": "glrt-{w:20}",
    "bitbucket": "ATBB{m:32}",
    "npm": "npm_{m:36}",
    "pypi": "pypi-AgEIcHlwaS5vcmc{w:120}",
    "docker": "dckr_pat_{w:27}",
    "rubygems": "rubygems_{h:48}",
    "aws-key-id": "AKIA{2:16}",
    "aws-session-id": "ASIA{2:16}",
    "google-api": "AIza{w:35}",
    "google-oauth-secret": "GOCSPX-{w:28}",
    "google-oauth-token": "ya29.a0{w:120}",
    "azure-ad": "{m:3}8Q~{w:34}",
    "azure-devops": "{m:76}AZDO{m:4}",
    "alibaba": "LTAI{m:20}",
    "digitalocean": "dop_v1_{h:64}",
    "heroku": "HRKU-{w:60}",
    "netlify": "nfp_{m:36}",
    "vercel": "vcp_{m:56}",
    "fly": "fm2_{b:120}",
    "tailscale": "tskey-auth-{m:17}-{m:32}",
    "pulumi": "pul-{h:40}",
    "terraform": "{m:14}.atlasv1.{w:67}",
    "vault": "hvs.{w:90}",
    "doppler": "dp.pt.{m:43}",
    "databricks": "dapi{h:32}",
    "supabase": "sbp_{h:40}",
    "planetscale": "pscale_tkn_{w:43}",
    "airtable": "pat{m:14}.{h:64}",
    "anthropic": "sk-ant-api03-{w:93}AA",
    "openai": "sk-proj-{w:74}T3BlbkFJ{w:74}",
    "openai-old": "sk-{m:20}T3BlbkFJ{m:20}",
    "openrouter": "sk-or-v1-{h:64}",
    "deepseek": "sk-{h:32}",
    "huggingface": "hf_{m:34}",
    "groq": "gsk_{m:52}",
    "perplexity": "pplx-{m:48}",
    "replicate": "r8_{m:37}",
    "xai": "xai-{m:80}",
    "nvidia": "nvapi-{w:64}",
    "langsmith": "lsv2_pt_{h:32}_{h:10}",
    "stripe-live": "sk_live_{m:24}",
    "stripe-test": "sk_test_{m:99}",
    "stripe-restricted": "rk_live_{m:24}",
    "stripe-webhook": "whsec_{m:32}",
    "shopify": "shpat_{h:32}",
    "square": "sq0atp-{w:22}",
    "square-access": "EAAA{w:60}",
    "slack-bot": "xoxb-{d:12}-{d:12}-{m:24}",
    "slack-user": "xoxp-{d:12}-{d:12}-{d:12}-{h:32}",
    "slack-app": "xapp-1-A{A:10}-{d:13}-{h:64}",
    "twilio": "SK{h:32}",
    "sendgrid": "SG.{w:22}.{w:43}",
    "mailgun": "key-{h:32}",
    "mailchimp": "{h:32}-us14",
    "brevo": "xkeysib-{h:64}-{m:16}",
    "telegram": "{d:10}:AA{w:33}",
    "discord": "M{m:23}.{w:6}.{w:38}",
    "newrelic": "NRAK-{A:27}",
    "grafana": "glsa_{m:32}_{h:8}",
    "sentry": "sntryu_{h:64}",
    "postman": "PMAK-{h:24}-{h:34}",
    "launchdarkly": f"sdk-{_UUID}",
    "atlassian": "ATATT3{w:180}=A1B2C3D4",
    "linear": "lin_api_{m:40}",
    "notion": "ntn_{m:46}",
    "figma": "figd_{w:40}",
    "hubspot": f"pat-na1-{_UUID}",
    "onepassword": "ops_eyJ{b:300}",
    "onepassword-secret-key": "A3-{A:6}-{A:11}-{A:5}-{A:5}-{A:5}",
    "age": "AGE-SECRET-KEY-1{A:58}",
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJ{m:40}.{w:43}",
    "openshift": "sha256~{w:43}",
    "artifactory": "AKCp{m:69}",
    "dynatrace": "dt0c01.{A:24}.{A:64}",
    "easypost": "EZAK{m:54}",
    "facebook": "EAAC{m:120}",
}


# Secrets that their surroundings tell. ``@`` stands for one: P a password, T a token of letters and digits, B base64,
# H hexadecimal, each with its length.
NAMED = """
DB_PASSWORD=@P12
export DB_PASSWORD='@P12'
export SOME_TOKEN=@T32
set -gx API_KEY @T32
$env:API_KEY = "@T32"
ENV API_KEY @T32
- API_KEY=@T32
POSTGRES_PASSWORD: @P12
"password": "@P12"
'password': '@P12',
password = "@P12"
password="@P12"
const apiKey = "@T32";
apiKey: '@T32',
api_key: "@T32"
let token = `@T32`;
self.token = "@T32"
config["secret_key"] = "@T32"
os.environ["API_KEY"] = "@T32"
os.environ.setdefault("API_KEY", "@T32")
conn = connect(host="x", password="@P12")
"auth": "@T31="
_auth=@T31=
//npm.example.com/:_authToken=@T36
npm config set //npm.example.com/:_authToken @T36
aws configure set aws_secret_access_key @B40
aws_secret_access_key = @B40
"SecretAccessKey": "@B40"
"SessionToken": "@B300"
AccountKey=@B86==;EndpointSuffix=core.windows.net
https://x.blob.core.windows.net/c/f?sv=2022&sig=@T43%3D&se=2024
https://s3.amazonaws.com/b/k?X-Amz-Signature=@H64&X-Amz-Expires=3
postgres://user:@P12@db.example.com:5432/app
postgresql+psycopg2://user:@P12@db.example.com/app
mongodb+srv://user:@P12@c.mongodb.net/?retryWrites=true
redis://:@P12@localhost:6379/0
amqp://guest:@P12@rabbit:5672/vhost
https://bob:@P12@git.example.com/x.git
https://@T40@git.example.com/o/r.git
http_proxy=http://user:@P12@proxy.corp:8080
jdbc:postgresql://h/db?user=x&password=@P12
jdbc:oracle:thin:scott/@P12@//h:1521/x
Server=h;Database=d;User Id=sa;Password=@P12;Encrypt=true
host=h user=u password=@P12 dbname=d
DATABASE_URL=postgres%3A%2F%2Fuser%3A@T16%40host%2Fdb
curl -u bob:@P12 https://x.example
curl --user 'bob:@P12' https://x.example
curl -x u:@P12@proxy:3128 https://x.example
curl -H "Authorization: Bearer @T32" https://x.example
curl -H 'Authorization: token @T40' https://x.example
curl -H "Authorization: Basic @T31=" https://x.example
curl -H "X-Api-Key: @T32" https://x.example
curl -H "PRIVATE-TOKEN: @T20" https://x.example
curl -b "session=@T32" https://x.example
wget --http-password=@P12 https://x.example
http -a bob:@P12 https://x.example
Cookie: session=@T32; csrftoken=@T32
Set-Cookie: sid=@T32; Path=/; HttpOnly
Authorization: Basic @T30==
headers = {"Authorization": "Bearer @T32"}
Proxy-Authorization: Basic @T30==
mysql -u root -p@T12 db
mysqldump -uroot -p'@P12' db
mysqladmin --password @P12 status
PGPASSWORD=@P12 psql -h x
MYSQL_PWD=@P12 mysql
sshpass -p @P12 ssh u@h
sshpass -p'@P12' ssh u@h
docker login -u bob -p @P12 registry.example
docker login --username bob --password @P12
echo @P12 | docker login -u bob --password-stdin
echo "@P12" | sudo -S apt update
redis-cli -h x -a @P12 ping
mongosh -u a -p @P12 --host h
ldapsearch -x -D cn=a -w @P12 -b dc=x
unzip -P @P12 a.zip
smbclient //h/s -U bob%@T12
openssl enc -d -aes-256-cbc -pass pass:@P12 -in x
gpg --batch --passphrase @P12 -c x
kubectl create secret generic s --from-literal=foo=@P12
gh secret set FOO --body "@P12"
fly secrets set FOO=@P12
machine api.example.com login bob password @P12
db.example.com:5432:app:bob:@T12
<password>@P12</password>
<add key="ApiKey" value="@T32" />
ansible_ssh_pass: @P12
spring.datasource.password=@P12
my password is @P12
the api key was: @T32
--api-key @T32
--token=@T32
["--password", "@P12"]
PrivateKey = @B43=
SECRET_KEY = 'django-insecure-@T50'
SECRET_KEY_BASE=@H64
TF_VAR_db_password=@P12
https://hooks.slack.com/services/T0AB12CD3/B0AB12CD3/@T24
https://discord.com/api/webhooks/123456789012345678/@T68
| password | @T32 |
"client_secret": "@T32"
client_secret=@T32&grant_type=x
"refresh_token":"@T48"
DD_API_KEY=@H32
requests.get(url, auth=("bob", "@P12"))
CREATE USER bob WITH PASSWORD '@P12';
ALTER USER bob IDENTIFIED BY '@P12';
client.setPassword("@P12");
define('DB_PASSWORD', '@P12');
-API_KEY=@T32
pw: @P12
private key: 0x@H64
{"name": "API_KEY", "value": "@T32"}
bearer @T32
das Passwort ist @P12
mot de passe : @P12
le mot de passe est @P12
\x1b[34;1m"api_key"\x1b[0m\x1b[39m:\x1b[0m \x1b[0;32m"@T32"\x1b[0m
\x1b[32mtoken\x1b[0m: \x1b[33m@T32\x1b[0m
ansible_become_pass: @P12
openssl enc -aes-256-cbc -k @P12 -in x
htpasswd -b /etc/htpasswd bob @P12
sqlplus bob/@P12@db
vault login s.@T24
bob:$apr1$abcdefgh$@T22
root:$6$saltsalt$@T86:19000:0:99999:7:::
$2b$12$@T53
""".strip().splitlines()


def make(recipe: str, seed: object) -> str:
    """Return a secret by ``recipe``; the same seed gives the same."""
    rng = random.Random(str(seed))

    def part(match: re.Match[str]) -> str:
        alphabet = ALPHABETS[match[1]]
        while True:
            # A part ends in a letter or digit, so that a sentence's punctuation cannot be told from it.
            made = "".join(rng.choices(alphabet, k=int(match[2]) - 1)) + rng.choice(
                [c for c in alphabet if c.isalnum()]
            )
            if len(made) < 12 or re.search(r"\d", made) and re.search("[A-Za-z]", made) or match[1] == "d":
                return made

    return re.sub(r"\{(\w):(\d+)\}", part, recipe)


def fill(template: str, seed: object) -> tuple[str, list[str]]:
    """Return ``template`` with secrets for its ``@`` parts, and these."""
    rng = random.Random(str(seed))
    secrets: list[str] = []
    letters = {
        "P": string.ascii_letters + string.digits + "!^*_-",
        "T": ALPHABETS["m"],
        "B": ALPHABETS["b"],
        "H": "0123456789abcdef",
    }

    def one(match: re.Match[str]) -> str:
        made = "".join(rng.choices(letters[match[1]], k=int(match[2]) - 2))
        secrets.append(f"a{made}7")
        return secrets[-1]

    return re.sub(r"@([PTBH])(\d+)", one, template), secrets


def private_key(label: str, seed: object, lines: int = 8) -> str:
    """Return a PEM block, of no key."""
    rng = random.Random(str(seed))
    body = base64.b64encode(rng.randbytes(48 * lines - 20)).decode()
    text = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    return f"-----BEGIN {label}-----\n{text}\n-----END {label}-----"


def in_json_in_json(text: str) -> str:
    return json.dumps({"output": json.dumps({"content": text})})
