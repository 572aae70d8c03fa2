"""research/mini_search.py: which arm is trained on what, and what the record says."""

import math

import mini_search as script
from bert_lab.measures import recorded
from mini_search import ARMS, SEEDS, UNTRAINED, WIDTHS

RECORD = recorded("mini_search")


def test_a_small_run(run_small, monkeypatch):
    """Each arm starts from its own weights and is trained by its own loss."""
    monkeypatch.setattr(script, "NUM_TRAIN", 40)
    monkeypatch.setattr(script, "NUM_TEST", 8)
    monkeypatch.setattr(script, "SEEDS", (0,))
    monkeypatch.setattr(script, "KEYS", [(name, 0) for name in (UNTRAINED, *ARMS)])
    monkeypatch.setitem(script.RECIPE, "num_train_steps", 2)
    found = run_small(script)
    assert found.keys() == RECORD.keys()
    assert found["searches"].keys() == RECORD["searches"].keys()
    assert all(len(run) == 8 for runs in found["searches"].values() for run in runs)
    plain, negatives, random, widths = (found["losses"][name][0][0] for name in ARMS)
    assert negatives > plain  # more to tell apart
    assert math.log(32) / 2 < plain < random != widths != plain
    assert [len(runs[0]) for runs in found["cut"].values()] == [len(WIDTHS)] * 2


def test_the_record_is_whole():
    for name in (UNTRAINED, *ARMS):
        assert [len(run) for run in RECORD["searches"][name]] == [script.NUM_TEST] * len(SEEDS)
    for name, runs in RECORD["cut"].items():  # the whole vector finds what the search found
        for run, places in zip(runs, RECORD["searches"][name], strict=True):
            assert run[-1] == sum(place == 1 for place in places) / len(places)


def test_what_chapter_11_says_of_the_record():
    first = {
        name: [sum(place == 1 for place in run) / len(run) for run in runs]
        for name, runs in RECORD["searches"].items()
    }
    assert min(first["trained"]) > 10 * first["mini-BERT"][0] > 0
    assert min(first["trained"]) > first["shared words"][0]
    assert min(first["trained from random weights"]) > max(first["trained"])
    cut = {
        name: [sum(at) / 3 for at in zip(*runs, strict=True)]
        for name, runs in RECORD["cut"].items()
    }
    assert cut["trained in widths"][0] > 0.85 * cut["trained in widths"][-1]
    assert cut["trained"][0] < 0.15 * cut["trained"][-1]
