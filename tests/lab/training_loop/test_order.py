"""bert_lab.training_loop.order: a permutation, another one each time, all of them alike likely."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from bert_lab.training_loop.order import Shuffle


def _order(num, seed):
    return Shuffle(num, torch.Generator().manual_seed(seed))(torch.arange(num))


@pytest.mark.parametrize("num", [1, 2, 3, 4, 5, 16, 17, 97, 100, 101, 1024, 1025, 65_537])
def test_it_is_a_permutation(num):
    assert _order(num, 0).sort().values.equal(torch.arange(num))


@given(num=st.integers(1, 300), seed=st.integers(0, 2**31))
def test_it_is_a_permutation_whatever_the_number(num, seed):
    assert _order(num, seed).sort().values.equal(torch.arange(num))


def test_places_can_be_asked_in_any_order_and_stay_as_they_are():
    shuffle = Shuffle(41, torch.Generator().manual_seed(0))
    places = torch.tensor([40, 3, 3, 0])
    assert shuffle(places).equal(shuffle(torch.arange(41))[[40, 3, 3, 0]])
    assert places.tolist() == [40, 3, 3, 0]


def test_same_generator_same_order():
    assert _order(50, 3).equal(_order(50, 3))
    assert not _order(50, 3).equal(_order(50, 4))


def _chi_square(counts):
    expected = counts.sum() / counts.numel()
    return ((counts - expected) ** 2 / expected).sum()


def test_all_orders_of_four_come_equally_often():
    orders = torch.stack([_order(4, seed) for seed in range(4_800)])
    codes = (orders * torch.tensor([64, 16, 4, 1])).sum(dim=1)
    counts = codes.unique(return_counts=True)[1].float()
    assert len(counts) == 24
    assert _chi_square(counts) < 49.7  # 23 degrees of freedom, p = 0.001


@pytest.mark.parametrize("num", [11, 12])
def test_two_neighbours_come_from_any_two_places_equally_often(num):
    """Where the numbers at places 4 and 5 lie: each ordered pair of two as likely as any other."""
    counts = torch.zeros(num, num)
    for seed in range(6_000):
        one, other = Shuffle(num, torch.Generator().manual_seed(seed))(torch.tensor([4, 5]))
        counts[one, other] += 1
    assert counts.diagonal().sum() == 0
    freedom = num * (num - 1) - 1
    bound = freedom + 4 * (2 * freedom) ** 0.5
    assert _chi_square(counts[~torch.eye(num, dtype=torch.bool)]) < bound


def test_a_long_order_keeps_nothing_of_the_old_one():
    """Of neighbours 10,007 numbers apart at most: steps up and down alike, no trend."""
    order = _order(10_007, 5).double()
    places = torch.arange(10_007, dtype=torch.float64)
    assert abs(torch.corrcoef(torch.stack([places, order]))[0, 1]) < 4 / 10_007**0.5
    assert abs(torch.corrcoef(torch.stack([order[1:], order[:-1]]))[0, 1]) < 4 / 10_007**0.5
    steps = (order[1:] - order[:-1]).abs()
    assert abs(steps.mean() / (10_007 / 3) - 1) < 0.03


def test_memory_grows_with_the_root():
    shuffle = Shuffle(10**9, torch.Generator().manual_seed(0))
    assert sum(x.numel() for pair in shuffle.amounts for x in pair) < 9 * 10**4.5
    numbers = shuffle(torch.arange(0, 10**9, 999_983))
    assert len(numbers.unique()) == len(numbers)
    assert 0 <= numbers.min() < 10**7 < 9.8 * 10**8 < numbers.max() < 10**9
