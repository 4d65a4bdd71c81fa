"""``ctxdb-hooks prompt``: word for word what would be added to a start here now, with its token count."""

import os
import time
from dataclasses import dataclass
from pathlib import Path

import click

from ctxdb_hooks import config
from ctxdb_hooks.clients import AGENTS, INSIDE
from ctxdb_hooks.commands.here import here
from ctxdb_hooks.commands.screen import Screen, emit
from ctxdb_hooks.contextdb import facade, tokens
from ctxdb_hooks.contextdb.store import Store
from ctxdb_hooks.launch import project as projects
from ctxdb_hooks.launch import settings, trust
from ctxdb_hooks.paths import Paths

PACK = "`ctxdb-hooks pack` reads what the clients have kept"
FOUND = {
    "hit": "from the facade",
    "expired": "made anew, since the facade has expired",
    "missing": "made anew, since there was no facade",
    "made": "made from the sessions, since facade and heads were missing",
}


@dataclass(frozen=True)
class Offer:
    """What a start is told: the text, the session and packet it is about, where it came from; or why there is none."""

    text: str = ""
    session: str = ""
    packet: str = ""
    found: str = ""
    reason: str = ""


@click.command()
@click.argument("client", default="claude", type=click.Choice(list(AGENTS)))
@click.option("--oneshot", is_flag=True, help="For a call that answers and ends, such as `claude -p`.")
@click.option("--json", "as_json", is_flag=True, help="For scripts: client, agent, text, tokens, session and packet.")
def command(client: str, oneshot: bool, as_json: bool) -> int:
    """Show what a start of CLIENT in this folder would be told, word for word.

    The text alone goes to stdout; what is known about it goes to stderr.

    \b
    Examples:
      ctxdb-hooks prompt                for claude
      ctxdb-hooks prompt codex | wc -c
    """
    made = offer(*here(), client, oneshot=oneshot)
    size = tokens.estimate(made.text) if made.text else 0
    if as_json:
        emit(
            {
                "client": client,
                "agent": AGENTS[client],
                "text": made.text,
                "tokens": size,
                "session": made.session or None,
                "packet": made.packet or None,
                "found": made.found,
                "reason": made.reason,
            }
        )
        return 0
    note = Screen(stderr=True)
    if made.text:
        click.echo(made.text)
        note.line(f"at most {size} tokens, {FOUND.get(made.found, made.found)}", "dim")
    else:
        note.line(f"Nothing would be added: {made.reason}.", "dim")
    return 0


def offer(where: Paths, project: projects.Project, store: Store, client: str, *, oneshot: bool = False) -> Offer:
    """What the launcher would add to a start of ``client`` in this folder, by the same steps."""
    env, now = dict(os.environ), int(time.time())
    on, values = config.project_of(where, os.getcwd(), env)
    reason = _hindrance(env)
    if not reason and on is None:
        reason = "this project is switched off or excluded (`ctxdb-hooks on`, `ctxdb-hooks config list`)"
    if not reason and not trust.trusted(env, str(where.state), str(store.folder), project.root):
        reason = "the state folder is not yours alone, or lies inside the project (`ctxdb-hooks doctor`)"
    if not reason and oneshot and values["oneshot"] == "off":
        reason = "the setting oneshot is off"
    if reason:
        return Offer(reason=reason)
    folder = os.path.realpath(os.getcwd())[len(project.root) + 1 :]
    share = AGENTS[client] if values["share"] == "same-client" else ""
    head, packets, found = facade.load(str(store.folder), folder, now, share)
    packet = facade.packet_path(str(store.folder), packets, AGENTS[client], bool(share))
    text = facade.render(head, packet, projects.branch(project.git), now)
    if not text:
        return Offer(found=found, reason=_why_nothing(store, bool(head)))
    if not values["lazy_load"] or (oneshot and values["oneshot"] == "full"):
        text = Path(packet).read_text("utf-8", "replace")
    return Offer(text, head["id"], packet, found)


def _hindrance(env: dict[str, str]) -> str:
    """What in the environment keeps a start in this terminal from being told anything."""
    agent = next((name for name in INSIDE if env.get(name)), "")
    if agent:
        return f"{agent} is set here, so that this counts as an agent's own shell"
    if settings.off(env, "CTXDB_HOOKS"):
        return "CTXDB_HOOKS is off here"
    return "CTXDB_PRIVATE is on here" if settings.on(env, "CTXDB_PRIVATE") else ""


def _why_nothing(store: Store, remembered: bool) -> str:
    if remembered:
        return f"the packet is missing or was changed by somebody else; {PACK}"
    if store.ids():
        return f"no session of this client is remembered here; {PACK}"
    return f"no session is remembered here; {PACK}"
