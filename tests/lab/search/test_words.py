"""bert_lab.search.words: words scored by hand."""

import math

import pytest
import torch

from bert_lab.search.words import match_words, share_matched
from tests.helpers.close import assert_close, near


def test_one_word_is_scored_as_by_hand():
    texts = ["a cat, a dog", "dog", "a bird", "a fish in the sea"]  # 4, 1, 2, 5 words
    k, b, mean = 1.5, 0.75, 3

    def score(holders, often, length):
        rarity = math.log(1 + (4 - holders + 0.5) / (holders + 0.5))
        return rarity * often * (k + 1) / (often + k * (1 - b + b * length / mean))

    found = match_words(["Dog!", "a", "dog bird", "cow"], texts)
    expected = [
        [score(2, 1, 4), score(2, 1, 1), 0, 0],
        [score(3, 2, 4), 0, score(3, 1, 2), score(3, 1, 5)],
        [score(2, 1, 4), score(2, 1, 1), score(1, 1, 2), 0],
        [0, 0, 0, 0],
    ]
    assert_close(found, torch.tensor(expected), roundings=8)


def test_a_share_is_small_where_the_rare_words_are_in_no_text():
    texts = ["a cat, a dog", "dog", "a bird", "a fish in the sea"]
    found = share_matched(["dog", "dog zebra", "zebra"], texts)
    rare, common = math.log(1 + 4.5 / 0.5), math.log(1 + 2.5 / 2.5)
    assert found[0, 1] > found[1, 1] > found[2, 1] == 0
    assert found[0, 1].item() == near(1 / (1 + 1.5 * 0.5), roundings=8)  # half as long as is usual
    assert_close(found[1], found[0] * common / (common + rare), roundings=8)


def test_a_question_without_a_word_matches_nothing():
    assert share_matched(["???", ""], ["a cat", "dog"]).tolist() == [[0, 0], [0, 0]]


@pytest.mark.parametrize("options", [{}, {"b": 1.0}, {"k": 0.0}])
def test_texts_without_a_word_match_nothing_and_leave_the_others(options):
    assert match_words(["dog"], ["...", ""], **options).tolist() == [[0, 0]]
    found = match_words(["dog", "cat"], ["", "dog dog", "dog", "dog"], **options)
    assert found.isfinite().all()
    assert (found[0] > 0).tolist() == [False, True, True, True]
    assert found[0, 2] == found[0, 3]  # the same text twice
    assert not found[1].any()


@pytest.mark.parametrize("search", [match_words, share_matched])
@pytest.mark.parametrize("sides", [("dog", ["dog"]), (["dog"], "dog"), ([], ["dog"])])
def test_a_text_outside_of_a_list_is_refused(search, sides):
    with pytest.raises(ValueError, match="expected a list of one or more texts"):
        search(*sides)
