"""bert_lab.measures.sense_vectors: of a network, of the words around, and the nearest sense."""

import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.sense_vectors import bags_of_words, layer_vectors, nearest_sense, static_rows
from bert_lab.measures.word_senses import word_vectors
from tests.helpers.close import MINI, assert_close


def test_vectors_of_sentences_of_any_order_and_length():
    model, tokenizer = load_mini_bert()
    found = [("the bank of the river", 1, "r"), ("bank", 0, "m"), ("a bank opened", 1, "m")] * 12
    layers = layer_vectors(model, tokenizer, found)
    expected = torch.stack(word_vectors(model, tokenizer, found))
    assert_close(layers, expected, roundings=MINI)


def test_controls_leave_the_word_out():
    model, tokenizer = load_mini_bert()
    found = [("the bank and the river", 1, "r"), ("the old bank", 2, "m")]
    bags = bags_of_words(tokenizer, found)
    assert bags.shape == (2, 4)  # the, and, river, old
    assert bags.sum(dim=1).tolist() == [3, 2]
    table = model.encoder.token_embedding.weight
    rows = table[[tokenizer.token_to_id(word) for word in ("the", "old")]].mean(dim=0)
    assert_close(static_rows(model, tokenizer, found)[1], rows, roundings=2)


def test_the_nearest_mean_by_angle_gives_the_sense():
    known = torch.tensor([[9.0, 1.0], [9.0, -1.0], [0.0, 1.0]])
    queries = torch.tensor([[1.0, 0.9], [0.1, 0.2], [-1.0, 0.5]])
    assert nearest_sense(known, ["bird", "bird", "machine"], queries) == [
        "bird",
        "machine",
        "machine",
    ]
