"""Norm before, not after: the way through the blocks is one uninterrupted sum (chapter 11)."""

from typing import Any

from torch import Tensor, nn

from bert_core.model import BERTModel
from bert_lab.after.blocks import blocks_of


class NormedAttention(nn.Module):
    """Attention that reads its input through a norm. Chapter 11."""

    def __init__(self, norm: nn.LayerNorm, attention: Any):
        super().__init__()
        self.norm, self.attention = norm, attention

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attention(self.norm(X), mask)  # (B, T, D)

    def weights(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        return self.attention.weights(self.norm(X), mask)  # (B, N, T, T)


class Add(nn.Module):
    """Residual connection without a norm: X + dropout(Y), each (B, T, D)."""

    def __init__(self, dropout: nn.Dropout):
        super().__init__()
        self.dropout = dropout

    def forward(self, X: Tensor, Y: Tensor) -> Tensor:
        return X + self.dropout(Y)


def norm_first(model: BERTModel) -> BERTModel:
    """X + f(LN(X)) in every block, for attention and for the feed-forward network ("pre-norm").

    The last block keeps the norm behind its sum: without one, nothing would ever norm what the
    heads read.

    Raises:
        ValueError: for a model that has its norms there already.

    Source: Xiong et al. 2020, figure 1(b). Deviations: none. Chapter 11.
    """
    config, blks = model.config, blocks_of(model)
    if any(isinstance(blk.addnorm1, Add) for blk in blks):
        raise ValueError("model: expected norms behind each sum, got them before it already")
    for blk in blks:
        blk.attention = NormedAttention(blk.addnorm1.norm, blk.attention)
        blk.addnorm1 = Add(blk.addnorm1.dropout)
        if blk is blks[-1]:
            norm = nn.LayerNorm(config.num_hiddens, eps=config.norm_eps)
        else:
            norm = blk.addnorm2.norm
            blk.addnorm2 = Add(blk.addnorm2.dropout)
        blk.ffn = nn.Sequential(norm, blk.ffn)
    return model
