"""bert_lab.after.order: every two neighbours once, in both orders alike."""

import pytest

from bert_lab.after.order import order_pairs


def test_neighbours_in_their_order_or_swapped(generator):
    documents = [[[10 * d + s] for s in range(4)] for d in range(1, 200)] + [[[5]]]
    drawn = order_pairs(documents, generator)
    assert drawn.skipped == 1
    assert len(drawn.pairs) == 3 * 199
    for (first,), (second,), in_order in drawn.pairs:
        assert first // 10 == second // 10
        assert second - first == (1 if in_order else -1)
    share = sum(pair.is_next for pair in drawn.pairs) / len(drawn.pairs)
    assert abs(share - 0.5) < 4 * 0.5 / len(drawn.pairs) ** 0.5


def test_one_sentence_is_no_pair(generator):
    with pytest.raises(ValueError, match="expected one with two sentences or more"):
        order_pairs([[[5, 6]]], generator)
