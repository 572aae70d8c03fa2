"""research/ablations.py: one thing changes at a time, and a small run."""

from dataclasses import replace

import pytest
import torch

import ablations as script
from _ablation_variants import VARIANTS
from bert_lab.measures import recorded
from bert_lab.pretraining import RECIPE, prepare, pretrain
from tests.helpers.close import MINI, tolerance

BY_NAME = {variant.name: variant for variant in VARIANTS}


@pytest.fixture(scope="module")
def world():
    return prepare()


@pytest.fixture(scope="module")
def batch(world):
    return world.held_out.select(torch.arange(6))


@pytest.fixture(scope="module")
def trained(world):
    """A function: the variant after three steps, so that what is held at zero could have moved."""

    def train(name):
        variant, generator = BY_NAME[name], world.generator()
        model = variant.build(world, generator)
        steps = pretrain(
            model,
            world.train,
            generator=generator,
            num_train_steps=3,
            train_batch_size=16,
            learning_rate=4e-3,
            targets=variant.targets(model.config.vocab_size, seed=0),
            next_sentence=variant.next_sentence,
        )
        assert len(list(steps)) == 3
        return model.eval()

    return train


ROUNDING = tolerance(roundings=MINI, scale=4)  # states are up to 4


@torch.no_grad()
def _encode(model, batch, tokens=None, segments=None):
    tokens = batch.tokens if tokens is None else tokens
    segments = batch.segments if segments is None else segments
    return model.encoder(tokens, segments, batch.valid_lens)


def test_without_positions_order_within_a_text_changes_nothing(trained, batch):
    order = torch.arange(batch.tokens.shape[1])
    order[1:4] = torch.tensor([3, 1, 2])
    assert batch.segments[:, 1:4].sum() == 0
    for name, same in (("no positions", True), ("baseline", False)):
        model = trained(name)
        moved = _encode(model, batch, tokens=batch.tokens[:, order])
        apart = (moved - _encode(model, batch)[:, order]).abs().max().item()
        assert (apart < ROUNDING) == same


def test_only_one_thing_changes():
    baseline = VARIANTS[0]
    assert baseline.name == "baseline"
    for variant in VARIANTS[1:]:
        changes = [
            bool(variant.switches), bool(variant.masking), variant.silenced is not None,
            not variant.next_sentence and not variant.left_to_right,
        ]  # fmt: skip
        assert sum(changes) == 1, variant.name
        assert len(variant.switches) <= 1


@pytest.mark.weekly
def test_a_small_run(few_held_out, run_small, monkeypatch):
    """Of two steps, with one seed's runs copied for the others."""
    recipe = replace(RECIPE, num_train_steps=2, train_batch_size=8)
    monkeypatch.setattr(script, "RECIPE", recipe)
    monkeypatch.setattr(script, "BY_NAME", {n: BY_NAME[n] for n in ("baseline", "left-to-right")})
    monkeypatch.setattr("bert_lab.measures.seeds.SEEDS", (0, 1))
    monkeypatch.setattr(script, "SEEDS", (0, 1))
    found, record = run_small(script), recorded("ablations")
    assert found.keys() == record.keys()
    assert found["recipe"]["num_train_steps"] == found["inputs"]["recipe"]["num_train_steps"] == 2
    for entry in found["variants"]:
        expected = next(one for one in record["variants"] if one["name"] == entry["name"])
        assert entry["mean"].keys() == expected["mean"].keys()
        assert [run["seed"] for run in entry["runs"]] == [0, 1]
        assert all(run.keys() == expected["runs"][0].keys() for run in entry["runs"])
        assert all(run["curve"]["step"] == [1, 2] for run in entry["runs"])
    assert found["variants"][1]["mean"]["next_word_loss"] > 5  # after two steps
