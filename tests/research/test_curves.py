"""research/curves.py: each run changes what it says."""

import pytest
import torch

import curves as script
from bert_lab.measures import recorded

RUNS, LOSSES = script.RUNS, script.LOSSES


@pytest.fixture
def trainings(monkeypatch):
    """What `pretrain` was given in each run; it takes two steps of 8 pairs."""
    given, pretrain = [], script.pretrain

    def short(model, data, *, num_train_steps, train_batch_size, **options):
        weights = model.encoder.token_embedding.weight.detach().clone()
        seen = {"pairs": len(data), "train_batch_size": train_batch_size}
        given.append((weights, seen | options))
        return pretrain(model, data, num_train_steps=2, train_batch_size=8, **options)

    monkeypatch.setattr(script, "pretrain", short)
    monkeypatch.setattr(script, "SHARED", script.SHARED | {"num_train_steps": 2})
    monkeypatch.setattr(script, "EVERY", 1)
    monkeypatch.setattr(script, "ASKED", 16)
    monkeypatch.setattr(script, "SEEDS", (0,))
    return given


def test_a_small_run_changes_one_thing_at_a_time(trainings, run_small):
    found = run_small(script)
    assert found.keys() == recorded("curves").keys()
    assert found["steps"] == [0, 1, 2]
    first_weights, usual = trainings[0]
    for (name, changes), (weights, given) in zip(RUNS.items(), trainings, strict=True):
        assert torch.equal(weights, first_weights)
        expected = usual | changes
        assert {key: given[key] for key in expected if key != "generator"} == {
            key: value for key, value in expected.items() if key != "generator"
        }
        (curves,) = found["runs"][name]["curves"]
        assert curves.keys() == {"train", "validation"}
        assert all(len(curves[of][loss]) == 3 for of in curves for loss in LOSSES)
