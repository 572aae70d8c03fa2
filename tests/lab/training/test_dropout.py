"""bert_lab.training.dropout: what is kept, how often, and what becomes of it."""

import math

import pytest
import torch
from torch.testing import assert_close

from bert_lab.training.dropout import Dropout, drop

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
    assert_close(Y, torch.where(Y > 0, X / 0.75, 0))
    assert 0 < (Y == 0).sum() < 35
    (gradient,) = torch.autograd.grad(Y.sum(), X)
    assert_close(gradient, torch.where(Y > 0, 1 / 0.75, 0.0))


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


def test_the_module_drops_in_training_only():
    X, dropout = torch.ones(11, 13), Dropout(0.5)
    assert (dropout(X) == 0).any()
    assert dropout.eval()(X) is X
    assert Dropout(0.0).train()(X) is X
