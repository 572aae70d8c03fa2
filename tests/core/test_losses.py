"""bert_core.losses: scores computed by hand, and their invariances."""

import math
from types import SimpleNamespace

import pytest
import torch
from torch import nn
from torch.nn import functional as F

from bert_core.inputs import MASK
from bert_core.losses import mlm_sums, score
from bert_core.masking import MaskedTokens
from tests.helpers.close import SMALL, assert_close, near

V = 23
IS_NEXT = torch.tensor([1, 0])


@pytest.fixture
def masked(batch):
    """Four slots a row; the last of the first row, the last two of the second are fillers."""
    tokens = batch[0]
    positions = torch.tensor([[1, 2, 3, 0], [1, 4, 0, 0]])
    labels = torch.tensor([[9, 22, 7, 0], [5, 20, 0, 0]])
    weights = torch.tensor([[1.0, 1, 1, 0], [1, 1, 0, 0]])
    return MaskedTokens(tokens.scatter(1, positions[:, :1], MASK), positions, weights, labels)


def _score(model, masked, batch, **options):
    return score(model, masked, batch[1], batch[2], IS_NEXT, **options)


def test_score_equals_a_loop_over_real_slots(variant, build_model, batch, masked):
    model = build_model(**variant, max_len=7)
    nn.init.normal_(model.mlm.decoder.bias)  # so that argmax is right now and then
    _, mlm_Y_hat, nsp_Y_hat = model(masked.inputs, *batch[1:3], masked.positions)
    losses, hits = [], []
    for row, slot in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]:
        logits, label = mlm_Y_hat[row, slot].tolist(), masked.labels[row, slot].item()
        losses.append(math.log(sum(map(math.exp, logits))) - logits[label])
        hits.append(logits[label] == max(logits))
    nsp_losses, nsp_hits = [], []
    for (no, yes), label in zip(nsp_Y_hat.tolist(), [1, 0], strict=True):
        nsp_losses.append(math.log(math.exp(no) + math.exp(yes)) - (yes if label else no))
        nsp_hits.append((yes > no) == label)
    expected = [losses, nsp_losses, hits, nsp_hits]
    found = _score(model, masked, batch)
    for one, other in zip(found, expected, strict=True):
        assert one.item() == near(sum(other) / len(other), roundings=SMALL)


def test_each_slot_has_its_own_guess():
    logits = torch.tensor([[0.0, 1, 5], [4, 0, 3], [0, 2, 1]])  # guesses 2, 0, 1
    labels = torch.tensor([2, 1, 1])
    _, hits = mlm_sums(SimpleNamespace(decode=lambda X: X), logits, labels)
    assert hits == 2


def _gradients(model, masked, batch, **options):
    model.zero_grad()
    scores = _score(model, masked, batch, **options)
    (scores.mlm_loss + scores.nsp_loss).backward()
    return [p.grad.clone() for p in model.parameters()]


def test_filling_slots_change_no_loss_and_no_gradient(variant, build_model, batch, masked):
    """D2L 15.10 let them: it multiplied weights with a loss already averaged."""
    model = build_model(**variant)
    fill = masked.weights == 0
    nonsense = masked._replace(
        positions=masked.positions.masked_fill(fill, 6), labels=masked.labels.masked_fill(fill, 13)
    )
    wider = MaskedTokens(masked.inputs, *(F.pad(x, (0, 3)) for x in masked[1:]))
    expected = _gradients(model, masked, batch)
    for other in (nonsense, wider):
        assert _score(model, other, batch) == _score(model, masked, batch)
        found = _gradients(model, other, batch)
        assert all(x.equal(y) for x, y in zip(found, expected, strict=True))


def test_shares_of_a_batch_add_up_to_the_whole(build_model, batch, masked):
    model = build_model()
    whole = _score(model, masked, batch)
    parts = [
        score(
            model,
            MaskedTokens(*(x[row] for x in masked)),
            batch[1][row],
            batch[2][row],
            IS_NEXT[row],
            num_predictions=5,
            num_pairs=2,
        )
        for row in (slice(0, 1), slice(1, 2))
    ]
    for one, other, expected in zip(*parts, whole, strict=True):
        assert_close(one + other, expected, roundings=SMALL)


def test_the_words_loss_can_be_summed_in_another_way(build_model, batch, masked):
    calls = []

    def mlm_sums(mlm, X, labels):
        calls.append((mlm, X.shape, labels.tolist()))
        return torch.tensor(10.0), torch.tensor(3)

    model = build_model()
    found = _score(model, masked, batch, mlm_sums=mlm_sums)
    assert calls == [(model.mlm, (5, 15), [9, 22, 7, 5, 20])]
    assert (found.mlm_loss, found.mlm_accuracy) == (2.0, near(3 / 5, roundings=1))
