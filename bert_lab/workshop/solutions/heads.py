"""Stage 3: several heads."""

from torch import nn

from bert_lab.workshop.solutions.attention import attention


class MultiHeadAttention(nn.Module):
    """Attention in num_heads heads, each on its own share of the numbers.

    Its parts: `W_q`, `W_k`, `W_v`, `W_o`, an nn.Linear each, from
    num_hiddens to num_hiddens.
    Called with X (B, T, D) and valid_lens (B,) or None; returns (B, T, D).
    Head 0 works on the first K = D / N numbers of W_q(X), W_k(X), W_v(X),
    head 1 on the next K, and so on. Their mixtures, put side by side in this
    order, go through W_o.

    >>> import torch
    >>> heads = MultiHeadAttention(num_hiddens=2, num_heads=2)  # K = 1
    >>> for W in (heads.W_q, heads.W_k, heads.W_v, heads.W_o):  # pass on X
    ...     W.weight.data, W.bias.data = torch.eye(2), torch.zeros(2)
    >>> heads(torch.tensor([[[2.0, 0.0], [0.0, 1.0]]])).detach()
    tensor([[[1.9640, 0.5000],
             [1.0000, 0.7311]]])
    """

    def __init__(self, num_hiddens, num_heads):
        super().__init__()
        self.num_heads = num_heads
        self.W_q = nn.Linear(num_hiddens, num_hiddens)
        self.W_k = nn.Linear(num_hiddens, num_hiddens)
        self.W_v = nn.Linear(num_hiddens, num_hiddens)
        self.W_o = nn.Linear(num_hiddens, num_hiddens)

    def forward(self, X, valid_lens=None):
        q, k, v = (self.split(W(X)) for W in (self.W_q, self.W_k, self.W_v))
        if valid_lens is not None:
            valid_lens = valid_lens.repeat_interleave(self.num_heads)
        mixtures, _ = attention(q, k, v, valid_lens)  # (B * N, T, K)
        heads = mixtures.unflatten(0, (-1, self.num_heads))  # (B, N, T, K)
        return self.W_o(heads.transpose(1, 2).flatten(2))  # (B, T, D)

    def split(self, X):
        heads = X.unflatten(-1, (self.num_heads, -1))  # (B, T, N, K)
        return heads.transpose(1, 2).flatten(0, 1)  # (B * N, T, K)
