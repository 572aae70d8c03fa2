"""bert_core.attention: against a loop over single numbers, and against torch's own module."""

import math

import pytest
import torch
from torch import nn

from bert_core import MultiHeadAttention, attention_mask, attention_weights, dot_product_attention
from tests.helpers.close import assert_close

B, T, N, K, D = 2, 7, 3, 5, 15
VALID_LENS = torch.tensor([4, 7])
FORMS = {  # valid_lens, causal, and the shape that the mask has
    "all": (None, False, None),
    "padding": (VALID_LENS, False, (B, 1, 1, T)),
    "causal": (None, True, (1, 1, T, T)),
    "padding and causal": (VALID_LENS, True, (B, 1, T, T)),
}


def _may_look(form, b, query, key):
    """The rule in words: not at padding, and with a causal mask not to the right."""
    valid_lens, causal, _ = FORMS[form]
    return (valid_lens is None or key < valid_lens[b]) and (not causal or key <= query)


def _qkv(generator, requires_grad=False):
    shape = (B, N, T, K)
    return [
        torch.randn(shape, generator=generator, dtype=torch.float64, requires_grad=requires_grad)
        for _ in range(3)
    ]


def _mask(form):
    valid_lens, causal, _ = FORMS[form]
    return attention_mask(valid_lens, T, causal)


def _weights_in_plain_python(q, k, form):
    weights = torch.zeros(B, N, T, T, dtype=torch.float64)
    for b in range(B):
        for n in range(N):
            for i in range(T):
                exps = {}
                for j in range(T):
                    if _may_look(form, b, i, j):
                        score = sum(x * y for x, y in zip(q[b][n][i], k[b][n][j], strict=True))
                        exps[j] = math.exp(score / math.sqrt(K))
                for j, value in exps.items():
                    weights[b, n, i, j] = value / sum(exps.values())
    return weights


@pytest.mark.parametrize("form", FORMS)
def test_mask_follows_the_rule(form):
    mask = _mask(form)
    if form == "all":
        assert mask is None
        return
    assert mask.dtype == torch.bool
    assert mask.shape == FORMS[form][2]
    full = mask.expand(B, 1, T, T)
    for b in range(B):
        for i in range(T):
            for j in range(T):
                assert full[b, 0, i, j].item() == _may_look(form, b, i, j), (b, i, j)


def test_mask_takes_lengths_stored_as_floats():
    assert attention_mask(VALID_LENS.float(), T).equal(attention_mask(VALID_LENS, T))


def test_mask_is_made_where_it_is_asked_for():
    assert attention_mask(None, T, True, device="meta").is_meta
    assert attention_mask(VALID_LENS.to("meta"), T, True).is_meta


@pytest.mark.parametrize("form", FORMS)
def test_weights_equal_a_loop_over_single_numbers(form, generator):
    q, k, _ = _qkv(generator)
    expected = _weights_in_plain_python(q.tolist(), k.tolist(), form)
    assert_close(attention_weights(q, k, _mask(form)), expected, roundings=K + T)


@pytest.mark.parametrize("form", FORMS)
def test_fused_kernel_equals_the_formula_in_values_and_gradients(form, generator):
    q, k, v = _qkv(generator, requires_grad=True)
    mask = _mask(form)
    fused = dot_product_attention(q, k, v, mask)
    plain = attention_weights(q, k, mask) @ v
    assert fused.shape == (B, N, T, K)
    assert_close(fused, plain, roundings=K + 2 * T)
    pull = torch.randn(B, N, T, K, generator=generator, dtype=torch.float64)
    for one, other in zip(
        torch.autograd.grad(fused, (q, k, v), pull),
        torch.autograd.grad(plain, (q, k, v), pull),
        strict=True,
    ):
        assert_close(one, other, roundings=3 * (K + 2 * T))


NOTHING = {
    "one query": torch.ones(B, 1, T, T, dtype=torch.bool).index_fill(2, torch.tensor([3]), False),
    "one sequence": torch.tensor([False, True])[:, None, None, None].expand(B, 1, 1, T),
}


@pytest.mark.parametrize("empty", NOTHING)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64])
def test_query_that_may_look_at_nothing_gets_zeros(empty, dtype, generator):
    mask = NOTHING[empty]
    lost = ~mask.any(dim=-1, keepdim=True).expand(B, N, T, 1)
    for path in (dot_product_attention, lambda q, k, v, mask: attention_weights(q, k, mask) @ v):
        q, k, v = (x.detach().to(dtype).requires_grad_() for x in _qkv(generator))
        result = path(q, k, v, mask)
        assert result.isfinite().all()
        assert result.masked_select(lost).eq(0).all()
        assert result.masked_select(~lost).ne(0).all()
        grads = torch.autograd.grad(result.square().sum(), (q, k, v))
        assert all(grad.isfinite().all() for grad in grads)
        assert grads[0].masked_select(lost).eq(0).all()
    assert attention_weights(q, k, mask).masked_select(lost).eq(0).all()


def test_dropout_removes_its_share_of_weights_and_scales_up_the_rest():
    rate, length = 0.3, 40
    with torch.random.fork_rng():
        torch.manual_seed(0)
        zeros = torch.zeros(B, N, length, length)  # equal scores: every weight is 1 / length
        dropped = dot_product_attention(
            zeros, zeros, torch.eye(length).expand_as(zeros), None, rate
        )
    gone = dropped == 0
    assert_close(
        dropped[~gone], torch.full_like(dropped[~gone], 1 / length / (1 - rate)), roundings=length
    )
    draws = gone.numel()
    band = 5 * math.sqrt(rate * (1 - rate) / draws)  # five standard deviations of a binomial
    assert abs(gone.double().mean() - rate) < band


def _with_the_weights_of(ours):
    theirs = nn.MultiheadAttention(D, N, dropout=0.0, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        parts = (ours.W_q, ours.W_k, ours.W_v)
        theirs.in_proj_weight.copy_(torch.cat([W.weight for W in parts]))
        theirs.in_proj_bias.copy_(torch.cat([W.bias for W in parts]))
        theirs.out_proj.weight.copy_(ours.W_o.weight)
        theirs.out_proj.bias.copy_(ours.W_o.bias)
    return theirs


@pytest.mark.parametrize("form", FORMS)
def test_module_equals_torch_multihead_attention(form, generator):
    ours = MultiHeadAttention(D, N, dropout=0.0).double()
    theirs = _with_the_weights_of(ours)
    valid_lens, causal, _ = FORMS[form]
    hidden = {}  # torch says True where a query may NOT look
    if valid_lens is not None:
        hidden["key_padding_mask"] = torch.arange(T) >= valid_lens[:, None]
    if causal:
        hidden["attn_mask"] = torch.arange(T) > torch.arange(T)[:, None]
    X = torch.randn(B, T, D, generator=generator, dtype=torch.float64, requires_grad=True)
    expected, expected_weights = theirs(X, X, X, average_attn_weights=False, **hidden)
    result = ours(X, _mask(form))
    assert_close(result, expected, roundings=4 * D)
    assert_close(ours.weights(X, _mask(form)), expected_weights, roundings=2 * D)
    pull = torch.randn(B, T, D, generator=generator, dtype=torch.float64)
    (grad,) = torch.autograd.grad(result, X, pull)
    (expected_grad,) = torch.autograd.grad(expected, X, pull)
    assert_close(grad, expected_grad, roundings=3 * 4 * D)


def test_module_drops_out_in_training_only(generator):
    module = MultiHeadAttention(D, N, dropout=0.5)
    X = torch.randn(B, T, D, generator=generator)
    calm = module.eval()(X)
    assert module(X).equal(calm)
    assert not module.train()(X).allclose(calm)


def test_heads_must_divide_the_hidden_size():
    with pytest.raises(ValueError, match="4 heads do not divide 15 hidden units"):
        MultiHeadAttention(15, 4, 0.0)
