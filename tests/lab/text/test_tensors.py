"""bert_lab.text.tensors: texts as a batch by hand, and the vectors of one word in each."""

import pytest
import torch

from bert_core.inputs import CLS, PAD, SEP
from bert_lab.text.tensors import batch_texts, vectors_at

IDS = {"<cls>": CLS, "<sep>": SEP, "the": 5, "crane": 6, "flew": 7}


def test_texts_and_pairs_stand_in_one_batch():
    tokens, segments, valid_lens = batch_texts([("the crane", None), ("crane", "the crane")], IDS)
    assert tokens.tolist() == [[CLS, 5, 6, SEP, PAD, PAD], [CLS, 6, SEP, 5, 6, SEP]]
    assert segments.tolist() == [[0] * 6, [0, 0, 0, 1, 1, 1]]
    assert valid_lens.tolist() == [4, 6]
    with pytest.raises(KeyError, match="bird"):
        batch_texts([("the bird", None)], IDS)


def test_vectors_are_those_of_the_words_asked_for():
    tokens, *_ = batch_texts([("the crane", None), ("crane flew", None)], IDS)
    layers = [tokens[:, :, None].float(), -tokens[:, :, None].float()]
    low, high = vectors_at(layers, [1, 0])
    assert low.tolist() == [[6.0], [6.0]]
    assert high.equal(-low)
    assert vectors_at([torch.ones(2, 4, 7)], [0, 0])[0].shape == (2, 7)
