"""Remove one part of a model's encoder blocks, or merge two of its maps.

`bert_core` knows nothing of it: each change replaces modules of a model that is already built, so
all models of a seed start from the same weights.
"""

from collections.abc import Callable
from typing import cast

import torch
from torch import Tensor, nn

from bert_core.encoder import AddNorm, TransformerEncoderBlock
from bert_core.model import BERTModel


class OnlyNorm(nn.Module):
    """LN(Y) instead of LN(X + Y): no residual connection."""

    def __init__(self, addnorm: AddNorm):
        super().__init__()
        self.dropout, self.norm = addnorm.dropout, addnorm.norm

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return self.norm(self.dropout(Y))


class OnlyAdd(nn.Module):
    """X + Y instead of LN(X + Y): no normalisation."""

    def __init__(self, addnorm: AddNorm):
        super().__init__()
        self.dropout = addnorm.dropout

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return X + self.dropout(Y)


class Nothing(nn.Module):
    """Zeros, which leave a residual stream as it is."""

    def forward(self, X: Tensor) -> Tensor:
        return torch.zeros_like(X)


class Times(nn.Module):
    """Multiplies its input by a number."""

    def __init__(self, factor: float):
        super().__init__()
        self.factor = factor

    def forward(self, X: Tensor) -> Tensor:
        return self.factor * X


def cut_residual(blk: TransformerEncoderBlock) -> None:
    """Both sublayers without their residual connection."""
    blk.addnorm1 = cast(AddNorm, OnlyNorm(blk.addnorm1))
    blk.addnorm2 = cast(AddNorm, OnlyNorm(blk.addnorm2))


def cut_norm(blk: TransformerEncoderBlock) -> None:
    """Both sums without their layer norm."""
    blk.addnorm1 = cast(AddNorm, OnlyAdd(blk.addnorm1))
    blk.addnorm2 = cast(AddNorm, OnlyAdd(blk.addnorm2))


def cut_ffn(blk: TransformerEncoderBlock) -> None:
    """The feed-forward network adds nothing; the norm after it stays."""
    blk.ffn = cast(nn.Sequential, Nothing())


def cut_root(blk: TransformerEncoderBlock) -> None:
    """Queries are larger by the root of K, so scores are plain dot products."""
    attention = blk.attention
    size = attention.W_q.out_features // attention.num_heads
    attention.W_q = cast(nn.Linear, nn.Sequential(attention.W_q, Times(size**0.5)))


def share_query_and_key(blk: TransformerEncoderBlock) -> None:
    """W_q = W_k: queries and keys share one map."""
    blk.attention.W_k = blk.attention.W_q


def share_key_and_value(blk: TransformerEncoderBlock) -> None:
    """W_k = W_v: keys and values share one map."""
    blk.attention.W_v = blk.attention.W_k


CHANGES: dict[str, Callable[[TransformerEncoderBlock], None]] = {
    "W_q = W_k": share_query_and_key,
    "W_k = W_v": share_key_and_value,
    "no root of K": cut_root,
    "no feed-forward network": cut_ffn,
    "no norm": cut_norm,
    "no residual": cut_residual,
}


def change_blocks(model: BERTModel, change: str) -> BERTModel:
    """The same model with each of its blocks changed in place by a name of `CHANGES`."""
    for blk in model.encoder.blks:
        CHANGES[change](cast(TransformerEncoderBlock, blk))
    return model
