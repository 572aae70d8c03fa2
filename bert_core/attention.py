"""Self-attention: two pure functions on q, k, v, and the module that splits the heads.

Letters: B batch, T tokens, D hidden size, N heads, K = D / N size per head.
See `ch-agnostic` and `ch-attention`.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from bert_core.validation import check_heads


def attention_mask(
    valid_lens: Tensor | None, length: int, causal: bool = False, device=None
) -> Tensor | None:
    """Which keys each query may look at. The only place in the package where a mask is made.

    Args:
        valid_lens: real tokens per sequence, shape (B,), values 1..T; None if nothing is padding.
        length: T.
        causal: True lets a query look at itself and to its left only.
        device: where to make the causal mask if `valid_lens` is None.

    Returns:
        bool, True = may look; shape (B, 1, 1, T), (1, 1, T, T) or (B, 1, T, T), which broadcasts
        over (B, N, T, T); None if every query sees every key.

    Source: Vaswani et al. 2017, section 3.2.3. Deviation from the original BERT: it adds -10000
    to the scores of padding; here padding gets no weight at all.
    See `ch-agnostic` and `ch-attention`.
    """
    mask = None
    if valid_lens is not None:
        steps = torch.arange(length, device=valid_lens.device)
        mask = (steps < valid_lens[:, None])[:, None, None, :]  # (B, 1, 1, T)
    if causal:
        device = device if valid_lens is None else valid_lens.device
        lower = torch.ones(length, length, dtype=torch.bool, device=device).tril()
        mask = lower[None, None] if mask is None else mask & lower  # (1 or B, 1, T, T)
    return mask


def attention_weights(q: Tensor, k: Tensor, mask: Tensor | None = None) -> Tensor:
    r"""Softmax of the scaled scores, $\mathrm{softmax}(q k^\top / \sqrt{K})$, by the plain formula.

    Args:
        q, k: floats of shape (B, N, T, K).
        mask: bool, broadcastable to (B, N, T, T), True = may look; or None.

    Returns:
        (B, N, T, T); a row sums to one, or is all zeros if the query may look at nothing.

    Source: Vaswani et al. 2017, equation 1. Deviations: none. See `ch-attention`.
    """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, N, T, T)
    if mask is None:
        return scores.softmax(dim=-1)
    weights = scores.masked_fill(~mask, -torch.inf).softmax(dim=-1)
    # A row without any key is softmax(-inf, ..., -inf) = NaN; nothing seen means nothing taken.
    return weights.masked_fill(~mask.any(dim=-1, keepdim=True), 0.0)


def dot_product_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None = None, dropout: float = 0.0
) -> Tensor:
    """Attention-weighted sum of the values, through PyTorch's own function for it.

    Args:
        q, k, v: floats of shape (B, N, T, K).
        mask: bool, broadcastable to (B, N, T, T), True = may look; or None.
        dropout: share of the weights set to zero, in [0, 1); zero outside training.

    Returns:
        (B, N, T, K), equal to `attention_weights(q, k, mask) @ v` without dropout.

    Source: Vaswani et al. 2017, equation 1. Deviations: none. See `ch-attention`.
    """
    return F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)


class MultiHeadAttention(nn.Module):
    """Self-attention in N heads of size K = D / N, with biases on all four projections.

    Args:
        num_hiddens: D.
        num_heads: N, a divisor of D.
        dropout: on the attention weights, in [0, 1).

    Raises:
        ValueError: if N does not divide D.

    Called with `X` (B, T, D) and `mask` (see `attention_mask`); returns (B, T, D).
    Source: Vaswani et al. 2017, section 3.2.2; names of the four projections as in D2L 11.5.
    Deviations from the original BERT: none. See `ch-attention`.
    """

    def __init__(self, num_hiddens: int, num_heads: int, dropout: float):
        super().__init__()
        check_heads(num_hiddens, num_heads)
        self.num_heads = num_heads
        self.dropout = dropout
        self.W_q = nn.Linear(num_hiddens, num_hiddens)
        self.W_k = nn.Linear(num_hiddens, num_hiddens)
        self.W_v = nn.Linear(num_hiddens, num_hiddens)
        self.W_o = nn.Linear(num_hiddens, num_hiddens)

    def forward(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        q, k, v = (self._split(W(X)) for W in (self.W_q, self.W_k, self.W_v))  # (B, N, T, K)
        dropout = self.dropout if self.training else 0.0
        heads = dot_product_attention(q, k, v, mask, dropout)  # (B, N, T, K)
        return self.W_o(heads.transpose(1, 2).flatten(2))  # (B, T, D)

    def weights(self, X: Tensor, mask: Tensor | None = None) -> Tensor:
        """The attention weights (B, N, T, T) that `forward` uses, before dropout."""
        return attention_weights(self._split(self.W_q(X)), self._split(self.W_k(X)), mask)

    def _split(self, X: Tensor) -> Tensor:
        return X.unflatten(-1, (self.num_heads, -1)).transpose(1, 2)  # (B, N, T, K)
