"""bert_lab.after.modernbert: of the published size, in its parts. Its numbers: parity."""

import math

import pytest
import torch

from bert_core import BERTConfig
from bert_lab.after.modernbert import ModernBERT
from bert_lab.checkpoint.weights import parameter_shapes


def test_as_many_parameters_as_published():
    config = BERTConfig(
        50_368, 768, 1_152, num_heads=12, num_blks=22, embedding_norm=True, tied_decoder=True
    )
    shapes = parameter_shapes(config, ModernBERT)
    sizes = {name: math.prod(shape) for name, shape in shapes.items()}
    encoder = sum(size for name, size in sizes.items() if name.startswith("encoder."))
    assert encoder == 149_014_272
    assert encoder + sum(n for name, n in sizes.items() if name.startswith("mlm.")) == 149_655_232


def test_two_of_every_three_blocks_look_nearby(model):
    ours = ModernBERT(**vars(model.config) | {"num_blks": 7})
    reaches = [getattr(blk.attention, "reach", None) for blk in ours.encoder.blks]
    assert reaches == [None, 64, 64, None, 64, 64, None]


def test_drawn_by_the_book_s_law_and_the_same_again(model):
    def build(seed):
        generator = torch.Generator().manual_seed(seed)
        return ModernBERT.from_config(model.config, generator=generator)

    one, same, other = build(0), build(0), build(1)
    widen = "encoder.blks.1.ffn.1.widen.weight"
    assert one.state_dict()[widen].equal(same.state_dict()[widen])
    assert not one.state_dict()[widen].equal(other.state_dict()[widen])
    assert 0.7 < one.state_dict()[widen].std() / model.config.init_std < 1


def test_segments_make_no_difference_and_places_do(model, inputs):
    tokens, segments, _ = inputs
    ours = ModernBERT(**vars(model.config)).eval()
    with torch.no_grad():
        first, other = ours.encoder(tokens, segments), ours.encoder(tokens, 1 - segments)
        turned = ours.encoder(tokens.flip(1), segments).flip(1)
    assert torch.equal(first, other)
    assert (first - turned).abs().max() > 1e-2


def test_heads_of_an_odd_size_are_refused():
    config = BERTConfig(23, 15, 11, num_heads=3, num_blks=2)
    with pytest.raises(ValueError, match="even size, got 15 units in 3 heads"):
        ModernBERT(**vars(config))
