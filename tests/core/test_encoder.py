"""bert_core.encoder: against torch's own layers, and properties that any encoder must have.

Properties are checked in double precision, so that a tolerance of 1e-10 is far above rounding and
far below every real difference.
"""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from bert_core import AddNorm, TransformerEncoderBlock, attention_mask
from tests.helpers.close import assert_close, depth

B, T, N, D, F, V = 2, 7, 3, 15, 11, 23
VALID_LENS = torch.tensor([4, 7])


@pytest.fixture(scope="session")
def encoders(build_model):
    """D2L's and the original's encoder, bidirectional and causal, in double precision."""
    switches = {
        "text": {},
        "original": {"activation": "gelu", "embedding_norm": True, "norm_eps": 1e-12},
        "text, causal": {"causal": True},
    }
    return {name: build_model(**changes).encoder.double() for name, changes in switches.items()}


def _inputs(generator, batch=B, length=T):
    tokens = torch.randint(V, (batch, length), generator=generator)
    segments = torch.randint(2, (batch, length), generator=generator)
    return tokens, segments


@st.composite
def batches(draw):
    """tokens and segments (B, T) and valid_lens (B,), of many sizes."""
    batch, length = draw(st.integers(1, 4)), draw(st.integers(2, 9))
    generator = torch.Generator().manual_seed(draw(st.integers(0, 10**6)))
    valid_lens = draw(st.lists(st.integers(1, length), min_size=batch, max_size=batch))
    return *_inputs(generator, batch, length), torch.tensor(valid_lens)


def _valid(tokens, valid_lens):
    return torch.arange(tokens.shape[1]) < valid_lens[:, None]  # (B, T)


def _torch_layer(block, activation, eps):
    """torch's encoder layer with the weights of our block."""
    layer = nn.TransformerEncoderLayer(
        D, N, F, 0.1, activation, eps, batch_first=True, norm_first=False, dtype=torch.float64
    )
    attention = block.attention
    with torch.no_grad():
        parts = (attention.W_q, attention.W_k, attention.W_v)
        layer.self_attn.in_proj_weight.copy_(torch.cat([W.weight for W in parts]))
        layer.self_attn.in_proj_bias.copy_(torch.cat([W.bias for W in parts]))
        layer.self_attn.out_proj.load_state_dict(attention.W_o.state_dict())
        layer.linear1.load_state_dict(block.ffn[0].state_dict())
        layer.linear2.load_state_dict(block.ffn[2].state_dict())
        layer.norm1.load_state_dict(block.addnorm1.norm.state_dict())
        layer.norm2.load_state_dict(block.addnorm2.norm.state_dict())
    return layer.eval()


def _shake_norms(module, generator):
    """Scales other than 1 and shifts other than 0, so that a forgotten norm fails."""
    for part in module.modules():
        if isinstance(part, nn.LayerNorm):
            nn.init.uniform_(part.weight, 0.5, 1.5, generator=generator)
            nn.init.uniform_(part.bias, -0.5, 0.5, generator=generator)


@pytest.mark.parametrize(("activation", "eps"), [("relu", 1e-5), ("gelu", 1e-2)])
@pytest.mark.parametrize("padded", [False, True])
def test_block_equals_torch_encoder_layer(activation, eps, padded, generator):
    block = TransformerEncoderBlock(D, F, N, 0.1, activation=activation, norm_eps=eps)
    _shake_norms(block, generator)
    block = block.double().eval()
    X = torch.randn(B, T, D, generator=generator, dtype=torch.float64, requires_grad=True)
    hidden = torch.arange(T) >= VALID_LENS[:, None] if padded else None
    expected = _torch_layer(block, activation, eps)(X, src_key_padding_mask=hidden)
    result = block(X, attention_mask(VALID_LENS, T) if padded else None)
    assert_close(result, expected, roundings=depth(1, D))
    pull = torch.randn(B, T, D, generator=generator, dtype=torch.float64)
    grads = [torch.autograd.grad(y, X, pull)[0] for y in (result, expected)]
    assert_close(*grads, roundings=3 * depth(1, D))


def test_add_norm_drops_out_the_branch_and_not_the_residual(generator):
    X, Y = torch.randn(2, B, T, D, generator=generator)
    addnorm = AddNorm(D, 0.4).train()
    with torch.random.fork_rng():
        torch.manual_seed(0)
        found = addnorm(X, Y)
        torch.manual_seed(0)
        dropped = addnorm.dropout(Y)
    assert_close(found, addnorm.norm(X + dropped), roundings=3 * D)
    assert not dropped.equal(Y)


@pytest.mark.parametrize("embedding_norm", [False, True])
def test_embedding_is_the_sum_of_three(embedding_norm, build_model, generator):
    encoder = build_model(embedding_norm=embedding_norm, norm_eps=1e-3).encoder
    _shake_norms(encoder, generator)
    tokens, segments = _inputs(generator)
    expected = torch.empty(B, T, D)
    for b in range(B):
        for t in range(T):
            token = encoder.token_embedding.weight[tokens[b, t]]
            segment = encoder.segment_embedding.weight[segments[b, t]]
            expected[b, t] = token + segment + encoder.pos_embedding[0, t]
    if embedding_norm:
        norm = encoder.embedding_norm[0]
        expected = nn.functional.layer_norm(expected, (D,), norm.weight, norm.bias, 1e-3)
    assert_close(encoder.embed(tokens, segments), expected, roundings=3 * D)


@pytest.mark.parametrize("embedding_norm", [False, True])
def test_embedding_sum_is_dropped_out_in_the_original_only(embedding_norm, build_model, generator):
    encoder = build_model(embedding_norm=embedding_norm, dropout=0.5).encoder
    tokens, segments = _inputs(generator)
    calm = encoder.eval().embed(tokens, segments)
    assert encoder.train().embed(tokens, segments).equal(calm) != embedding_norm


@pytest.mark.parametrize("name", ["text", "original", "text, causal"])
@pytest.mark.parametrize("valid_lens", [None, VALID_LENS])
def test_trace_is_what_happens_in_forward(name, valid_lens, encoders, generator):
    encoder = encoders[name]
    tokens, segments = _inputs(generator)
    states, weights = encoder.trace(tokens, segments, valid_lens)
    assert (len(states), len(weights)) == (3, 2)
    assert states[0].equal(encoder.embed(tokens, segments))
    assert states[-1].equal(encoder(tokens, segments, valid_lens))
    for block, X, A, after in zip(encoder.blks, states, weights, states[1:], strict=False):
        assert A.shape == (B, N, T, T)
        values = block.attention.W_v(X).view(B, T, N, D // N).transpose(1, 2)  # (B, N, T, K)
        mixed = (A @ values).transpose(1, 2).reshape(B, T, D)
        Y = block.addnorm1(X, block.attention.W_o(mixed))
        assert_close(block.addnorm2(Y, block.ffn(Y)), after, roundings=depth(1, D))


@pytest.mark.parametrize("name", ["text", "original"])
@given(batch=batches(), extra=st.integers(0, 3))
def test_padding_changes_nothing(name, encoders, batch, extra):
    """Neither what stands after `valid_len` nor how much of it touches a valid output."""
    tokens, segments, valid_lens = batch
    valid = _valid(tokens, valid_lens)
    result = encoders[name](tokens, segments, valid_lens)
    other_tokens = tokens.where(valid, (tokens + 1) % V)
    other_segments = segments.where(valid, 1 - segments)
    longer = [nn.functional.pad(x, (0, extra)) for x in (other_tokens, other_segments)]
    others = encoders[name](*longer, valid_lens)[:, : tokens.shape[1]]
    assert_close(others[valid], result[valid], roundings=depth(2, D))


@pytest.mark.parametrize("name", ["text", "original", "text, causal"])
@given(batch=batches(), data=st.data())
def test_sequences_of_a_batch_do_not_meet(name, encoders, batch, data):
    order = torch.tensor(data.draw(st.permutations(range(len(batch[0])))))
    result = encoders[name](*batch)[order]
    assert_close(encoders[name](*(x[order] for x in batch)), result, roundings=depth(2, D))


@pytest.mark.parametrize("name", ["text", "original"])
@given(batch=batches(), data=st.data())
def test_without_positions_order_is_invisible(name, encoders, batch, data):
    tokens, segments, _ = batch
    order = torch.tensor(data.draw(st.permutations(range(tokens.shape[1]))))
    nowhere = {"pos_embedding": torch.zeros_like(encoders[name].pos_embedding)}
    call = torch.func.functional_call
    result = call(encoders[name], nowhere, (tokens, segments))[:, order]
    shuffled = call(encoders[name], nowhere, (tokens[:, order], segments[:, order]))
    assert_close(shuffled, result, roundings=depth(2, D))


@pytest.mark.parametrize("name", ["text", "original"])
@given(batch=batches())
def test_padding_gets_exactly_no_gradient(name, encoders, batch):
    tokens, segments, valid_lens = batch
    encoder, valid = encoders[name], _valid(tokens, valid_lens)
    X = encoder.embed(tokens, segments).detach().requires_grad_()
    Y, mask = X, attention_mask(valid_lens, tokens.shape[1])
    for block in encoder.blks:
        Y = block(Y, mask)
    pull = torch.arange(Y.numel(), dtype=torch.float64).view_as(Y).sin()
    (grad,) = torch.autograd.grad(Y[valid], X, pull[valid])
    assert grad[~valid].eq(0).all()
    assert grad[valid].abs().amax(dim=-1).gt(0).all()


def test_encoder_takes_its_causal_switch_to_heart(encoders, generator):
    tokens, segments = _inputs(generator)
    others = tokens.clone()
    others[:, -1] = (others[:, -1] + 1) % V
    encoder = encoders["text, causal"]
    one, other = encoder(tokens, segments), encoder(others, segments)
    assert_close(other[:, :-1], one[:, :-1], roundings=depth(2, D))
    assert not other[:, -1].allclose(one[:, -1])
    upper = torch.ones(T, T, dtype=torch.bool).triu(1)
    for A in encoder.trace(tokens, segments).attention_weights:
        assert A[..., upper].eq(0).all()


def test_training_mode_drops_out_and_evaluation_mode_does_not(build_model, generator):
    encoder = build_model(dropout=0.5).encoder
    inputs = _inputs(generator)
    assert encoder(*inputs).equal(encoder(*inputs))
    encoder.train()
    assert not encoder(*inputs).allclose(encoder(*inputs))


def test_an_unknown_activation_is_refused_by_name():
    with pytest.raises(ValueError, match=r"one of \['gelu', 'relu'\], got 'swish'"):
        TransformerEncoderBlock(D, F, N, 0.1, activation="swish")
