"""Doctor as a person meets it: what it says of a healthy set-up, what it keeps to itself, how it ends."""

from __future__ import annotations

from tests.doctor.conftest import Doctor, one


def test_of_a_healthy_set_up_it_has_nothing_to_say(doctor: Doctor) -> None:
    found = doctor.levels()
    assert {what for what in found if "your shell, does not read" not in what and "a start takes" not in what} == set()
    assert "bash: claude, codex, gemini start through us" in doctor.levels("ok")


def test_a_start_is_measured_against_the_interpreter(doctor: Doctor) -> None:
    told = one(doctor.levels("ok", "warning"), "a start takes")["what"]
    assert "a bare interpreter" in told


def test_measuring_leaves_nothing(doctor: Doctor) -> None:
    doctor.sandbox.rest()
    before = sorted(doctor.sandbox.root.rglob("*"))
    doctor("doctor", check=False)
    assert sorted(doctor.sandbox.root.rglob("*")) == before
    assert doctor.sandbox.processes() == []


def test_before_anything_is_set_up(sandbox_commands: Doctor) -> None:
    found = sandbox_commands.levels()
    assert one(found, "the launcher is not there")["level"] == "error"
    assert one(found, "the launcher is not there")["fix"] == "ctxdb-hooks install"


def test_every_finding_but_good_ones_says_what_to_do_or_why(doctor: Doctor) -> None:
    sandbox = doctor.sandbox
    (sandbox.home / ".claude" / "settings.json").write_text("{")
    sandbox.config.parent.mkdir(parents=True, exist_ok=True)
    sandbox.config.write_text("nonsense = 1\n")
    (sandbox.home / ".bashrc").write_text("return\n" + (sandbox.home / ".bashrc").read_text())
    for finding in doctor.levels().values():
        assert finding["fix"] and (finding["why"] or finding["level"] == "warning"), finding


def test_nothing_private_is_in_the_report(doctor: Doctor) -> None:
    sandbox = doctor.sandbox
    secret = "sk-ant-api03-" + "Zx9" * 31
    rc = sandbox.home / ".bashrc"
    rc.write_text(rc.read_text() + f"alias claude='ANTHROPIC_API_KEY={secret} /opt/{sandbox.project.name}/claude'\n")
    doctor("config", "set", "exclude", f"{sandbox.home}/clients/acme")
    for told in (doctor("doctor", check=False).stdout, doctor("doctor", "--json", check=False).stdout):
        for private in (str(sandbox.home), sandbox.project.name, "Links must expire", secret, "acme"):
            assert private not in told
        assert "an alias leads past us" in told


def test_it_fits_on_80_columns(doctor: Doctor) -> None:
    terminal = doctor.sandbox.terminal([*doctor.argv, "doctor"], env={"COLUMNS": "80", "NO_COLOR": "1"})
    terminal.wait_for_exit(60)
    told = terminal.raw.decode().replace("\r\n", "\n")
    lines = [line.rpartition("\r")[2] for line in told.splitlines()]
    assert [line for line in lines if len(line) > 80 and "ctxdb-hooks" not in line and "/" not in line] == []
    assert any("launcher" in line for line in lines)


def test_without_home_it_says_so(doctor: Doctor) -> None:
    done = doctor("doctor", check=False, env={"HOME": ""})
    assert done.returncode == 1
    assert "HOME" in done.stderr
