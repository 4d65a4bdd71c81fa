"""The page of figures in a real browser: it is drawn, light and dark, and loads nothing."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
import zlib
from pathlib import Path

import pytest

from ctxdb_hooks.figures import page
from ctxdb_hooks.figures.summary import summary
from tests.support.sandbox import Sandbox

pytestmark = pytest.mark.lazy  # nothing is loaded here

BROWSERS = (
    "chromium-headless-shell",
    "chromium",
    "google-chrome",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
BAR = (0x3B, 0x82, 0xB8)
WIDTH, HEIGHT = 900, 1600


@pytest.fixture
def figures(sandbox: Sandbox) -> Path:
    """A page about a day with twenty starts."""
    now = time.time()
    rows = [
        {
            "what": "start",
            "ts": now - 60,
            "client": "claude",
            "kind": "session",
            "facade": "hit",
            "us": 1000 * (1 + n % 4),
        }
        for n in range(20)
    ]
    path = sandbox.root / "figures.html"
    path.write_text(page.page(summary(rows, [], now - 86400, now)))
    return path


def look(sandbox: Sandbox, shown: Path, *options: str) -> subprocess.CompletedProcess[str]:
    """Open a page in a headless browser, as a test's own user and without the net."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    assert browser, "no browser: start the tests with tests/run"
    flags = ["--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--window-size={WIDTH},{HEIGHT}"]
    flags += [f"--user-data-dir={sandbox.root / 'browser'}", "--host-resolver-rules=MAP * ~NOTFOUND"]
    flags += ["--enable-logging=stderr", "--log-level=0"]
    return sandbox.run([browser, *flags, *options, shown.as_uri()], seconds=60)


def pixels(path: Path) -> list[bytes]:
    """The rows of an RGB or RGBA picture (PNG), three bytes a pixel."""
    data, at, packed = path.read_bytes(), 8, b""
    width, channels = int.from_bytes(data[16:20]), {2: 3, 6: 4}[data[25]]
    while at < len(data):
        size, kind = int.from_bytes(data[at : at + 4]), data[at + 4 : at + 8]
        packed += data[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += 12 + size
    raw, length = zlib.decompress(packed), width * channels
    before, rows = bytes(length), []
    for start in range(0, len(raw), length + 1):
        before = unfiltered(raw[start], raw[start + 1 : start + 1 + length], before, channels)
        rows.append(b"".join(before[x : x + 3] for x in range(0, length, channels)))
    return rows


def unfiltered(kind: int, line: bytes, above: bytes, step: int) -> bytes:
    """One row of a PNG as it was before its filter."""
    out = bytearray(line)
    for x in range(len(out)):
        a, b, c = (out[x - step] if x >= step else 0), above[x], (above[x - step] if x >= step else 0)
        guess = a + b - c
        paeth = min((abs(guess - a), 0, a), (abs(guess - b), 1, b), (abs(guess - c), 2, c))[2]
        out[x] = (out[x] + (0, a, b, (a + b) // 2, paeth)[kind]) & 0xFF
    return bytes(out)


def runs_of_bars(rows: list[bytes]) -> list[int]:
    """How wide each bar is, in pixels, from the top."""
    found: list[int] = []
    inside = False
    for row in rows:
        width = row.count(bytes(BAR))
        if width and not inside:
            found.append(width)
        elif width and inside:
            found[-1] = max(found[-1], width)
        inside = bool(width)
    return found


def test_the_bars_are_drawn(sandbox: Sandbox, figures: Path) -> None:
    picture = sandbox.root / "page.png"
    done = look(sandbox, figures, f"--screenshot={picture}")
    assert "CONSOLE" not in done.stderr, done.stderr
    rows = pixels(picture)
    assert rows[2][:3] == b"\xff\xff\xff"
    bars = runs_of_bars(rows)
    drawn = re.findall(r'<rect [^>]*width="([\d.]+)"', figures.read_text())
    assert len(bars) == sum(float(width) > 0 for width in drawn)
    assert max(bars) > 150


def test_dark_for_those_who_have_it_dark(sandbox: Sandbox, figures: Path) -> None:
    picture = sandbox.root / "page.png"
    look(sandbox, figures, "--blink-settings=preferredColorScheme=0", f"--screenshot={picture}")
    rows = pixels(picture)
    assert max(rows[2][:3]) < 0x30
    assert runs_of_bars(rows)


def test_the_text_is_there(sandbox: Sandbox, figures: Path) -> None:
    done = look(sandbox, figures, "--dump-dom")
    assert "20 starts" in done.stdout
    assert "Our own time at a start" in done.stdout
