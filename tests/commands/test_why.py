"""`why` shows the whole evaluation, to people and to machines."""

import json

from ctxdb_hooks.commands.why import why
from ctxdb_hooks.learning import model


def test_json_is_one_object_with_what_fired_and_why(capsys):
    assert why("do you remember what we decided?", turn=1, as_json=True) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["fired"], found["load"], found["turn"]) == ("intent:recall", True, 1)
    assert found["why"][0] == {"signal": "A", "indicator": "vague", "gave": "do you remember"}
    assert found["score"] is None


def test_json_counts_complexity(capsys):
    assert why("First migrate the database, then update the API, finally deploy.", as_json=True, tier="strong") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["score"] == sum(one["gave"] for one in found["why"] if one["signal"] == "B")
    assert (found["load"], found["threshold"]) == (found["score"] >= 55, 55)


def test_people_read_what_it_means(capsys):
    assert why("继续", turn=1) == 0
    shown = capsys.readouterr().out
    assert "intent:continuation" in shown
    assert "go-ahead" in shown
    assert "read as zh" in shown
    assert why("[bold]rename[/bold] it", turn=4) == 0
    shown = capsys.readouterr().out
    assert "none" in shown
    assert "no memory is offered" in shown


def test_the_signal_that_learns_is_shown_without_chance(remembering) -> None:
    state = remembering.sandbox.state
    for mode, fired in (("shadow", "none"), ("active", "policy:load")):
        eager = model.State(model.Weights.zero(), mode=mode)
        eager.weights.context[0] = 9.0
        model.write(state, eager)
        found = remembering.json("why", "rename this variable")
        assert found["fired"] == fired
        assert [one["signal"] for one in found["why"]] == ["C"]
        assert found["why"][0]["indicator"] == f"would load ({mode})"
    assert not (state / "policy.explored").exists()
