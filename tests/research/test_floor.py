"""research/floor.py: a small run."""

import floor as script
from bert_lab.measures import recorded


def test_a_small_run(run_small, monkeypatch):
    monkeypatch.setattr(script, "NUM_PAIRS", 40)
    found = run_small(script)
    assert found.keys() == recorded("floor").keys()
    assert found["num_pairs"] == found["inputs"]["num_pairs"] == 40
    assert 100 < found["num_predictions"] < 160
    assert 0 < found["mlm_loss"]["standard_error"] < found["mlm_loss"]["mean"] < 0.5
    assert 0.97 < found["nsp_accuracy"]["mean"] < 1
