"""Local attention: a token looks a few places to either side (chapter 11)."""

from collections.abc import Iterable
from typing import Any

import torch
from torch import Tensor, nn

from bert_core.model import BERTModel
from bert_lab.after.blocks import blocks_of


def band_mask(length: int, reach: int, device=None) -> Tensor:
    """Which keys are at most `reach` places away, (1, 1, T, T) bool, True = may look.

    Source: Beltagy et al. 2020, section 3.1. Deviations: none. Chapter 11.
    """
    place = torch.arange(length, device=device)
    return ((place[:, None] - place).abs() <= reach)[None, None]


class LocalAttention(nn.Module):
    """Attention through a band: nothing further away than `reach` places is seen. Chapter 11."""

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
    """The blocks of these numbers, from 0, look at most `reach` places far, the others anywhere.

    ModernBERT's reach is 64, and the first of every three blocks looks anywhere.

    Raises:
        ValueError: for a reach below 1.

    Source: Warner et al. 2024, section 2.1.2. Deviations: none. Chapter 11.
    """
    if reach < 1:
        raise ValueError(f"reach: expected at least 1 place, got {reach}")
    for number in blocks:
        blk = blocks_of(model)[number]
        blk.attention = LocalAttention(blk.attention, reach)
    return model
