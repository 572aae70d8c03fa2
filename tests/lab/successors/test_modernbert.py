"""ModernBERT: each part beside a reference's; the published size. Its numbers: parity."""

import math

import torch

from bert_core import BERTConfig
from bert_lab.checkpoint.weights import parameter_shapes
from bert_lab.successors.modernbert import ModernBERT


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


def test_segments_make_no_difference_and_places_do(model, inputs):
    tokens, segments, _ = inputs
    ours = ModernBERT(**vars(model.config)).eval()
    with torch.no_grad():
        first, other = ours.encoder(tokens, segments), ours.encoder(tokens, 1 - segments)
        turned = ours.encoder(tokens.flip(1), segments).flip(1)
    assert torch.equal(first, other)
    assert (first - turned).abs().max() > 1e-2
