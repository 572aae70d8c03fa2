"""bert_lab.training_loop.dropout: what is kept, how often, and where it takes PyTorch's place."""

import math

import pytest
import torch
from torch.nn import functional as F

from bert_lab.training_loop import dropout
from bert_lab.training_loop.dropout import drop, fast_dropout
from tests.helpers.close import SMALL, assert_close
from tests.helpers.sizes import SIZES

N = 400_003  # no multiple of four


@pytest.fixture(autouse=True)
def seeded():
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(0)
        yield


@pytest.mark.parametrize("p", [0.1, 0.9])
def test_each_of_the_four_places_keeps_its_share_whatever_the_others_do(p):
    dropped = (drop(torch.ones(N), p) == 0).double()
    for place in range(4):
        part = dropped[place::4]
        assert abs(part.mean().item() - p) < 4 * math.sqrt(p * (1 - p) / len(part))
    for apart in (1, 2, 3, 4):
        both = (dropped[apart:] * dropped[:-apart]).mean().item()
        assert abs(both - p * p) < 5 * math.sqrt(p * p * (1 - p * p) / N)


def test_what_is_kept_grows_and_its_gradient_too():
    X = torch.linspace(1, 2, 35).view(5, 7).requires_grad_()
    Y = drop(X, 0.25)
    assert_close(Y, torch.where(Y > 0, X / 0.75, 0), roundings=1)
    assert 0 < (Y == 0).sum() < 35
    (gradient,) = torch.autograd.grad(Y.sum(), X)
    assert_close(gradient, torch.where(Y > 0, 1 / 0.75, 0.0), roundings=1)


def test_every_dropout_of_the_model_becomes_ours(batch, build_model, monkeypatch):
    """In each block on the weights (B, N, T, T) and before both additions (B, T, D); with nothing
    dropped, attention by the plain formula, masks and all, is what the kernel gives."""
    model, seen = build_model(dropout=0.3).train(), []
    monkeypatch.setattr(dropout, "drop", lambda X, p: seen.append(tuple(X.shape)) or X)
    with fast_dropout(model):
        found = model.encoder(*batch[:3])
    num_hiddens, num_heads = SIZES["num_hiddens"], SIZES["num_heads"]
    block = [(2, num_heads, 7, 7), (2, 7, num_hiddens), (2, 7, num_hiddens)]
    assert seen == block * SIZES["num_blks"]
    model.encoder(*batch[:3])  # outside the block it is PyTorch's again
    with fast_dropout(model.eval()):
        expected = model.encoder(*batch[:3])
    assert len(seen) == len(block) * SIZES["num_blks"]
    assert_close(found, expected, roundings=SMALL)


def test_a_mask_of_numbers_is_left_to_pytorch(build_model):
    q = torch.randn(1, 1, 5, 7, generator=torch.Generator().manual_seed(1))
    for options in ({"attn_mask": torch.zeros(5, 5)}, {"is_causal": True}):
        with fast_dropout(build_model(dropout=0.3)):
            torch.manual_seed(3)
            found = F.scaled_dot_product_attention(q, q, q, dropout_p=0.5, **options)
        torch.manual_seed(3)
        assert found.equal(F.scaled_dot_product_attention(q, q, q, dropout_p=0.5, **options))
