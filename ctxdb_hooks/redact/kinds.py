"""The tokens of known services, as a table: what a token is called, how it begins, how it goes on.

A row is ``name, prefixes, rest``. A prefix is literal text; the scanner looks for all of them at once. ``rest`` is a
regular expression for what follows the prefix. It asks for less than the service's full length, because transcripts
hold tokens that a terminal or a client has cut, and because lengths change.
"""

from typing import NamedTuple


class Kind(NamedTuple):
    """One sort of token."""

    name: str
    prefixes: tuple[str, ...]
    rest: str
    before: str = ""
    """What stands in front of the prefix and belongs to the token."""
    flags: str = ""
    """``b``: only where a word begins; ``r``: only if the whole looks random (a digit, no plain words)."""
    whole: int = 0
    """The length of a whole token, where the service has one: such a one does not go on in the next line."""


_HEX = "[0-9a-f]"
_ALNUM = "[A-Za-z0-9]"
_WORD = r"[\w-]"
_UUID = f"{_HEX}{{8}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4}}-{_HEX}{{4,}}"

KINDS: tuple[Kind, ...] = (
    # Code hosts and package registries
    Kind("github-token", ("ghs_",), rf"\d+_{_WORD}{{8,}}(?:\.{_WORD}+)*"),
    Kind("github-token", ("ghp_", "gho_", "ghu_"), rf"{_ALNUM}{{16,}}", whole=40),
    Kind("github-token", ("ghs_", "ghr_"), rf"{_ALNUM}{{16,}}"),
    Kind("github-token", ("github_pat_",), r"\w{20,}"),
    Kind(
        "gitlab-token",
        (
            "glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glsoat-", "glffct-", "glimt-",
            "glagent-", "gloas-", "glwt-",
        ),
        rf"{_WORD}{{16,}}(?:\.{_WORD}{{2,}})*",
    ),
    Kind("gitlab-token", ("GR1348941",), rf"{_WORD}{{16,}}"),
    Kind("gitlab-token", ("_gitlab_session=",), rf"{_HEX}{{32}}"),
    Kind("bitbucket-token", ("ATBB",), rf"{_ALNUM}{{24,}}", flags="b", whole=36),
    Kind("npm-token", ("npm_",), rf"{_ALNUM}{{30,}}", whole=40),
    Kind("pypi-token", ("pypi-Ag",), rf"{_WORD}{{16,}}"),
    Kind("docker-token", ("dckr_pat_", "dckr_oat_"), rf"{_WORD}{{16,}}", whole=36),
    Kind("rubygems-token", ("rubygems_",), rf"{_HEX}{{32,}}", whole=57),
    Kind("crates-token", ("cio",), rf"{_ALNUM}{{32}}(?!\w)", flags="br"),
    Kind("nuget-token", ("oy2",), r"[a-z0-9]{43}(?!\w)", flags="b"),
    Kind("clojars-token", ("CLOJARS_",), rf"{_ALNUM}{{40,}}"),
    Kind("artifactory-token", ("AKCp", "cmVmdGtuO"), rf"{_ALNUM}{{50,}}"),
    Kind("sourcegraph-token", ("sgp_",), rf"(?:{_HEX}{{16}}_|local_)?{_HEX}{{32,}}"),
    Kind("sonar-token", ("squ_", "sqp_", "sqa_"), rf"{_HEX}{{32,}}"),
    # Clouds
    Kind("aws-key-id", ("AKIA", "ASIA", "ABIA", "ACCA"), r"[A-Z0-9]{13,16}(?![A-Za-z0-9])", whole=20),
    Kind("aws-bedrock-key", ("ABSKQmVkcm9ja0FQSUtleS", "bedrock-api-key-"), r"[\w+/=-]{40,}"),
    Kind("google-api-key", ("AIza",), rf"{_WORD}{{30,}}", whole=39),
    Kind("google-api-key", ("AQ.Ab",), rf"{_WORD}{{30,}}"),
    Kind("firebase-key", ("APA91b",), rf"{_WORD}{{60,}}", flags="b"),
    Kind("google-oauth-secret", ("GOCSPX-",), rf"{_WORD}{{16,}}", whole=35),
    Kind("google-oauth-token", ("ya29.",), rf"{_WORD}{{16,}}(?:\.{_WORD}+)*"),
    Kind("google-refresh-token", ("1//0",), rf"{_WORD}{{24,}}"),
    Kind("azure-secret", ("Q~",), r"[\w.~-]{30,40}", before=r"[\w.~]{3}\d"),
    Kind("alibaba-key-id", ("LTAI",), rf"{_ALNUM}{{12,24}}(?!\w)", flags="b"),
    Kind("tencent-key-id", ("AKID",), rf"{_ALNUM}{{32}}(?!\w)", flags="b"),
    Kind("yandex-key", ("AQVN",), rf"{_WORD}{{35,}}", flags="b"),
    Kind("yandex-token", ("y0_", "t1.9euel"), rf"{_WORD}{{40,}}(?:\.{_WORD}+)?", flags="b"),
    Kind("digitalocean-token", ("dop_v1_", "doo_v1_", "dor_v1_"), rf"{_HEX}{{32,}}", whole=71),
    Kind("heroku-key", ("HRKU-",), rf"{_WORD}{{30,}}"),
    Kind("cloudflare-token", ("cfut_", "cfat_", "cfk_"), rf"{_WORD}{{30,}}"),
    Kind("cloudflare-origin-key", ("v1.0-",), rf"{_HEX}{{24}}-{_HEX}{{100,}}"),
    Kind("netlify-token", ("nfp_", "nfc_", "nfo_", "nfu_", "nfb_"), rf"{_ALNUM}{{30,}}"),
    Kind("vercel-token", ("vcp_", "vca_", "vci_", "vcr_", "vck_"), rf"{_ALNUM}{{24,}}"),
    Kind("vercel-blob-token", ("vercel_blob_rw_",), r"\w{16,}"),
    Kind("fly-token", ("fm1r_", "fm2_", "fm1a_", "fo1_"), r"[\w+/=-]{40,}"),
    Kind("render-key", ("rnd_",), rf"{_ALNUM}{{28,}}", flags="br"),
    Kind("scalingo-token", ("tk-us-",), rf"{_WORD}{{40,}}"),
    Kind("tailscale-key", ("tskey-",), rf"[a-z]+-{_WORD}{{16,}}"),
    Kind("pulumi-token", ("pul-",), rf"{_HEX}{{32,}}", whole=44),
    Kind("terraform-token", ("atlasv1.",), rf"{_WORD}{{40,}}", before=rf"{_ALNUM}{{14}}\."),
    Kind("vault-token", ("hvs.", "hvb.", "hvr."), rf"{_WORD}{{20,}}"),
    Kind("doppler-token", ("dp.pt.", "dp.st.", "dp.ct.", "dp.sa.", "dp.scim."), rf"(?:{_WORD}+\.)?{_ALNUM}{{30,}}"),
    Kind("infracost-key", ("ico-",), rf"{_ALNUM}{{32}}(?!\w)", flags="b"),
    Kind("openshift-token", ("sha256~",), rf"{_WORD}{{40,}}"),
    Kind("harness-token", ("pat.",), rf"{_WORD}{{22}}\.{_HEX}{{24}}\.{_ALNUM}{{20}}", flags="b"),
    Kind("octopus-key", ("API-",), r"[A-Z0-9]{25,}(?!\w)", flags="br"),
    Kind("databricks-token", ("dapi", "dkea", "doseT"), rf"{_HEX}{{26,}}(?:-\d)?"),
    Kind("confluent-secret", ("cflt",), r"[A-Za-z0-9+/]{60}", flags="b"),
    # Databases
    Kind("supabase-key", ("sbp_", "sb_secret_"), rf"{_WORD}{{20,}}"),
    Kind("planetscale-token", ("pscale_tkn_", "pscale_pw_", "pscale_oauth_"), r"[\w.=-]{30,}"),
    Kind("neon-key", ("napi_",), r"[a-z0-9]{40,}"),
    Kind("clickhouse-key", ("4b1d",), rf"{_ALNUM}{{38}}(?!\w)", flags="b"),
    Kind("airtable-token", ("pat",), rf"{_ALNUM}{{14}}\.{_HEX}{{40,}}", flags="b"),
    Kind("pinecone-key", ("pcsk_",), r"\w{30,}"),
    Kind("contentful-token", ("CFPAT-",), rf"{_WORD}{{40,}}"),
    # Models
    Kind("anthropic-key", ("sk-ant-",), rf"{_WORD}{{16,}}"),
    Kind("openrouter-key", ("sk-or-v1-",), rf"{_HEX}{{32,}}"),
    Kind("langfuse-key", ("sk-lf-",), _UUID),
    Kind("openai-key", ("sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-"), rf"{_WORD}{{20,}}"),
    Kind("api-key", ("sk-",), rf"{_WORD}{{20,}}", flags="br"),
    Kind("huggingface-token", ("hf_", "api_org_"), rf"{_ALNUM}{{30,}}", whole=37),
    Kind("groq-key", ("gsk_",), rf"{_ALNUM}{{40,}}", whole=56),
    Kind("perplexity-key", ("pplx-",), rf"{_ALNUM}{{40,}}"),
    Kind("replicate-token", ("r8_",), rf"{_ALNUM}{{30,}}", flags="b", whole=40),
    Kind("xai-key", ("xai-",), rf"{_ALNUM}{{60,}}"),
    Kind("fireworks-key", ("fw_",), rf"{_ALNUM}{{20,}}", flags="br"),
    Kind("together-key", ("tgp_v1_",), rf"{_WORD}{{40,}}"),
    Kind("cerebras-key", ("csk-",), r"[a-z0-9]{40,}"),
    Kind("nvidia-key", ("nvapi-",), rf"{_WORD}{{50,}}"),
    Kind("elevenlabs-key", ("sk_",), rf"{_HEX}{{48}}", flags="b"),
    Kind("langsmith-key", ("lsv2_pt_", "lsv2_sk_"), rf"{_HEX}{{32}}_{_HEX}{{6,}}"),
    Kind("tavily-key", ("tvly-",), rf"(?:dev-|prod-)?{_ALNUM}{{30,}}"),
    Kind("jina-key", ("jina_",), rf"{_WORD}{{50,}}"),
    Kind("firecrawl-key", ("fc-",), rf"{_HEX}{{32}}", flags="b"),
    Kind("wandb-key", ("wandb_v1_",), rf"{_WORD}{{40,}}"),
    Kind("e2b-key", ("e2b_",), rf"{_HEX}{{40}}", whole=44),
    # Payment and shops
    Kind("stripe-key", ("sk_live_", "sk_test_", "sk_prod_", "rk_live_", "rk_test_", "rk_prod_"), rf"{_ALNUM}{{10,}}"),
    Kind("webhook-secret", ("whsec_",), r"[A-Za-z0-9+/=]{16,}"),
    Kind("shopify-token", ("shpat_", "shpca_", "shppa_", "shpss_", "shptka_"), r"[0-9A-Fa-f]{24,}"),
    Kind("square-token", ("sq0atp-", "sq0csp-", "sq0idp-"), rf"{_WORD}{{16,}}"),
    Kind("square-token", ("EAAA",), rf"{_WORD}{{50,}}", flags="b"),
    Kind("facebook-token", ("EAAC", "EAAB", "EAAG", "EAAJ", "EAAD"), rf"{_ALNUM}{{60,}}", flags="b"),
    Kind("paypal-token", ("access_token$production$",), rf"{_ALNUM}{{16}}\${_HEX}{{32}}"),
    Kind("plaid-token", ("access-sandbox-", "access-development-", "access-production-"), _UUID),
    Kind("shippo-token", ("shippo_live_", "shippo_test_"), rf"{_HEX}{{40}}"),
    Kind("easypost-key", ("EZAK", "EZTK"), rf"{_ALNUM}{{46,}}", flags="b"),
    Kind("duffel-token", ("duffel_live_", "duffel_test_"), rf"{_WORD}{{40,}}"),
    Kind("flutterwave-key", ("FLWSECK-", "FLWSECK_TEST-"), rf"{_ALNUM}{{12,}}"),
    Kind("lob-key", ("live_pub_", "test_pub_"), rf"{_HEX}{{31}}"),
    # Talk, mail and telephone
    Kind("slack-token", ("xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-"), r"[\w%+/=.-]{10,}"),
    Kind("slack-token", ("xoxd-", "xoxe-", "xoxe.xox"), r"[\w%+/=.-]{10,}"),
    Kind("slack-token", ("xapp-", "xwfp-"), r"\d-[\w-]{16,}"),
    Kind("twilio-key", ("SK",), rf"{_HEX}{{28,32}}(?!\w)", flags="b", whole=34),
    Kind("sendgrid-key", ("SG.",), rf"{_WORD}{{16,}}\.{_WORD}{{16,}}", flags="b"),
    Kind("mailgun-key", ("key-",), rf"{_HEX}{{28,32}}(?!\w)", flags="b", whole=36),
    Kind("brevo-key", ("xkeysib-", "xsmtpsib-"), rf"{_HEX}{{40,}}(?:-{_ALNUM}+)?"),
    Kind("resend-key", ("re_",), rf"{_ALNUM}{{8}}_{_ALNUM}{{20,}}", flags="br"),
    Kind("telegram-token", (":AA",), rf"{_WORD}{{28,35}}", before=r"(?<!\d)\d{8,10}"),
    Kind("discord-token", ("mfa.",), rf"{_WORD}{{80,}}", flags="b"),
    # Watching and building
    Kind("datadog-key", ("ddapp_", "ddapi_", "ddpat_"), rf"{_ALNUM}{{30,}}"),
    Kind("newrelic-key", ("NRAK-", "NRII-", "NRJS-", "NRRA-", "NRAA-", "NRIQ-"), rf"{_WORD}{{19,}}"),
    Kind("grafana-token", ("glsa_",), rf"{_ALNUM}{{24,}}(?:_{_HEX}{{8}})?", whole=46),
    Kind("jwt", ("eyJ",), rf"{_WORD}{{8,}}\.(?:{_WORD}*\.){{1,3}}{_WORD}*|{_WORD}{{8,}}\.eyJ{_WORD}*"),
    Kind("grafana-token", ("glc_eyJ", "eyJrIjoi"), r"[A-Za-z0-9+/=_-]{24,}"),
    Kind("sentry-token", ("sntrys_eyJ",), r"[\w+/=-]{24,}"),
    Kind("sentry-token", ("sntryu_", "sntrya_"), rf"{_HEX}{{40,}}", whole=71),
    Kind("dynatrace-token", ("dt0c01.", "dt0s01.", "dt0s02.", "dt0s16."), r"[A-Z0-9]{8,}\.[A-Z0-9]{30,}"),
    Kind("posthog-key", ("phx_",), rf"{_ALNUM}{{30,}}"),
    Kind("postman-key", ("PMAK-",), rf"{_HEX}{{20,}}(?:-{_HEX}{{30,}})?"),
    Kind("launchdarkly-key", ("sdk-", "api-", "mob-"), _UUID, flags="b"),
    Kind("circleci-token", ("CCIPAT_", "CCIPRJ_"), r"\w{30,}"),
    Kind("buildkite-token", ("bkua_",), rf"{_ALNUM}{{30,}}"),
    Kind("snyk-token", ("snyk_uat.", "snyk_sat."), r"[\w.-]{30,}"),
    Kind("prefect-key", ("pnu_", "pnb_"), rf"{_ALNUM}{{30,}}"),
    Kind("readme-key", ("rdme_",), r"[a-z0-9]{60,}"),
    Kind("apify-token", ("apify_api_",), rf"{_ALNUM}{{30,}}"),
    # Office and design
    Kind("atlassian-token", ("ATATT3", "ATCTT3", "ATSTT3"), r"[\w=-]{20,}"),
    Kind("linear-key", ("lin_api_", "lin_oauth_", "lin_wh_"), rf"{_ALNUM}{{30,}}", whole=48),
    Kind("notion-token", ("ntn_",), rf"{_ALNUM}{{30,}}", whole=50),
    Kind("notion-token", ("secret_",), rf"{_ALNUM}{{40,}}", flags="r"),
    Kind("figma-token", ("figd_", "figo_", "figor_", "figu_"), rf"{_WORD}{{30,}}"),
    Kind("trello-token", ("ATTA",), rf"{_HEX}{{60,}}", flags="b"),
    Kind("hubspot-token", ("pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"), _UUID),
    Kind("typeform-token", ("tfp_",), r"[\w.-]{40,}"),
    Kind("frameio-token", ("fio-u-",), rf"{_WORD}{{50,}}"),
    Kind("adobe-secret", ("p8e-",), rf"{_WORD}{{30,}}", flags="b"),
    Kind("mapbox-token", ("sk.eyJ",), r"[\w.-]{30,}", flags="b"),
    Kind("dropbox-token", ("sl.",), rf"(?:u\.)?{_WORD}{{100,}}", flags="br"),
    Kind("onepassword-token", ("ops_eyJ",), r"[\w+/=-]{40,}"),
    Kind(
        "onepassword-key",
        ("A3-",),
        r"[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{1,5}",
        flags="b",
    ),
    # Keys and signed tokens
    Kind("age-key", ("AGE-SECRET-KEY-", "AGE-PLUGIN-"), r"[A-Z0-9-]{20,}", whole=74),
    Kind("private-key", ("b3BlbnNzaC1rZXktdj",), r"[A-Za-z0-9+/=]{24,}"),
    Kind("private-key", ("BADANBgkqhkiG9w0BAQEFAASC",), r"[A-Za-z0-9+/=]{24,}", before=r"MI[A-Za-z0-9+/]{2,6}"),
    Kind("private-key", ("BgUrgQQA", "BggqhkjOPQMBBw"), r"[A-Za-z0-9+/=]{24,}", before=r"MI[A-Za-z0-9+/]{2,40}"),
    Kind("extended-private-key", ("xprv9", "yprv", "zprv"), rf"{_ALNUM}{{100,}}", flags="b"),
)  # fmt: skip
