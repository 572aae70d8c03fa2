"""bert_lab.search.words: words scored by hand."""

import math

import torch

from bert_lab.search.words import match_words, share_matched
from tests.helpers.close import assert_close


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


def test_a_question_without_a_word_matches_nothing():
    assert share_matched(["???", ""], ["a cat", "dog"]).tolist() == [[0, 0], [0, 0]]


def test_chinese_and_japanese_are_cut_into_characters_and_pairs():
    texts = ["语言模型预测下一个词", "一只鹤在飞", "昨日、ガラスが割れた。"]
    found = match_words(["模型是什么？", "鹤", "ｶﾞﾗｽ", "BERT"], texts)
    assert (found > 0).tolist() == [[i == j for j in range(3)] for i in range(3)] + [[False] * 3]
