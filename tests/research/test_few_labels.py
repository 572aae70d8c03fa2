"""research/few_labels.py: a small run."""

import few_labels as script
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from few_labels import ALL, FROZEN, PAIRS
from tests.helpers.reviews import write_reviews

RECORD = recorded("few_labels")


def test_a_small_run(run_small, tmp_path, monkeypatch):
    """Of small reviews, with a model that knows their words."""
    write_reviews(tmp_path)
    monkeypatch.setattr(script, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setattr(script, "NUM_STEPS", (2, 30, 2))
    monkeypatch.setattr(script, "MAX_LEN", 10)
    monkeypatch.setattr(script, "SIZES", (8, 64))
    monkeypatch.setattr(script, "SEEDS", {8: (0, 1), 64: (0,)})
    found = run_small(script, "--data", tmp_path)
    assert found.keys() == RECORD.keys()
    assert found["results"][PAIRS]["64"] == [1.0]
    assert [len(runs) for runs in found["results"][FROZEN].values()] == [2, 1]
    assert [len(runs) for runs in found["results"][ALL].values()] == [2, 1]
