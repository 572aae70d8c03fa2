"""Stage 4: the block."""

from torch import nn
from torch.nn import functional as F

from bert_lab.workshop.solutions.heads import MultiHeadAttention


class Block(nn.Module):
    """Attention, then two linear layers; each is added and normalised.

    X = norm1(X + dropout(attention(X)))
    X = norm2(X + dropout(dense2(gelu(dense1(X)))))

    Its parts: `attention`, a MultiHeadAttention; `norm1` and `norm2`, an
    nn.LayerNorm each with eps=1e-12; `dense1` and `dense2`, an nn.Linear
    each, from num_hiddens to ffn_num_hiddens and back. GELU is the exact
    one, F.gelu as it comes.
    Called with X (B, T, D) and valid_lens (B,) or None; returns (B, T, D).

    >>> import torch
    >>> block = Block(num_hiddens=2, ffn_num_hiddens=4, num_heads=1)
    >>> for W in (block.attention.W_o, block.dense2):  # both bring nothing
    ...     W.weight.data, W.bias.data = 0 * W.weight, 0 * W.bias
    >>> block(torch.tensor([[[1.0, 3.0]]])).detach()  # so the norms remain
    tensor([[[-1.,  1.]]])
    """

    def __init__(self, num_hiddens, ffn_num_hiddens, num_heads, dropout=0.1):
        super().__init__()
        self.attention = MultiHeadAttention(num_hiddens, num_heads)
        self.norm1 = nn.LayerNorm(num_hiddens, eps=1e-12)
        self.dense1 = nn.Linear(num_hiddens, ffn_num_hiddens)
        self.dense2 = nn.Linear(ffn_num_hiddens, num_hiddens)
        self.norm2 = nn.LayerNorm(num_hiddens, eps=1e-12)
        self.dropout = nn.Dropout(dropout)

    def forward(self, X, valid_lens=None):
        X = self.norm1(X + self.dropout(self.attention(X, valid_lens)))
        hidden = F.gelu(self.dense1(X))  # (B, T, F)
        return self.norm2(X + self.dropout(self.dense2(hidden)))  # (B, T, D)
