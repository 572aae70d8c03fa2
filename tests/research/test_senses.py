"""research/senses.py: how senses are asked for, and the record of it on our sentences."""

import pytest
import torch

import senses as script
from bert_lab.measures import recorded
from bert_lab.measures.sense_sentences import own_examples, own_sentences
from bert_lab.measures.sense_vectors import load_released
from bert_lab.measures.word_senses import sense_scores
from senses import KEYS, MEASURES, halves_scores, merge_places, summarise, triplet_scores
from tests.helpers.close import assert_close, near


def examples(senses):
    return {"crane": [(f"a{i} b{i} crane c{i}", 2, sense) for i, sense in enumerate(senses)]}


def test_halves_are_asked_by_the_means_of_the_other_half():
    senses = ["x", "x", "y", "y", "x", "x", "y", "y"]
    right = torch.tensor([[1.0, 0.0] if sense == "x" else [0.0, 1.0] for sense in senses])
    assert halves_scores(right[None], examples(senses)).tolist() == [[1.0]]
    swapped = right.clone()
    swapped[4:] = swapped[4:].flip(1)  # the second half has the other's vectors
    assert halves_scores(swapped[None], examples(senses)).tolist() == [[0.0]]


def test_layers_and_words_keep_their_order():
    draw = torch.Generator().manual_seed(0)
    words = {w: examples(["x", "y"] * 11)["crane"] for w in ("crane", "bank", "bat")}
    vectors = torch.randn(2, 66, 5, generator=draw)
    scores = triplet_scores(vectors, words)
    assert scores.shape == halves_scores(vectors, words).shape == (2, 3)
    second = dict(zip(words, vectors[1].split(22), strict=True))
    assert_close(scores[1], sense_scores(second, words), roundings=22)


def test_places_are_merged_until_each_has_enough(monkeypatch):
    monkeypatch.setattr(script, "LEAST_AT_A_PLACE", 3)
    at = [0, 1, 1, 2, 2, 2, 4, 5, 9]
    merged = merge_places([[("", place, "x") for place in at[:4]], [("", p, "y") for p in at[4:]]])
    assert [place for found in merged for _, place, _ in found] == [0, 0, 0, 2, 2, 2, 4, 4, 4]
    assert [sense for found in merged for *_, sense in found] == ["x"] * 4 + ["y"] * 5
    (few,) = merge_places([[("", 0, "x"), ("", 3, "x"), ("", 4, "x"), ("", 7, "x")]])
    assert [place for _, place, _ in few] == [0, 0, 0, 0]  # the last would stand alone


def test_means_over_seeds_words_and_layers():
    tables = {("trained",): 0.8, ("untrained", 0): 0.4, ("untrained", 1): 0.6}
    words = len(own_sentences())
    found = {key: {name: [[score] * words] for name in MEASURES} for key, score in tables.items()}
    record = summarise(found)
    for name in MEASURES:
        assert record["scores"][name]["trained"][0] == near((0.8, 0.8, 0.8), roundings=3)
        assert record["scores"][name]["untrained"][0] == near((0.5, 0.5, 0.5), roundings=3)
        assert record["by_word"][name]["untrained"]["crane"] == near([0.5], roundings=3)


def test_a_small_run(run_small, monkeypatch):
    """Of two words."""
    words = {word: own_sentences()[word] for word in ("crane", "bank")}
    found = {word: own_examples(load_released()[1])[word] for word in words}
    monkeypatch.setattr(script, "own_sentences", lambda: words)
    monkeypatch.setattr(script, "own_examples", lambda tokenizer: found)
    monkeypatch.setattr(script, "KEYS", KEYS[:4])
    made, record = run_small(script), recorded("senses")
    assert made.keys() == record.keys()
    for name in MEASURES:
        assert made["scores"][name].keys() == record["scores"][name].keys()
        for who, layers in made["by_word"][name].items():
            lengths = [len(scores) for scores in layers.values()]
            assert lengths == [len(record["scores"][name][who])] * 2
    for who in ("trained", "static rows", "bag of words"):  # halves are asked word by word
        for word in words:
            expected = record["by_word"]["nearest sense"][who][word]
            assert made["by_word"]["nearest sense"][who][word] == pytest.approx(expected, abs=0.03)


def test_the_record_is_what_its_parts_make():
    record = recorded("senses")
    for name, tables in record["by_word"].items():
        for who, words in tables.items():
            table = torch.tensor([*words.values()])  # (words, layers)
            means = [mean for mean, *_ in record["scores"][name][who]]
            assert table.mean(dim=0).tolist() == pytest.approx(means, rel=1e-3)
            assert all(low <= mean <= high for mean, low, high in record["scores"][name][who])
