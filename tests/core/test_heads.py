"""bert_core.heads: the right vectors go in, and only they."""

import copy

import pytest
import torch
from torch import nn

from bert_core import MaskLM, NextSentencePred
from tests.helpers.close import assert_close

B, T, P, D, V = 2, 7, 4, 15, 23
POSITIONS = torch.tensor([[1, 6, 2, 2], [5, 0, 6, 1]])  # unsorted, first and last, one twice


@pytest.fixture
def X(generator):
    return torch.randn(B, T, D, generator=generator)


@pytest.mark.parametrize(
    ("activation", "formula"),
    [
        ("relu", lambda x: x * (x > 0)),
        ("gelu", lambda x: x * (1 + torch.erf(x / 2**0.5)) / 2),  # the exact form
    ],
)
def test_mlm_logits_equal_a_loop_over_the_positions(activation, formula, X):
    head = MaskLM(V, D, activation=activation, norm_eps=1e-3)
    dense, _, norm = head.transform
    nn.init.uniform_(norm.weight, 0.5, 1.5)
    nn.init.uniform_(norm.bias, -0.5, 0.5)
    expected = torch.empty(B, P, V)
    for b in range(B):
        for p in range(P):
            x = formula(dense.weight @ X[b, POSITIONS[b, p]] + dense.bias)
            x = (x - x.mean()) / (x.var(correction=0) + 1e-3).sqrt() * norm.weight + norm.bias
            expected[b, p] = head.decoder.weight @ x + head.decoder.bias
    assert_close(head(X, POSITIONS), expected, roundings=4 * D)


def test_mlm_gradient_reaches_the_chosen_positions_alone(X, generator):
    X.requires_grad_()
    logits = MaskLM(V, D)(X, POSITIONS)
    (grad,) = torch.autograd.grad(logits, X, torch.randn(B, P, V, generator=generator))
    touched = grad.abs().amax(dim=-1) > 0
    chosen = [[t in row for t in range(T)] for row in POSITIONS.tolist()]
    assert touched.tolist() == chosen


def test_nsp_is_one_linear_layer(X):
    head = NextSentencePred(num_hiddens=D)
    expected = X[:, 0] @ head.output.weight.T + head.output.bias
    assert expected.shape == (B, 2)
    assert_close(head(X[:, 0]), expected, roundings=D)
    assert copy.deepcopy(head)(X[:, 0]).equal(head(X[:, 0]))


def test_nsp_without_a_size_reads_it_off_the_first_input(X):
    head = NextSentencePred()
    assert nn.parameter.is_lazy(head.output.weight)
    assert head(X[:, 0]).shape == (B, 2)
    assert head.output.weight.shape == (2, D)
    assert not nn.parameter.is_lazy(head.output.weight)


def test_nsp_refuses_a_size_by_position():
    with pytest.raises(TypeError):
        NextSentencePred(D)  # D2L's head takes no argument
