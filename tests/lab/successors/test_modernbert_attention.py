"""ModernBERT's attention: scores depend on distances alone, and far words change nothing."""

import torch

from bert_lab.successors.modernbert_attention import (
    RotaryAttention,
    band_mask,
    look_nearby,
    rotate,
    rotate_positions,
)
from tests.helpers.close import SINGLE, assert_close, depth


def test_scores_stay_when_all_places_shift(generator):
    q, k = torch.randn(2, 1, 1, 9, 8, generator=generator, dtype=torch.double)
    scores = rotate(q) @ rotate(k).transpose(-2, -1)
    ahead = [torch.cat([torch.zeros(1, 1, 4, 8), x], dim=2) for x in (q, k)]
    later = rotate(ahead[0])[:, :, 4:] @ rotate(ahead[1])[:, :, 4:].transpose(-2, -1)
    assert_close(scores, later, roundings=2 * 8, eps=SINGLE)  # as the angles have it
    assert (scores - q @ k.transpose(-2, -1)).abs().max() > 1e-3


def test_a_model_without_a_table_still_knows_the_order(model, inputs):
    tokens, segments, _ = inputs
    alike = torch.zeros_like(segments)

    def both_ways():
        """The encoder's vectors, and those of the text read backwards, put in order again."""
        with torch.no_grad():
            return model.encoder(tokens, alike), model.encoder(tokens.flip(1), alike).flip(1)

    torch.nn.init.zeros_(model.encoder.pos_embedding)  # the control: the order is invisible
    there, back = both_ways()
    assert_close(there, back, roundings=depth(3, 24))
    torch.nn.init.ones_(model.encoder.pos_embedding)
    rotate_positions(model)
    assert isinstance(model.encoder.blks[0].attention, RotaryAttention)
    assert not model.encoder.pos_embedding.any()
    assert not model.encoder.pos_embedding.requires_grad
    there, back = both_ways()
    assert (there - back).abs().max() > 1e-2


def test_its_weights_are_those_of_its_pass(model, inputs):
    rotate_positions(model)
    attention = model.encoder.blks[0].attention
    with torch.no_grad():
        X = model.encoder.embed(*inputs)
        heads = attention.weights(X) @ attention._split(attention.W_v(X))
        expected = attention.W_o(heads.transpose(1, 2).flatten(2))
        assert_close(attention(X), expected, roundings=4 * 24)


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
