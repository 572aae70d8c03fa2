"""research/curves.py: each run changes what it says; the record shows what the book says of it."""

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
        given.append((weights, {"pairs": len(data)} | options))
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


def ends(name, of, loss):
    """The last losses of a recorded run, one for each seed."""
    return [curves[of][loss][-1] for curves in recorded("curves")["runs"][name]["curves"]]


def test_the_recorded_small_corpus_is_learned_by_heart():
    lines = recorded("curves")["lines"]
    for loss in LOSSES:
        trained, new = (ends("small corpus", of, loss) for of in ("train", "validation"))
        assert min(new) > max(trained) + 2
    assert min(ends("small corpus", "validation", "nsp_loss")) > lines["ln_2"] + 1


def test_recorded_learning_rates_too_low_right_and_too_high():
    names = ("recipe", "rate too low", "rate too high")
    right, low, high = (ends(name, "validation", "mlm_loss") for name in names)
    unigram = recorded("curves")["lines"]["unigram_loss"]
    assert max(right) < min(low)
    assert max(low) < unigram
    assert all(abs(loss - unigram) < 0.3 for loss in high)


def test_without_warm_up_a_recorded_run_is_a_gamble():
    gamble = ends("no warm-up", "validation", "mlm_loss")
    unigram = recorded("curves")["lines"]["unigram_loss"]
    assert min(gamble) < unigram - 0.8 < unigram - 0.2 < max(gamble)
