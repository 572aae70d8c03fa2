"""bert_lab.training_loop.steps: the training loop and bert_core's plain one take the same steps."""

from contextlib import nullcontext
from itertools import islice

import pytest
import torch
from accelerate import Accelerator
from accelerate.state import AcceleratorState
from torch import nn

from bert_core.masking import MaskedTokens
from bert_core.pretraining import pretrain as plain_pretrain
from bert_lab.pretraining import pretrain
from bert_lab.training_loop import linear_loss, steps
from bert_lab.training_loop.batches import MicroBatch, batches, derive_seed, read_share, seeded
from bert_lab.training_loop.dropout import fast_dropout
from bert_lab.training_loop.options import TrainingOptions
from bert_lab.training_loop.state import Checkpoints
from bert_lab.training_loop.steps import Objective, take_steps
from tests.helpers.close import assert_close
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
    """bert_core's loop on the training loop's own batches and masks, dropout seeded alike."""
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
        assert_close(weights, other_weights, measured=5e-12)


# Whatever is learned


class _Mean(Objective):
    """Fits one number to the mean of rows; `draws` are what its dropout would draw."""

    def __init__(self):
        super().__init__(nn.Linear(1, 1, bias=False))
        nn.init.zeros_(self.model.weight)
        self.draws = []

    def forward(self, x, *, counts):
        self.draws.append(torch.rand(()).item())
        errors = self.model(x[:, None]) - 3 * x[:, None]
        return (errors.square().sum() / counts[0],)


def _read(rows, path):
    seed, step, place = path
    return MicroBatch((rows.float() + 1,), derive_seed(seed, step, place))


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
        generator = torch.Generator().manual_seed(derive_seed(5, step, 0))
        expected.append(torch.rand((), generator=generator).item())
    assert objective.draws == expected


class _Diverging(_Mean):
    """Its loss, or its gradient, is no number in the third step."""

    def __init__(self, where):
        super().__init__()
        self.where = where

    def forward(self, x, *, counts):
        (loss,) = super().forward(x, counts=counts)
        if len(self.draws) < 3:
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
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "step-000000001.safetensors",
        "step-000000002.safetensors",
    ]


def test_weights_that_are_no_numbers_are_not_kept(tmp_path):
    objective, states = _Mean(), Checkpoints(tmp_path, 2)
    steps = take_steps(
        objective, _read, _rows(5), TrainingOptions(4, 5, 0.1), 1, checkpoints=states
    )
    next(steps)
    next(steps)
    with torch.no_grad():
        objective.model.weight.fill_(torch.inf)  # as a huge learning rate leaves them
    with pytest.raises(FloatingPointError, match=r"^step 2: expected weights"):
        next(steps)
    assert list(tmp_path.iterdir()) == []


def test_the_last_step_s_state_is_kept_whatever_comes_after(tmp_path):
    states = Checkpoints(tmp_path, 1_000)
    options = TrainingOptions(5, 5, 0.1)
    list(take_steps(_Mean(), _read, _rows(5), options, 1, checkpoints=states))
    again = take_steps(_Mean(), _read, _rows(5), options, 1, checkpoints=states)
    assert (again.start, list(again)) == (5, [])


PARTS = {"gradient_accumulation_steps": 2}
BF16 = {"mixed_precision": "bf16"}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (BF16, r"mixed_precision 'no' \(expected 'bf16'\)"),
        (PARTS, r"processes x gradient_accumulation_steps 1 \(expected 2\)"),
    ],
)
def test_how_it_is_computed_is_part_of_a_run(change, named, tmp_path):
    """Parts draw masks and dropout of their own, and half precision rounds."""

    def run(**settings):
        AcceleratorState._reset_state(reset_partial_state=True)
        accelerator = Accelerator(cpu=True, **settings)
        options, states = TrainingOptions(4, 4, 0.1), Checkpoints(tmp_path, 2)
        return take_steps(
            _Mean(), _read, _rows(4), options, 1, checkpoints=states, accelerator=accelerator
        )

    list(islice(run(), 3))
    assert run().start == 2
    with pytest.raises(ValueError, match=f"expected a state of this run, got one with {named}"):
        run(**change)


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
