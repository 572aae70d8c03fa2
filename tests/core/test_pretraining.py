"""bert_core.pretraining: the plain loop against PyTorch's own parts; batches; the schedule."""

from itertools import islice

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from bert_core.pretraining import Record, draw_batches, make_optimizer, pretrain
from tests.helpers.close import assert_close, near
from tests.helpers.pretraining_data import last_words, random_pairs

V = 23


def test_steps_equal_plain_pytorch(variant, build_model, generator):
    """In double precision, because Adam blows rounding up where a gradient should be zero (a key's
    bias has none)."""
    data = random_pairs(6, generator).crop()
    masked = last_words(data.tokens)
    ours, theirs = (build_model(**variant, dropout=0.0).double() for _ in range(2))
    options = {"num_train_steps": 3, "num_warmup_steps": 1, "learning_rate": 0.05}
    records = list(pretrain(ours, [(data, masked)] * 5, **options))
    assert len(records) == 3

    decayed = [p for p in theirs.parameters() if p.dim() > 1]
    others = [p for p in theirs.parameters() if p.dim() == 1]
    optimizer = torch.optim.AdamW(
        [{"params": decayed, "weight_decay": 0.01}, {"params": others, "weight_decay": 0}]
    )
    for step, rate in enumerate([0.05, 0.05, 0.025]):
        _, mlm_Y_hat, nsp_Y_hat = theirs(
            masked.inputs, data.segments, data.valid_lens, masked.positions
        )
        entropies = F.cross_entropy(mlm_Y_hat.mT, masked.labels, reduction="none")
        mlm_loss = (entropies * masked.weights).sum() / masked.weights.sum()
        nsp_loss = F.cross_entropy(nsp_Y_hat, data.is_next)
        optimizer.zero_grad()
        (mlm_loss + nsp_loss).backward()
        norm = torch.stack([p.grad.square().sum() for p in theirs.parameters()]).sum().sqrt()
        assert norm > 1.1  # so clipping shows
        for p in theirs.parameters():
            p.grad /= norm
        for group in optimizer.param_groups:
            group["lr"] = rate
        optimizer.step()
        hits = (mlm_Y_hat.argmax(dim=-1) == masked.labels) * masked.weights
        shares = hits.sum() / masked.weights.sum(), (nsp_Y_hat.argmax(1) == data.is_next).double()
        losses = (mlm_loss + nsp_loss).item(), mlm_loss.item(), nsp_loss.item()
        expected = Record(step, rate, *losses, shares[0].item(), shares[1].mean().item())
        assert records[step] == near(expected, roundings=1, scale=1)
    for one, other in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert_close(one, other, measured=8e-7)


def test_who_passes_nothing_gets_a_tenth_of_warm_up_and_the_text_s_rate(build_model, generator):
    data = random_pairs(6, generator)
    batches = [(data, last_words(data.tokens))] * 20
    rates = [
        record.learning_rate for record in pretrain(build_model(), batches, num_train_steps=20)
    ]
    assert max(rates) == rates[1] == pytest.approx(3e-3)
    assert rates[0] == pytest.approx(1.5e-3)
    assert rates[2:] == pytest.approx([3e-3 * (20 - step) / 18 for step in range(2, 20)])


def test_an_epoch_has_each_pair_once_and_the_next_another_order(generator):
    data = random_pairs(19, generator)
    numbered = {tuple(row): i for i, row in enumerate(data.tokens.tolist())}
    assert len(numbered) == 19
    drawn = [batch for batch, _ in islice(draw_batches(data, 4, V, generator), 12)]

    def numbers(batches):
        rows = [F.pad(x.tokens, (0, 13 - x.tokens.shape[1])).tolist() for x in batches]
        return [numbered[tuple(row)] for part in rows for row in part]

    epochs = [numbers(drawn[start : start + 4]) for start in (0, 4, 8)]
    assert all(len(set(epoch)) == 16 for epoch in epochs)  # three are left out, others each time
    assert len(set(map(tuple, epochs))) == 3
    assert len(set(map(frozenset, epochs))) > 1


def test_masks_are_fresh_and_belong_to_their_batch(generator):
    data = random_pairs(4, generator)
    (one, masked), (_, again) = islice(draw_batches(data, 4, V, generator), 2)
    assert one.tokens.shape[1] == data.valid_lens.max()
    labels = one.tokens.gather(1, masked.positions)
    assert (labels == masked.labels)[masked.weights > 0].all()
    assert not masked.inputs.equal(again.inputs)


def test_same_generator_same_batches(generator):
    data = random_pairs(19, generator)

    def drawn(seed):
        batches = draw_batches(data, 5, V, torch.Generator().manual_seed(seed))
        return [masked.inputs.tolist() for _, masked in islice(batches, 5)]

    assert drawn(1) == drawn(1) != drawn(2)


@pytest.mark.parametrize("size", [0, -1, 20])
def test_batches_that_cannot_be_drawn_are_refused_at_once(size, generator):
    with pytest.raises(ValueError, match=f"batch_size: expected 1 to 19 pairs, got {size}"):
        draw_batches(random_pairs(19, generator), size, V, generator)


def _rates(num_train_steps, num_warmup_steps):
    model = nn.Linear(3, 2)
    optimizer, schedule = make_optimizer(model, 0.5, num_train_steps, num_warmup_steps)
    rates = []
    for _ in range(num_train_steps + 1):
        rates.append(optimizer.param_groups[0]["lr"])
        assert {group["lr"] for group in optimizer.param_groups} == {rates[-1]}
        optimizer.step()
        schedule.step()
    return rates


def test_schedule_by_hand():
    assert _rates(8, 4) == pytest.approx(
        [1 / 8, 1 / 4, 3 / 8, 1 / 2, 1 / 2, 3 / 8, 1 / 4, 1 / 8, 0]
    )
    assert _rates(1, 0) == [1 / 2, 0]
    assert _rates(4, 0) == pytest.approx([1 / 2, 3 / 8, 1 / 4, 1 / 8, 0])


def test_the_schedule_goes_on_where_it_stopped(build_model):
    _, whole = make_optimizer(build_model(), 1.0, 10, 4)
    rates = []
    for _ in range(10):
        rates += whole.get_last_lr()[:1]
        whole.optimizer.step()
        whole.step()
    assert rates == pytest.approx([0.25, 0.5, 0.75, 1, 1, 5 / 6, 4 / 6, 3 / 6, 2 / 6, 1 / 6])
    _, resumed = make_optimizer(build_model(), 1.0, 10, 4, step=6)
    assert resumed.get_last_lr() == pytest.approx([rates[6]] * 2)
