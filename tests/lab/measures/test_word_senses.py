"""bert_lab.measures.word_senses against loops, and against vectors whose answer is known."""

import itertools

import pytest
import torch
from torch.nn import functional as F

from bert_lab import history
from bert_lab.checkpoint import load_mini_bert
from bert_lab.measures.word_senses import (
    find_word,
    sense_scores,
    triplet_score,
    unlike,
    with_interval,
    without_position,
    word_vectors,
)
from bert_lab.world.mini_world import sense_examples
from tests.helpers.close import MINI, assert_close, near

WORDS = "bank", "bark", "bat", "bill", "crane", "letter", "match", "mouse"


@pytest.fixture(scope="module")
def examples():
    return {word: sense_examples(word, 20, seed=0) for word in WORDS}


@pytest.mark.parametrize("name", ["bert", "word2vec"])
def test_vectors_are_those_of_the_word_in_its_sentence(name):
    """One sentence at a time gives what the padded batch gives."""
    system, (_, tokenizer) = history.load_system(name), load_mini_bert()
    found = find_word("crane", ["the old crane is flying over the lake", "a crane came"])
    batched = word_vectors(system, tokenizer, found)
    for row, one in enumerate(found):
        for layer, alone in zip(batched, word_vectors(system, tokenizer, [one]), strict=True):
            assert_close(layer[row], alone[0], roundings=MINI)


def test_without_position_by_loops(generator):
    examples = {
        "a": [("a x", 0, "s"), ("x a", 1, "t"), ("a y", 0, "s")],
        "b": [("b", 0, "s"), ("c b", 1, "t")],
    }
    vectors = {w: torch.randn(len(e), 5, generator=generator) for w, e in examples.items()}
    centred = {w: v - v.mean(dim=0) for w, v in vectors.items()}
    for word, cleaned in without_position(vectors, examples).items():
        for row, (_, at, _) in enumerate(examples[word]):
            there = [
                centred[w][i]
                for w, e in examples.items()
                for i, (_, place, _) in enumerate(e)
                if place == at
            ]
            expected = centred[word][row] - torch.stack(there).mean(dim=0)
            assert_close(cleaned[row], expected, roundings=16)


def test_unlike_sentences_share_a_third_of_their_words_at_most():
    texts = ["a crane lifts bricks", "a crane lifts stones", "one crane a b", "x crane y z"]
    found = unlike([(text, text.split().index("crane"), "s") for text in texts], "crane")
    assert found.tolist() == [
        [False, False, True, True],  # 2 of 3 with the second, 1 of 3 with the third
        [False, False, True, True],
        [True, True, False, True],
        [True, True, True, False],
    ]


def test_triplets_by_loops(generator):
    n = 7
    vectors = torch.randn(n, 3, generator=generator)
    vectors[4] = vectors[1]  # a tie
    labels = [0, 0, 1, 0, 0, 1, 1]
    same = torch.tensor([[a == b for b in labels] for a in labels])
    allowed = (torch.rand(n, n, generator=generator) < 0.7) & ~torch.eye(n, dtype=torch.bool)
    points = []
    for i, j, k in itertools.product(range(n), repeat=3):
        if allowed[i, j] and allowed[i, k] and same[i, j] and not same[i, k]:
            one, other = (F.cosine_similarity(vectors[i], vectors[x], dim=0) for x in (j, k))
            points.append(0.5 if abs(one - other) < 1e-6 else float(one > other))
    assert triplet_score(vectors, same, allowed).item() == near(
        sum(points) / len(points), roundings=7**3
    )
    assert 0.1 < sum(points) / len(points) < 0.9


def test_vectors_that_say_the_sense_win_and_noise_guesses(examples, generator):
    informative, noise = {}, {}
    for word, found in examples.items():
        first = found[0][2]
        noise[word] = torch.randn(len(found), 8, generator=generator)
        sides = torch.tensor([[1.0 if sense == first else -1.0] for *_, sense in found])
        informative[word] = torch.cat([9 * sides, noise[word]], dim=1)
    assert with_interval(sense_scores(informative, examples)).low > 0.9
    mean, low, high = with_interval(sense_scores(noise, examples))
    assert low < 0.5 < high
    assert abs(mean - 0.5) < 0.05
