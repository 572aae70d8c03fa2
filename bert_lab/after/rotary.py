"""Rotary positions: a query and a key are turned by an angle that grows with their place."""

import torch
from torch import Tensor

BASE = 10_000.0


def rotate(X: Tensor, base: float = BASE) -> Tensor:
    r"""Turn each vector at place t, in each plane of its dimensions i and i + K/2, by
    $t \cdot \mathrm{base}^{-2i/K}$.

    The score of a query at t and a key at s then depends on t - s alone.

    Args:
        X: (B, N, T, K) with an even K.

    Returns:
        The same shape; no vector changes its length.

    Source: Su et al. 2021, section 3.2. Deviation: there the planes are dimensions 2i and 2i + 1,
    which is the same up to an order of the rows of W_q and W_k. Chapter 11.
    """
    num, size = X.shape[-2:]
    rates = 1 / base ** (torch.arange(0, size, 2, device=X.device) / size)  # (K/2,)
    angles = torch.arange(num, device=X.device)[:, None] * rates  # (T, K/2)
    cos, sin = angles.cos(), angles.sin()
    a, b = X.chunk(2, dim=-1)  # (B, N, T, K/2) each
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)  # (B, N, T, K)
