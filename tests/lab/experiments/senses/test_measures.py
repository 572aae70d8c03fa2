"""bert_lab.experiments.senses.measures: hand-made vectors whose answers are known."""

import pytest
import torch

from bert_lab.experiments.sense_test import sense_scores
from bert_lab.experiments.senses.measures import halves_scores, nearest_sense, triplet_scores


def test_the_nearest_mean_by_angle_gives_the_sense():
    known = torch.tensor([[9.0, 1.0], [9.0, -1.0], [0.0, 1.0]])
    asked = torch.tensor([[1.0, 0.9], [0.1, 0.2], [-1.0, 0.5]])
    assert nearest_sense(known, ["bird", "bird", "machine"], asked) == [
        "bird",
        "machine",
        "machine",
    ]


def examples(senses):
    return {"crane": [(f"a{i} b{i} crane c{i}", 2, sense) for i, sense in enumerate(senses)]}


def test_halves_are_asked_by_the_means_of_the_other_half():
    senses = ["x", "x", "y", "y", "x", "x", "y", "y"]
    right = torch.tensor([[1.0, 0.0] if sense == "x" else [0.0, 1.0] for sense in senses])
    assert halves_scores(right[None], examples(senses)).tolist() == [[1.0]]
    swapped = right.clone()
    swapped[4:] = swapped[4:].flip(1)  # the second half has the other's vectors
    assert halves_scores(swapped[None], examples(senses)).tolist() == [[0.0]]


def test_an_asked_sentence_is_in_no_mean():
    """Vectors that are each unlike all others: whoever is in a mean would be nearest to it."""
    vectors = torch.eye(12)[None]
    (score,) = halves_scores(vectors, examples(["x", "y"] * 6)).flatten().tolist()
    assert score == 0.5  # all ties, and the first name wins them


def test_layers_and_words_keep_their_order():
    draw = torch.Generator().manual_seed(0)
    words = {w: examples(["x", "y"] * 11)["crane"] for w in ("crane", "bank", "bat")}
    vectors = torch.randn(2, 66, 5, generator=draw)
    scores = triplet_scores(vectors, words)
    assert scores.shape == halves_scores(vectors, words).shape == (2, 3)
    second = dict(zip(words, vectors[1].split(22), strict=True))
    torch.testing.assert_close(scores[1], sense_scores(second, words))


def test_random_vectors_are_at_chance():
    draw = torch.Generator().manual_seed(0)
    words = {f"w{i}": examples(["x", "y"] * 20)["crane"] for i in range(20)}
    vectors = torch.randn(1, 800, 16, generator=draw)
    assert triplet_scores(vectors, words).mean() == pytest.approx(0.5, abs=0.02)
    assert halves_scores(vectors, words).mean() == pytest.approx(0.5, abs=0.06)
