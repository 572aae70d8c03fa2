"""research/_disambiguation.py: questions about senses, asked of systems with known answers."""

import math

import pytest
import torch

from _disambiguation import (
    PENALTY,
    READERS,
    SIDES,
    SPLITS,
    Answers,
    ask_word,
    linear_probe,
    nearest_neighbour,
    occurrences,
    summarise,
)
from bert_core.inputs import PAD
from bert_lab.checkpoint import load_mini_bert
from bert_lab.text.tensors import batch_texts
from tests.helpers.close import assert_close

WORD = "bank"


@pytest.fixture(scope="module")
def vocab():
    return load_mini_bert()[1].get_vocab()


class Spy:
    """A system whose vectors are what a function says of the tokens: (B, T) -> (B, T, D)."""

    def __init__(self, *functions):
        self.functions = functions

    def layers(self, tokens, segments, valid_lens):
        return [function(tokens) for function in self.functions]


def constant(tokens):
    return torch.ones(*tokens.shape, 3) + 1e-7 * torch.rand(*tokens.shape, 3)


# ---- occurrences


def test_sentences_of_a_frame_are_parted_by_one_split_only():
    # "he wanted to put ... into the bank" and the like: same words but for the slots
    halves = {split: {} for split in SPLITS}
    for item in occurrences("crane"):
        start = (item.sense, item.words[:2], len(item.words))
        for split in SPLITS:
            halves[split].setdefault(start, set()).add(item.halves[split])
    assert any(len(found) == 2 for found in halves["sentences"].values())
    lone = [len(found) for found in halves["frames"].values()]
    assert lone.count(1) > 0.9 * len(lone)  # a few frames start alike


# ---- readers


def test_a_nearest_neighbour_is_nearest_by_angle():
    known = torch.tensor([[1.0, 0.0], [0.0, 9.0]])
    queries = torch.tensor([[5.0, 1.0], [0.1, 0.2], [1.0, 1.0]])
    labels = torch.tensor([True, False])
    assert nearest_neighbour(known, labels, queries).tolist() == [1, 0, 0.5]


def test_the_probe_is_ridge_regression():
    generator = torch.Generator().manual_seed(0)
    X = torch.randn(11, 4, generator=generator, dtype=torch.float64)
    labels = torch.tensor([True] * 4 + [False] * 7)
    queries = torch.randn(50, 4, generator=generator, dtype=torch.float64)
    # the same by brute force: gradient descent on the weighted squares, intercept not shrunk
    weights = torch.where(labels, 0.5 / 4, 0.5 / 7).double()
    spread = (weights @ (X - weights @ X).square()).sum()
    w, b = torch.zeros(4, dtype=torch.float64), torch.zeros((), dtype=torch.float64)
    for _ in range(4_000):
        errors = weights * (X @ w + b - (labels * 2.0 - 1))
        w -= 0.2 * (X.T @ errors + PENALTY / 11 * spread * w)
        b -= 0.2 * errors.sum()
    assert linear_probe(X, labels, queries).equal((queries @ w + b > 0).double())


# ---- questions


def test_who_knows_no_context_is_at_chance(vocab):
    chance = torch.full((len(SIDES), len(SPLITS), len(READERS), 1), 0.5, dtype=torch.float64)
    assert_close(ask_word(Spy(constant), WORD, vocab), chance, roundings=8)


def test_who_knows_all_is_right(vocab):
    """Its layers: noise, and a vector that says whether the sentence is about money."""
    money = {item.words for item in occurrences(WORD) if item.sense == "money"}
    texts = {part for words in money for part in (words, *_parts(words))}
    keys = {tuple(batch_texts([(" ".join(text), None)], vocab)[0][0].tolist()) for text in texts}

    def noise(tokens):
        return torch.randn(*tokens.shape, 5, generator=torch.Generator().manual_seed(1))

    def about_money(tokens):
        rows = [tuple(x for x in row if x != PAD) in keys for row in tokens.tolist()]
        return torch.tensor(rows).float()[:, None, None].expand(*tokens.shape, 1) * 2 - 1

    found = ask_word(Spy(noise, about_money), WORD, vocab)
    assert found.shape == (3, 2, 2, 2)
    assert (found[2, ..., 1] == 1).all()
    assert (found[..., 1] > 0.9).all()  # cut off, a few sentences are in both senses' lists
    assert abs(found[..., 0].mean() - 0.5) < 0.1


def _parts(words):
    place = words.index(WORD)
    return words[: place + 1], words[place:]


def test_a_reader_from_the_left_knows_nothing_of_the_right(vocab):
    def so_far(tokens):
        return torch.nn.functional.one_hot(tokens, len(vocab)).cumsum(dim=1).float()

    left, right, both = ask_word(Spy(so_far), WORD, vocab)[..., 0]  # (splits, readers) each
    assert_close(right, torch.full_like(right, 0.5), roundings=8)
    assert_close(left, both, roundings=8)
    assert (left[SPLITS.index("sentences")] > 0.7).all()


# ---- summary


def test_summary_is_the_mean_with_a_band_over_words():
    generator = torch.Generator().manual_seed(2)
    words = torch.rand(2, 40, 3, 2, 2, 1, generator=generator, dtype=torch.float64)
    pairs = torch.rand(2, 4, 2, 1, generator=generator, dtype=torch.float64)
    found = summarise([Answers(*run) for run in zip(words, pairs, strict=True)])
    values = words.mean(dim=0)[:, SIDES.index("right"), SPLITS.index("frames"), 0, 0]
    mean, low, high = found["accuracy"]["frames"]["right"]["neighbour"][0]
    assert mean == pytest.approx(values.mean().item())
    error = values.std().item() / math.sqrt(len(values))  # the textbook's interval
    assert low == pytest.approx(mean - 1.96 * error, abs=0.02)
    assert high == pytest.approx(mean + 1.96 * error, abs=0.02)
    last = "i went to the bank to sit down"
    assert found["pairs"][last]["probe"] == pytest.approx(pairs[:, 3, 1].mean(dim=0).tolist())
