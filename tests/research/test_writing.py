"""research/writing.py: what counts as possible, and a small run."""

import pytest

import writing as script


def test_a_text_is_judged_by_the_grammar_and_by_what_was_trained_on():
    copy = min(script.trained_on(0))
    first, second = copy.split(" <sep> ")
    _, pairs = script.possible()
    new = min(pairs - script.trained_on(0))
    found = script.judge([copy, copy, new, f"{second} <sep> {second}", "a <sep> a a"], seed=0)
    assert found["sentences"] == 8 / 10
    assert found["stories"] == 3 / 5
    assert found["copied"] == 2 / 3
    assert found["distinct"] == len({first, second, *new.split(" <sep> "), "a", "a a"}) / 10
    assert script.judge(["a <sep> a"], seed=0)["copied"] is None


@pytest.mark.weekly
def test_a_small_run(run_small, monkeypatch):
    runs = {name: choice | {"num_train_steps": 2} for name, choice in script.RUNS.items() if choice}
    monkeypatch.setattr(script, "RUNS", runs | {"bigrams": {}})
    monkeypatch.setattr(script, "SHARED", script.SHARED | {"train_batch_size": 8})
    monkeypatch.setattr(script, "SEEDS", (0,))
    monkeypatch.setattr(script, "TEXTS", 4)
    monkeypatch.setattr(
        script, "SETTINGS", [("surest", 4, 0.1), ("random", 1, 1.0), ("left to right", 1, 0.3)]
    )
    found = run_small(script)["runs"]
    assert found.keys() == script.RUNS.keys()
    for name, run in found.items():
        (by_setting,) = run
        assert len(by_setting) == (1 if name in ("gpt", "bigrams") else 3)
        for judged in by_setting.values():
            assert 0 <= judged["stories"] <= judged["sentences"] <= 1
