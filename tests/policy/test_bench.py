"""The benchmark on simulated users: its form, and that the policy acts for those it helps and for no other."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

BENCH = Path(__file__).resolve().parents[1] / "bench" / "policy"


def test_the_policy_acts_where_it_helps() -> None:
    done = subprocess.run([sys.executable, BENCH, "--json", "--decisions", "1200"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert set(result) == {"users", "estimators"}
    assert len(result["users"]) >= 6
    for user in result["users"]:
        assert set(user) == {"name", "should_act", "acts", "regret_first", "regret_last"}
        assert user["acts"] is user["should_act"], user
        if user["should_act"]:
            assert user["regret_last"] < user["regret_first"] / 2, user
    assert {user["should_act"] for user in result["users"]} == {True, False}
    for each in result["estimators"]:
        assert set(each) == {"name", "truth", "low", "high"}
        assert each["low"] <= each["truth"] <= each["high"], each
