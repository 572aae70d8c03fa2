"""ModernBERT: each part beside a reference's; the published size. Its numbers: parity."""

import math

import torch
from torch import nn

from bert_core import BERTConfig
from bert_lab.checkpoint.weights import parameter_shapes
from bert_lab.successors.modernbert import GatedFFN, ModernBERT, norm_first
from tests.helpers.close import assert_close, depth


def test_equal_to_pytorch_s_pre_norm_layers(model, inputs):
    config = model.config
    theirs = nn.TransformerEncoder(
        nn.TransformerEncoderLayer(
            config.num_hiddens,
            config.num_heads,
            config.ffn_num_hiddens,
            dropout=0.0,
            activation="gelu",
            layer_norm_eps=config.norm_eps,
            batch_first=True,
            norm_first=True,
        ),
        config.num_blks,
        norm=nn.LayerNorm(config.num_hiddens, eps=config.norm_eps),
        enable_nested_tensor=False,
    ).eval()
    norms = [(blk.addnorm1.norm, blk.addnorm2.norm) for blk in model.encoder.blks]
    for norm in (norm for pair in norms for norm in pair):  # else all alike
        nn.init.normal_(norm.weight)
        nn.init.normal_(norm.bias)
    norm_first(model)
    for blk, layer in zip(model.encoder.blks, theirs.layers, strict=True):
        own = blk.attention.attention
        projections = own.W_q, own.W_k, own.W_v
        layer.self_attn.in_proj_weight.data = torch.cat([W.weight for W in projections]).data
        layer.self_attn.in_proj_bias.data = torch.cat([W.bias for W in projections]).data
        layer.self_attn.out_proj.load_state_dict(own.W_o.state_dict())
        norm, ffn = blk.ffn
        layer.norm1.load_state_dict(blk.attention.norm.state_dict())
        layer.norm2.load_state_dict(norm.state_dict())
        layer.linear1.load_state_dict(ffn[0].state_dict())
        layer.linear2.load_state_dict(ffn[2].state_dict())
    theirs.norm.load_state_dict(model.encoder.blks[-1].addnorm2.norm.state_dict())
    tokens, _, valid_lens = inputs
    padding = torch.arange(tokens.shape[1]) >= valid_lens[:, None]
    with torch.no_grad():
        expected = theirs(model.encoder.embed(*inputs), src_key_padding_mask=padding)
        found = model.encoder(*inputs)
    assert_close(found[~padding], expected[~padding], roundings=depth(3, 24))


def test_equal_to_the_reference_s_gated_network(generator):
    from transformers import ModernBertConfig
    from transformers.models.modernbert.modeling_modernbert import ModernBertMLP

    config = ModernBertConfig(hidden_size=15, intermediate_size=11, mlp_bias=False, mlp_dropout=0.0)
    theirs, ours = ModernBertMLP(config).eval(), GatedFFN(15, 11)
    ours.widen.load_state_dict(theirs.Wi.state_dict())
    ours.narrow.load_state_dict(theirs.Wo.state_dict())
    X = torch.randn(2, 7, 15, generator=generator)
    with torch.no_grad():
        assert_close(ours(X), theirs(X), roundings=2 * 15)


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
