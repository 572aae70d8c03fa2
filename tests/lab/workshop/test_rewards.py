"""Rewards: the reader's own code computes them, with weights of models that others hold right."""

from itertools import islice

import pytest
import torch

from bert_lab.workshop import rewards
from bert_lab.workshop.mistakes import edited, solved
from bert_lab.workshop.skeleton import whole_file
from bert_lab.workshop.stage import stage_of
from tests.helpers.close import MINI, assert_close, near
from tests.helpers.workshop import sitting

EVEN = ("return weights @ v, weights", "return torch.ones_like(weights) / 7 @ v, weights")
GUESSES = (  # of the mini-BERT for the two gaps of `rewards.NEST`
    "crane 35 %, heron 25 %, stork 18 %, girl 8 %",
    "eggs 84 %, in 11 %, outside 2 %, nest 1 %",
)


@pytest.fixture
def mine():
    return sitting(solved()).namespace


@torch.no_grad()
def answers(namespace):
    """The guesses of a file's model for the two gaps."""
    join, model = namespace["get_tokens_and_segments"], rewards.filled(namespace["BERT"])
    tokens, segments = join(*(text.split() for text in rewards.NEST))
    ids = rewards.ids(tokens)
    gaps = (ids == 4).nonzero()[:, 1][None]
    words, _ = model(ids, torch.tensor([segments]), torch.tensor([len(tokens)]), gaps)
    return tuple(map(rewards.guesses, words[0]))


def test_the_readers_code_says_what_the_mini_bert_says(mine):
    assert answers(mine) == GUESSES


def test_nine_lamps_say_how_far_a_notebook_is(mine):
    assert rewards.lamps(mine) == "●" * 9
    assert rewards.lamps(sitting(edited("attention", EVEN)).namespace) == "●○●●●●●●●"
    assert rewards.lamps(sitting(whole_file(blanks=True)).namespace) == "○" * 9


def test_it_is_the_readers_code_that_says_it():
    assert answers(sitting(edited("attention", EVEN)).namespace) != GUESSES


def test_the_maps_are_those_that_their_attention_returned(mine):
    encoder = rewards.mini_bert()[0].encoder
    X = torch.randn(1, 9, 64, generator=torch.Generator().manual_seed(0))
    own = mine["attention"]
    maps = rewards.seen_weights(layer := rewards.filled(mine["MultiHeadAttention"]), X)
    assert_close(maps, encoder.blks[0].attention.weights(X)[0], roundings=4 * 64)
    assert mine["attention"] is own
    mine["attention"] = lambda *given: (own(*given)[0], 0 * own(*given)[1])
    assert not rewards.seen_weights(layer, X).any()


def test_on_the_batch_of_chapter_7_both_have_the_same_loss(mine):
    model, batch = rewards.chapter_7()
    bert = rewards.filled(mine["BERT"], model)
    with torch.no_grad():
        words, is_next = bert(*batch[:4])
    found = mine["masked_word_loss"](words, batch.labels, batch.weights)
    found = found + torch.nn.functional.cross_entropy(is_next, batch.is_next)
    assert float(found) == near(rewards.loss(model, batch), roundings=MINI)


def test_batches_come_from_the_readers_functions_and_not_twice(mine):
    yours = [mine[name] for name in ("get_tokens_and_segments", "mask_tokens", "sentence_pairs")]
    first, second = islice(rewards.batches(*yours, size=7), 2)
    assert not torch.equal(first.inputs, second.inputs)
    (again,) = islice(rewards.batches(*yours, size=7), 1)
    assert all(map(torch.equal, first, again))
    B, T = first.inputs.shape
    assert (B, first.segments.shape) == (7, (B, T))
    assert (
        first.positions.shape == first.weights.shape == first.labels.shape == (7, round(0.15 * T))
    )
    assert set(first.is_next.tolist()) <= {0, 1}

    with pytest.raises(NotImplementedError):
        next(rewards.batches(*yours[:1], sitting(whole_file(blanks=True)).namespace["mask_tokens"]))


def test_held_out_stories_are_others(mine):
    seen = []

    def pair(documents, generator):
        seen.extend(tuple(document) for document in documents)
        return stage_of("sentence_pairs").solution("sentence_pairs")(documents, generator)

    yours = mine["get_tokens_and_segments"], mine["mask_tokens"], pair
    next(rewards.batches(*yours, size=99))
    trained_on = set(seen)
    seen.clear()
    next(rewards.batches(*yours, size=99, held_out=True))
    assert not trained_on & set(seen)


def test_a_fresh_model_is_drawn_by_the_law_of_the_mini_bert_and_from_its_seed(mine):
    one, same, other = (rewards.fresh(mine["BERT"], seed) for seed in (0, 0, 1))
    assert all(map(torch.equal, one.parameters(), same.parameters()))
    rows = one.encoder.embeddings.token.weight
    assert not torch.equal(rows, other.encoder.embeddings.token.weight)
    assert float(rows.detach().std()) == pytest.approx(0.88 * 0.07, rel=0.02)  # cut at two
