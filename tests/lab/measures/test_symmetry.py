"""bert_lab.measures.symmetry: what one map for queries and keys makes sure of, and what not."""

import pytest
import torch

from bert_core.attention import MultiHeadAttention
from bert_lab.measures.block_parts import change_blocks
from bert_lab.measures.symmetry import all_scores, raw_scores, symmetry
from tests.helpers.close import SMALL, assert_close, near

VALID_LENS = torch.tensor([7, 4])


def texts(generator):
    tokens = torch.randint(5, 23, (2, 7), generator=generator)
    segments = (torch.arange(7) > 3).long().expand(2, 7)
    return tokens, segments, VALID_LENS


@torch.no_grad()
def test_scores_are_those_that_the_weights_come_from(build_model, generator):
    model = build_model(embedding_norm=True)
    batch = texts(generator)
    trace = model.encoder.trace(*batch)
    scores = all_scores(model.encoder, *batch)
    assert len(scores) == len(model.encoder.blks)
    for found, weights in zip(scores, trace.attention_weights, strict=True):
        assert_close(found[:1].softmax(dim=-1), weights[:1], roundings=SMALL)  # nothing is padding
        assert_close(found[1:, ..., :4].softmax(dim=-1), weights[1:, ..., :4], roundings=SMALL)


def test_measures_by_hand(build_model, generator):
    model, batch = build_model(), texts(generator)
    found = symmetry(model.encoder, *batch)
    scores = all_scores(model.encoder, *batch)
    own, favourites, there, back, even = [], [], [], [], []
    for row, length in enumerate(VALID_LENS.tolist()):
        for i in range(length):
            mine = scores[1, row, 2, i, :length]
            own.append(mine.softmax(dim=0)[i])
            favourites.append(float(mine.argmax() == i))
            even.append(1 / length)
            for j in range(i + 1, length):
                there.append(mine[j])
                back.append(scores[1, row, 2, j, i])
    correlation = torch.corrcoef(torch.tensor([there, back]))[0, 1]
    assert found.itself[1, 2].item() == near(float(sum(own) / 11), roundings=SMALL)
    assert found.favourite[1, 2].item() == near(sum(favourites) / 11, roundings=11)
    assert found.reciprocity[1, 2].item() == near(correlation.item(), roundings=SMALL)
    assert found.uniform == pytest.approx(sum(even) / 11)


def test_one_map_makes_every_pair_mutual(build_model, generator):
    for change, mutual in (("W_q = W_k", True), ("W_k = W_v", False)):
        found = symmetry(
            change_blocks(build_model(seed=3), change).encoder, *texts(generator)
        ).reciprocity
        assert bool((found > 0.9999).all()) == mutual


@torch.no_grad()
def test_with_one_map_nobody_else_scores_above_both(generator):
    """No score is above both tokens' own, and the longest query prefers itself; others need not."""
    attention = MultiHeadAttention(15, 3, 0.0)
    attention.W_k = attention.W_q
    X = torch.randn(4, 7, 15, generator=generator)
    scores = raw_scores(attention, X)  # (4, 3, 7, 7)
    own = scores.diagonal(dim1=-2, dim2=-1)
    assert (scores <= torch.maximum(own[..., :, None], own[..., None, :]) + 1e-6).all()
    longest = own.argmax(dim=-1)  # |q|² is a token's score for itself
    rows = scores.gather(2, longest[..., None, None].expand(-1, -1, 1, 7))[:, :, 0]
    assert (rows.argmax(dim=-1) == longest).all()
    assert (scores.argmax(dim=-1) != torch.arange(7)).any()  # not true of every token
    alike = torch.nn.functional.normalize(attention.W_q(X).unflatten(-1, (3, 5)), dim=-1)
    equal = torch.einsum("bink,bjnk->bnij", alike, alike)  # queries of one length
    assert (equal.argmax(dim=-1) == torch.arange(7)).all()
