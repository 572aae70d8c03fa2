"""bert_lab.history.glove: counts and objective by hand, and vectors that know the grammar."""

import math

import pytest
import torch
from torch.nn import functional as F

from bert_core.inputs import CLS, PAD, SEP
from bert_lab.history import GloVe, cooccurrences, load_system
from bert_lab.world.mini_world import vocabulary
from tests.helpers.close import SINGLE, assert_close

A, B, C, E = 5, 6, 7, 8  # four words
V, D = 9, 3


def test_counts_by_hand():
    """a b c a | b e: a and b are neighbours once and two apart once, 1 + 1/2."""
    tokens = torch.tensor([[CLS, A, B, C, A, SEP], [CLS, B, E, SEP, PAD, PAD]])
    expected = torch.zeros(V, V, dtype=torch.float64)
    for one, other, count in ((A, B, 1.5), (B, C, 1), (A, C, 1.5), (B, E, 1)):
        expected[one, other] = expected[other, one] = count
    expected[A, A] = 2 / 3  # three apart, once as the left and once as the right one
    assert_close(cooccurrences(tokens, V, window=3), expected, roundings=2, eps=SINGLE)
    expected[A, A] = 0
    assert_close(cooccurrences(tokens, V, window=2), expected, roundings=2, eps=SINGLE)


@pytest.fixture
def system():
    torch.manual_seed(0)
    system = GloVe(V, D)
    with torch.no_grad():
        for parameter in system.parameters():
            parameter.normal_()
    return system


def test_objective_of_four_words_cell_by_cell(system):
    cells = system._cells(torch.tensor([[CLS, A, B, C, A, SEP], [CLS, B, E, SEP, PAD, PAD]]))
    total, num = 0.0, 0
    for one, other, count in (
        *((A, B, 1.5), (B, C, 1.0), (A, C, 1.5), (B, E, 1.0)),
        *((B, A, 1.5), (C, B, 1.0), (C, A, 1.5), (E, B, 1.0)),
        (A, A, 2 / 3),
    ):
        product = sum(
            system.centre.weight[one, d] * system.context.weight[other, d] for d in range(D)
        )
        error = product + system.centre_bias[one] + system.context_bias[other] - math.log(count)
        total, num = total + (count / 100) ** 0.75 * error**2, num + 1
    assert len(cells[0]) == num
    assert_close(system.loss(*cells), total / num, roundings=20)


def test_neighbours_and_analogies_that_the_grammar_implies():
    system, vocab = load_system("glove"), vocabulary()
    table = F.normalize(system.centre.weight + system.context.weight, dim=1).detach()
    words = list(vocab)

    def nearest(vector, exclude):
        scores = table @ vector
        scores[[*range(5), *(vocab[word] for word in exclude)]] = -1
        return words[int(scores.argmax())]

    for word, others in {
        "monday": {"friday", "saturday", "sunday"},
        "red": {"green", "blue", "white", "yellow", "black"},
        "violin": {"piano", "guitar"},
        "father": {"mother", "brother", "sister"},
    }.items():
        assert nearest(table[vocab[word]], {word}) in others
    he, his, she = (table[vocab[word]] for word in ("he", "his", "she"))
    assert nearest(his - he + she, {"he", "his", "she"}) == "her"
