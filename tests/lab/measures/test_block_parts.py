"""bert_lab.measures.block_parts: each change does to a block what its formula says."""

import pytest
import torch

from bert_lab.measures.block_parts import CHANGES, change_blocks
from tests.helpers.close import assert_close, depth

D, F, K = 15, 11, 5


@pytest.fixture
def blocks(build_model):
    """A function: a block before and after a change, with the same weights, norms not trivial."""

    def both(change):
        found = []
        for model in (build_model(), change_blocks(build_model(), change)):
            block = model.encoder.blks[1]
            for norm in (block.addnorm1, block.addnorm2):
                if hasattr(norm, "norm"):
                    generator = torch.Generator().manual_seed(5)
                    torch.nn.init.normal_(norm.norm.weight, generator=generator)
            found.append(block)
        return found

    return both


@pytest.fixture
def X(generator):
    return torch.randn(2, 7, D, generator=generator)


def by_hand(block, X, q, k, v):
    """The attention sublayer's result (B, T, D) from queries, keys and values (B, T, D)."""
    q, k, v = (x.unflatten(-1, (-1, K)).transpose(1, 2) for x in (q, k, v))
    heads = (q @ k.transpose(-2, -1)).softmax(dim=-1) @ v
    return block.attention.W_o(heads.transpose(1, 2).flatten(2))


@torch.no_grad()
def test_without_residual_norm_or_network(blocks, X):
    before, after = blocks("no residual")
    middle = before.addnorm1.norm(before.attention(X))
    assert_close(after(X), before.addnorm2.norm(before.ffn(middle)), roundings=depth(1, D))
    before, after = blocks("no norm")
    middle = X + before.attention(X)
    assert_close(after(X), middle + before.ffn(middle), roundings=depth(1, D))
    before, after = blocks("no feed-forward network")
    middle = before.addnorm1(X, before.attention(X))
    assert_close(after(X), before.addnorm2.norm(middle), roundings=depth(1, D))


@torch.no_grad()
def test_without_root_and_with_one_map(blocks, X):
    def maps(block):
        return block.attention.W_q(X), block.attention.W_k(X), block.attention.W_v(X)

    root = K**0.5
    before, after = blocks("no root of K")
    q, k, v = maps(before)
    assert_close(after.attention(X), by_hand(before, X, q, k, v), roundings=4 * D)
    assert not after.attention(X).allclose(before.attention(X))
    assert_close(before.attention(X), by_hand(before, X, q / root, k, v), roundings=4 * D)
    before, after = blocks("W_q = W_k")
    q, k, v = maps(before)
    assert_close(after.attention(X), by_hand(before, X, q / root, q, v), roundings=4 * D)
    before, after = blocks("W_k = W_v")
    q, k, v = maps(before)
    assert_close(after.attention(X), by_hand(before, X, q / root, k, k), roundings=4 * D)


def test_weights_fall_away_and_the_rest_start_alike(build_model):
    size = D * D + D
    lost = {
        "no residual": 0,
        "no norm": 2 * 2 * D,
        "no feed-forward network": 2 * D * F + F + D,
        "no root of K": 0,
        "W_q = W_k": size,
        "W_k = W_v": size,
    }
    assert lost.keys() == CHANGES.keys()
    whole = build_model()
    numbers = dict(whole.named_parameters())
    blocks = len(whole.encoder.blks)
    for change, fewer in lost.items():
        changed = change_blocks(build_model(), change)
        left = dict(changed.named_parameters())
        count = [sum(x.numel() for x in weights.values()) for weights in (numbers, left)]
        assert count[0] - count[1] == blocks * fewer, change
        for name, tensor in left.items():
            assert tensor.equal(numbers[name.replace("W_q.0", "W_q")]), (change, name)
