"""bert_lab.after.local: what stands too far away changes nothing."""

import pytest
import torch

from bert_lab.after.local import band_mask, look_nearby


def test_the_band_by_hand():
    expected = [[1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 1, 1], [0, 0, 1, 1]]
    assert band_mask(4, 1)[0, 0].int().tolist() == expected


def test_a_far_word_is_out_of_reach_and_near_ones_are_not(model, inputs):
    tokens, segments, _ = inputs
    other = tokens.clone()
    other[:, 6] = (tokens[:, 6] - 5 + 1) % 18 + 5
    look_nearby(model, 2, [0, 1, 2])  # two places in each of three blocks
    with torch.no_grad():
        change = (model.encoder(tokens, segments) - model.encoder(other, segments)).abs()
        assert change[:, 0].max() > 0
        first = model.encoder.blks[0]
        X, Y = model.encoder.embed(tokens, segments), model.encoder.embed(other, segments)
        near = (first(X) - first(Y)).abs().amax(dim=(0, 2))
    assert not near[:4].any()
    assert (near[4:] > 0).all()


def test_padding_stays_unseen(model, inputs):
    look_nearby(model, 2, [0, 2])
    weights = model.encoder.trace(*inputs).attention_weights
    assert not weights[0][1, :, :, 5:].any()
    assert not weights[0][0, :, 0, 3:].any()  # the band
    assert weights[1][0, :, 0, 3:].all()  # this block looks anywhere


def test_a_reach_of_nothing_is_refused(model):
    with pytest.raises(ValueError, match="at least 1 place, got 0"):
        look_nearby(model, 0, [0])
