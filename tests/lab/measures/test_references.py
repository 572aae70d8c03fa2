"""bert_lab.measures.references: divergences by hand, words hidden as they should be."""

import math

import pytest
import torch

from bert_core.inputs import MASK
from bert_lab.measures.references import (
    cross_entropy,
    divergence,
    hide_words,
    word_probs,
)
from bert_lab.pretraining import build_model, prepare
from tests.helpers.close import MINI, SINGLE, assert_close, near


@pytest.fixture(scope="module")
def hidden():
    return hide_words(prepare(), num_pairs=40)


def test_divergence_by_hand():
    one, other = torch.eye(3, dtype=torch.float64)[:2], torch.eye(3, dtype=torch.float64)[1:]
    assert divergence(one, other) == pytest.approx(1)  # nothing in common: one bit
    assert divergence(one, one) == 0
    half = torch.tensor([[0.5, 0.5, 0.0]], dtype=torch.float64)
    expected = (0.75 * math.log2(1 / 0.75) + 0.25 * math.log2(1 / 0.25)) - 0.5
    assert divergence(half, one[:1]) == pytest.approx(expected)


def test_cross_entropy_by_hand():
    probs = torch.tensor([[0.5, 0.5], [0.25, 0.75]])
    assert cross_entropy(probs, torch.tensor([0, 0])) == near(1.5 * math.log(2), roundings=2)


def test_words_are_hidden_and_show_the_token_on_their_left(hidden):
    inputs, rows, positions = hidden.masked.inputs, hidden.rows, hidden.positions
    assert len(rows) > 60
    assert (inputs[rows, positions] == MASK).all()
    assert (inputs[rows, positions - 1] != MASK).all()
    assert hidden.data.tokens[rows, positions].equal(hidden.labels)
    assert (hidden.labels > MASK).all()


def test_who_knows_more_loses_less(hidden):
    losses = [cross_entropy(probs, hidden.labels) for probs in hidden.references.values()]
    assert list(hidden.references) == ["uniform", "unigram", "bigram", "ideal"]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] == pytest.approx(math.log(hidden.references["uniform"].shape[1]))
    for probs in hidden.references.values():
        assert probs.shape == (len(hidden.rows), hidden.references["uniform"].shape[1])
        total = torch.ones(len(probs), dtype=torch.float64)
        assert_close(probs.sum(dim=1), total, roundings=probs.shape[1])


def test_predictions_are_the_model_s(hidden):
    world = prepare()
    model = build_model(world, world.generator())
    found = word_probs(model.train(), hidden)
    assert model.training
    model.eval()
    row, position = hidden.rows[3].item(), hidden.positions[3].item()
    length = hidden.data.valid_lens[row].item()
    one = [x[row : row + 1, :length] for x in (hidden.masked.inputs, hidden.data.segments)]
    _, logits, _ = model(*one, None, torch.tensor([[position]]))
    assert_close(found[3], logits[0, 0].double().softmax(dim=-1), roundings=MINI, eps=SINGLE)
