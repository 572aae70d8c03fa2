"""ModernBERT's attention: rotary positions, and local attention (`ch-after`)."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from bert_core.attention import MultiHeadAttention, attention_weights, dot_product_attention
from bert_core.model import BERTModel

BASE = 10_000.0  # of the rotary angles


def blocks_of(model: BERTModel) -> list[Any]:
    """The encoder's blocks, first to last: modules whose parts may be replaced by others."""
    return list(model.encoder.blks)


def rotate(X: Tensor, base: float = BASE) -> Tensor:
    r"""Turn each vector at place t, in each plane of its dimensions i and i + K/2, by
    $t \cdot \mathrm{base}^{-2i/K}$.

    The score of a query at t and a key at s then depends on t - s alone.

    Args:
        X: (B, N, T, K) with an even K.

    Returns:
        The same shape; no vector changes its length.

    Source: Su et al. 2021, section 3.2. Deviation: there the planes are dimensions 2i and 2i + 1,
    which is the same up to an order of the rows of W_q and W_k. See `ch-after`.
    """
    num, size = X.shape[-2:]
    rates = 1 / base ** (torch.arange(0, size, 2, device=X.device) / size)  # (K/2,)
    angles = torch.arange(num, device=X.device)[:, None] * rates  # (T, K/2)
    cos, sin = angles.cos(), angles.sin()
    a, b = X.chunk(2, dim=-1)  # (B, N, T, K/2) each
    return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)  # (B, N, T, K)


class RotaryAttention(MultiHeadAttention):
    """Self-attention whose queries and keys are rotated; values are not. See `ch-after`."""

    base = BASE

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        (q, k), v = self._rotated(X), self._split(self.W_v(X))  # (B, N, T, K)
        dropout = self.dropout if self.training else 0.0
        heads = dot_product_attention(q, k, v, mask, dropout)  # (B, N, T, K)
        return self.W_o(heads.transpose(1, 2).flatten(2))  # (B, T, D)

    def weights(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        q, k = self._rotated(X)
        return attention_weights(q, k, mask)  # (B, N, T, T)

    def _rotated(self, X: Tensor) -> tuple[Tensor, Tensor]:
        q, k = (self._split(W(X)) for W in (self.W_q, self.W_k))
        return rotate(q, self.base), rotate(k, self.base)


def rotate_positions(model: BERTModel) -> BERTModel:
    """Rotary positions in every block, and no table of positions.

    Source: Su et al. 2021. Deviations: none. See `ch-after`.
    """
    config = model.config
    for blk in blocks_of(model):
        rotary = RotaryAttention(config.num_hiddens, config.num_heads, config.dropout)
        rotary.load_state_dict(blk.attention.state_dict())
        blk.attention = rotary
    nn.init.zeros_(model.encoder.pos_embedding)
    model.encoder.pos_embedding.requires_grad_(False)
    return model


def band_mask(length: int, reach: int, device=None) -> Tensor:
    """Which keys are at most `reach` places away, (1, 1, T, T) bool, True = may look.

    Source: Beltagy et al. 2020, section 3.1. Deviations: none. See `ch-after`.
    """
    place = torch.arange(length, device=device)
    return ((place[:, None] - place).abs() <= reach)[None, None]


class LocalAttention(nn.Module):
    """Attention within a band: keys more than `reach` places away are masked.

    See `ch-after`.
    """

    def __init__(self, attention: Any, reach: int):
        super().__init__()
        self.attention, self.reach = attention, reach

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attention(X, self._nearby(X, mask))  # (B, T, D)

    def weights(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attention.weights(X, self._nearby(X, mask))  # (B, N, T, T)

    def _nearby(self, X: Tensor, mask: Tensor | None) -> Tensor:
        band = band_mask(X.shape[1], self.reach, X.device)
        return band if mask is None else mask & band


def look_nearby(model: BERTModel, reach: int, blocks: Iterable[int]) -> BERTModel:
    """Local attention of `reach` in the blocks of these numbers, from 0; full in the others.

    ModernBERT's reach is 64, and the first of every three blocks looks anywhere.

    Raises:
        ValueError: for a reach below 1.

    Source: Warner et al. 2024, section 2.1.2. Deviations: none. See `ch-after`.
    """
    if reach < 1:
        raise ValueError(f"reach: expected at least 1 place, got {reach}")
    for number in blocks:
        blk = blocks_of(model)[number]
        blk.attention = LocalAttention(blk.attention, reach)
    return model
