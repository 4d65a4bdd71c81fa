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


def private_key(label: str, seed: object, lines: int = 8) -> str:
    """Return a PEM block, of no key."""
    rng = random.Random(str(seed))
    body = base64.b64encode(rng.randbytes(48 * lines - 20)).decode()
    text = "\n".join(body[i : i + 64] for i in range(0, len(body), 64))
    return f"-----BEGIN {label}-----\n{text}\n-----END {label}-----"


def in_json_in_json(text: str) -> str:
    return json.dumps({"output": json.dumps({"content": text})})
