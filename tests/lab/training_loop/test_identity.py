"""bert_lab.training_loop.identity: one table for one run, and words for what makes another."""

from dataclasses import replace

import pytest
import torch

from bert_lab.training_loop.identity import differences, digest, fingerprint, identify
from bert_lab.training_loop.options import TrainingOptions
from tests.helpers.pretraining_data import random_pairs

OPTIONS = TrainingOptions(20, 4, 0.01)


@pytest.fixture
def build(build_model, generator):
    """A function: the facts of a run; by default always the same."""
    pairs = random_pairs(9, generator)

    def build(model_seed=0, num=9, options=OPTIONS, seed=3, **choices):
        data = pairs.select(torch.arange(num))
        return identify(build_model(model_seed), data, options, seed, choices)

    return build


CHANGES = {
    "other starting weights": {"model_seed": 1},
    "other data": {"num": 8},
    "num_train_steps 30 (expected 20), num_warmup_steps 3 (expected 2)": {
        "options": replace(OPTIONS, num_train_steps=30)
    },
    "another seed": {"seed": 4},
    "pooling 'mean' (expected None)": {"pooling": "mean"},
}


@pytest.mark.parametrize(("words", "change"), CHANGES.items())
def test_each_part_of_a_run_makes_another_and_is_named(words, change, build):
    one, other = build(), build(**change)
    assert one == build()
    assert digest(one) != digest(other)
    assert differences(one, one) == ""
    assert differences(one, other) == words


@pytest.mark.parametrize("num", [7, 4_096 * 2 + 3])
def test_fingerprint_tells_data_apart(num, generator):
    data = random_pairs(7, generator).select(torch.arange(num) % 7)
    assert fingerprint(data) == fingerprint(replace(data, tokens=data.tokens.clone()))
    for name in ("tokens", "segments", "valid_lens", "is_next"):
        changed = getattr(data, name).clone()
        changed[-1] += 1  # the last row of the sample, too
        assert fingerprint(replace(data, **{name: changed})) != fingerprint(data)
    assert fingerprint(data.select(torch.arange(num - 1))) != fingerprint(data)
