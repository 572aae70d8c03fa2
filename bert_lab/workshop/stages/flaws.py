"""Mistakes that several stages share: wrong layer norms, and wrong activations."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.nn import functional as F


def with_eps(norm: Any, X: Tensor, eps: float) -> Tensor:
    """X through a layer norm with another epsilon."""
    return F.layer_norm(X, norm.normalized_shape, norm.weight, norm.bias, eps)


def _by_hand(norm: Any, X: Tensor, dims: tuple[int, ...] = (-1,), unbiased: bool = False) -> Tensor:
    centred = X - X.mean(dim=dims, keepdim=True)
    variance = X.var(dim=dims, keepdim=True, correction=int(unbiased))
    return centred / (variance + norm.eps).sqrt() * norm.weight + norm.bias


# Wrong layer norms: what each makes of a norm and its input (B, T, D).
NORMS: dict[str, Callable[[Any, Tensor], Tensor]] = {
    "norm-eps": partial(with_eps, eps=1e-5),
    "norm-eps-6": partial(with_eps, eps=1e-6),
    "norm-two-axes": lambda norm, X: _by_hand(norm, X, (-2, -1)),
    "norm-over-tokens": lambda norm, X: _by_hand(norm, X, (-2,)),
    "norm-over-batch": lambda norm, X: _by_hand(norm, X, (0,)),
    "norm-unbiased": lambda norm, X: _by_hand(norm, X, unbiased=True),
    "norm-no-mean": lambda norm, X: (
        X / (X.square().mean(-1, keepdim=True) + norm.eps).sqrt() * norm.weight + norm.bias
    ),
    "norm-variance": lambda norm, X: (
        (X - X.mean(-1, keepdim=True)) / X.var(-1, keepdim=True, correction=0) * norm.weight
        + norm.bias
    ),
}
# Wrong activations, in place of the exact GELU.
ACTIVATIONS: dict[str, Callable[[Tensor], Tensor]] = {
    "relu": F.relu,
    "gelu-tanh": partial(F.gelu, approximate="tanh"),
    "gelu-sigmoid": lambda X: X * (1.702 * X).sigmoid(),
    "silu": F.silu,
    "tanh": torch.tanh,
}
