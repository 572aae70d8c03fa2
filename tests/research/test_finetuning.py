"""research/finetuning.py: cells of the record computed again, and a small run."""

import finetuning as script
from bert_lab.measures import recorded
from finetuning import SEEDS

RECORD = recorded("finetuning")


def test_a_small_run(run_small, monkeypatch):
    monkeypatch.setattr(script, "KEYS", [("sentiment", way) for way in ("majority", "mean")])
    monkeypatch.setattr(script, "FEW_AND_MANY", (16,))
    monkeypatch.setattr(script, "SIZES", (16, 64))
    monkeypatch.setattr(script, "NUM_STEPS", {16: 2})
    monkeypatch.setattr(script, "NUM_TEST", 20)
    found = run_small(script)
    assert found.keys() == RECORD.keys()
    rows = found["results"]["sentiment"]
    assert [row["sizes"] for row in rows.values()] == [[16, 64], [16]]
    for row in rows.values():
        assert [len(run) for run in row["runs"]] == [len(row["sizes"])] * len(SEEDS)
        assert row.keys() == RECORD["results"]["sentiment"]["majority"].keys()
