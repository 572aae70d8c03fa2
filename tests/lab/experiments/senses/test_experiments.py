"""bert_lab.experiments.senses: the record of the test on our sentences, and how it is made."""

import pytest
import torch

from bert_lab.checkpoint import load_mini_bert
from bert_lab.experiments import recorded
from bert_lab.experiments.sense_test import word_vectors
from bert_lab.experiments.senses import experiment
from bert_lab.experiments.senses.experiment import SensesExperiment, load_released
from bert_lab.experiments.senses.measures import halves_scores
from bert_lab.experiments.senses.sentences import own_examples, own_sentences
from bert_lab.experiments.senses.vectors import bags_of_words, layer_vectors, static_rows


def test_the_record_is_what_the_released_model_gives():
    model, tokenizer = load_released()
    examples = {"crane": own_examples(tokenizer)["crane"]}
    found = halves_scores(layer_vectors(model, tokenizer, examples["crane"]), examples)
    record = recorded("senses")["by_word"]["nearest sense"]["trained"]["crane"]
    assert found[:, 0].tolist() == pytest.approx(record, abs=0.03)  # one sentence of 40


def test_vectors_of_sentences_of_any_order_and_length():
    model, tokenizer = load_mini_bert()
    found = [("the bank of the river", 1, "r"), ("bank", 0, "m"), ("a bank opened", 1, "m")] * 12
    layers = layer_vectors(model, tokenizer, found)
    expected = torch.stack(word_vectors(model, tokenizer, found))
    torch.testing.assert_close(layers, expected, atol=1e-5, rtol=0)


def test_controls_leave_the_word_out():
    model, tokenizer = load_mini_bert()
    found = [("the bank and the river", 1, "r"), ("the old bank", 2, "m")]
    bags = bags_of_words(tokenizer, found)
    assert bags.shape == (2, 4)  # the, and, river, old
    assert bags.sum(dim=1).tolist() == [3, 2]
    table = model.encoder.token_embedding.weight
    rows = table[[tokenizer.token_to_id(word) for word in ("the", "old")]].mean(dim=0)
    torch.testing.assert_close(static_rows(model, tokenizer, found)[1], rows)


def test_means_over_seeds_words_and_layers():
    tables = {("trained",): 0.8, ("untrained", 0): 0.4, ("untrained", 1): 0.6}
    words = len(own_sentences())
    found = {
        key: {name: [[score] * words] for name in experiment.MEASURES}
        for key, score in tables.items()
    }
    record = SensesExperiment().summarise(found)
    for name in experiment.MEASURES:
        assert record["scores"][name]["trained"][0] == pytest.approx((0.8, 0.8, 0.8))
        assert record["scores"][name]["untrained"][0] == pytest.approx((0.5, 0.5, 0.5))
        assert record["by_word"][name]["untrained"]["crane"] == pytest.approx([0.5])
