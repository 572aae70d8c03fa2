"""bert_lab.world.counting against loops over single words."""

import math
from collections import Counter

import pytest
import torch

from bert_core.inputs import CLS, PAD, SEP, UNK
from bert_lab.world.counting import (
    bigram_probs,
    count_words,
    log_ratios,
    mean_log_ratio,
    unigram_probs,
)
from tests.helpers.close import assert_close
from tests.helpers.pretraining_data import random_pairs

V = 23
TOKENS = torch.tensor([[CLS, 5, 6, SEP, 6, SEP], [CLS, 6, SEP, 5, UNK, PAD]])  # 8 ids


def test_words_by_hand():
    assert count_words(TOKENS, 8).tolist() == [0, 0, 0, 0, 0, 2, 3, 0]
    assert count_words(TOKENS, 8, unknown=True).tolist() == [0, 1, 0, 0, 0, 2, 3, 0]


def test_unigram_by_hand():
    known = unigram_probs(count_words(TOKENS, 8))
    assert known.equal(torch.tensor([0, 0, 0, 0, 0, 3, 4, 1]).double() / 8)
    every = unigram_probs(count_words(TOKENS, 8, unknown=True), unknown=True)
    assert every.equal(torch.tensor([0, 2, 0, 0, 0, 3, 4, 1]).double() / 10)


def test_bigram_by_hand():
    unigram = unigram_probs(count_words(TOKENS, 8))
    found = bigram_probs(TOKENS, unigram)
    assert found[CLS, 5] == pytest.approx((1 + 3 / 8) / 3)
    assert found[SEP, 6] == pytest.approx((1 + 4 / 8) / 3)
    assert found[5, 6] == pytest.approx((1 + 4 / 8) / 2)
    assert found[7].equal(unigram)  # a word never followed by another: nothing known but frequency
    assert_close(found.sum(dim=1), torch.ones(8, dtype=torch.float64), roundings=8)


def _texts(data, row):
    """The words of both texts of a row, each once."""
    return [
        {t for t, s in zip(*pair, strict=True) if t > 4 and s == segment}
        for pair in [(data.tokens[row].tolist(), data.segments[row].tolist())]
        for segment in (0, 1)
    ]


def _looped(data, either_order):
    counts = [Counter(), Counter()]
    for row, label in enumerate(data.is_next.tolist()):
        first, second = _texts(data, row)
        for a in first:
            for b in second:
                counts[label][a, b] += 1
                if either_order:
                    counts[label][b, a] += 1
    one = 2 if either_order else 1
    totals = [count.total() + one * V * V for count in counts]
    return torch.tensor(
        [
            [
                math.log((counts[1][a, b] + one) / totals[1])
                - math.log((counts[0][a, b] + one) / totals[0])
                for b in range(V)
            ]
            for a in range(V)
        ]
    )


@pytest.mark.parametrize("either_order", [True, False])
def test_counts_equal_a_loop_over_words(either_order, generator, monkeypatch):
    monkeypatch.setattr("bert_lab.world.counting._ROWS", 7)  # several parts, the last one shorter
    data = random_pairs(40, generator)
    ratios = log_ratios(data, V, either_order=either_order)
    assert_close(ratios, _looped(data, either_order), roundings=4, scale=2 * math.log(V))
    scores = mean_log_ratio(data, ratios)
    for row in range(40):
        first, second = _texts(data, row)
        mean = sum(ratios[a, b] for a in first for b in second) / (len(first) * len(second))
        assert_close(scores[row], mean, roundings=36)
