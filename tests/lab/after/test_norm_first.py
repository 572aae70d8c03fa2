"""bert_lab.after.norm_first: PyTorch's own pre-norm layer gives the same numbers."""

import torch
from torch import nn

from bert_lab.after.norm_first import norm_first


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
    assert torch.allclose(found[~padding], expected[~padding], atol=1e-5)


def test_a_trace_shows_what_the_pass_did(model, inputs):
    norm_first(model)
    with torch.no_grad():
        trace = model.encoder.trace(*inputs)
        assert torch.equal(trace.hidden_states[-1], model.encoder(*inputs))
        blk, X = model.encoder.blks[0], trace.hidden_states[0]
        expected = blk.attention.attention.weights(blk.attention.norm(X), None)
        own = trace.attention_weights[0][:1]  # the first row has no padding
    assert torch.allclose(own, expected[:1], atol=1e-6)
