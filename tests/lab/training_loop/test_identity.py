"""bert_lab.training_loop.identity: one value for one run, and words for what makes another."""

from dataclasses import replace

import pytest
import torch

from bert_lab.training_loop.identity import RunIdentity, digest, fingerprint
from bert_lab.training_loop.options import TrainingOptions
from tests.helpers.pretraining_data import random_pairs

OPTIONS = TrainingOptions(20, 4, 0.01)


@pytest.fixture
def identify(build_model, generator):
    """A function: the identity of a run; by default always the same."""
    pairs = random_pairs(9, generator)

    def identify(model_seed=0, num=9, options=OPTIONS, seed=3, **choices):
        data = pairs.select(torch.arange(num))
        return RunIdentity.compute(build_model(model_seed), data, options, seed, choices)

    return identify


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
def test_each_part_of_a_run_makes_another_and_is_named(words, change, identify):
    one, other = identify(), identify(**change)
    assert one == identify()
    assert one.digest() == identify().digest() != other.digest()
    assert one.differences(one.facts()) == ""
    assert one.differences(other.facts()) == words


def test_a_state_that_says_nothing_is_another_run_s(identify):
    assert "other data" in identify().differences({})


def test_facts_are_what_json_gives_back(identify):
    run = identify(sizes=(1, 2))
    assert run.facts()["sizes"] == [1, 2]
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1}) != digest({"a": 1, "b": 3})


@pytest.mark.parametrize("num", [7, 4_096 * 2 + 3])
def test_fingerprint_tells_data_apart(num, generator):
    drawn = random_pairs(7, generator)
    data = drawn.select(torch.arange(num) % 7)
    assert fingerprint(data) == fingerprint(replace(data, tokens=data.tokens.clone()))
    for name in ("tokens", "segments", "valid_lens", "is_next"):
        changed = getattr(data, name).clone()
        changed[-1] += 1  # the last row of the sample, too
        assert fingerprint(replace(data, **{name: changed})) != fingerprint(data)
    assert fingerprint(replace(data, tokens=data.tokens.flatten(1)[:, :, None])) != fingerprint(
        data
    )
    assert fingerprint(data.select(torch.arange(num - 1))) != fingerprint(data)
