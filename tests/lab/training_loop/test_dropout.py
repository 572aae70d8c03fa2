"""bert_lab.training_loop.dropout: what is kept, how often, and what becomes of it."""

import math
from contextlib import nullcontext

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


@pytest.mark.parametrize("p", [0.1, 0.2, 0.5, 0.9])
def test_each_of_the_four_places_keeps_its_share(p):
    kept = drop(torch.ones(N), p) > 0
    for place in range(4):
        part = kept[place::4].double()
        assert abs(part.mean().item() - (1 - p)) < 4 * math.sqrt(p * (1 - p) / len(part))


@pytest.mark.parametrize("apart", [1, 2, 3, 4])
def test_places_are_independent(apart):
    dropped = (drop(torch.ones(N), 0.3) == 0).double()
    both = (dropped[apart:] * dropped[:-apart]).mean().item()
    assert abs(both - 0.09) < 5 * math.sqrt(0.09 * 0.91 / N)


def test_what_is_kept_grows_and_its_gradient_too():
    X = torch.linspace(1, 2, 35).view(5, 7).requires_grad_()
    Y = drop(X, 0.25)
    assert_close(Y, torch.where(Y > 0, X / 0.75, 0), roundings=1)
    assert 0 < (Y == 0).sum() < 35
    (gradient,) = torch.autograd.grad(Y.sum(), X)
    assert_close(gradient, torch.where(Y > 0, 1 / 0.75, 0.0), roundings=1)


def test_a_share_next_to_one_leaves_next_to_nothing():
    assert (drop(torch.ones(N), 1 - 1e-9) == 0).double().mean() > 0.9999


def test_a_seed_fixes_the_draw():
    X = torch.ones(3, 5, 7)
    draws = []
    for seed in (1, 1, 2):
        torch.manual_seed(seed)
        draws.append(drop(X, 0.5))
    assert draws[0].equal(draws[1])
    assert not draws[0].equal(draws[2])


@pytest.fixture
def inputs(batch, build_model):
    """A model that drops out, in training mode, and what its encoder is called with."""
    return build_model(dropout=0.3).train(), batch[:3]


def _seen(model, monkeypatch):
    """Shapes of what `drop` gets while the encoder runs, and what the encoder returns."""
    shapes = []
    monkeypatch.setattr(dropout, "drop", lambda X, p: shapes.append(tuple(X.shape)) or drop(X, p))
    return shapes


def test_every_dropout_of_the_model_becomes_ours(inputs, monkeypatch):
    """In each block on the weights (B, N, T, T) and before both additions (B, T, D)."""
    model, arguments = inputs
    seen = _seen(model, monkeypatch)
    with fast_dropout(model):
        model.encoder(*arguments)
    num_hiddens, num_heads = SIZES["num_hiddens"], SIZES["num_heads"]
    block = [(2, num_heads, 7, 7), (2, 7, num_hiddens), (2, 7, num_hiddens)]
    assert seen == block * SIZES["num_blks"]
    model.encoder(*arguments)
    assert len(seen) == len(block) * SIZES["num_blks"]  # outside the block it is PyTorch's again


def test_with_ones_for_draws_the_model_computes_what_it_does_without_dropout(inputs, monkeypatch):
    """Attention by the plain formula, masks and all, is what the kernel gives."""
    model, arguments = inputs
    monkeypatch.setattr(dropout, "drop", lambda X, p: X)
    with fast_dropout(model):
        found = model.encoder(*arguments)
    assert_close(found, model.eval().encoder(*arguments), roundings=SMALL)


def test_the_expected_attention_is_the_same():
    generator = torch.Generator().manual_seed(1)
    q, k, v = torch.randn(3, 1, 1, 5, 7, generator=generator)
    mask = torch.tensor([[True, True, False, True, True]])
    model = torch.nn.Sequential(torch.nn.Linear(1, 1), torch.nn.Dropout(0.5))
    with fast_dropout(model):
        draws = F.scaled_dot_product_attention(
            *(x.expand(20_000, 1, 5, 7) for x in (q, k, v)), attn_mask=mask, dropout_p=0.4
        )
    expected = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
    apart, band = draws.mean(dim=0) - expected[0], 5 * draws.std(dim=0) / 20_000**0.5
    assert (apart.abs() < band).all()
    assert draws.std(dim=0).min() > 0.1


def test_nothing_changes_where_nothing_is_dropped(inputs, build_model, monkeypatch):
    model, arguments = inputs
    seen = _seen(model, monkeypatch)
    expected = model.eval().encoder(*arguments)
    with fast_dropout(model):
        assert model.encoder(*arguments).equal(expected)
    assert isinstance(fast_dropout(build_model(dropout=0.0)), nullcontext)
    with fast_dropout(model.train()):
        assert F.dropout(expected, 0.0).equal(expected)
        assert not F.dropout(expected, 1.0).any()
    assert seen == []


def test_a_mask_of_numbers_is_left_to_pytorch(inputs, monkeypatch):
    seen = _seen(inputs[0], monkeypatch)
    q = torch.randn(1, 1, 5, 7, generator=torch.Generator().manual_seed(1))
    for options in ({"attn_mask": torch.zeros(5, 5)}, {"is_causal": True}):
        with fast_dropout(inputs[0]):
            torch.manual_seed(3)
            found = F.scaled_dot_product_attention(q, q, q, dropout_p=0.5, **options)
        torch.manual_seed(3)
        assert found.equal(F.scaled_dot_product_attention(q, q, q, dropout_p=0.5, **options))
    assert seen == []
