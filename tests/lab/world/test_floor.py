"""The floor: its means and errors by hand, and the mini-BERT above it on the same questions."""

import math

import pytest
import torch

from bert_core.losses import score
from bert_core.masking import MaskedTokens, mask_tokens
from bert_lab.checkpoint import load_mini_bert
from bert_lab.world.floor import draw_pairs, floor
from bert_lab.world.ideal import IdealPredictor
from bert_lab.world.mini_world import grammar


def test_means_and_errors_by_hand():
    """Three pairs with 1, 2 and 1 asked words; an answer is a coin, or certain."""
    weights = torch.tensor([[1.0, 0], [1, 1], [1, 0]])
    masked = MaskedTokens(torch.arange(21).view(3, 7), torch.tensor([[4, 0]] * 3), weights, None)

    def predictor(inputs, positions):
        coin = float(inputs[0] != 7)
        words = torch.tensor([0.5 * coin, 1 - 0.5 * coin, 0.0]).double()
        return words.expand(len(positions), 3), 0.25 * coin

    found = floor(predictor, masked)
    nsp_loss = 0.25 * math.log(4) + 0.75 * math.log(4 / 3)
    assert found.num_predictions == 4
    assert found.num_pairs == 3
    means = [estimate.mean for estimate in found[:4]]
    assert means == pytest.approx([2 * math.log(2) / 4, nsp_loss * 2 / 3, 3 / 4, 2.5 / 3])
    # losses L, 0, L against the mean times 1, 2, 1: off by L/2, -L, L/2
    error = math.sqrt((0.25 + 1 + 0.25) / 2 * 3) / 4 * math.log(2)
    assert found.mlm_loss.standard_error == pytest.approx(error)
    # an ordinary mean of 0.75, 1, 0.75
    assert found.nsp_accuracy.standard_error == pytest.approx(0.25 / math.sqrt(3) / math.sqrt(3))


# 250 fresh pairs of the mini-world


@pytest.fixture(scope="module")
def questions():
    """The mini-BERT, the ideal predictor, pairs and masks for both."""
    model, tokenizer = load_mini_bert()
    token_ids = tokenizer.get_vocab()
    data = draw_pairs(250, token_ids, seed=1)
    generator = torch.Generator().manual_seed(1)
    masked = mask_tokens(data.tokens, len(token_ids), generator=generator)
    return model, IdealPredictor(grammar(), token_ids), data, masked


@pytest.fixture(scope="module")
def found(questions):
    return floor(questions[1], questions[3])


def test_mini_bert_lies_above_the_floor(questions, found):
    model, _, data, masked = questions
    with torch.no_grad():
        scores = score(model, masked, data.segments, data.valid_lens, data.is_next)
    margins = [scores[0] - found[0].mean, scores[1] - found[1].mean]
    margins += [found[2].mean - scores[2], found[3].mean - scores[3]]
    for margin, estimate in zip(margins, found[:4], strict=True):
        assert margin > 4 * estimate.standard_error


def test_expected_losses_come_true(questions, found):
    """Where pairs and masks really come from the procedure assumed, the answers are calibrated."""
    _, predictor, data, masked = questions
    surprise, chances = [], []
    for row, really_next in enumerate(data.is_next.tolist()):
        predicted = masked.weights[row] > 0
        words, is_next = predictor(masked.inputs[row], masked.positions[row, predicted])
        labels = masked.labels[row, predicted]
        surprise.append(-words[torch.arange(len(words)), labels].log())
        chances.append(is_next if really_next else 1 - is_next)
    surprise = torch.cat(surprise)
    assert abs(surprise.mean() - found.mlm_loss.mean) < 3 * found.mlm_loss.standard_error
    assert surprise.max() < 20  # nothing that happened was held impossible
    assert sum(chance < 0.5 for chance in chances) <= 3  # expected: 0.3
    assert min(chances) > 1e-6
