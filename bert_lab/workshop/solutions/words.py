"""Stage 7: the head for masked words, and its loss."""

import torch
from torch import nn
from torch.nn import functional as F


class MaskedWordHead(nn.Module):
    """Logits of the whole vocabulary, at the asked positions alone.

    decoder(norm(gelu(dense(x)))) for the vectors x at the positions.
    Its parts: `dense`, an nn.Linear from D to D; `norm`, an nn.LayerNorm
    with eps=1e-12; `decoder`, an nn.Linear from D to V with a bias of its
    own, whose weight *is* that of token_embedding. It is built with this
    nn.Embedding, V rows of D numbers, and changes none of them.
    Called with X (B, T, D) and positions (B, P), int64; returns the logits
    (B, P, V).

    >>> head = MaskedWordHead(nn.Embedding(9, 4))
    >>> head(torch.zeros(1, 6, 4), torch.tensor([[1, 5]])).shape
    torch.Size([1, 2, 9])
    """

    def __init__(self, token_embedding):
        super().__init__()
        vocab_size, num_hiddens = token_embedding.weight.shape
        self.dense = nn.Linear(num_hiddens, num_hiddens)
        self.norm = nn.LayerNorm(num_hiddens, eps=1e-12)
        self.decoder = nn.Linear(num_hiddens, vocab_size)
        self.decoder.weight = token_embedding.weight

    def forward(self, X, positions):
        rows = torch.arange(len(X), device=X.device)[:, None]  # (B, 1)
        chosen = X[rows, positions]  # (B, P, D)
        return self.decoder(self.norm(F.gelu(self.dense(chosen))))  # (B, P, V)


def masked_word_loss(logits, labels, weights):
    """The mean cross-entropy of the real slots: one number, with gradient.

    logits (B, P, V); labels (B, P), int64; weights (B, P), 1.0 for a real
    slot and 0.0 for one that only fills the row.

    >>> logits = torch.tensor([[[0.0, 0.0], [9.0, 0.0]]])  # V = 2, P = 2
    >>> labels, weights = torch.tensor([[1, 0]]), torch.tensor([[1.0, 0.0]])
    >>> masked_word_loss(logits, labels, weights)  # ln 2, of the first slot
    tensor(0.6931)
    """
    losses = F.cross_entropy(
        logits.flatten(0, 1), labels.flatten(), reduction="none"
    )  # (B * P,)
    return (losses * weights.flatten()).sum() / weights.sum()
