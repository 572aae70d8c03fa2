"""bert_lab.measures.symmetry: what one map for queries and keys makes sure of, and what not."""

import pytest
import torch

from bert_lab.measures.symmetry import all_scores, symmetry
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
