"""bert_lab.search.measures: places, two measures and an interval, all computed by hand."""

import math

import torch
from sklearn.metrics import ndcg_score

from bert_lab.search.measures import (
    interval,
    ndcg,
    places_of,
    recall,
)
from tests.helpers.close import near

SCORES = torch.tensor([[0.1, 0.9, 0.5, 0.5], [0.0, 0.0, 3.0, 1.0]])
RIGHT = torch.tensor([[True, False, True, False], [False, True, True, False]])


def test_of_equals_each_is_as_far_down_as_all():
    assert places_of(SCORES).tolist() == [[4, 1, 3, 3], [4, 4, 1, 2]]


def test_two_measures_by_hand():
    places = places_of(SCORES)
    assert recall(places, RIGHT, 3).tolist() == [0.5, 0.5]
    most = 1 + 1 / math.log2(3)
    earned = [1 / math.log2(4) + 1 / math.log2(5), 1 + 1 / math.log2(5)]
    assert ndcg(places, RIGHT).tolist() == near([one / most for one in earned], roundings=4)


def test_ndcg_is_that_of_scikit_learn():
    generator = torch.Generator().manual_seed(0)
    scores = torch.rand(7, 11, generator=generator)
    right = torch.rand(7, 11, generator=generator) < 0.3
    right[:, 5] = True
    expected = ndcg_score(right.numpy(), scores.numpy())
    assert ndcg(places_of(scores), right).mean().item() == near(expected, roundings=11)


def test_the_interval_holds_the_mean_as_often_as_it_says():
    generator = torch.Generator().manual_seed(0)
    held = 0
    for _ in range(400):
        low, high = interval((torch.rand(60, generator=generator) < 0.3).float(), generator)
        held += low <= 0.3 <= high
    assert 0.89 < held / 400 < 0.98
