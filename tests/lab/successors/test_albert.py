"""ALBERT: shared blocks beside the reference's."""

import torch

from bert_lab.successors.albert import share_blocks
from tests.helpers.close import assert_close, depth


def num_parameters(model):
    return sum(p.numel() for p in model.parameters())


def test_shared_blocks_are_one_and_learn_as_one(model, inputs):
    before, block = (
        num_parameters(model),
        sum(p.numel() for p in model.encoder.blks[0].parameters()),
    )
    share_blocks(model)
    assert num_parameters(model) == before - 2 * block
    model.encoder(*inputs).sum().backward()
    assert model.encoder.blks[0] is model.encoder.blks[2]
    assert model.encoder.blks[2].attention.W_v.weight.grad.abs().sum() > 0


def test_equal_to_the_reference_s_albert(model, inputs):
    """Shared blocks with copied weights; E is D there: only the sharing differs from BERT."""
    from transformers import AlbertConfig
    from transformers.models.albert.modeling_albert import AlbertTransformer

    config, blk = model.config, model.encoder.blks[0]
    theirs = AlbertTransformer(
        AlbertConfig(
            embedding_size=config.num_hiddens,
            hidden_size=config.num_hiddens,
            intermediate_size=config.ffn_num_hiddens,
            num_attention_heads=config.num_heads,
            num_hidden_layers=config.num_blks,
            hidden_act="gelu",
            layer_norm_eps=config.norm_eps,
            hidden_dropout_prob=0.0,
            attention_probs_dropout_prob=0.0,
            attn_implementation="eager",
        )
    ).eval()
    layer = theirs.albert_layer_groups[0].albert_layers[0]
    pairs = {
        layer.attention.query: blk.attention.W_q,
        layer.attention.key: blk.attention.W_k,
        layer.attention.value: blk.attention.W_v,
        layer.attention.dense: blk.attention.W_o,
        layer.attention.LayerNorm: blk.addnorm1.norm,
        layer.ffn: blk.ffn[0],
        layer.ffn_output: blk.ffn[2],
        layer.full_layer_layer_norm: blk.addnorm2.norm,
    }
    for their, our in pairs.items():
        their.load_state_dict(our.state_dict())
    D = config.num_hiddens
    theirs.embedding_hidden_mapping_in.load_state_dict(
        {"weight": torch.eye(D), "bias": torch.zeros(D)}
    )
    share_blocks(model)
    with torch.no_grad():
        X = model.encoder.embed(*inputs)
        expected = theirs(X).last_hidden_state
        for block in model.encoder.blks:
            X = block(X)
    assert_close(X, expected, roundings=depth(3, 24))
