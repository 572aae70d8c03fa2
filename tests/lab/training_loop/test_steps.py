"""bert_lab.training_loop.steps: the engine and bert_core's plain loop take the same steps."""

from contextlib import nullcontext

import pytest
import torch
from torch import nn
from torch.testing import assert_close

from bert_core.masking import MaskedTokens
from bert_core.pretraining import pretrain as plain_pretrain
from bert_lab.pretraining import pretrain
from bert_lab.training_loop import linear_loss, steps
from bert_lab.training_loop.batches import Share, batches, derive, read_share, seeded
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.steps import Objective, take_steps
from tests.helpers.pretraining_data import random_pairs

V, SIZE, STEPS = 23, 4, 6
OPTIONS = {"num_train_steps": STEPS, "learning_rate": 0.01, "num_warmup_steps": 2}


def _with_weights(records, model):
    """Each record, and the weights after its step."""
    return [
        (record, {name: p.detach().clone() for name, p in model.named_parameters()})
        for record in records
    ]


def _engine(model, data):
    generator = torch.Generator().manual_seed(3)
    run = pretrain(model, data, generator=generator, train_batch_size=SIZE, **OPTIONS)
    return _with_weights(run, model)


def _plain(model, data):
    """bert_core's loop on the engine's own batches and masks, dropout seeded as the engine does."""
    seed = torch.randint(2**62, (), generator=torch.Generator().manual_seed(3)).item()

    def drawn():
        for step, rows in batches(len(data), SIZE, range(STEPS), seed):
            share = read_share(data, None, V, rows, (seed, step, 0))
            torch.manual_seed(share.seed)
            yield data.select(rows).crop(), MaskedTokens(*share.tensors[:4])

    with torch.random.fork_rng(devices=[]):
        return _with_weights(plain_pretrain(model, drawn(), **OPTIONS), model)


def _assert_same_bits(found, expected):
    assert len(found) == len(expected) == STEPS
    for (record, weights), (other, other_weights) in zip(found, expected, strict=True):
        assert record == other
        for name, weight in weights.items():
            assert weight.equal(other_weights[name]), (record.step, name)


@pytest.mark.parametrize("rate", [0.0, 0.3])
def test_the_engine_s_steps_are_those_of_the_plain_loop(
    rate, variant, build_model, generator, monkeypatch
):
    """Record by record and weight by weight, to the bit: two epochs, the last batch left out."""
    monkeypatch.setattr(steps, "fast_dropout", lambda _: nullcontext())
    data = random_pairs(3 * SIZE + 2, generator)
    found = _engine(build_model(**variant, dropout=rate), data)
    _assert_same_bits(found, _plain(build_model(**variant, dropout=rate), data))
    losses = [record.loss for record, _ in found]
    assert len(set(losses)) == STEPS


def test_its_own_dropout_is_all_that_it_changes(variant, build_model, generator):
    """The plain loop with that dropout: the same bits again; without it: others."""
    data = random_pairs(3 * SIZE + 2, generator)
    found = _engine(build_model(**variant, dropout=0.3), data)
    model = build_model(**variant, dropout=0.3)
    with fast_dropout(model):
        _assert_same_bits(found, _plain(model, data))
    other = _plain(build_model(**variant, dropout=0.3), data)
    assert all(one[0].loss != two[0].loss for one, two in zip(found, other, strict=True))


def test_decoder_and_loss_in_one_change_only_the_rounding(
    variant, build_model, generator, monkeypatch
):
    """In double precision, because Adam blows rounding up where a gradient should be zero."""
    data = random_pairs(3 * SIZE + 2, generator)
    models = [build_model(**variant, dropout=0.0).double() for _ in range(2)]
    expected = _plain(models[0], data)
    monkeypatch.setattr(linear_loss, "MAX_LOGITS", 2 * V)  # a batch has four slots and more
    for (record, weights), (other, other_weights) in zip(
        _engine(models[1], data), expected, strict=True
    ):
        assert record == pytest.approx(other, abs=1e-9)
        assert_close(weights, other_weights, rtol=0, atol=1e-8)


# Whatever is learned


class _Mean(Objective):
    """Fits one number to the mean of rows; `draws` are what its dropout would draw."""

    def __init__(self):
        super().__init__(nn.Linear(1, 1, bias=False))
        nn.init.zeros_(self.model.weight)
        self.draws = []

    def forward(self, x, *, num_predictions, num_rows):
        self.draws.append(torch.rand(()).item())
        errors = self.model(x[:, None]) - 3 * x[:, None]
        return (errors.square().sum() / num_rows,)


def _read(rows, path):
    seed, step, place = path
    return Share((rows.float() + 1,), len(rows), derive(seed, step, place))


def _rows(num):
    return random_pairs(num, torch.Generator().manual_seed(0))


def test_a_record_has_what_the_objective_returns_and_none_beside():
    objective = _Mean()
    records = list(take_steps(objective, _read, _rows(5), TrainingOptions(200, 5, 0.1), seed=1))
    assert records[0].loss == pytest.approx(9 * (1 + 4 + 9 + 16 + 25) / 5)
    assert objective.model.weight.item() == pytest.approx(3, abs=0.05)
    assert records[-1].loss < 0.1
    assert set(records[7][3:]) == {None}
    assert [record.step for record in records] == list(range(200))


def test_what_an_objective_draws_follows_from_its_share_s_seed():
    objective, expected = _Mean(), []
    list(take_steps(objective, _read, _rows(7), TrainingOptions(3, 2, 0.1), seed=5))
    for step in range(3):
        generator = torch.Generator().manual_seed(derive(5, step, 0))
        expected.append(torch.rand((), generator=generator).item())
    assert objective.draws == expected


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_train_steps": -5}, "num_train_steps: expected at least 1, got -5"),
        ({"train_batch_size": 99}, "data: expected at least one batch of 99 rows, got 14"),
        ({"learning_rate": -1.0}, "learning_rate: expected a number above 0"),
    ],
)
def test_what_is_wrong_is_said_at_once(options, message, build_model, generator):
    """Not when the first record is asked for."""
    data = random_pairs(14, generator)
    with pytest.raises(ValueError, match=message):
        pretrain(build_model(), data, **({"generator": generator, "num_train_steps": 3} | options))
    with pytest.raises(ValueError, match="data: expected rows of pairs or examples, got NoneType"):
        pretrain(build_model(), None, generator=generator, num_train_steps=3)


def test_the_seed_is_drawn_at_once(build_model, generator):
    """What the caller draws between the steps changes nothing in them."""
    data, losses = random_pairs(8, generator), []
    for draws in (0, 3):
        generator.manual_seed(4)
        run = pretrain(
            build_model(), data, generator=generator, num_train_steps=3, train_batch_size=4
        )
        torch.rand(draws, generator=generator)
        losses.append([record.loss for record in run])
    assert losses[0] == losses[1]


def test_seeds_reach_no_other_device(monkeypatch):
    """`torch.manual_seed` reseeds every GPU there is, and only the processor would be restored."""
    for module in (torch.cuda, torch.mps, torch.xpu):
        for name in ("manual_seed", "manual_seed_all"):
            if hasattr(module, name):
                monkeypatch.setattr(module, name, lambda _: pytest.fail("another device's seed"))
    before = torch.get_rng_state()
    with seeded(7, torch.device("cpu")):
        drawn = torch.rand(5)
    assert drawn.equal(torch.rand(5, generator=torch.Generator().manual_seed(7)))
    assert torch.get_rng_state().equal(before)
