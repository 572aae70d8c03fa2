"""bert_lab.history.feature_models: what each family of tasks reads frozen vectors with."""

import pytest
import torch

from bert_lab.history.feature_models import (
    PairModel,
    QuestionModel,
    highest,
)
from tests.helpers.close import assert_close

B, T, C, H, K = 3, 11, 7, 5, 4


@pytest.fixture
def pairs():
    """Vectors of two texts and padding, the segments and the valid lengths."""
    X = torch.randn(B, T, C, generator=torch.Generator().manual_seed(0))
    firsts, valid_lens = torch.tensor([3, 4, 6]), torch.tensor([11, 7, 9])
    places = torch.arange(T)
    segments = ((places >= firsts[:, None]) & (places < valid_lens[:, None])).long()
    return X, segments, valid_lens


def build(kind, *sizes):
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(1)
        return kind(*sizes)


def test_highest_by_hand():
    X = torch.tensor([[[1.0, 8.0], [3.0, 2.0], [9.0, 9.0]]])
    assert highest(X, torch.tensor([[True, True, False]])).tolist() == [[3, 8]]


def test_a_pair_is_read_text_by_text(pairs):
    model, (X, segments, valid_lens) = build(PairModel, C, H, K), pairs
    for row in range(B):
        length = int(valid_lens[row])
        first = int((segments[row, :length] == 0).sum())
        u, v = (
            torch.cat(model.read.pair(Y, Y, torch.tensor([Y.shape[1]])), dim=-1).amax(dim=1)
            for Y in (X[row : row + 1, :first], X[row : row + 1, first:length])
        )
        expected = model.output(torch.cat([u, v, (u - v).abs(), u * v], dim=1))[0]
        assert_close(model(X, segments, valid_lens)[row], expected, roundings=2 * T * C)


def test_answers_lie_in_the_second_text(pairs):
    model, (X, segments, valid_lens) = build(QuestionModel, C, H, 2), pairs
    scores = model(X, segments, valid_lens)
    allowed = (segments == 1) & (torch.arange(T) < valid_lens[:, None] - 1)
    assert scores.isfinite().equal(allowed[:, None].expand_as(scores))


def test_each_token_takes_from_the_question_what_is_like_it(pairs):
    model, (X, segments, valid_lens) = build(QuestionModel, C, H, 2), pairs
    read = []
    model.reread.register_forward_hook(lambda module, inputs, output: read.append(inputs[0]))
    model(X, segments, valid_lens)
    states, attended, product = read[0].chunk(3, dim=-1)
    for row in range(B):
        question = states[row, segments[row, : valid_lens[row]].eq(0).nonzero()[:, 0]]
        for place in range(int(valid_lens[row])):
            weights = (question @ states[row, place]).softmax(dim=0)
            assert_close(attended[row, place], weights @ question, roundings=2 * T)
    assert_close(product, states * attended, roundings=1)
