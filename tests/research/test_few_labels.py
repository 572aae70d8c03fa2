"""research/few_labels.py: what is drawn, a small run, and when training stops."""

import few_labels as script
import real_labels
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures import recorded
from few_labels import ALL, COSTS, FROZEN, PAIRS, until_no_better
from tests.helpers.reviews import write_reviews

RECORD = recorded("few_labels")


def test_a_small_run(run_small, tmp_path, monkeypatch):
    """Of small reviews, with a model that knows their words."""
    write_reviews(tmp_path)
    monkeypatch.setattr(script, "load_bert", lambda name, generator: load_mini_bert())
    monkeypatch.setattr(script, "NUM_STEPS", (2, 30, 2))
    monkeypatch.setattr(script, "MAX_LEN", 10)
    monkeypatch.setitem(real_labels.MAX_LEN, "sst2", 10)
    monkeypatch.setattr(script, "COST_TOKENS", 4)
    monkeypatch.setattr(script, "PASSES", 1)
    monkeypatch.setitem(script.ADAPTERS, "adapter, rank 32", 2)  # of 64 dimensions
    monkeypatch.setattr(script, "SIZES", (8, 64))
    monkeypatch.setattr(script, "SEEDS", {8: (0, 1), 64: (0, 1)})
    few = [(COSTS, ALL, 0), (COSTS, "adapter, rank 32", 0), (FROZEN, 8, 0), (FROZEN, 64, 0)]
    trained = [(PAIRS, 64, 0), (ALL, 8, 0), ("adapter, rank 32", 8, 1), ("scratch", "all", 0)]
    monkeypatch.setattr(script, "keys", lambda: few + trained)
    found = run_small(script, "--data", tmp_path)
    assert found.keys() == RECORD.keys()
    assert found["results"][PAIRS] == {"8": [None, None], "64": [1.0, None]}
    assert [len(runs) for runs in found["results"][FROZEN].values()] == [2, 2]
    assert found["results"][ALL]["8"][0] is not None
    assert {len(scores) for scores in found["scratch"]["run"].values()} == {1}
    whole, part = found["costs"].values()
    assert whole["gradients"] == 4 * whole["learns"] == whole["weights"]
    assert part["gradients"] == 4 * part["learns"] < whole["gradients"] / 4
    assert part["weights"] > whole["weights"]


def test_from_scratch_it_trains_until_two_passes_were_no_better():
    passes = iter([{"valid": valid} for valid in (0.6, 0.7, 0.7, 0.65, 0.9)])
    assert [found["valid"] for found in until_no_better(passes)] == [0.6, 0.7, 0.7, 0.65]
    assert next(passes) == {"valid": 0.9}, "a pass was trained that nobody needed"
    run = RECORD["scratch"]["run"]
    best = run["valid"].index(max(run["valid"]))
    assert best == len(run["valid"]) - 1 - RECORD["scratch"]["patience"]
