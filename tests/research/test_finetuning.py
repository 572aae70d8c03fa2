"""research/finetuning.py: cells of the record computed again, and a small run."""

import pytest

import finetuning as script
from bert_lab.finetuning.tasks import mini_task
from bert_lab.measures import recorded
from finetuning import SEEDS, measure_way

RECORD = recorded("finetuning")


@pytest.mark.weekly
@pytest.mark.parametrize(
    ("task", "way", "num_labels", "seed", "tolerance"),
    [
        ("sentiment", "majority", 64, 1, 1e-3),
        ("relation", "bag of words", 256, 2, 5e-3),
        ("question", "bag of words", 16, 0, 5e-3),
        # steps of training: another processor's rounding may grow on the way
        ("relation", "untrained", 16, 2, 0.05),
        ("sentiment", "frozen mean", 64, 1, 0.05),
    ],
)
def test_a_part_of_the_record_again(task, way, num_labels, seed, tolerance):
    found = RECORD["results"][task][way]
    expected = found["runs"][SEEDS.index(seed)][found["sizes"].index(num_labels)]
    test = mini_task(task, RECORD["num_test"], "test")
    assert measure_way(task, way, num_labels, seed, test) == pytest.approx(expected, abs=tolerance)


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
