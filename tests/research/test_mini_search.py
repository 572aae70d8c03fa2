"""research/mini_search.py: which arm is trained on what."""

import math

import mini_search as script
from bert_lab.measures import recorded
from mini_search import ARMS, UNTRAINED, WIDTHS

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
