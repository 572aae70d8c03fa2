"""bert_lab.world.counting against loops over single words."""

import math
from collections import Counter
from dataclasses import replace

import pytest
import torch

from bert_core.inputs import MASK
from bert_core.pairs import Pair, pack_pairs
from bert_lab.world.counting import log_ratios, mean_log_ratio
from tests.helpers.pretraining_data import random_pairs

V = 23
TEXTS = [
    Pair([5, 6, 5], [7], True),
    Pair([6], [8, 7], True),
    Pair([8], [5, 6], False),
]


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


def test_three_pairs_by_hand():
    ratios = log_ratios(pack_pairs(TEXTS, 13), V, either_order=False)
    # true: 5 7 and 6 8 once, 6 7 twice, 4 word pairs in all; false: 8 5 and 8 6
    base = math.log((V * V + 2) / (V * V + 4))
    assert ratios[6, 7].item() == pytest.approx(base + math.log(3), abs=1e-5)
    assert ratios[5, 7].item() == pytest.approx(base + math.log(2), abs=1e-5)
    assert ratios[8, 5].item() == pytest.approx(base - math.log(2), abs=1e-5)
    assert ratios[7, 5].item() == pytest.approx(base, abs=1e-5)  # the other way round: never


@pytest.mark.parametrize("either_order", [True, False])
def test_counts_equal_a_loop_over_words(either_order, generator, monkeypatch):
    monkeypatch.setattr("bert_lab.world.counting._ROWS", 7)  # several parts, the last one shorter
    data = random_pairs(40, generator)
    ratios = log_ratios(data, V, either_order=either_order)
    torch.testing.assert_close(ratios, _looped(data, either_order), atol=1e-5, rtol=0)
    scores = mean_log_ratio(data, ratios)
    for row in range(40):
        first, second = _texts(data, row)
        mean = sum(ratios[a, b] for a in first for b in second) / (len(first) * len(second))
        torch.testing.assert_close(scores[row], mean, atol=1e-5, rtol=0)


def test_either_order_is_blind_to_which_text_came_first(generator):
    data = random_pairs(40, generator)
    ratios = log_ratios(data, V)
    assert ratios.equal(ratios.T)
    swapped = pack_pairs([Pair(second, first, y) for first, second, y in TEXTS], 13)
    straight = pack_pairs(TEXTS, 13)
    torch.testing.assert_close(mean_log_ratio(straight, ratios), mean_log_ratio(swapped, ratios))


def test_hidden_words_count_as_none(generator):
    data = random_pairs(40, generator)
    hidden = replace(data, tokens=torch.full_like(data.tokens, MASK))
    assert mean_log_ratio(hidden, log_ratios(data, V)).eq(0).all()
    assert log_ratios(hidden, V).eq(0).all()
