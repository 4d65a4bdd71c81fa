"""`why` shows the whole evaluation, to people and to machines."""

import json

from ctxdb_hooks.commands.why import why


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
