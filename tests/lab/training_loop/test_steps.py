"""bert_lab.training_loop.steps: the training loop and bert_core's plain one take the same steps."""

import pytest
import torch
from torch import nn

from bert_core.masking import MaskedTokens
from bert_core.pretraining import pretrain as plain_pretrain
from bert_lab.pretraining import pretrain
from bert_lab.training_loop.batches import Batch, batches, derive_seed, read_pairs
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints
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


def test_each_epoch_visits_each_pair_once_in_an_order_of_its_own():
    first, second = (
        [row for _step, rows in batches(12, 4, range(3 * epoch, 3 * epoch + 3), 7) for row in rows]
        for epoch in (0, 1)
    )
    assert sorted(first) == sorted(second) == list(range(12))
    assert first != second


def _engine(model, data):
    generator = torch.Generator().manual_seed(3)
    run = pretrain(model, data, generator=generator, train_batch_size=SIZE, **OPTIONS)
    return _with_weights(run, model)


def _plain(model, data):
    """bert_core's loop on the training loop's own batches and masks, dropout seeded alike."""
    seed = torch.randint(2**62, (), generator=torch.Generator().manual_seed(3)).item()

    def drawn():
        for step, rows in batches(len(data), SIZE, range(STEPS), seed):
            batch = read_pairs(data, None, V, rows, seed, step)
            torch.manual_seed(batch.seed)
            yield data.select(rows).crop(), MaskedTokens(*batch.tensors[:4])

    with torch.random.fork_rng(devices=[]):
        return _with_weights(plain_pretrain(model, drawn(), **OPTIONS), model)


@pytest.mark.parametrize("rate", [0.0, 0.3])
def test_the_engine_s_steps_are_those_of_the_plain_loop(rate, variant, build_model, generator):
    """Record by record and weight by weight, to the bit: two epochs, the last batch left out.

    With its own dropout around both: that is all that it changes.
    """
    data = random_pairs(3 * SIZE + 2, generator)
    found = _engine(build_model(**variant, dropout=rate), data)
    model = build_model(**variant, dropout=rate)
    with fast_dropout(model):
        expected = _plain(model, data)
    assert len(found) == len(expected) == STEPS
    for (record, weights), (other, other_weights) in zip(found, expected, strict=True):
        assert record == other
        for name, weight in weights.items():
            assert weight.equal(other_weights[name]), (record.step, name)
    assert len({record.loss for record, _ in found}) == STEPS


# Whatever is learned


class _Mean(Objective):
    """Fits one number to the mean of rows."""

    def __init__(self):
        super().__init__(nn.Linear(1, 1, bias=False))
        nn.init.zeros_(self.model.weight)
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return ((self.model(x[:, None]) - 3 * x[:, None]).square().mean(),)


def _read(rows, seed, step):
    return Batch((rows.float() + 1,), derive_seed(seed, step))


def _rows(num):
    return random_pairs(num, torch.Generator().manual_seed(0))


class _Diverging(_Mean):
    """Its loss, or its gradient, is no number in the third step."""

    def __init__(self, where):
        super().__init__()
        self.where = where

    def forward(self, x):
        (loss,) = super().forward(x)
        if self.calls < 3:
            return (loss,)
        if self.where == "loss":
            return (loss * torch.inf,)
        weight = self.model.weight.sum()  # the root's slope at 0 is infinite
        return (loss + (weight - weight.detach()).sqrt(),)


@pytest.mark.parametrize("where", ["loss", "gradients"])
def test_a_run_ends_where_the_numbers_end(where, tmp_path):
    """It says the step, and neither its record nor a state has what is no number."""
    records, states = [], Checkpoints(tmp_path, 1)
    steps = take_steps(
        _Diverging(where), _read, _rows(5), TrainingOptions(9, 5, 0.1), 1, checkpoints=states
    )
    with pytest.raises(
        FloatingPointError, match=rf"^step 3: expected (a )?{where} .* got (inf|nan)"
    ):
        records.extend(steps)
    assert [record.step for record in records] == [0, 1]
    steps = take_steps(_Mean(), _read, _rows(5), TrainingOptions(9, 5, 0.1), 1, checkpoints=states)
    assert steps.start == 2


def test_half_precision_computes_in_it_and_keeps_whole_weights(build_model, generator):
    model, seen = build_model(dropout=0.0), []
    model.encoder.blks[0].register_forward_hook(
        lambda *_: seen.append(torch.is_autocast_enabled("cpu"))
    )
    options = {"num_train_steps": 2, "train_batch_size": 8, "bf16": True}
    records = list(pretrain(model, random_pairs(8, generator), generator=generator, **options))
    assert seen == [True, True]
    assert {parameter.dtype for parameter in model.parameters()} == {torch.float32}
    assert all(2 < record.mlm_loss < 4 for record in records)  # ln 23 = 3.1
