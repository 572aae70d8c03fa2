"""Stage 2: attention with valid lengths."""

import math

import torch


def attention(q, k, v, valid_lens=None):
    """Each query's mixture of the values, and the weights of the mixture.

    q, k, v: floats (B, T, K). valid_lens: int64 (B,), how many tokens of
    each sequence are real; the others are padding and get no weight. None if
    all are real.
    Returns the mixtures (B, T, K) and the weights (B, T, T). The weights are
    softmax(q k^T / sqrt(K)); each row, one query's, adds up to one.

    >>> q = torch.tensor([[[2.0], [0.0]]])  # one sequence: T = 2, K = 1
    >>> k = torch.tensor([[[1.0], [0.0]]])
    >>> v = torch.tensor([[[10.0], [20.0]]])
    >>> mixtures, weights = attention(q, k, v)
    >>> weights  # e^2 / (e^2 + e^0) = 0.8808
    tensor([[[0.8808, 0.1192],
             [0.5000, 0.5000]]])
    >>> attention(q, k, v, torch.tensor([1]))[0]  # the second is padding
    tensor([[[10.],
             [10.]]])
    """
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (B, T, T)
    if valid_lens is not None:
        keys = torch.arange(k.shape[1], device=k.device)  # (T,)
        padding = keys >= valid_lens[:, None]  # (B, T)
        scores = scores.masked_fill(padding[:, None, :], -math.inf)
    weights = scores.softmax(dim=-1)  # (B, T, T)
    return weights @ v, weights
