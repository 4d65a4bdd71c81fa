"""Fixtures for all tests: a home that is not the tester's, and the sandbox."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import hypothesis
import pytest

from tests.support.sandbox import Sandbox

# A busy machine makes no property false.
hypothesis.settings.register_profile("no deadline", deadline=None)
hypothesis.settings.load_profile("no deadline")

# Started with & by a script, or by nohup, the tests ignore these, and so would all that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

# What a tester's shell, agent or CI may have set and what would change the outcome.
FOREIGN = (
    "CLAUDE",
    "CODEX",
    "GEMINI",
    "CTXDB_",
    "XDG_",
    "ANTHROPIC_",
    "OPENAI_",
    "GOOGLE_",
    "ZDOTDIR",
    "GIT_",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--no-skip", action="store_true", help="let a skipped test fail")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> Iterator[None]:
    return _forbid_skip(item.config, (yield))


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    return _forbid_skip(collector.config, (yield))


def _forbid_skip(config, report):
    """Make a skip a failure: a check that did not run has shown nothing."""
    if report.skipped and config.getoption("--no-skip") and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, which --no-skip forbids: {report.longrepr}"
    return report


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Keep the test process itself away from the tester's home and settings."""
    for name in list(os.environ):
        if name.startswith(FOREIGN):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What starts a client is tested under lazy loading and once more under eager loading."""
    starts = metafunc.definition.path.parent.name in ("launch", "e2e")
    if starts and "loading" in metafunc.fixturenames and not metafunc.definition.get_closest_marker("lazy"):
        metafunc.parametrize("loading", ["lazy", "eager"], indirect=True)


@pytest.fixture
def loading(request: pytest.FixtureRequest) -> str:
    """How the clients of a test load the memory."""
    return getattr(request, "param", "lazy")


@pytest.fixture
def sandbox(tmp_path_factory: pytest.TempPathFactory, loading: str) -> Iterator[Sandbox]:
    """A home, a git project and an environment for the programs that a test starts."""
    made = Sandbox(tmp_path_factory.mktemp("sandbox"))
    if loading == "eager":
        made.env["CTXDB_LAZY_LOAD"] = "0"
    yield made
    made.close()


@pytest.fixture
def installed(sandbox: Sandbox) -> Sandbox:
    """The sandbox with ctxdb-hooks set up for bash; `sandbox.install` does it for other shells."""
    sandbox.install("bash")
    return sandbox
