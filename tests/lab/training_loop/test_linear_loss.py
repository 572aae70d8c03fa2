"""bert_lab.training_loop.linear_loss: PyTorch's own loss of all logits at once is the oracle."""

import pytest
import torch
from torch.nn.functional import cross_entropy, linear

from bert_core.losses import mlm_sums
from bert_lab.training_loop import linear_loss
from bert_lab.training_loop.linear_loss import linear_cross_entropy
from tests.helpers.close import assert_close
from tests.helpers.sizes import SIZES

S, D, V = 7, SIZES["num_hiddens"], SIZES["vocab_size"]


@pytest.fixture
def tensors():
    generator = torch.Generator().manual_seed(0)
    shapes = (S, D), (V, D), (V,)
    drawn = [torch.randn(s, generator=generator, dtype=torch.float64) for s in shapes]
    labels = torch.randint(V, (S,), generator=generator)
    labels[2] = linear(*drawn)[2].argmax()  # one right answer for certain
    return [x.requires_grad_() for x in drawn], labels


@pytest.mark.parametrize("slots", [1, 2, 3, 6, 7, 100])
def test_loss_gradients_and_hits_are_those_of_all_logits_at_once(tensors, slots):
    inputs, labels = tensors
    logits = linear(*inputs)
    expected = cross_entropy(logits, labels, reduction="sum")
    loss, hits = linear_cross_entropy(*inputs, labels, slots * V)
    assert_close(loss, expected, roundings=D + V)
    assert hits.item() == (logits.argmax(dim=1) == labels).sum() > 0
    assert not hits.requires_grad
    # a factor behind the loss, as the division by the number of predictions is one
    assert_close(
        torch.autograd.grad(loss / 3, inputs),
        torch.autograd.grad(expected / 3, inputs),
        roundings=3 * (D + V),
    )


def test_the_words_loss_is_the_core_s_whichever_way_it_is_summed(build_model, monkeypatch):
    generator, calls = torch.Generator().manual_seed(0), []
    X, labels = torch.randn(S, D, generator=generator), torch.arange(S)

    def watched(*args):
        calls.append(args[-1])
        return linear_cross_entropy(*args)

    def sums_and_gradients(sums):
        model = build_model()
        loss, hits = sums(model.mlm, X, labels)
        loss.backward()
        return loss.detach(), hits, [p.grad for p in model.mlm.parameters()]

    monkeypatch.setattr(linear_loss, "linear_cross_entropy", watched)
    expected = sums_and_gradients(mlm_sums)
    assert_close(sums_and_gradients(linear_loss.fast_mlm_sums), expected, roundings=3 * (D + V))
    assert calls == []  # few logits: at once
    monkeypatch.setattr(linear_loss, "MAX_LOGITS", 2 * V)
    assert_close(sums_and_gradients(linear_loss.fast_mlm_sums), expected, roundings=3 * (D + V))
    assert calls == [2 * V]
