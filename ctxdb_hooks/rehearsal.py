"""A throw-away project with a recorded session of claude, to show, measure and test things on."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from ctxdb_hooks.clients.claude.ingest import folder_name
from ctxdb_hooks.launch.project import Project

RECORDING = Path(__file__).with_suffix(".jsonl")
RECORDED_IN = "/demo/shortener"


def make_project(root: Path) -> Project:
    """A git work tree without git's help: as much of one as makes a project."""
    (root / ".git").mkdir(parents=True)
    (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    return Project(str(root), f"{root}/.git", f"{root}/.git")


def replay(claude: Path, root: str, *, ended: datetime | None = None) -> Path:
    """Write the recorded transcript below ``claude`` as if its session had been in ``root``, ended a day ago."""
    rows = [json.loads(line) for line in RECORDING.read_text("utf-8").replace(RECORDED_IN, root).splitlines()]
    shift = (ended or datetime.now(UTC) - timedelta(days=1)) - datetime.fromisoformat(rows[-1]["timestamp"])
    for row in rows:
        if "timestamp" in row:
            moved = datetime.fromisoformat(row["timestamp"]) + shift
            row["timestamp"] = moved.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    path = claude / "projects" / folder_name(root) / f"{rows[-1]['sessionId']}.jsonl"
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    return path


def said() -> Iterator[str]:
    """What the person typed in the recorded session."""
    for line in RECORDING.read_text("utf-8").splitlines():
        row = json.loads(line)
        if row.get("promptSource") == "typed":
            yield row["message"]["content"]
