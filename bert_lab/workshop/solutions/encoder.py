"""Stage 5: the encoder."""

from torch import nn

from bert_lab.workshop.solutions.block import Block
from bert_lab.workshop.solutions.embeddings import Embeddings


class Encoder(nn.Module):
    """The embeddings, then num_blks blocks, one on top of the other.

    Its parts: `embeddings`, an Embeddings, and `blocks`, an nn.ModuleList
    of Block.
    Called with tokens and segments (B, T) and valid_lens (B,) or None;
    returns the last block's vectors (B, T, D).

    >>> import torch
    >>> encoder = Encoder(9, 4, ffn_num_hiddens=8, num_heads=2, num_blks=3)
    >>> tokens = torch.tensor([[2, 7, 3, 0]])
    >>> encoder(tokens, torch.zeros_like(tokens), torch.tensor([3])).shape
    torch.Size([1, 4, 4])
    >>> sum(p.numel() for p in encoder.parameters())  # 2100 + 3 * 172
    2616
    """

    def __init__(
        self,
        vocab_size,
        num_hiddens,
        ffn_num_hiddens,
        num_heads,
        num_blks,
        dropout=0.1,
        max_len=512,
    ):
        super().__init__()
        self.embeddings = Embeddings(vocab_size, num_hiddens, max_len, dropout)
        self.blocks = nn.ModuleList(
            Block(num_hiddens, ffn_num_hiddens, num_heads, dropout)
            for _ in range(num_blks)
        )

    def forward(self, tokens, segments, valid_lens=None):
        X = self.embeddings(tokens, segments)  # (B, T, D)
        for block in self.blocks:
            X = block(X, valid_lens)
        return X
