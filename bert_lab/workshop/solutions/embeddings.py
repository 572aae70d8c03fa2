"""Stage 1: tokens, segments and the sum of three embeddings."""

import torch
from torch import nn


def get_tokens_and_segments(tokens_a, tokens_b=None):
    """One text or two as one sequence, and to which text each token belongs.

    tokens_a, tokens_b: lists of any strings; tokens_b is None for a single
    text, and [] is a second one, without tokens.
    Returns two new lists of one length. The tokens: `<cls>` a `<sep>`, or
    `<cls>` a `<sep>` b `<sep>`. Their segments: 0 up to and with the first
    `<sep>`, 1 after it.

    >>> first, second = ["a", "crane"], ["it", "flies"]
    >>> tokens, segments = get_tokens_and_segments(first, second)
    >>> tokens
    ['<cls>', 'a', 'crane', '<sep>', 'it', 'flies', '<sep>']
    >>> segments
    [0, 0, 0, 0, 1, 1, 1]
    """
    tokens = ["<cls>", *tokens_a, "<sep>"]
    segments = [0] * len(tokens)
    if tokens_b is not None:
        tokens = [*tokens, *tokens_b, "<sep>"]
        segments = segments + [1] * (len(tokens_b) + 1)
    return tokens, segments


class Embeddings(nn.Module):
    """What enters the encoder: LN(token + segment + position), then dropout.

    Its parts: `token`, `segment` and `position`, an nn.Embedding each with
    vocab_size, 2 and max_len rows of num_hiddens numbers, and `norm`, an
    nn.LayerNorm with eps=1e-12.
    Called with tokens and segments (B, T), int64; returns (B, T, D), by the
    weights that it has now, on any device that it was moved to.

    >>> embeddings = Embeddings(vocab_size=7, num_hiddens=4, max_len=5)
    >>> tokens = torch.tensor([[2, 6, 3]])
    >>> embeddings(tokens, segments=torch.zeros_like(tokens)).shape
    torch.Size([1, 3, 4])
    """

    def __init__(self, vocab_size, num_hiddens, max_len=512, dropout=0.1):
        super().__init__()
        self.token = nn.Embedding(vocab_size, num_hiddens)
        self.segment = nn.Embedding(2, num_hiddens)
        self.position = nn.Embedding(max_len, num_hiddens)
        self.norm = nn.LayerNorm(num_hiddens, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, tokens, segments):
        places = torch.arange(tokens.shape[1], device=tokens.device)  # (T,)
        X = self.token(tokens) + self.segment(segments) + self.position(places)
        return self.dropout(self.norm(X))
